import Foundation
import TestSupport

@testable import ThreadStorage
@testable import tj

/// A session with the program as a text file: what was typed, and what came of it.
///
/// - `$ LINE` is run by a POSIX shell in an empty home directory; `$80 LINE` on a terminal of 80 columns.
///   Lines that begin with `. ` continue it; `< KEYS` is typed ahead on the terminal.
/// - `> ` begins each line of standard output, `! ` of standard error; `? N` is a status other than 0.
/// - `% NAME=VALUE` sets a variable for what follows, `% cd DIR` the working directory.
/// - `#` begins a comment; blank lines are kept.
///
/// Ids that the program made stand as `{id1}`, `{thread1}`, `{draft1}`, the home directory as `{home}`;
/// commands may use them. Escape characters stand as `\e`, other bytes that are no text as `\xff`.
struct Transcript {
  private enum Part {
    case verbatim(String)
    case setting(String)
    case step(columns: Int?, lines: [String], keys: [String])
  }

  private let parts: [Part]
  private let source: String

  /// Reads a transcript; what it expects is left out.
  init(_ text: String) {
    source = text
    var parts: [Part] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$") {
        let digits = line.dropFirst().prefix { $0.isNumber }
        let command = String(line.dropFirst(digits.count + 2))
        parts.append(.step(columns: Int(digits), lines: [command], keys: []))
      } else if line == "." || line.hasPrefix(". ") || line.hasPrefix("<") {
        guard case .step(let columns, var lines, var keys)? = parts.popLast() else { continue }
        if line.hasPrefix("<") {
          keys.append(String(line.dropFirst(2)))
        } else {
          lines.append(String(line.dropFirst(2)))
        }
        parts.append(.step(columns: columns, lines: lines, keys: keys))
      } else if line.hasPrefix("% ") {
        parts.append(.setting(String(line.dropFirst(2))))
      } else if line.isEmpty || line.hasPrefix("#") {
        parts.append(.verbatim(line))
      }
    }
    if case .verbatim("")? = parts.last { parts.removeLast() }
    self.parts = parts
  }

  /// Runs all its commands, and returns the transcript with what they printed.
  func replayed() throws -> String {
    let sandbox = try Sandbox()
    var masks = Masks(sandbox, source)
    var environment: [String: String] = [:]
    var folder = sandbox.home
    var result: [String] = []
    for part in parts {
      switch part {
      case .verbatim(let line): result.append(line)
      case .setting(let line):
        result.append("% \(line)")
        if line.hasPrefix("cd ") {
          folder = "\(sandbox.home)/\(line.dropFirst(3))"
        } else if let equals = line.firstIndex(of: "=") {
          environment[String(line[..<equals])] = masks.filledIn(
            String(line[line.index(after: equals)...]))
        }
      case .step(let columns, let lines, let keys):
        result.append("$\(columns.map(String.init) ?? "") \(lines[0])")
        result +=
          lines.dropFirst().map { $0.isEmpty ? "." : ". \($0)" }
          + keys.map { $0.isEmpty ? "<" : "< \($0)" }
        let command = masks.filledIn(lines.joined(separator: "\n"))
        let outcome: Sandbox.Outcome
        if let columns {
          outcome = try sandbox.terminal(
            command, columns: columns, typed: keys.map { $0 + "\n" }.joined(), in: folder,
            environment: environment)
        } else {
          outcome = try sandbox.shell(command, in: folder, environment: environment)
        }
        masks.learn()
        result += masks.lines(outcome.output, ">") + masks.lines(outcome.errors, "!")
        if outcome.status != 0 { result.append("? \(outcome.status)") }
      }
    }
    return result.joined(separator: "\n") + "\n"
  }
}

/// What stands in a transcript for what is different every time.
private struct Masks {
  private let home: String
  private let source: String
  /// What stands in the transcript as it was recorded, word by word.
  private let words: Set<String>
  private var names: [(word: String, mask: String)] = []
  /// What has been looked for in the transcript as it was recorded, which takes long.
  private var known: Set<String> = []
  private var counts: [String: Int] = [:]

