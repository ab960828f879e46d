import TestSupport
import ThreadJournal
import ThreadStorage

/// Any bytes as front matter and as a YAML file: edits read back and leave the other keys (F2, F20).
enum FrontMatterTarget {
  static func check(_ bytes: [UInt8]) throws {
    var file = bytes
    var generator = ChoiceGenerator(takingFrom: &file)
    let text = PropertySamples.text(from: file, using: &generator)
    try FrontMatterProperties.checkTitle(text, in: file)
    let framed = Array("---\n".utf8) + file + Array("\n---\n\n## 2026-03-28\n\nText.\n".utf8)
    try FrontMatterProperties.checkTitle(text, in: framed)
    try FrontMatterProperties.checkEdit(of: file, using: &generator)
    let schema = ThreadDocument(framed).fieldSchema
    for field in schema.fields { _ = field.check(text) }
  }
}
