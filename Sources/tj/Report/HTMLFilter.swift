import ThreadStorage

/// Keeps the harmless elements of another program's HTML, and shows every other tag as text.
///
/// Of the attributes, a link's address and a list's numbers are kept. Each element that is begun is ended, so that
/// nothing reaches out of the place where it is written. Comments are left out.
struct HTMLFilter {
  /// The elements that are written as they are, with `h1` to `h6` besides.
  private static let elements: Set<String> = [
    "a", "b", "blockquote", "br", "code", "dd", "del", "dl", "dt", "em", "hr", "i", "li", "ol", "p",
    "pre", "s", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
  ]
  /// Elements whose tags say nothing that the page shows.
  private static let transparent: Set<String> = [
    "div", "figcaption", "figure", "img", "input", "label", "section", "span",
  ]
  /// The attributes that are read.
  private static let attributes: Set<String> = ["href", "start", "value", "src", "alt", "checked"]
  private static let headings = ["h1", "h2", "h3", "h4", "h5", "h6"]

  /// A tag of the source.
  private struct Tag {
    var name = ""
    var isEnd = false
    /// The values of the attributes that are read, as they stand in the source.
    var values: [String: Range<Int>] = [:]
    var end = 0
  }

  private let html: [UInt8]
  private let parentLevel: Int
  private var lastLevel: Int
  /// The elements that are begun, as they are named in the source, and as they are written.
  private var open: [(name: String, written: String)] = []
  private var openCounts: [String: Int] = [:]
  /// Whether the end of a comment may still follow.
  private var mayEndComment = true

  /// - Parameter parentLevel: That of the heading around.
  init(_ html: [UInt8], below parentLevel: Int) {
    self.html = html
    (self.parentLevel, lastLevel) = (parentLevel, parentLevel)
  }

  consuming func write(to writer: inout HTMLWriter) {
    var (copied, offset) = (0, 0)
    while let start = html[offset...].firstIndex(of: UInt8(ascii: "<")) {
      offset = start + 1
      if let end = endOfComment(at: start) {
        appendText(copied..<start, to: &writer)
        (copied, offset) = (end, end)
      } else if let tag = tag(at: start) {
        appendText(copied..<start, to: &writer)
        offset = tag.end
        copied = append(tag, to: &writer) ? tag.end : start
      }
    }
    appendText(copied..<html.count, to: &writer)
    while let element = open.popLast() { writer.markup(end: element.written) }
  }

  /// Writes a tag; false where it is none of those that are written.
  private mutating func append(_ tag: Tag, to writer: inout HTMLWriter) -> Bool {
    if tag.isEnd {
      if Self.transparent.contains(tag.name) { return true }
      guard openCounts[tag.name, default: 0] > 0 else { return false }
      while let element = open.popLast() {
        openCounts[element.name, default: 0] -= 1
        writer.markup(end: element.written)
        if element.name == tag.name { break }
      }
      return true
    }
    var written = tag.name
    if let level = Self.headings.firstIndex(of: tag.name) {
      // Levels are never left out.
      lastLevel = min(parentLevel + level + 1, lastLevel + 1, 6)
      written = Self.headings[lastLevel - 1]
    } else if Self.transparent.contains(tag.name) {
      appendPicture(tag, to: &writer)
      return true
    } else if !Self.elements.contains(tag.name) {
      return false
    }
    writer.markup("<")
    writer.markup(name: written)
    if tag.name == "a", let range = tag.values["href"] { appendAddress(range, to: &writer) }
    if tag.name == "ol" || tag.name == "li",
      let range = tag.values[tag.name == "ol" ? "start" : "value"],
      let number = Int(String(utf8: html[range]))
    {
      writer.write(tag.name == "ol" ? " start=\"\(number)\"" : " value=\"\(number)\"")
    }
    writer.markup(">")
    guard tag.name != "br", tag.name != "hr" else { return true }
    open.append((tag.name, written))
    openCounts[tag.name, default: 0] += 1
    return true
  }

  /// Writes a picture as a link to it, for the page loads none, and a task's box as a sign; of other tags nothing.
  private func appendPicture(_ tag: Tag, to writer: inout HTMLWriter) {
    if tag.name == "input" { writer.text(tag.values["checked"] == nil ? "☐" : "☑") }
    guard tag.name == "img", let source = tag.values["src"] else { return }
    let words = tag.values["alt"] ?? source
    let isInLink = openCounts["a", default: 0] > 0
    if !isInLink {
      writer.markup("<a")
      appendAddress(source, to: &writer)
      writer.markup(">")
    }
    appendText(words.isEmpty ? source : words, to: &writer)
    if !isInLink { writer.markup("</a>") }
  }

