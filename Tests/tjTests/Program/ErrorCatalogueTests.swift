import Foundation
import TestSupport
import Testing
import ThreadJournal
import ThreadStorage

@testable import tj

/// Every error that there is, in the words that a user reads.
@Suite struct ErrorCatalogueTests {
  // The C library's own words differ from system to system.
  #if canImport(Glibc)
    @Test("each error has a code, a sentence, its position and a remedy, in exactly these words")
    func words() throws {
      var text = ""
      for error in ErrorSamples.all {
        text += "\(ErrorSamples.name(of: error))\n"
        text += String(decoding: ErrorMessage(any: error).rendered(.plain), as: UTF8.self) + "\n"
      }
      for error in ErrorSamples.commandLine {
        text += "\(ErrorSamples.name(of: error))\n"
        text += String(decoding: ErrorMessage(error).rendered(.plain), as: UTF8.self) + "\n"
      }
      for note in ErrorSamples.recoveries {
        text += "RecoveryNote.\(ErrorSamples.name(of: note.outcome))\n"
        text += String(decoding: ErrorMessage(note).rendered(.plain), as: UTF8.self) + "\n"
      }
      for message in [
        ErrorMessage.outputFailed(ENOSPC), .savedUnprinted(names: ["kaaaaaaaaa"], EPIPE),
        .savedUnprinted(names: [], ENOSPC), .unknownZone("America/New_Yrok"),
      ] { text += String(decoding: message.rendered(.plain), as: UTF8.self) }
      try Golden.check(Array(text.utf8), against: "Fixtures/errors/rendered.txt")
    }
  #endif

  @Test("every error says what to do next, in a sentence without a full stop, under a stable code")
  func shape() {
    let messages =
      ErrorSamples.all.map { ErrorMessage(any: $0) }
      + ErrorSamples.commandLine.map { ErrorMessage($0) }
    for message in messages {
      #expect(!message.advice.isEmpty, "\(message.code)")
      #expect(!message.sentence.isEmpty && !message.sentence.hasSuffix("."), "\(message.code)")
      #expect(message.code.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(message.code)")
    }
  }

  @Test(
    "the catalogue has every case of the error types",
    arguments: [
      "JournalError", "StorageError", "FrontMatterEditError", "TimeExpressionError", "CommandError",
      "CommandLineError", "SessionError", "FieldError", "SettingError", "SyncError",
    ])
  func cases(type: String) throws {
    let sources = try Sources.files(below: "").map { try Sources.text(of: $0) }
    let source = try #require(sources.first { $0.contains("enum \(type):") })
    let known = Set(
      ErrorSamples.all.map(ErrorSamples.name(of:))
        + ErrorSamples.commandLine.map(ErrorSamples.name(of:)))
    let start = try #require(source.range(of: "enum \(type)"))
    var found = 0
    for line in source[start.upperBound...].split(separator: "\n") {
      if line == "}" { break }
      guard let match = line.firstMatch(of: /^  (?:indirect )?case (\w+)/) else { continue }
      found += 1
      #expect(known.contains("\(type).\(match.1)"), "ErrorSamples has no \(type).\(match.1)")
    }
    #expect(found > 0)
  }

  @Test("every code of the program is in a transcript or in the catalogue")
  func codes() throws {
    var shown = try String(
      contentsOf: Golden.checkout.appending(path: "Fixtures/errors/rendered.txt"), encoding: .utf8)
    for name in TranscriptTests.names {
      let path = Golden.checkout.appending(path: "Fixtures/transcripts/\(name)")
      shown += try String(contentsOf: path, encoding: .utf8)
    }
    var codes: Set<String> = []
    let first = /(?:init|ErrorMessage|warning)\(\s*"([a-z0-9]+(?:-[a-z0-9]+)*)"/
    let named = /code(?:: |, sentence\) = \(| = )"([a-z0-9]+(?:-[a-z0-9]+)*)"/
    let chosen = /(?:init|ErrorMessage)\(\s*[a-z]+ == [^?"]*\? "([a-z0-9-]+)" : "([a-z0-9-]+)"/
    for file in try Sources.files(below: "tj")
    where file.contains("ErrorMessage") || file.contains("ImportView") {
      let text = try Sources.text(of: file)
      codes.formUnion(text.matches(of: first).map { String($0.1) })
      codes.formUnion(text.matches(of: named).map { String($0.1) })
      codes.formUnion(text.matches(of: chosen).flatMap { [String($0.1), String($0.2)] })
    }
    #expect(codes.count > 50)
    for code in codes.sorted() {
      #expect(shown.contains("[\(code)]"), "no transcript and no sample shows [\(code)]")
    }
  }
}

/// The files of the program's source.
enum Sources {
  private static let folder = Golden.checkout.appending(path: "Sources")

  /// The Swift files in a folder and below, relative to `Sources`.
  static func files(below path: String) throws -> [String] {
    let names =
      FileManager.default.enumerator(atPath: folder.appending(path: path).path)?
      .compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.map { "\(path)/\($0)" }.sorted()
  }

  /// A file's text.
  static func text(of path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }
}
