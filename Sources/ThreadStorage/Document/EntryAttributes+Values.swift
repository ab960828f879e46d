extension EntryAttributes {
  /// The values of the attributes that have one, by key, with their escapes read; of equal keys the last.
  package static func values(in bytes: [UInt8], _ attributes: EntryAttributes) -> [String: String] {
    var values: [String: String] = [:]
    _ = scanTokens(bytes.span, in: attributes.range) { token, bytes in
      guard case .pair(let key, let value) = token else { return }
      values[String(decoding: bytes.copy(key), as: UTF8.self)] = String(
        decoding: unquoted(bytes, value), as: UTF8.self)
    }
    return values
  }
}
