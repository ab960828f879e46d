import ThreadJournal

/// The commands there are: the one table that parser, help, man page and completions are drawn from.
struct CommandTable: Sendable {
  /// A command's name, and its definition where somebody asks for it: start-up builds only one.
  struct Row: Sendable {
    /// The word after `tj`.
    var name: String
    /// Builds the definition, whose name is the same.
    var definition: @Sendable () -> CommandDefinition
  }

  /// The rows, in the order that documentation lists them.
  var rows: [Row]

  /// The definition of the command `name`.
  func definition(named name: String) -> CommandDefinition? {
    rows.first { $0.name == name }?.definition()
  }

  /// Every definition, in order.
  var definitions: [CommandDefinition] { rows.map { $0.definition() } }

  /// The commands whose name, or what other programs call them, is near `name`.
  func nearest(to name: String) -> [String] {
    let synonymous = definitions.filter { $0.synonyms.contains(name.lowercased()) }.map(\.name)
    return synonymous.isEmpty ? rows.map(\.name).nearest(to: name) : synonymous
  }

  /// What `tj` can do.
  static let standard = CommandTable(rows: [
    Row(name: "new") { NewCommand.definition },
    Row(name: "add") { AddCommand.definition },
    Row(name: "list") { ListCommand.definition },
    Row(name: "show") { ShowCommand.definition },
    Row(name: "find") { FindCommand.definition },
    Row(name: "edit") { EditCommand.definition },
    Row(name: "move") { MoveCommand.definition },
    Row(name: "rename") { RenameCommand.definition },
    Row(name: "delete") { DeleteCommand.definition },
    Row(name: "restore") { RestoreCommand.definition },
    Row(name: "trash") { TrashCommand.definition },
    Row(name: "purge") { PurgeCommand.definition },
    Row(name: "init") { InitCommand.definition },
    Row(name: "completions") { CompletionsCommand.definition },
    Row(name: "help") { HelpCommand.definition },
  ])
}
