import ThreadJournal
import ThreadStorage

extension FieldCommand {
  /// Lists or changes a thread's fields.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let isListing = arguments.command.last == "list"
    let journal = try session.journal(isListing ? .reading : .writing)
    let header = try journal.thread(
      named: arguments.positional("THREAD") ?? "", isListing ? .all : .live)
    if isListing {
      try FieldListing(header, journal, session).print(arguments)
    } else {
      try change(header, arguments, journal, session)
    }
    return .done
  }

  private static func change(
    _ header: ThreadHeader, _ arguments: ParsedArguments, _ journal: Journal, _ session: Session
  ) throws {
    let field = arguments.positional("FIELD") ?? ""
    let group = arguments.positional("GROUP") ?? ""
    let time = journal.timestamp.rfc3339(in: journal.zone)
    let subcommand = arguments.command.last ?? ""
    let plan: (ThreadDocument) throws(FieldError) -> [Splice]
    switch subcommand {
    case "add":
      try EntryRequest.checkNewName(field)
      let definition = try definition(named: field, arguments, header)
      plan = { document throws(FieldError) in try document.splices(addingField: definition) }
    case "rename":
      let name = arguments.positional("NAME") ?? ""
      try EntryRequest.checkNewName(name)
      plan = { document throws(FieldError) in
        try document.splices(renamingField: field, to: name)
      }
    case "move":
      let position = position(arguments)
      plan = { document throws(FieldError) in
        try document.splices(movingField: field, to: position)
      }
    case "group":
      let fields = arguments.positionals("FIELD")
      plan = { document throws(FieldError) in
        try document.splices(groupingFields: fields, as: group)
      }
    case "ungroup":
      plan = { document throws(FieldError) in try document.splices(ungrouping: group) }
    case "delete":
      plan = { document throws(FieldError) in
        try document.splices(deletingField: field, at: time)
      }
    default:
      plan = { document throws(FieldError) in try document.splices(restoringField: field) }
    }
    let name = group.isEmpty ? field : group
    let outcome = try journal.changeFields(of: header, "field \(subcommand) \(name)", plan)
    session.settle(outcome)
    if subcommand == "delete" {
      session.note("Deleted the field \(field); the values on entries stay.")
      session.note("To bring back: tj field restore \(header.name) \(ShellWord.quoted(field))")
    } else {
      session.tellUndo(of: outcome)
    }
  }

  private static func definition(
    named name: String, _ arguments: ParsedArguments, _ header: ThreadHeader
  ) throws -> FieldDefinition {
    let options = arguments.value("options")?.split(separator: ",").map(String.init) ?? []
    do throws(FieldError) {
      return try FieldDefinition(
        name: name, type: arguments.value("type"), minimum: arguments.value("min"),
        maximum: arguments.value("max"), unit: arguments.value("unit"), options: options)
    } catch {
      throw ThreadFieldError(error: error, thread: header)
    }
  }

  private static func position(_ arguments: ParsedArguments) -> FieldPosition {
    if arguments.flag("first") { return .first }
    if let other = arguments.value("before") { return .before(other) }
    if let other = arguments.value("after") { return .after(other) }
    return .last
  }
}
