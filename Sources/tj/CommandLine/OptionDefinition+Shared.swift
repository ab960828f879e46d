extension OptionDefinition {
  /// `--json`, of every command that prints a JSON document (C11).
  static let json = flag("json", "Print one JSON document.")

  /// `-y`/`--yes`, of every command that asks (C9).
  static let yes = flag("yes", short: "y", "Do not ask.")

  /// `--trash`, of commands that print entries.
  static let trashedEntries = flag("trash", "Only deleted entries.")

  /// `--all`, of commands that print entries.
  static let allEntries = flag("all", "Deleted entries too.")

  /// The options that choose entries by their time, for those who prefer options to queries.
  static let timeRange: [OptionDefinition] = [
    value("from", "TIME", .range, "Only entries at or after TIME."),
    value("to", "TIME", .range, "Only entries up to the end of TIME."),
    value("on", "RANGE", .range, "Only entries within RANGE."),
  ]

  /// The options of `show` and `find` that say how entries are printed.
  static let entryListing: [OptionDefinition] = [
    value("limit", short: "n", "N", .integer(atLeast: 1), "Only the N newest entries."),
    flag("reverse", "The newest entry first."),
    flag("oneline", "One line for each entry: id, time and first words."),
    trashedEntries, allEntries, json,
  ]

  /// The options that set the parts of an entry.
  static let fieldAssignment = value(
    "field", short: "f", "NAME=VALUE", .fieldAssignment, isRepeatable: true,
    "Set the field NAME to VALUE; may be given several times.")
}

extension [[String]] {
  /// Of the options that choose entries by time, those that contradict each other.
  static let timeRange: [[String]] = [["on", "from"], ["on", "to"]]

  /// Of the options that say how entries are printed, those that contradict each other.
  static let entryListing: [[String]] = [["trash", "all"], ["oneline", "json"]]
}
