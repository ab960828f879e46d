import FoundationEssentials
import TestSupport
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct ImportArchiveTests {
  /// Made by Python's zipfile: a deflated and a stored Day One journal, and a photo.
  private static let archive: [UInt8] = {
    let text = """
      UEsDBBQAAAAIAAAAIVyUQxOjoQAAAKMFAAAMAAAASm91cm5hbC5qc29u7ZHNCsIwDIBfpeTsJG1BoWd9A0+K
      h+JyKLhN2lSUsXc3fYGqB2EMe0q//BG+ETpi33r24NQId4opDL3EoNcI00oB9RwDJUGnEXIObUnimwfSeInk
      WYbtPFPpMWg2DdoG9QG3Thtn7bHUMT245Pey6KlQXYdInQq3lDvVDvL7k5+QYvdjo7pq1NSM6tldvlTylVFT
      NWprRs3sLl8qgek8vQBQSwMEFAAAAAAAAAAhXJqEMf9FAAAARQAAAA8AAAAuLi8uLi9ldmlsLmpzb257ImVu
      dHJpZXMiOlt7ImNyZWF0aW9uRGF0ZSI6IjIwMjYtMDQtMDFUMDA6MDA6MDBaIiwidGV4dCI6InN0b3JlZCJ9
      XX1QSwMEFAAAAAAAAAAhXGu19VoCAAAAAgAAAA0AAABwaG90b3MveC5qcGVn/9hQSwECFAMUAAAACAAAACFc
      lEMTo6EAAACjBQAADAAAAAAAAAAAAAAAgAEAAAAASm91cm5hbC5qc29uUEsBAhQDFAAAAAAAAAAhXJqEMf9F
      AAAARQAAAA8AAAAAAAAAAAAAAIABywAAAC4uLy4uL2V2aWwuanNvblBLAQIUAxQAAAAAAAAAIVxrtfVaAgAA
      AAIAAAANAAAAAAAAAAAAAACAAT0BAABwaG90b3MveC5qcGVnUEsFBgAAAAADAAMAsgAAAGoBAAAAAA==
      """
    return Data(base64Encoded: text.filter { !$0.isWhitespace }).map { [UInt8]($0) } ?? []
  }()

  private func read(_ bytes: [UInt8]) -> ImportReading {
    ImportReader.read(bytes, file: "export.zip", ImportOptions(zone: .utc))
  }

  @Test("The journals of an archive are read, whatever their names; nothing else is")
  func reading() throws {
    let reading = read(Self.archive)
    #expect(reading.problems == [])
    #expect(reading.entries.map(\.thread.title) == ["Journal", "Journal", "Journal", "evil"])
    #expect(reading.entries[3].text == Array("stored".utf8))
    #expect(reading.entries[2].text.starts(with: "Entry 2 lorem".utf8))
    #expect(reading.entries.map(\.line) == [1, 1, 1, 1])
  }

  @Test("JSON of another program in an archive is no journal, and that is said of the archive")
  func otherJSON() throws {
    let text = """
      UEsDBBQAAAAAAAAAIVyWSGgYKgAAACoAAAAGAAAAMS5qc29ueyJ0ZXh0IjoiSGkiLCJkYXRlX2pvdXJuYWwiOjE3
      OTUxMDA0MDAwMDB9UEsBAhQDFAAAAAAAAAAhXJZIaBgqAAAAKgAAAAYAAAAAAAAAAAAAAIABAAAAADEuanNvblBL
      BQYAAAAAAQABADQAAABOAAAAAAA=
      """
    let archive = try #require(Data(base64Encoded: text.filter { !$0.isWhitespace }))
    #expect(read([UInt8](archive)).problems.map(\.kind) == [.noJournal(suffix: "json")])
  }

  @Test("A member that is larger than it may be is refused before it is unpacked")
  func limit() throws {
    let archive = try ZIPArchive(ZIPArchive.Source(Self.archive))
    let member = try #require(archive.members.first)
    #expect(try archive.contents(of: member, limit: member.size).count == member.size)
    #expect(throws: ZIPError.tooLarge(limit: member.size - 1)) {
      try archive.contents(of: member, limit: member.size - 1)
    }
  }

  /// The archive, whose directory says that its member `name` unpacks to `size` bytes.
  private func archive(saying size: UInt32, of name: String) throws -> [UInt8] {
    var bytes = Self.archive
    let directory = try #require(bytes.firstRange(of: [0x50, 0x4B, 0x01, 0x02])).lowerBound
    let offset = try #require(bytes[directory...].firstRange(of: Array(name.utf8))).lowerBound
    for index in 0..<4 {
      bytes[offset - 22 + index] = UInt8(truncatingIfNeeded: size >> UInt32(8 * index))
    }
    return bytes
  }

  @Test("Journals that unpack to more than the limit in all are refused, and nothing is unpacked")
  func totalLimit() throws {
    let bytes = try archive(saying: UInt32(ZIPArchive.sizeLimit), of: "Journal.json")
    var offsets: [Int] = []
    let source = ZIPArchive.Source(size: bytes.count) { range in
      offsets.append(range.lowerBound)
      return Array(bytes[range])
    }
    let reading = ImportReader.read(source, file: "b.zip", ImportOptions(zone: .utc))
    #expect(reading.problems.map(\.kind) == [.archive(.tooLarge(limit: ZIPArchive.sizeLimit))])
    #expect(reading.entries.isEmpty)
    // Only the end and the directory were read: the other journal alone would have been small enough.
    #expect(offsets.count == 2)
  }

  @Test("Entries count besides their bytes, so that very many empty ones are refused")
  func manyEntries() {
    let entry = "{\"creationDate\":\"2026-01-01\"},"
    let text = "{\"entries\":[" + String(repeating: entry, count: 20) + "{}]}"
    for (limit, isRefused) in [(19, true), (20, true), (21, false)] {
      var options = ImportOptions(zone: .utc)
      options.format = .dayone
      var reader = ImportReader(
        options: options, file: "b.zip/J.json", bytes: Array(text.utf8))
      reader.entryLimit = limit
      reader.read()
      let expected: ImportProblem.Kind =
        isRefused
        ? .archive(.tooLarge(limit: ZIPArchive.sizeLimit)) : .badMember("creationDate")
      #expect(reader.reading.problems.map(\.kind) == [expected])
    }
  }

  @Test("A member that unpacks to more than its directory says is damaged")
  func wrongSize() throws {
    let reading = read(try archive(saying: 100, of: "Journal.json"))
    #expect(reading.problems.map(\.kind) == [.archive(.damaged)])
  }

  @Test("Of an archive's photos not a byte is read")
  func photos() throws {
    let bytes = Self.archive
    let photo = try #require(bytes.firstRange(of: Array("photos/x.jpeg".utf8))).upperBound
    let source = ZIPArchive.Source(size: bytes.count) { range in
      // The archive is so small that its end, which is looked for the directory, is all of it.
      #expect(range == 0..<bytes.count || !range.contains(photo))
      return Array(bytes[range])
    }
    let reading = ImportReader.read(source, file: "b.zip", ImportOptions(zone: .utc))
    #expect(reading.entries.count == 4)
  }

  @Test("A damaged archive is refused, wherever the damage is, and never read past its end")
  func damage() {
    for offset in Self.archive.indices {
      var bytes = Self.archive
      bytes[offset] ^= 0x55
      if ZIPArchive.isArchive(bytes) { _ = read(bytes) }
      let cut = read(Array(Self.archive[..<offset]))
      #expect(offset < 4 || !cut.problems.isEmpty)
    }
  }

  @Test("Random bytes are no DEFLATE data that crashes or grows without end")
  func randomBytes() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if let output = try? Inflate.bytes(of: bytes[...], limit: 10_000) {
        #expect(output.count <= 10_000)
      }
    }
  }

  @Test(
    "Real Day One exports are read, bad ones refused",
    .enabled(if: Corpora.folder != nil, "\(Corpora.skipped)"))
  func corpora() throws {
    let folder = try #require(Corpora.folder).appending(path: "dayone")
    var counts: [String: Int] = [:]
    for repository in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: repository).path)
      for name in names where name.hasSuffix(".json") && name != "schema.json" {
        let file = try Data(contentsOf: folder.appending(path: "\(repository)/\(name)"))
        var options = ImportOptions(zone: .utc)
        options.format = .dayone
        let reading = ImportReader.read([UInt8](file), file: name, options)
        counts[name] = reading.problems.isEmpty ? reading.entries.count : -1
      }
    }
    #expect(try #require(counts["Dev Journal.json"]) > 0)
    #expect(try #require(counts["Journal.json"]) > 0)
    #expect(counts["NotJson.json"] == -1)
    #expect(counts["Empty.json"] == -1)
  }
}
