import FoundationEssentials
import TestSupport
import Testing

@testable import tj

/// The bytes of a text.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A text of bytes, for messages and comparisons that read well.
func string(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

extension SeededGenerator {
  /// Random bytes, weighted towards the ones that matter: ESC, UTF-8 leads and continuations, fences, newlines.
  mutating func bytes(upTo limit: Int) -> [UInt8] {
    let favourites: [UInt8] = [
      0x00, 0x09, 0x0A, 0x0D, 0x1B, 0x20, 0x20, 0x20, 0x23, 0x2D, 0x3E, 0x60, 0x60, 0x7C, 0x7E,
      0x7F, 0x80, 0x9B, 0xC2, 0xE2, 0x80, 0x8D, 0xAE, 0xEF, 0xB8, 0x8F, 0xF0, 0x9F, 0x87, 0xA9,
      0xED, 0xA0, 0xF4, 0xFF,
    ]
    return (0..<Int.random(in: 0...limit, using: &self)).map { _ in
      Bool.random(using: &self)
        ? favourites[Int.random(in: favourites.indices, using: &self)]
        : UInt8.random(in: 0...255, using: &self)
    }
  }
}

/// A fresh path in the temporary directory, whose file is removed after `body`.
func withTemporaryPath<Result>(_ body: (String) throws -> Result) rethrows -> Result {
  let folder = FileManager.default.temporaryDirectory.path
  let path = "\(folder)/tj-output-\(UInt64.random(in: 0...UInt64.max))"
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

/// The corpus of strings that break programs; empty where the corpora are not there.
let naughtyStrings: [String] = {
  guard let url = Corpora.folder?.appending(path: "naughty-strings/blns.json"),
    let data = try? Data(contentsOf: url)
  else { return [] }
  return (try? JSONDecoder().decode([String].self, from: data)) ?? []
}()
