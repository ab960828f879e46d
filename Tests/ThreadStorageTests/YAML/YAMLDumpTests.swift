import FoundationEssentials
import TestSupport
import Testing
import ThreadStorage

/// Writes what is read and written, for `.ci/check-yaml` to compare with real YAML parsers.
@Suite struct YAMLDumpTests {
  private static let folder = ProcessInfo.processInfo.environment["TJ_YAML_DUMP"]

  @Test(
    "what is read, written and edited is dumped for comparison",
    .enabled(if: folder != nil, "set TJ_YAML_DUMP, as .ci/check-yaml does"))
  func dump() throws {
    let folder = URL(filePath: try #require(Self.folder))
    let documents = try lines(of: folder.appending(path: "documents.hex"))
    let strings = try lines(of: folder.appending(path: "strings.hex"))
    var read = ""
    var edited = ""
    for bytes in documents {
      let document = YAMLDocument(bytes)
      let kinds = document.problems.map { "\"\($0.kind)\"" }.joined(separator: ",")
      read += "[\"\(hex(bytes))\",\(tree(document.root)),[\(kinds)]]\n"
      edited += edits(of: document)
    }
    #expect(!documents.isEmpty && !strings.isEmpty)
    try write(read, to: folder.appending(path: "read.json"))
    try write(edited, to: folder.appending(path: "edited.json"))
    try write(strings.map(written).joined(), to: folder.appending(path: "written.json"))
  }

  /// One line for each edit tried: the file before, the edit, and the file after.
  private func edits(of document: YAMLDocument) -> String {
    let old = hex(document.bytes)
    var result = ""
    func note(_ name: String, _ path: [String], _ edit: () throws(FrontMatterEditError) -> [Splice])
    {
      guard let splices = try? edit() else { return }
      let keys = path.map { "\"\(hex(Array($0.utf8)))\"" }.joined(separator: ",")
      let new = hex(document.bytes.applying(splices))
      result += "[\"\(old)\",\"\(name)\",[\(keys)],\"\(new)\"]\n"
    }
    let added = YAMLNewValue.flowMapping([.init("a b", .text("x, y: #z")), .init("n", .integer(3))])
    let block = YAMLNewValue.blockMapping([
      .init("one", .text("no")), .init("two", .flowSequence([.text("1:30"), .bool(true)])),
    ])
    note("flow", ["zz new"]) { () throws(FrontMatterEditError) in
      try document.setting(["zz new"], to: added)
    }
    note("block", ["zz new"]) { () throws(FrontMatterEditError) in
      try document.setting(["zz new"], to: block)
    }
    for pair in document.root.pairs ?? [] {
      let name = String(decoding: pair.name, as: UTF8.self)
      let inner = pair.value.pairs?.first.map { String(decoding: $0.name, as: UTF8.self) }
      for path in [[name], [name, "zz new"]] + (inner.map { [[name, $0]] } ?? []) {
        note("string", path) { () throws(FrontMatterEditError) in
          try document.setting(path, to: .text("on: \"it\" # x"))
        }
        note("block", path) { () throws(FrontMatterEditError) in
          try document.setting(path, to: block)
        }
        note("remove", path) { () throws(FrontMatterEditError) in try document.removing(path) }
        note("rename", path) { () throws(FrontMatterEditError) in
          try document.renamingKey(path, to: "- no")
        }
      }
      if let last = document.root.pairs?.last, last.name != pair.name {
        let sibling = String(decoding: last.name, as: UTF8.self)
        note("last", [name]) { () throws(FrontMatterEditError) in
          try document.moving([name], isAfter: true, sibling)
        }
        note("beforeLast", [name]) { () throws(FrontMatterEditError) in
          try document.moving([name], isAfter: false, sibling)
        }
      }
    }
    return result
  }

  private func written(_ text: [UInt8]) -> String {
    let value = YAMLNewValue.string(text)
    var pairs: [(String, YAMLNewValue)] = [("block", value), ("flow", .flowSequence([value]))]
    let key = String(decoding: text, as: UTF8.self)
    if text.count < 100 && key != "block" && key != "flow" && key != "map" {
      pairs.append((key, .integer(1)))
      pairs.append(("map", .flowMapping([.init(key, value)])))
    }
    let block = (try? FrontMatter.newBlock(pairs, lineEnding: [0x0A])).map(hex)
    return "[\"\(hex(text))\",\(block.map { "\"\($0)\"" } ?? "null")]\n"
  }

  private func tree(_ value: YAMLValue) -> String {
    switch value.content {
    case .absent: return "[\"scalar\",\"plain\",\"\",\"null\"]"
    case .scalar(let style, let text):
      return "[\"scalar\",\"\(style)\",\"\(hex(text))\",\"\(type(of: value))\"]"
    case .sequence(_, let items):
      return "[\"sequence\",[\(items.map(tree).joined(separator: ","))]]"
    case .mapping(_, let pairs):
      let parts = pairs.map { "[\(tree($0.key)),\(tree($0.value))]" }
      return "[\"mapping\",[\(parts.joined(separator: ","))]]"
    case .unsupported(let problem): return "[\"unsupported\",\"\(problem.kind)\"]"
    }
  }

  private func type(of value: YAMLValue) -> String {
    if value.isNull { return "null" }
    if let flag = value.boolValue { return "bool \(flag)" }
    if let number = value.integerValue { return "int \(number)" }
    if value.numberText != nil { return "number" }
    return ""
  }

  private func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var result: [UInt8] = []
    for byte in bytes {
      result.append(digits[Int(byte >> 4)])
      result.append(digits[Int(byte & 15)])
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func lines(of file: URL) throws -> [[UInt8]] {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map {
      line in
      let digits = line.map { $0 < 0x40 ? $0 - 0x30 : $0 - 0x57 }
      return stride(from: 0, to: digits.count - 1, by: 2).map {
        digits[$0] << 4 | digits[$0 + 1]
      }
    }
  }

  private func write(_ text: String, to file: URL) throws {
    try Data(text.utf8).write(to: file)
  }
}
