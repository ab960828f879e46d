/// The options that every command takes, before or after its name.
struct GlobalOptions: Sendable {
  /// The bytes of the journal's path, where `-C` names one (C1).
  var journal: [UInt8]?
  /// When output is coloured, where `--color` says so (C8).
  var color: ColorChoice?
  /// Whether long output may go through a pager.
  var allowsPager = true

  /// Their definitions.
  static let definitions: [OptionDefinition] = [
    .value("journal", short: "C", "DIR", .directory, "Use the journal in DIR."),
    .value(
      "color", "WHEN", .choice(ColorChoice.allCases.map(\.rawValue)),
      "Colour output: auto, always or never."),
    .flag("no-pager", "Never page long output."),
    .flag("help", short: "h", "Show help and exit."),
    .flag("version", "Print the version and exit."),
  ]
}
