/// An option of a command: parsed, documented and completed from this one value.
struct OptionDefinition: Sendable {
  /// The long name, without `--`; how a command asks for it.
  var name: String
  /// The letter after a single `-`.
  var short: Unicode.Scalar?
  /// What help calls the value, such as `TIME`; nil for a flag.
  var placeholder: String?
  /// What the value stands for; of no meaning for a flag.
  var kind: ValueKind = .text
  /// Whether every occurrence counts; of any other option the last one does.
  var isRepeatable = false
  /// Whether help, the man page and completions leave it out.
  var isHidden = false
  /// One sentence with a full stop: what the option does.
  var summary: String

  /// Whether the option takes a value.
  var takesValue: Bool { placeholder != nil }

  /// An option without a value.
  static func flag(
    _ name: String, short: Unicode.Scalar? = nil, isHidden: Bool = false, _ summary: String
  ) -> OptionDefinition {
    OptionDefinition(name: name, short: short, isHidden: isHidden, summary: summary)
  }

  /// An option with a value that `placeholder` names.
  static func value(
    _ name: String, short: Unicode.Scalar? = nil, _ placeholder: String, _ kind: ValueKind,
    isRepeatable: Bool = false, isHidden: Bool = false, _ summary: String
  ) -> OptionDefinition {
    OptionDefinition(
      name: name, short: short, placeholder: placeholder, kind: kind, isRepeatable: isRepeatable,
      isHidden: isHidden, summary: summary)
  }

  /// The option as it is typed at its shortest: `-n`, else `--name`.
  var shortestSpelling: String {
    guard let short else { return "--\(name)" }
    return "-\(short)"
  }
}
