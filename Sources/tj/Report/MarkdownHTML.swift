import ThreadJournal
import ThreadStorage

/// Writes Markdown texts as HTML, as `MarkdownReader` reads them.
///
/// What that does not know is the text that it is in the source. A link leads to the web, to a mail address or to an
/// entry of the same page; any other one is shown as it was typed.
struct MarkdownHTML {
  /// The entries of the page, to which links may lead.
  let ids: Set<EntryID>

  private var reader = MarkdownReader()
  private var inlines = MarkdownInlineReader()
  private var tags: ArraySlice<Range<Int>> = []
  /// For each link around, whether an `<a>` was written.
  private var links: [Bool] = []
  private var isInLink = false

  init(linkingTo ids: Set<EntryID>) { self.ids = ids }

  /// Writes `text`, whose headings are below one of the level `parentLevel`.
  mutating func append(_ text: [UInt8], below parentLevel: Int, to writer: inout HTMLWriter) {
    tags = Hashtag.all(in: text).map { $0.lowerBound - 1..<$0.upperBound }[...]
    let bytes = text.span
    reader.read(bytes)
    // Levels are never left out: a heading that would leave out some is one below the last.
    var lastLevel = parentLevel
    for event in reader.events {
      switch event {
      case .open(let container): open(container, &writer)
      case .close(let container): close(container, &writer)
      case .leaf(.paragraph, let lines):
        writer.markup("<p>")
        append(lines, bytes, to: &writer)
        writer.markup("</p>\n")
      case .leaf(.heading(let level), let lines):
        lastLevel = min(parentLevel + level, lastLevel + 1, 6)
        writer.write("<h\(lastLevel)>")
        append(lines, bytes, to: &writer)
        writer.write("</h\(lastLevel)>\n")
      case .leaf(.rule, _): writer.markup("<hr>\n")
      case .leaf(.code, let lines): appendCode(lines, bytes, to: &writer)
      case .leaf(.table, let lines):
        writer.markup("<pre>")
        for line in reader.lines[lines] {
          writer.text(bytes, line.content)
          writer.markup("\n")
        }
        writer.markup("</pre>\n")
      }
    }
  }

  private func open(_ container: MarkdownReader.Container, _ writer: inout HTMLWriter) {
    switch container {
    case .quote: writer.markup("<blockquote>\n")
    case .list(let isOrdered): writer.markup(isOrdered ? "<ol>\n" : "<ul>\n")
    case .item(let number, let isDone):
      writer.markup(isDone == nil ? "<li" : "<li class=\"task\"")
      if let number { writer.write(" value=\"\(number)\"") }
      writer.markup(">")
      guard let isDone else { return }
      writer.markup("<span role=\"img\" aria-label=\"")
      writer.markup(isDone ? "done\">☑" : "to do\">☐")
      writer.markup("</span> ")
    }
  }

  private func close(_ container: MarkdownReader.Container, _ writer: inout HTMLWriter) {
    switch container {
    case .quote: writer.markup("</blockquote>\n")
    case .list(let isOrdered): writer.markup(isOrdered ? "</ol>\n" : "</ul>\n")
    case .item: writer.markup("</li>\n")
    }
  }

  private func appendCode(
    _ lines: Range<Int>, _ text: borrowing Span<UInt8>, to writer: inout HTMLWriter
  ) {
    writer.markup("<pre>")
    for line in reader.lines[lines] {
      if line.role != .fence {
        writer.text(text, line.content)
        writer.markup("\n")
      } else if !line.content.isEmpty {
        writer.markup("<span class=\"quiet\">")
        writer.text(text, line.content)
        writer.markup("</span>\n")
      }
    }
    writer.markup("</pre>\n")
  }

  // MARK: Words

