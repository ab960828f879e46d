/// An option of a command: parsed, documented and completed from this one value.
struct OptionDefinition: Sendable {
  /// The long name, without `--`; how a command asks for it.
  var name: String
  var short: Unicode.Scalar?
  /// What help calls the value, such as `TIME`; nil for a flag.
  var placeholder: String?
  var kind: ValueKind = .text
  var isRepeatable = false
  /// Whether help, the man page and completions leave it out.
  var isHidden = false
  var summary: String

  var takesValue: Bool { placeholder != nil }
  /// Whether the value may be left out: `[N]`.
  var isValueOptional: Bool { placeholder?.hasPrefix("[") == true }

  static func flag(
    _ name: String, short: Unicode.Scalar? = nil, isHidden: Bool = false, _ summary: String
  ) -> OptionDefinition {
    OptionDefinition(name: name, short: short, isHidden: isHidden, summary: summary)
  }

  static func value(
    _ name: String, short: Unicode.Scalar? = nil, _ placeholder: String, _ kind: ValueKind,
    isRepeatable: Bool = false, isHidden: Bool = false, _ summary: String
  ) -> OptionDefinition {
    OptionDefinition(
      name: name, short: short, placeholder: placeholder, kind: kind, isRepeatable: isRepeatable,
      isHidden: isHidden, summary: summary)
  }

  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }

  /// The option as it is typed at its shortest: `-n`, else `--name`.
  var shortestSpelling: String { short.map { "-\($0)" } ?? "--\(name)" }
}

extension OptionDefinition {
  static let json = flag("json", "Print one JSON document.")

  static let yes = flag("yes", short: "y", "Do not ask.")

  static let trashedEntries = flag("trash", "Only deleted entries.")

  static let allEntries = flag("all", "Deleted entries too.")

  static let force = flag("force", "Replace FILE if it is there.")

  /// The options that choose entries by their time, for those who prefer options to queries.
  static let timeRange: [OptionDefinition] = [
    value("from", "TIME", .text, "Only entries at or after TIME."),
    value("to", "TIME", .text, "Only entries up to the end of TIME."),
    value("on", "RANGE", .text, "Only entries within RANGE."),
  ]

  static let newestEntries = value(
    "limit", short: "n", "N", .integer(atLeast: 1), "Only the N newest entries.")

  static let randomEntries = value(
    "random", "[N]", .integer(atLeast: 1), "Only N entries, or 1, that chance chooses.")

  static let fieldOrder = value(
    "sort", "FIELD", .field, "By the values of FIELD; entries without it last.")

  /// The forms in which entries are printed.
  static let entryForms: [OptionDefinition] = [
    flag("oneline", "One line for each entry: id, time, first words and fields."),
    flag("table", "A line for each entry, and a column for each field."),
    value("columns", "NAMES", .text, "Such a table with these columns only: `time,mood,text`."),
    flag("raw", "The entries as their files have them, to the byte."), json,
  ]

  static let entryListing: [OptionDefinition] =
    [
      newestEntries, randomEntries, flag("reverse", "The newest entry first."), trashedEntries,
      allEntries,
    ]
    + entryForms

  /// `--field`; `alternative`, a clause behind a comma, says what an empty VALUE does.
  static func fieldAssignment(_ alternative: String = "") -> OptionDefinition {
    value(
      "field", short: "f", "NAME=VALUE", .fieldAssignment, isRepeatable: true,
      "Set the field NAME to VALUE\(alternative); may be given several times.")
  }
}

extension [[String]] {
  /// Of the options that choose entries by time, those that contradict each other.
  static let timeRange: [[String]] = [["on", "from"], ["on", "to"]]

  /// Of the options that say how entries are printed, those that contradict each other.
  static let entryListing: [[String]] = [["trash", "all"]] + entryForms

  static let entryForms: [[String]] =
    [["limit", "random"], ["oneline", "raw", "json", "table"]]
    + ["oneline", "raw", "json"].map { ["columns", $0] }
}

extension GlobalOptions {
  init(_ options: [ParsedArguments.Occurrence]) {
    func last(_ name: String) -> ParsedArguments.Occurrence? { options.last { $0.name == name } }
    journal = last("journal")?.bytes
    color = last("color")?.bytes.flatMap {
      ColorChoice(rawValue: String(decoding: $0, as: UTF8.self))
    }
    allowsPager = last("no-pager") == nil
  }

  static let definitions: [OptionDefinition] = [
    .value("journal", short: "C", "DIR", .directory, "Use the journal in DIR."),
    .value(
      "color", "WHEN", .choice(ColorChoice.allCases.map(\.rawValue)),
      "Colour output: auto, always or never."), .flag("no-pager", "Never page long output."),
    .flag("help", short: "h", "Show help and exit."),
    .flag("version", "Print the version and exit."),
  ]
}
