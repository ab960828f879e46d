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
    guard word.count >= 10, !source.contains(word), !names.contains(where: { $0.word == word })
    else { return }
    counts[kind, default: 0] += 1
    names.append((word, "{\(kind)\(counts[kind] ?? 0)}"))
  }

  /// The lines of `bytes`, masked, each behind `sign`.
  func lines(_ bytes: [UInt8], _ sign: String) -> [String] {
    guard !bytes.isEmpty else { return [] }
    var text = names.reduce(Masks.text(bytes).replacingOccurrences(of: home, with: "{home}")) {
      $0.replacingOccurrences(of: $1.word, with: $1.mask)
    }
    for (word, mask) in names where mask.hasPrefix("{id") {
      // On a terminal ids are cut to four characters, or to as many as tell them apart.
      let pattern = try? Regex("(^|[ m:])\(word.prefix(4))[a-z0-9]{0,5}(?=[ \\n\\\\]|$)")
        .anchorsMatchLineEndings()
      guard let pattern else { continue }
      text = text.replacing(pattern) { match in
        let sign = match.output[1].substring.map(String.init) ?? ""
        let found = String(text[match.range].dropFirst(sign.count))
        // An id may begin like a word, such as `take`.
        return sign + (word.hasPrefix(found) && !words.contains(found) ? mask : found)
      }
    }
    let isWhole = text.utf8.last == 0x0A
    if isWhole { text.removeLast() }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? sign : "\(sign) \($0)" }
    if !isWhole { lines[lines.count - 1] += "\\" }
    return lines
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
