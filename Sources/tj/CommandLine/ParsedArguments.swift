/// The options and arguments of one command, checked against its definition.
struct ParsedArguments: Sendable {
  /// An option or argument as it was given.
  struct Occurrence: Sendable {
    /// The option's long name, or the argument's name.
    var name: String
    /// The value's bytes; nil for a flag.
    var bytes: [UInt8]?

    /// The value as text; lossy only for a path that is not UTF-8.
    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// The command's name, and its subcommand's.
  let command: [String]
  let run: CommandDefinition.Run
  /// The options, global ones too, in the order given.
  let options: [Occurrence]
  /// The positional arguments, in the order given.
  let arguments: [Occurrence]

  /// Whether the option `name` was given.
  func flag(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The value of the option `name`, the last one if it was given several times.
  func value(_ name: String) -> String? { options.last { $0.name == name }?.text }

  /// Every value of the repeatable option `name`, in the order given.
  func values(_ name: String) -> [String] {
    options.filter { $0.name == name }.compactMap(\.text)
  }

  /// The bytes of the last value of the option `name`: for paths, which need not be UTF-8.
  func bytes(_ name: String) -> [UInt8]? { options.last { $0.name == name }?.bytes }

  /// The value of the option `name`, which the parser has checked to be a whole number.
  func integer(_ name: String) -> Int? { value(name).flatMap { Int($0) } }

  /// The value of the option `name` as the case that it names.
  func choice<Choice: RawRepresentable<String>>(
    _ name: String, as type: Choice.Type = Choice.self
  ) -> Choice? {
    value(name).flatMap { Choice(rawValue: $0) }
  }

  /// The values of the option or argument `name`, split at their first `=`.
  func assignments(_ name: String) -> [FieldAssignment] {
    (options + arguments).filter { $0.name == name }
      .compactMap { $0.bytes.flatMap { FieldAssignment($0) } }
  }

  /// All positional arguments.
  var positionals: [String] { arguments.compactMap(\.text) }

  /// The positional arguments that stand for `name`.
  func positionals(_ name: String) -> [String] {
    arguments.filter { $0.name == name }.compactMap(\.text)
  }

  /// The first positional argument that stands for `name`.
  func positional(_ name: String) -> String? { arguments.first { $0.name == name }?.text }

  /// The bytes of the positional arguments that stand for `name`: for paths.
  func positionalBytes(_ name: String) -> [[UInt8]] {
    arguments.filter { $0.name == name }.compactMap(\.bytes)
  }
}

/// `NAME=VALUE` on the command line.
struct FieldAssignment: Hashable, Sendable {
  /// What stands before the first `=`; never empty.
  var name: String
  /// What stands after it; empty takes the field away.
  var value: String
}

extension FieldAssignment {
  /// The assignment that `bytes` hold, or nil where there is no `=` or no name before it.
  init?(_ bytes: [UInt8]) {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return nil }
    name = String(decoding: bytes[..<equals], as: UTF8.self)
    value = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
  }
}
