import ThreadJournal

/// The commands there are: the one table that parser, help, man page and completions are drawn from.
struct CommandTable: Sendable {
  /// A command's name, and its definition where somebody asks for it: start-up builds only one.
  struct Row: Sendable {
    /// The word after `tj`.
    var name: String
    /// Builds the definition, whose name is the same.
    var definition: @Sendable () -> CommandDefinition
    /// Does what the command says.
    var run: @Sendable (ParsedArguments, Session) throws -> ExitStatus
  }

  /// The rows, in the order that documentation lists them.
  var rows: [Row]

  /// The row of the command `name`.
  func row(named name: String) -> Row? { rows.first { $0.name == name } }

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
    Row(name: "new", definition: { NewCommand.definition }, run: NewCommand.run),
    Row(name: "add", definition: { AddCommand.definition }, run: AddCommand.run),
    Row(name: "list", definition: { ListCommand.definition }, run: ListCommand.run),
    Row(name: "show", definition: { ShowCommand.definition }, run: ShowCommand.run),
    Row(name: "find", definition: { FindCommand.definition }, run: FindCommand.run),
    Row(name: "edit", definition: { EditCommand.definition }, run: EditCommand.run),
    Row(name: "tag", definition: { TagCommand.definition }, run: TagCommand.run),
    Row(name: "move", definition: { MoveCommand.definition }, run: MoveCommand.run),
    Row(name: "rename", definition: { RenameCommand.definition }, run: RenameCommand.run),
    Row(name: "delete", definition: { DeleteCommand.definition }, run: DeleteCommand.run),
    Row(name: "restore", definition: { RestoreCommand.definition }, run: RestoreCommand.run),
    Row(name: "trash", definition: { TrashCommand.definition }, run: TrashCommand.run),
    Row(name: "purge", definition: { PurgeCommand.definition }, run: PurgeCommand.run),
    Row(name: "field", definition: { FieldCommand.definition }, run: FieldCommand.run),
    Row(name: "check", definition: { CheckCommand.definition }, run: CheckCommand.run),
    Row(name: "undo", definition: { UndoCommand.definition }, run: UndoCommand.run),
    Row(name: "draft", definition: { DraftCommand.definition }, run: DraftCommand.run),
    Row(name: "config", definition: { ConfigCommand.definition }, run: ConfigCommand.run),
    Row(name: "init", definition: { InitCommand.definition }, run: InitCommand.run),
    Row(
      name: "completions", definition: { CompletionsCommand.definition },
      run: CompletionsCommand.run),
    Row(name: "help", definition: { HelpCommand.definition }, run: HelpCommand.run),
  ])
}
