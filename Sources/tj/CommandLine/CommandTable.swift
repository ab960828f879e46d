import ThreadJournal

/// The commands there are: the one table that parser, help, man page and completions are drawn from.
struct CommandTable: Sendable {
  /// A command's name, and what builds its definition where somebody asks for it: start-up builds only one.
  typealias Row = (name: String, definition: @Sendable () -> CommandDefinition)

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
    ("new", { NewCommand.definition }),
    ("add", { AddCommand.definition }),
    ("list", { ListCommand.definition }),
    ("show", { ShowCommand.definition }),
    ("find", { FindCommand.definition }),
    ("edit", { EditCommand.definition }),
    ("tag", { TagCommand.definition }),
    ("move", { MoveCommand.definition }),
    ("rename", { RenameCommand.definition }),
    ("delete", { DeleteCommand.definition }),
    ("restore", { RestoreCommand.definition }),
    ("trash", { TrashCommand.definition }),
    ("purge", { PurgeCommand.definition }),
    ("field", { FieldCommand.definition }),
    ("export", { ExportCommand.definition }),
    ("import", { ImportCommand.definition }),
    ("check", { CheckCommand.definition }),
    ("undo", { UndoCommand.definition }),
    ("draft", { DraftCommand.definition }),
    ("config", { ConfigCommand.definition }),
    ("init", { InitCommand.definition }),
    ("completions", { CompletionsCommand.definition }),
    ("help", { HelpCommand.definition }),
  ])
}
