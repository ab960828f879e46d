import ThreadJournal
import ThreadStorage

/// `tj field`: the fields that a thread defines.
enum FieldCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "field", group: .changing,
    summary: "Define, order and group a thread's fields.",
    subcommands: [list, add, rename, move, group, ungroup, delete, restore],
    description: [
      """
      A field is a value that entries of a thread may carry: mood, hours of sleep, a place. A \
      thread defines its fields in its front matter, each with a type, and its entries hold the \
      values as lines such as `- mood:: 7`.
      """
    ],
    examples: [
      .init("tj field list sleep", "See a thread's fields."),
      .init(
        "tj field add sleep hours --type number --min 0 --max 24 --unit h", "Define a field."),
      .init("tj field add diary mood --options low,middle,high", "Define a choice."),
      .init("tj field group diary workout exercise minutes", "Show two fields together."),
    ],
    seeAlso: ["tag", "add", "show"],
    synonyms: ["fields", "schema"])

  private static let thread = ArgumentDefinition("THREAD", .thread, "The thread.")
  private static let field = ArgumentDefinition("FIELD", .field, "The field.")

  private static let list = CommandDefinition(
    name: "list", group: .changing, summary: "List a thread's fields.", arguments: [thread],
    options: [.flag("all", "Deleted fields too."), .json])

  private static let add = CommandDefinition(
    name: "add", group: .changing, summary: "Define a field.",
    arguments: [thread, ArgumentDefinition("FIELD", .text, "The new field's name.")],
    options: [
      .value(
        "type", "TYPE", .choice(FieldType.allCases.map(\.rawValue)),
        "What its values are; text if absent, choice where options are given."),
      .value("min", "VALUE", .text, "The least value."),
      .value("max", "VALUE", .text, "The greatest value."),
      .value("unit", "UNIT", .text, "What its values are counted in, such as kg."),
      .value("options", "A,B,C", .text, "What a choice may be, separated by commas."),
    ])

  private static let rename = CommandDefinition(
    name: "rename", group: .changing,
    summary: "Rename a field, in the definition and on every entry.",
    arguments: [thread, field, ArgumentDefinition("NAME", .text, "Its new name.")])

  private static let move = CommandDefinition(
    name: "move", group: .changing, summary: "Change the order of the fields.",
    arguments: [thread, field],
    options: [
      .flag("first", "Put it before all others."),
      .flag("last", "Put it behind all others."),
      .value("before", "FIELD", .field, "Put it before this one."),
      .value("after", "FIELD", .field, "Put it behind this one."),
    ],
    exclusive: [["first", "last", "before", "after"]],
    needsOneOf: ["first", "last", "before", "after"])

  private static let group = CommandDefinition(
    name: "group", group: .changing, summary: "Group fields, which are then shown together.",
    arguments: [
      thread,
      ArgumentDefinition("GROUP", .text, "The group's name."),
      ArgumentDefinition("FIELD", .field, count: .oneOrMore, "Its fields."),
    ])

  private static let ungroup = CommandDefinition(
    name: "ungroup", group: .changing,
    summary: "Dissolve a group, or take a field out of its group.",
    arguments: [thread, ArgumentDefinition("GROUP", .text, "The group, or a field of it.")])

  private static let delete = CommandDefinition(
    name: "delete", group: .changing,
    summary: "Stop offering a field; the values on entries stay.", arguments: [thread, field])

  private static let restore = CommandDefinition(
    name: "restore", group: .changing, summary: "Offer a deleted field again.",
    arguments: [thread, field])

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
      let definition = try definition(named: field, arguments, header)
      plan = { document throws(FieldError) in try document.splices(addingField: definition) }
    case "rename":
      let name = arguments.positional("NAME") ?? ""
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
    session.settle(try journal.changeFields(of: header, "field \(subcommand) \(name)", plan))
    if subcommand == "delete" {
      session.note("Deleted the field \(field); the values on entries stay.")
      session.note("To bring back: tj field restore \(header.name) \(ShellWord.quoted(field))")
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
