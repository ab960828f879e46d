/// The one encoding of what the program keeps of its own: named parts, one after the other.
///
/// Each is a line `NAME LENGTH`, its bytes, and a line feed. Whatever a file holds goes in and comes out the same.
public struct PartWriter {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public mutating func add(_ name: String, _ value: [UInt8]) {
    bytes += Array("\(name) \(value.count)\n".utf8) + value + [0x0A]
  }

  public mutating func add(_ name: String, _ text: String?) {
    if let text { add(name, Array(text.utf8)) }
  }
}

public struct PartReader {
  private let bytes: [UInt8]
  private var position = 0
  /// The name of the part that comes next; nil at the end and where none can be read.
  public private(set) var next: String?
  private var length = 0

  public var isAtEnd: Bool { position == bytes.count }

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    readName()
  }

  private mutating func readName() {
    next = nil
    guard let end = bytes[position...].prefix(64).firstIndex(of: .lineFeed) else { return }
    let words = bytes[position..<end].split(separator: .space)
    guard words.count == 2, let length = Int(String(utf8: words[1])),
      length >= 0, length < bytes.count - end
    else { return }
    next = String(utf8: words[0])
    self.length = length
    position = end + 1
  }

  /// The next part's bytes, if it is called so; else it stays the next one.
  public mutating func value(_ name: String) -> [UInt8]? {
    guard next == name, position + length < bytes.count, bytes[position + length] == .lineFeed
    else {
      return nil
    }
    let value = Array(bytes[position..<position + length])
    position += length + 1
    readName()
    return value
  }

  /// The same as text; nil where it is not UTF-8.
  public mutating func text(_ name: String) -> String? {
    value(name).flatMap { String(validating: $0, as: UTF8.self) }
  }

  mutating func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
    text(name).flatMap { Number($0) }
  }

  mutating func checksum(_ name: String) -> Checksum? { text(name).flatMap { Checksum(text: $0) } }

  /// The path of a thread's file; nil for what no change may name.
  mutating func path(_ name: String) -> String? { text(name).flatMap { try? ThreadPath($0).text } }
}
