import ThreadStorage

/// Writes entries as a thread file holds them, so that it reads back as the same.
///
/// One thread comes with its front matter and preamble. Of several, each entry says in its attributes
/// which thread it is from (`thread`, `path`), so that all of them together are one valid file.
package enum MarkdownExport {
  /// Appends the entries of a thread, in their order.
  ///
  /// - Parameter isAlone: Whether no other thread is exported into the same file.
  package static func append(_ thread: ThreadEntries, isAlone: Bool, to output: inout [UInt8]) {
    let document = ThreadDocument(thread.file.bytes)
    let lineEnding = isAlone ? document.lineEnding : .lineFeed
    var needsGap = false
    if isAlone {
      output += document.bytes[..<document.preamble.upperBound]
      needsGap = lineEnding.separator(behind: output, isWhole: true) != []
      if let last = output.last, last != 0x0A { output += lineEnding.bytes }
    }
    let pairs =
      EntryAttributes.pair("thread", thread.header.title)
      + EntryAttributes.pair("path", thread.header.path)
    // Of several threads nothing else tells that one is deleted.
    let deletion =
      thread.header.deletion.map { deletion in
        deletion.time.map { EntryAttributes.pair("deleted", $0.rfc3339(in: .utc)) }
          ?? Array(" .deleted".utf8)
      } ?? []
    output.makeRoom(
      for: thread.entries.reduce(0) { $0 + $1.slice.region.count + pairs.count + 8 })
    for entry in thread.entries {
      if needsGap { output += lineEnding.bytes }
      needsGap = true
      let block = document.block(of: entry.slice, lineEnding: lineEnding)
      if isAlone {
        output += block
      } else {
        let origin = document.origin(
          entry.slice.isDeleted ? pairs : pairs + deletion, of: entry.slice)
        output += block[..<origin.offset]
        output += origin.text
        output += block[origin.offset...]
      }
    }
  }
}

extension ThreadDocument {
  /// `pairs` as attributes of an entry, and where they go in its block.
  fileprivate func origin(
    _ pairs: [UInt8], of slice: EntrySlice
  ) -> (offset: Int, text: [UInt8]) {
    let line = slice.heading.line
    if let attributes = slice.heading.attributes {
      let isEmpty = attributes.range.count == 2
      let text = isEmpty ? Array(pairs.dropFirst()) : pairs
      return (attributes.range.upperBound - 1 - line.lowerBound, text)
    }
    var end = line.upperBound
    while end > line.lowerBound, bytes[end - 1] == .space || bytes[end - 1] == .tab { end -= 1 }
    let text = [UInt8(ascii: " "), UInt8(ascii: "{")] + pairs.dropFirst() + [UInt8(ascii: "}")]
    return (end - line.lowerBound, text)
  }
}
