import ThreadJournal
import ThreadStorage

/// Entries as the part of a report that shows them, a section a thread.
struct ReportSink: EntrySink {
  /// Nothing in a page is wrapped or cut by the program.
  private static let layout = Layout(columns: nil)

  private var markdown: MarkdownHTML
  /// Renders the texts instead.
  private let program: SharedTextProgram?

  /// - Parameter ids: The entries of the page.
  init(_ program: SharedTextProgram?, linkingTo ids: Set<EntryID>) {
    self.program = program
    markdown = MarkdownHTML(linkingTo: ids)
  }

  mutating func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    output.makeRoom(for: thread.entries.reduce(0) { $0 + $1.slice.region.count + 200 })
    var writer = HTMLWriter(output)
    output = []
    writer.markup("<section>\n<h2 id=\"")
    writer.markup(anchor: thread.header.path)
    writer.markup("\" dir=\"auto\">")
    writer.text(thread.header.title)
    writer.markup("</h2>\n")
    var view = EntryView(thread.file, Self.layout, showsThread: false)
    var fields = ShownFields(thread.schema, Self.layout)
    let bytes = thread.file.bytes
    let entries = thread.entries.span
    for index in entries.indices { append(entries[index], bytes.span, &view, &fields, to: &writer) }
    writer.markup("</section>\n")
    output = writer.finished()
  }

  private mutating func append(
    _ entry: borrowing Entry, _ bytes: borrowing Span<UInt8>, _ view: inout EntryView,
    _ fields: inout ShownFields, to writer: inout HTMLWriter
  ) {
    let heading = entry.slice.heading
    writer.markup("<article dir=\"auto\"")
    if let id = heading.attributes?.id {
      writer.markup(" id=\"")
      writer.text(bytes, id)
      writer.markup("\"")
    }
    writer.markup("><h3><time>")
    writer.text(view.time(of: entry))
    writer.markup("</time>")
    if !heading.title.isEmpty {
      writer.markup(" ")
      writer.text(bytes, heading.title)
    }
    if entry.slice.isDeleted { writer.markup(" <span class=\"quiet\">(deleted)</span>") }
    writer.markup("</h3>\n")
    let content = entry.content
    append(content.fields, bytes, &fields, to: &writer)
    if !content.body.isEmpty { append(content.text(in: bytes), to: &writer) }
    writer.markup("</article>\n")
  }

  private mutating func append(_ text: [UInt8], to writer: inout HTMLWriter) {
    // HTML is several times as long as its text where that is all signs.
    if let html = program?.output(of: text, most: 16 * text.count + 65_536) {
      HTMLFilter(html, below: 3).write(to: &writer)
    } else {
      markdown.append(text, below: 3, to: &writer)
    }
  }

  private func append(
    _ content: [EntryField], _ bytes: borrowing Span<UInt8>, _ fields: inout ShownFields,
    to writer: inout HTMLWriter
  ) {
    guard !content.isEmpty else { return }
    fields.arrange(content, in: bytes)
    let letters = fields.letters
    writer.markup("<dl class=\"fields\">")
    for (index, item) in fields.shown.enumerated() {
      let name = fields.names[item.name]
      let range = (fields.isFirstOfGroup[index] ? name.groupStart : nil) ?? name.start
      let start = range.lowerBound + ShownFields.separator.utf8CodeUnitCount
      writer.markup("<div><dt>")
      if start < range.upperBound {
        writer.text(letters.span, start..<range.upperBound - 1)
      } else {
        writer.markup("location")
      }
      writer.markup("</dt> <dd>")
      let field = content[item.field]
      if field.hasMoreLines {
        writer.text(field.value(in: bytes))
      } else if field.firstValueLine.isEmpty {
        writer.markup("–")
      } else {
        writer.text(bytes, field.firstValueLine)
      }
      if let unit = name.unit, field.endsLikeNumber(in: bytes) { writer.text(letters.span, unit) }
      writer.markup("</dd></div>")
    }
    writer.markup("</dl>\n")
  }
}

extension HTMLWriter {
  /// Writes the name of a thread's section: its path, in letters and digits alone, behind what no entry's id has.
  mutating func markup(anchor path: String) {
    markup("thread.")
    for byte in path.utf8 {
      if Byte.isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") {
        markup(byte: byte)
      } else {
        markup("_")
        markup(Int(byte))
        markup("_")
      }
    }
  }
}
