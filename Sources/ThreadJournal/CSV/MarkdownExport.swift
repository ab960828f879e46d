import ThreadStorage

/// Writes entries as a thread file holds them, so that it reads back as the same.
///
/// One thread comes with its front matter and preamble. Of several, each entry says in its attributes
/// which thread it is from (`thread`, `path`), so that all of them together are one valid file.
package enum MarkdownExport {
  /// How much is written before it is drained.
  private static let drainLimit = 1 << 18

  /// Appends the entries of `list`, in its order.
  ///
  /// - Parameters:
  ///   - indices: The entries that are exported, as indices into the document's; nil for all of the list.
  ///   - isAlone: Whether no other thread is exported into the same file.
  ///   - isFirst: Whether nothing is written before.
  ///   - drain: Takes what is written, from time to time and never the last of it.
  package static func append<Failure>(
    _ list: EntryList, only indices: [Int]? = nil, isAlone: Bool, isFirst: Bool,
    to output: inout [UInt8],
    drain: (inout [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let document = list.document
    let lineEnding = isAlone ? document.lineEnding : .lineFeed
    var needsGap = !isFirst
    if isAlone {
      output += document.bytes[..<document.preamble.upperBound]
      needsGap = EntryTail(output[...], isWholeFile: true).lead(lineEnding: lineEnding) != []
      if let last = output.last, last != 0x0A { output += lineEnding.bytes }
    }
    for index in indices ?? list.order {
      if needsGap { output += lineEnding.bytes }
      needsGap = true
      let slice = document.entries[index]
      let block = document.block(of: slice, lineEnding: lineEnding)
      if isAlone {
        output += block
      } else {
        let place = document.origin(list.header, of: slice)
        output += block[..<place.offset] + place.text + block[place.offset...]
      }
      if output.count >= drainLimit { try drain(&output) }
    }
  }
}

extension ThreadDocument {
  /// The attributes that name the thread of an entry, and where they go in its block.
  fileprivate func origin(
    _ header: ThreadHeader, of slice: EntrySlice
  ) -> (offset: Int, text: [UInt8]) {
    let line = slice.heading.line
    let pairs = MarkdownOrigin.pairs(thread: header.title, path: header.path)
    if let attributes = slice.heading.attributes {
      let isEmpty = attributes.range.count == 2
      let text = isEmpty ? Array(pairs.dropFirst()) : pairs
      return (attributes.range.upperBound - 1 - line.lowerBound, text)
    }
    var end = line.upperBound
    while end > line.lowerBound, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    let text = [UInt8(ascii: " "), UInt8(ascii: "{")] + pairs.dropFirst() + [UInt8(ascii: "}")]
    return (end - line.lowerBound, text)
  }
}

/// The attributes by which an exported entry says which thread it is from.
enum MarkdownOrigin {
  /// The attribute for the thread's title.
  static let threadKey = "thread"
  /// The attribute for the thread's path.
  static let pathKey = "path"

  /// ` thread="…" path="…"`.
  static func pairs(thread: String, path: String) -> [UInt8] {
    pair(threadKey, thread) + pair(pathKey, path)
  }

  private static func pair(_ key: String, _ value: String) -> [UInt8] {
    var bytes = Array(" \(key)=\"".utf8)
    for byte in value.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    return bytes + [UInt8(ascii: "\"")]
  }
}
