import ThreadStorage

/// Writes HTML: tags as the program's own words, and text, of which nothing is ever a tag.
///
/// What a browser gives a meaning to becomes a character reference, a control character the picture of it, and what is
/// no UTF-8 becomes U+FFFD.
struct HTMLWriter {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Takes what is written out.
  consuming func finished() -> [UInt8] { bytes }

  /// Writes markup.
  @inline(__always)
  mutating func markup(_ text: StaticString) { text.withUTF8Buffer { bytes.append($0) } }

  mutating func markup(_ number: Int) { bytes += String(number).utf8 }

  mutating func write(_ html: HTML) { bytes += html.bytes }

  /// Writes a letter of a name or of a character reference.
  mutating func markup(byte: UInt8) { bytes.append(byte) }

  mutating func text(_ text: String) {
    let text = Array(text.utf8)
    self.text(text.span, 0..<text.count)
  }

  mutating func text(_ text: [UInt8]) { self.text(text.span, 0..<text.count) }

  /// Writes the text at `range`, also for the value of an attribute in `"`.
  mutating func text(_ text: borrowing Span<UInt8>, _ range: Range<Int>) {
    var (copied, offset) = (range.lowerBound, range.lowerBound)
    func reference(_ byte: UInt8) -> StaticString? {
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      case Byte.quote: "&quot;"
      case UInt8(ascii: "'"): "&#39;"
      case 0x7F: "\u{2421}"
      case 0x0D: " "
      default: nil
      }
    }
    while offset < range.upperBound {
      let byte = text[offset]
      var length = 1
      switch byte {
      case 0x20, 0x21, 0x23...0x25, 0x28...0x3B, 0x3D, 0x3F...0x7E, 0x09, 0x0A:
        offset += 1
        continue
      case 0x80...0xFF:
        length = text.scalarLength(at: offset, upTo: range.upperBound)
        if length > 0 {
          offset += length
          continue
        }
        length = 1
      default: break
      }
      bytes.append(text, copied..<offset)
      if let reference = reference(byte) {
        markup(reference)
      } else if byte < 0x20 {
        bytes += [0xE2, 0x90, 0x80 + byte]
      } else {
        markup("\u{FFFD}")
      }
      offset += length
      copied = offset
    }
    bytes.append(text, copied..<range.upperBound)
  }
}

/// Markup as a literal, in which every String that is interpolated is text: no words of the run time are ever a tag.
struct HTML: ExpressibleByStringInterpolation {
  fileprivate let bytes: [UInt8]

  init(stringLiteral markup: StaticString) { bytes = markup.withUTF8Buffer { Array($0) } }

  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.writer.finished() }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var writer = HTMLWriter()

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ markup: StaticString) { writer.markup(markup) }
    mutating func appendInterpolation(_ markup: StaticString) { writer.markup(markup) }
    mutating func appendInterpolation(_ text: String) { writer.text(text) }
    mutating func appendInterpolation(_ text: [UInt8]) { writer.text(text) }
    mutating func appendInterpolation(_ number: Int) { writer.markup(number) }
    mutating func appendInterpolation(_ html: HTML) { writer.write(html) }
  }
}

extension Span<UInt8> {
  /// How many bytes the scalar beyond ASCII at `offset` has; 0 for no UTF-8, and for control characters.
  fileprivate func scalarLength(at offset: Int, upTo end: Int) -> Int {
    let length = TextCheck.sequenceLength(self, at: offset)
    let isControl = length == 2 && self[offset] == 0xC2 && self[offset + 1] < 0xA0
    return isControl || offset + length > end ? 0 : length
  }
}
