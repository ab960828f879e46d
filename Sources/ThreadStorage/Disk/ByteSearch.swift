import CSystem

extension [UInt8] {
  /// Where `other` first stands in these bytes; nil where it is empty or nowhere.
  func firstOffset(of other: [UInt8]) -> Int? {
    guard !other.isEmpty else { return nil }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { wanted in
        guard let start = bytes.baseAddress,
          let found = tj_memmem(start, bytes.count, wanted.baseAddress, wanted.count)
        else { return nil }
        return found - start
      }
    }
  }
}