  private mutating func append(
    _ lines: Range<Int>, _ text: borrowing Span<UInt8>, to writer: inout HTMLWriter
  ) {
    inlines.read(reader.words(of: lines), in: text)
    links.removeAll(keepingCapacity: true)
    isInLink = false
    for piece in inlines.pieces {
      switch piece.kind {
      case .text: appendText(piece.range, text, to: &writer)
      case .code: writer.text(text, piece.range)
      case .hidden: break
      case .lineBreak(let isHard): writer.markup(isHard ? "<br>\n" : "\n")
      case .address:
        let isOpen = !isInLink && openLink(piece.target, text, isAddress: true, to: &writer)
        writer.text(text, piece.range)
        if isOpen { writer.markup("</a>") }
      case .open(.emphasis): writer.markup("<em>")
      case .close(.emphasis): writer.markup("</em>")
      case .open(.strong): writer.markup("<strong>")
      case .close(.strong): writer.markup("</strong>")
      case .open(.code): writer.markup("<code>")
      case .close(.code): writer.markup("</code>")
      case .open(.link):
        let isOpen = !isInLink && openLink(piece.target, text, to: &writer)
        if !isOpen { writer.text(text, piece.range) }
        links.append(isOpen)
        if isOpen { isInLink = true }
      case .close(.link): closeLink(piece, text, to: &writer)
      }
    }
  }

  private mutating func appendText(
    _ range: Range<Int>, _ text: borrowing Span<UInt8>, to writer: inout HTMLWriter
  ) {
    var plain = range.lowerBound
    tags = tags.drop { $0.lowerBound < range.lowerBound }
    while let tag = tags.first, tag.upperBound <= range.upperBound {
      writer.text(text, plain..<tag.lowerBound)
      writer.markup("<b>")
      writer.text(text, tag)
      writer.markup("</b>")
      plain = tag.upperBound
      tags = tags.dropFirst()
    }
    writer.text(text, plain..<range.upperBound)
  }

  private mutating func closeLink(
    _ piece: MarkdownInlineReader.Piece, _ text: borrowing Span<UInt8>,
    to writer: inout HTMLWriter
  ) {
    guard links.popLast() == true else { return writer.text(text, piece.range) }
    writer.markup("</a>")
    isInLink = false
    // Behind the address, before the parenthesis: a title.
    var start = piece.target.upperBound
    if text[start] == UInt8(ascii: ">") { start += 1 }
    start = text.endOfBlanks(in: start..<piece.range.upperBound - 1)
    guard start < piece.range.upperBound - 1 else { return }
    writer.markup(" <span class=\"quiet\">")
    writer.text(text, start..<piece.range.upperBound - 1)
    writer.markup("</span>")
  }

  /// Whether a link may lead to this address: to the web, to a mail address or within the page.
  static func mayLead(to address: [UInt8]) -> Bool {
    let start = address.prefix(8).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    return ["http://", "https://", "mailto:"].contains { start.starts(with: $0.utf8) }
      || (address.first == Byte.hash && address.dropFirst().allSatisfy(Byte.isNameByte))
  }

  /// Begins a link; false where a link may not lead there.
  private func openLink(
    _ target: Range<Int>, _ text: borrowing Span<UInt8>, isAddress: Bool = false,
    to writer: inout HTMLWriter
  ) -> Bool {
    var address: [UInt8] = []
    var offset = target.lowerBound
    while offset < target.upperBound {
      let isEscape =
        text[offset] == Byte.backslash && offset + 1 < target.upperBound
        && !Byte.isLetterOrDigit(text[offset + 1]) && text[offset + 1] < 0x80
      if isEscape { offset += 1 }
      address.append(text[offset])
      offset += 1
    }
    let isHere = EntryID(String(utf8: address.dropFirst())).map(ids.contains) ?? false
    guard Self.mayLead(to: address), address.first != Byte.hash || isHere else { return false }
    // On paper, words are followed by their address, unless they are it.
    writer.markup(isAddress ? "<a class=\"url\" href=\"" : "<a href=\"")
    writer.text(address)
    writer.markup("\">")
    return true
  }
}
