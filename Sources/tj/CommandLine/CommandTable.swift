import ThreadJournal

/// The commands there are: the one table that parser, help, man page and completions are drawn from.
struct CommandTable: Sendable {
  /// A command's name, and its definition where somebody asks for it: start-up builds only one.
  struct Row: Sendable {
    /// The word after `tj`.
    let name: String
    /// Builds the definition, whose name is the same.
    let definition: @Sendable () -> CommandDefinition

    /// The row of the command `name`.
    init(_ name: String, _ definition: @escaping @Sendable () -> CommandDefinition) {
      self.name = name
      self.definition = definition
    }
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
    Row("new") { NewCommand.definition },
    Row("add") { AddCommand.definition },
    Row("list") { ListCommand.definition },
    Row("show") { ShowCommand.definition },
    Row("find") { FindCommand.definition },
    Row("edit") { EditCommand.definition },
    Row("tag") { TagCommand.definition },
    Row("move") { MoveCommand.definition },
    Row("rename") { RenameCommand.definition },
    Row("delete") { DeleteCommand.definition },
    Row("restore") { RestoreCommand.definition },
    Row("trash") { TrashCommand.definition },
    Row("purge") { PurgeCommand.definition },
    Row("field") { FieldCommand.definition },
    Row("export") { ExportCommand.definition },
    Row("import") { ImportCommand.definition },
    Row("check") { CheckCommand.definition },
    Row("undo") { UndoCommand.definition },
    Row("draft") { DraftCommand.definition },
    Row("config") { ConfigCommand.definition },
    Row("init") { InitCommand.definition },
    Row("completions") { CompletionsCommand.definition },
    Row("help") { HelpCommand.definition },
  ])
}
