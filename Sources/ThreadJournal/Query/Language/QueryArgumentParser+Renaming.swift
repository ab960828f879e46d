import ThreadStorage

extension QueryArgumentParser {
  /// The argument with the field `old` called `new`, where its name is a key, or stands behind `tag:`.
  ///
  /// - Parameter keepsTag: Whether `tag:` asks for the hashtag `old`, too.
  func renaming(
    _ old: String, to new: String, keepsTag: Bool
  ) throws(QueryError) -> [UInt8] {
    let whole = bytes[...].trimmed.indices
    guard !whole.isEmpty else { return bytes }
    let name = Self.typed(new)
    let words = try self.words(whole)
    var result = bytes
    for word in (isSplit(whole, words) ? words : [whole]).reversed() where !isExpression(word) {
      let term = prefix(of: word).end..<word.upperBound
      guard let key = key(term) else { continue }
      let keyword = key.isQuoted ? "" : String(utf8: lowercased(term.lowerBound..<key.end - 1))
      if keyword == "tag" {
        for value in try values(key.end..<term.upperBound, key: "tag").reversed()
        where FieldName.key(String(utf8: tagName(value.text))) == FieldName.key(old) {
          let old = keepsTag ? Array(",".utf8) + bytes[value.range] : []
          result.replaceSubrange(value.range, with: name + old)
        }
      } else if !Self.keys.contains(keyword),
        FieldName.key(String(utf8: key.name)) == FieldName.key(old)
      {
        result.replaceSubrange(term.lowerBound..<key.end - 1, with: name)
      }
    }
    return result
  }

  private static func typed(_ name: String) -> [UInt8] {
    let isPlain = name.utf8.allSatisfy {
      Byte.isLetterOrDigit($0) || $0 >= 0x80 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
    if isPlain, !name.hasPrefix("-"), !keys.contains(FieldName.key(name)) {
      return Array(name.utf8)
    }
    let escaped = name.utf8.flatMap { $0 == .quote || $0 == .backslash ? [.backslash, $0] : [$0] }
    return [.quote] + escaped + [.quote]
  }
}