  /// Writes where a link leads, if it may lead there.
  private func appendAddress(_ range: Range<Int>, to writer: inout HTMLWriter) {
    guard MarkdownHTML.mayLead(to: Array(html[range])) else { return }
    writer.markup(" href=\"")
    appendText(range, to: &writer)
    writer.markup("\"")
  }

  /// Writes text as it is, character references and all.
  private func appendText(_ range: Range<Int>, to writer: inout HTMLWriter) {
    var (copied, offset) = (range.lowerBound, range.lowerBound)
    while let start = html[offset..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
      offset = start + 1
      guard let end = endOfReference(at: start, upTo: range.upperBound) else { continue }
      writer.text(html.span, copied..<start)
      writer.markup(name: html[start..<end])
      (copied, offset) = (end, end)
    }
    writer.text(html.span, copied..<range.upperBound)
  }

  // MARK: Reading

  private func byte(at offset: Int) -> UInt8? { offset < html.count ? html[offset] : nil }

  /// The end of the comment that begins at `start`; nil where none does.
  private mutating func endOfComment(at start: Int) -> Int? {
    guard mayEndComment, html[start...].starts(with: "<!--".utf8),
      !html[(start + 4)...].starts(with: ">".utf8), !html[(start + 4)...].starts(with: "->".utf8)
    else { return nil }
    var offset = start + 4
    while let end = html[offset...].firstIndex(of: UInt8(ascii: ">")) {
      if html[start + 4..<end].suffix(2).elementsEqual("--".utf8) { return end + 1 }
      offset = end + 1
    }
    mayEndComment = false
    return nil
  }

  /// The end of a character reference, `&amp;` or `&#8211;`; nil where none begins at `start`.
  private func endOfReference(at start: Int, upTo end: Int) -> Int? {
    let isNumber = start + 1 < end && html[start + 1] == Byte.hash
    let first = start + (isNumber ? 2 : 1)
    let rest = html[min(first, end)..<min(first + 32, end)]
    guard let last = rest.firstIndex(where: { !Byte.isLetterOrDigit($0) }), last > first,
      html[last] == UInt8(ascii: ";")
    else { return nil }
    return last + 1
  }

  /// The tag that begins at `start`; nil where none does, or where it has another `<`.
  private func tag(at start: Int) -> Tag? {
    var tag = Tag()
    var offset = start + 1
    if byte(at: offset) == UInt8(ascii: "/") {
      tag.isEnd = true
      offset += 1
    }
    let name = html[offset...].prefix(while: Byte.isLetterOrDigit)
    guard let first = name.first, !Byte.isDigit(first), name.count <= 16 else { return nil }
    tag.name = String(utf8: name).lowercased()
    offset = name.endIndex
    while let next = byte(at: offset) {
      switch next {
      case UInt8(ascii: ">"):
        tag.end = offset + 1
        return tag
      case UInt8(ascii: "/"): offset += 1
      case UInt8(ascii: "<"), Byte.quote, UInt8(ascii: "'"), UInt8(ascii: "="): return nil
      case _ where Byte.isSpace(next): offset += 1
      default:
        guard let end = endOfAttribute(at: offset, of: &tag) else { return nil }
        offset = end
      }
    }
    return nil
  }

  /// Reads an attribute, of which the first of its name counts; the end of it.
  private func endOfAttribute(at start: Int, of tag: inout Tag) -> Int? {
    let name = html[start...].prefix { !Byte.isSpace($0) && !"=/>\"'<".utf8.contains($0) }
    var offset = name.endIndex
    let word = String(utf8: name).lowercased()
    let isRead = Self.attributes.contains(word) && tag.values[word] == nil
    guard byte(at: offset) == UInt8(ascii: "=") else {
      if isRead { tag.values[word] = offset..<offset }
      return offset
    }
    offset += 1
    guard let quote = byte(at: offset) else { return nil }
    let value: ArraySlice<UInt8>
    if quote == Byte.quote || quote == UInt8(ascii: "'") {
      value = html[(offset + 1)...].prefix { $0 != quote && $0 != UInt8(ascii: "<") }
      guard byte(at: value.endIndex) == quote else { return nil }
      offset = value.endIndex + 1
    } else {
      value = html[offset...].prefix { !Byte.isSpace($0) && !">\"'<=`".utf8.contains($0) }
      offset = value.endIndex
    }
    if isRead { tag.values[word] = value.indices }
    return offset
  }
}

extension HTMLWriter {
  fileprivate mutating func markup(end element: String) {
    markup("</")
    markup(name: element)
    markup(">")
  }

  fileprivate mutating func markup(name: String) { markup(name: Array(name.utf8)[...]) }

  /// Writes letters of a name or a character reference.
  fileprivate mutating func markup(name: ArraySlice<UInt8>) {
    for byte in name { markup(byte: byte) }
  }
}
