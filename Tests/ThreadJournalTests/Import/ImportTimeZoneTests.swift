import FoundationEssentials
import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct ImportTimeZoneTests {
  private static let folder = "/usr/share/zoneinfo/"
  private static func file(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: folder + name).map { [UInt8]($0) }
  }

  @Test(
    "A zone's file tells its offsets, past and to come",
    .enabled(if: file("Europe/Berlin") != nil, "the tz database is not there"),
    arguments: [
      ("Europe/Berlin", 1_774_659_599 as Int64, 3600 as Int32),
      ("Europe/Berlin", 1_774_659_600, 3600),
      ("Europe/Berlin", 1_774_746_000, 7200), ("America/New_York", 1_772_953_199, -18_000),
      ("America/New_York", 1_772_953_200, -14_400), ("America/New_York", 1_793_512_800, -18_000),
      ("Australia/Lord_Howe", 1_775_314_799, 39_600),
      ("Australia/Lord_Howe", 1_775_314_800, 37_800),
      ("Asia/Kolkata", 0, 19_800), ("Pacific/Apia", 1_325_239_199, -36_000),
      ("Pacific/Apia", 1_325_239_200, 50_400), ("UTC", 0, 0),
      // 15 July and 15 January 2100, behind the last transition of any file.
      ("Europe/Berlin", 4_119_033_600, 7200), ("America/New_York", 4_103_913_600, -18_000),
      ("America/Sao_Paulo", 4_119_033_600, -10_800),
    ])
  func offsets(_ name: String, _ second: Int64, _ expected: Int32) throws {
    let file = try #require(Self.file(name))
    let zone = try #require(TimeZoneFile(file)).zone
    #expect(zone.offset(at: Instant(secondsSinceEpoch: second)) == expected)
  }

  @Test(
    "No damage of a zone's file crashes",
    .enabled(if: file("Europe/Berlin") != nil, "the tz database is not there"))
  func damage() throws {
    let file = try #require(Self.file("Europe/Berlin"))
    for offset in file.indices {
      var bytes = file
      bytes[offset] ^= 0xFF
      _ = TimeZoneFile(bytes)?.zone.offset(at: Instant(secondsSinceEpoch: 1 << 40))
      _ = TimeZoneFile(Array(file[..<offset]))
    }
  }
}
