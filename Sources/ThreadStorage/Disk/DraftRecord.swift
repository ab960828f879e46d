/// A change on its way, as it stands in `.threadjournal/drafts/` until the change is on the disk.
///
/// The file is a first line `tj-draft 1 KIND`, lines `name: value`, an empty line, and the exact
/// bytes. A value's control characters and `%` are written `%XX`.
struct DraftRecord: Sendable {
  /// What kind of change it is; also the file name's extension.
  enum Kind: String, CaseIterable, Sendable {
    /// The bytes are a block on its way to the end of `target`.
    case append
    /// The bytes are a whole new file on its way to `target`.
    case create
    /// The bytes are `target`'s old bytes, `size` of them, and then its new ones.
    case overwrite
    /// No bytes: `target` is being exchanged with the displaced file `part`.
    case exchange
  }

  /// What follows the name of an exchange's record once the exchange is made.
  static let doneSuffix = "d"

  /// The endings of records' names.
  static let suffixes =
    Kind.allCases.map(\.rawValue)
    + [Kind.exchange.rawValue + doneSuffix, MeanwhileSave.watchSuffix]

  let kind: Kind
  /// The thread's path in the journal.
  let target: String
  /// The thread's size before the change, in bytes.
  var size = 0
  /// A checksum of the thread before: of its last bytes for an append, of all for an exchange.
  var before: String = ""
  /// Exchange: checksum of all new bytes.
  var after: String = ""
  /// Bytes that stand in the thread exactly if the block does; empty where nobody can say.
  var key: String = ""
  /// The name in the displaced folder: of the file to exchange with, or of a new one while it is written.
  var part: String = ""
  var bytes: [UInt8] = []

  init(_ kind: Kind, target: String) {
    self.kind = kind
    self.target = target
  }

  /// The file that holds this record.
  var encoded: [UInt8] {
    let lines = [
      "tj-draft 1 \(kind.rawValue)", "target: \(Self.escaped(target))", "size: \(size)",
      "before: \(before)", "after: \(after)", "key: \(Self.escaped(key))",
      "part: \(Self.escaped(part))", "length: \(bytes.count)", "check: \(Checksum(bytes).text)",
      "", "",
    ]
    return Array(lines.joined(separator: "\n").utf8) + bytes
  }

  /// Reads a record's file; nil where it is cut off, changed, or no record.
  init?(decoding file: [UInt8]) {
    guard let (first, values, start) = Self.header(of: file),
      let kind = Kind.allCases.first(where: { first == "tj-draft 1 \($0.rawValue)" }),
      let target = values["target"].flatMap(Self.unescaped),
      let size = values["size"].flatMap(Int.init),
      size >= 0, let length = values["length"].flatMap(Int.init), length == file.count - start
    else { return nil }
    self.init(kind, target: target)
    self.size = size
    before = values["before"] ?? ""
    after = values["after"] ?? ""
    key = values["key"].flatMap(Self.unescaped) ?? ""
    part = values["part"].flatMap(Self.unescaped) ?? ""
    bytes = Array(file[start...])
    guard values["check"] == Checksum(bytes).text else { return nil }
  }

  /// The first line, the values by their names, and where the bytes begin.
  private static func header(of file: [UInt8]) -> (String, [String: String], Int)? {
    var lines: [String] = []
    var start = 0
    while let end = file[start...].firstIndex(of: 10) {
      let line = String(decoding: file[start..<end], as: UTF8.self)
      start = end + 1
      if line.isEmpty { break }
      lines.append(line)
      guard lines.count < 32 else { return nil }
    }
    guard let first = lines.first else { return nil }
    var values: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    return (first, values, start)
  }

  /// The text after the header of a cut-off record: what can still be saved of it.
  static func remains(of file: [UInt8]) -> [UInt8] {
    guard let (first, _, start) = header(of: file), first.hasPrefix("tj-draft ") else {
      return file
    }
    return Array(file[start...])
  }

  private static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      guard byte < 32 || byte == UInt8(ascii: "%") || byte == 127 else {
        result.append(byte)
        continue
      }
      result += Array("%".utf8) + Array(Checksum.hexadecimal(UInt64(byte)).utf8.suffix(2))
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func unescaped(_ text: String) -> String? {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      result.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: result, as: UTF8.self)
  }
}