  init(_ sandbox: Sandbox, _ source: String) {
    home = sandbox.home
    self.source = source
    words = Set(source.split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  /// `text` with the words in place of their masks.
  func filledIn(_ text: String) -> String {
    names.reduce(text.replacingOccurrences(of: "{home}", with: home)) {
      $0.replacingOccurrences(of: $1.mask, with: $1.word)
    }
  }

  /// Learns the ids of the threads and drafts that are there now.
  mutating func learn() {
    let files = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
    for file in files.sorted() where file.hasSuffix(".md") {
      let parts = file.split(separator: "/")
      if parts.dropLast().last == "drafts", let name = parts.last {
        add(String(name.dropLast(3)), "draft")
        continue
      }
      guard let data = FileManager.default.contents(atPath: "\(home)/\(file)") else { continue }
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        if line.hasPrefix("id: ") { add(String(line.dropFirst(4)), "thread") }
        guard line.hasPrefix("## "), let mark = line.range(of: "{#") else { continue }
        add(String(line[mark.upperBound...].prefix { $0.isLetter || $0.isNumber }), "id")
      }
    }
  }

  private mutating func add(_ word: String, _ kind: String) {
    guard word.utf8.count >= 10, known.insert(word).inserted, !source.contains(word) else { return }
    counts[kind, default: 0] += 1
    names.append((word, "{\(kind)\(counts[kind] ?? 0)}"))
  }

  /// The lines of `bytes`, masked, each behind `sign`.
  func lines(_ bytes: [UInt8], _ sign: String) -> [String] {
    guard !bytes.isEmpty else { return [] }
    var text = Masks.text(bytes).replacingOccurrences(of: home, with: "{home}")
    text = maskingCutIDs(in: maskingNames(in: text))
    let isWhole = text.utf8.last == 0x0A
    if isWhole { text.removeLast() }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? sign : "\(sign) \($0)" }
    if !isWhole { lines[lines.count - 1] += "\\" }
    return lines
  }

  /// `text` with the masks of all names that stand in it whole.
  private func maskingNames(in text: String) -> String {
    let least = 10
    let named = Dictionary(grouping: names, by: { String($0.word.prefix(least)) })
    return Masks.replacing(in: text, at: Masks.isPartOfName) { bytes, run in
      guard run.count >= least else { return nil }
      let start = String(decoding: bytes[run.prefix(least)], as: UTF8.self)
      guard let found = named[start]?.first(where: { bytes[run].starts(with: $0.word.utf8) }) else {
        return nil
      }
      return (found.word.utf8.count, found.mask)
    }
  }

  /// `text` with the masks of ids that are cut to four characters, or to as many as tell them apart, as on a terminal.
  private func maskingCutIDs(in text: String) -> String {
    let ids = Dictionary(
      grouping: names.filter { $0.mask.hasPrefix("{id") }, by: { String($0.word.prefix(4)) })
    return Masks.replacing(in: text, at: Masks.isPart) { bytes, run in
      // Behind a colour stands its `m`.
      let begins = run.lowerBound == 0 || "\n m:".utf8.contains(bytes[run.lowerBound - 1])
      let ends = run.upperBound == bytes.count || "\n \\".utf8.contains(bytes[run.upperBound])
      guard begins, ends, 4...9 ~= run.count else { return nil }
      let found = String(decoding: bytes[run], as: UTF8.self)
      // An id may begin like a word, such as `take`.
      guard let id = ids[String(found.prefix(4))]?.first(where: { $0.word.hasPrefix(found) }),
        !words.contains(found)
      else { return nil }
      return (run.count, id.mask)
    }
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool { isPart(byte) || byte == 0x2D }
  private static func isPart(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte || 0x30...0x39 ~= byte }

  /// `text` with what `replacement` says of a run of such bytes, or of the rest of one.
  private static func replacing(
    in text: String, at isPart: (UInt8) -> Bool,
    _ replacement: ([UInt8], Range<Int>) -> (count: Int, mask: String)?
  ) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    var end = 0
    while index < bytes.count {
      if end <= index {
        end = index
        while end < bytes.count, isPart(bytes[end]) { end += 1 }
      }
      if end > index, let (count, mask) = replacement(bytes, index..<end) {
        result += mask.utf8
        index += count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// `bytes` as text, with a visible form of what is none.
  private static func text(_ bytes: [UInt8]) -> String {
    var text = ""
    var rest = bytes
    while let invalid = TextCheck.firstInvalidUTF8(in: rest.span) {
      text += visible(rest[..<invalid]) + escape(rest[invalid])
      rest.removeFirst(invalid + 1)
    }
    return text + visible(rest[...])
  }

  private static func visible(_ bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x1B: text += "\\e"
      case 0..<0x0A, 0x0B..<0x20, 0x7F: text += escape(UInt8(scalar.value))
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func escape(_ byte: UInt8) -> String {
    "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
