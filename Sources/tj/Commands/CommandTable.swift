extension CommandTable {
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
