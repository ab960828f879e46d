import Testing

@testable import ThreadJournal

@Suite struct PlaceNameTests {
  private func read(_ text: String) -> Result<String, PlaceName.Refusal> {
    Result { () throws(PlaceName.Refusal) in
      String(decoding: try PlaceName.read(Array(text.utf8)), as: UTF8.self)
    }
  }

  @Test(
    "names of places are places",
    arguments: [
      "Portland, OR", "Kyoto, JP", "京都市, 京都府", "St. John's, NL", "’s-Hertogenbosch", "Singapore",
      "Saint-Louis-du-Ha! Ha!, QC", "10115 Berlin", "Paris 15e", "São Paulo, SP", "القاهرة",
      "Washington, D.C.", "1770, Queensland", "Y, Somme", "Route 66, AZ", "Tokyo 100-0001",
      "Calle 5.ª, Madrid", "Å, NO", "C++ Camp", "Bremen (HB)", "Nº 5, Lyon", "Wien, 1010/1020",
    ])
  func places(name: String) {
    #expect(read(name) == .success(name))
    #expect(!PlaceName.isCoordinates(Array(name.utf8)))
  }

  @Test(
    "coordinates are refused",
    arguments: [
      "35.0116, 135.7681", "35.0116 135.7681", "35.0116,135.7681", "-33.87,151.21", "+51.5/-0.13",
      "35,0116; 135,7681", "Kyoto (35.0116, 135.7681)", "35, 135", "35 N 135 E", "N35 E135",
      "35°0'42\"N 135°46'5\"E", "35° Nord", "35 ° 1", "35º1'N", "35 0 41 N 135 46 5 E",
      "35d00m41s N, 135d46m05s E", "geo:35.0116,135.7681", "GEO:35,135", "lat: 35 lon: 135",
      "Latitude 35.01 Longitude 135.76", "https://maps.example/?q=35.0116,135.7681",
      "8Q6Q2Q69+XX", "2q69+xx Kyoto", "8Q6Q0000+", "///filled.count.soap",
      "٣٥٫٠١١٦ ١٣٥٫٧٦٨١", "３５．０１ １３５．７６", "53 S 549000 3874000", "35.0116\t135.7681 ±5 m",
    ])
  func coordinates(text: String) {
    #expect(read(text) == .failure(.coordinates))
    #expect(PlaceName.isCoordinates(Array(text.utf8)))
  }

  @Test("the first line counts, without white space around it")
  func firstLine() {
    #expect(read("  Portland, OR \r\nsecond line\n") == .success("Portland, OR"))
    #expect(read("Portland, OR\n45.52, -122.68\n") == .success("Portland, OR"))
  }

  @Test(
    "what is no name is refused",
    arguments: [
      ("", PlaceName.Refusal.empty), ("\nPortland", .empty), (" \t\n", .empty),
      (String(repeating: "a", count: 201), .tooLong), ("{\"city\": \"Kyoto\"}", .noName),
      ("<html>", .noName), ("???", .noName), ("42", .noName), ("Kyoto\u{1B}[31m", .noName),
      ("a\u{0}b", .noName), ("Kyoto\u{202E}", .noName), ("city=Kyoto", .noName),
    ])
  func nonsense(text: String, expected: PlaceName.Refusal) {
    #expect(read(text) == .failure(expected))
  }

  @Test("bytes that are not UTF-8 are no name")
  func notUTF8() {
    #expect(throws: PlaceName.Refusal.noName) { try PlaceName.read([0x43, 0x61, 0x66, 0xE9]) }
  }

  @Test("the field location takes no coordinates, however it is written")
  func field() {
    #expect(FieldDefinition.location.check(Array("35.01, 135.76".utf8)) == .coordinates)
    #expect(
      FieldDefinition(name: "Location", type: .text).check(Array("35° N".utf8)) == .coordinates)
    #expect(FieldDefinition(name: "place").check(Array("35.01, 135.76".utf8)) == nil)
    #expect(FieldDefinition.location.check(Array("Kyoto, JP".utf8)) == nil)
  }
}
