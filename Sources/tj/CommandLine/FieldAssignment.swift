/// `NAME=VALUE` on the command line.
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
