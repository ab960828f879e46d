import ThreadJournal
import ThreadStorage

/// Entries as their files have them, to the byte; on a terminal made safe for it.
struct RawSink: EntrySink {
  let layout: Layout

  /// Behind a file's last line without an ending, the next entry needs a line of its own.
  func separator(behind last: UInt8?) -> [UInt8] { last == 0x0A ? [] : [0x0A] }

  func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    for (index, entry) in thread.entries.enumerated() {
      if index > 0 { output += separator(behind: output.last) }
      output += layout.text(Array(thread.file.bytes[entry.slice.region]))
    }
  }
}

/// Entries as a thread file has them.
struct MarkdownSink: EntrySink {
  /// Whether no other thread is written into the same file.
  let isAlone: Bool

  func separator(behind last: UInt8?) -> [UInt8] { [0x0A] }

  func append(_ thread: ThreadEntries, to output: inout [UInt8]) {
    MarkdownExport.append(thread, isAlone: isAlone, to: &output)
  }
}
