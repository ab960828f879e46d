extension [UInt8] {
  /// Where `other` first stands in these bytes; nil where it is empty or nowhere.
  func firstPlace(of other: [UInt8]) -> Int? {
    other.isEmpty ? nil : ByteSearch.firstIndex(of: other, in: span, 0..<count)
  }
}
