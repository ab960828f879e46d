/// The options and arguments of one command, checked against its definition.
struct ParsedArguments: Sendable {
  struct Occurrence: Sendable {
    /// The option's long name, or the argument's name: no two of a command are the same.
    var name: String
    var bytes: [UInt8]?
    /// The number of the argument, by which all are in their order.
    var number = 0

    /// Its value as text; lossy only for a path.
    var text: String { String(decoding: bytes ?? [], as: UTF8.self) }
  }

  let command: [String]
  let run: CommandDefinition.Run
  /// The options, global ones too, and the arguments, each in the order given.
  let given: [Occurrence]

  func flag(_ name: String) -> Bool { given.contains { $0.name == name } }

  /// The bytes of every value of `name`, in the order given: for paths, which need not be UTF-8.
  func bytes(_ name: String) -> [[UInt8]] { given.filter { $0.name == name }.compactMap(\.bytes) }

  /// Every value of `name`, in the order given; lossy only for a path.
  func values(_ name: String) -> [String] {
    given.filter { $0.name == name && $0.bytes != nil }.map(\.text)
  }

  /// The words of the argument `name`, or of several that end so, that stand right behind the one at `index`.
  func words(behind index: Int, _ name: String = "TEXT") -> [String] {
    given[(index + 1)...].prefix { $0.name.hasSuffix(name) }.map(\.text)
  }

  /// The value of `name`, the last one if it was given several times.
  func value(_ name: String) -> String? { values(name).last }

  /// The value of `name`, which the parser has checked to be a whole number.
  func integer(_ name: String) -> Int? { value(name).flatMap { Int($0) } }

  func choice<Choice: RawRepresentable<String>>(
    _ name: String, as type: Choice.Type = Choice.self
  ) -> Choice? {
    value(name).flatMap { Choice(rawValue: $0) }
  }

  func assignments(_ name: String) -> [FieldAssignment] {
    bytes(name).compactMap { FieldAssignment($0) }
  }
}

struct FieldAssignment: Hashable, Sendable {
  /// What stands before the first `=`; never empty.
  var name: String
  /// What stands after it; empty takes the field away.
  var value: String

  /// The assignment that `bytes` hold, or nil where there is no `=` or no name before it.
  init?(_ bytes: [UInt8]) {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return nil }
    name = String(decoding: bytes[..<equals], as: UTF8.self)
    value = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
  }
}
