import ThreadJournal

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
    seeAlso: ["tag", "add", "show"],
    synonyms: ["fields", "schema"])

  private static let thread = ArgumentDefinition("THREAD", .thread, "The thread.")
  private static let field = ArgumentDefinition("FIELD", .field, "The field.")

  private static let list = CommandDefinition(
    name: "list", group: .changing, summary: "List a thread's fields.", arguments: [thread],
    options: [.flag("all", "Deleted fields too."), .json], exclusive: [["all", "json"]],
    description: [
      """
      Prints a line for each field, in their order: its name, type, limits, unit and options. \
      The fields of a group stand below its name.
      """
    ],
    examples: [.init("tj field list sleep", "See a thread's fields.")], seeAlso: ["field add"])

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
    ],
    description: [
      """
      Defines FIELD behind the others. A name has 1 to 50 characters and is unique in its \
      thread, whatever its capital letters. A duration is written as `7h30m`, numbers with a \
      decimal point.
      """
    ],
    examples: [
      .init(
        "tj field add sleep hours --type number --min 0 --max 24 --unit h", "Define a number."),
      .init("tj field add diary mood --options low,middle,high", "Define a choice."),
    ],
    seeAlso: ["field list", "tag"])

  private static let rename = CommandDefinition(
    name: "rename", group: .changing,
    summary: "Rename a field, in its definition and on every entry.",
    arguments: [thread, field, ArgumentDefinition("NAME", .text, "Its new name.")],
    description: [
      "Renames FIELD wherever the thread names it, in one step. A group is renamed the same way."
    ],
    examples: [.init("tj field rename diary mood humour", "Rename a field.")],
    seeAlso: ["field list"])

  private static let move = CommandDefinition(
    name: "move", group: .changing, summary: "Change the order of the fields.",
    arguments: [thread, field],
    options: [
      .flag("first", "Put it before all others."),
      .flag("last", "Put it behind all others."),
      .value("before", "OTHER", .field, "Put it before this one."),
      .value("after", "OTHER", .field, "Put it behind this one."),
    ],
    exclusive: [["first", "last", "before", "after"]],
    needsOneOf: ["first", "last", "before", "after"],
    description: [
      "Fields are offered, shown and exported in the order of their definitions."
    ],
    examples: [.init("tj field move diary mood --first", "Show a field before all others.")],
    seeAlso: ["field list", "field group"])

  private static let group = CommandDefinition(
    name: "group", group: .changing, summary: "Group fields, which are then shown together.",
    arguments: [
      thread, ArgumentDefinition("GROUP", .text, "The group's name."),
      ArgumentDefinition("FIELD", .field, count: .oneOrMore, "Its fields."),
    ],
    description: [
      """
      Makes GROUP of these fields, or adds them to it. A group holds no value of its own, and a \
      field is in one group at most.
      """
    ],
    examples: [
      .init("tj field group diary workout exercise minutes", "Show two fields together.")
    ],
    seeAlso: ["field ungroup"])

  private static let ungroup = CommandDefinition(
    name: "ungroup", group: .changing, summary: "Dissolve a group, or take a field out of it.",
    arguments: [thread, ArgumentDefinition("GROUP", .text, "The group, or a field of it.")],
    description: ["The fields stay as they are, on their own."],
    examples: [.init("tj field ungroup diary workout", "Dissolve a group.")],
    seeAlso: ["field group"])

  private static let delete = CommandDefinition(
    name: "delete", group: .changing,
    summary: "Stop offering a field; the values on entries stay.", arguments: [thread, field],
    description: [
      """
      Marks FIELD as deleted: new entries cannot have it, and values that entries have are still \
      shown and exported.
      """
    ],
    examples: [.init("tj field delete diary mood", "Delete a field.")],
    seeAlso: ["field restore"])

  private static let restore = CommandDefinition(
    name: "restore", group: .changing, summary: "Offer a deleted field again.",
    arguments: [thread, field],
    description: ["Takes the mark of deletion off FIELD."],
    examples: [.init("tj field restore diary mood", "Bring back a field.")],
    seeAlso: ["field delete"])
}
