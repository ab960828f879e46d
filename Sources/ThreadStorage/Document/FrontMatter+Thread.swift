extension ThreadDocument {
  /// The splices that set a top-level key of the front matter, which is made where there is none (F23).
  ///
  /// - Throws: `FrontMatterEditError` where the key cannot be set without touching what is not understood.
  public func splices(
    settingFrontMatter key: String, to value: YAMLNewValue
  ) throws(FrontMatterEditError) -> [Splice] {
    if let frontMatter { return try frontMatter.setting([key], to: value) }
    let start = ThreadDocument.start(of: bytes.span)
    var block = try FrontMatter.newBlock([(key, value)], lineEnding: lineEnding.bytes)
    if start < bytes.count {
      let first = Line(startingAt: start, in: bytes.span, upTo: bytes.count)
      if !first.isBlank(in: bytes.span) { block += lineEnding.bytes }
    }
    return [Splice(insertingAt: start, block)]
  }

  /// The splices that take a top-level key out of the front matter; none where it is not there.
  ///
  /// - Throws: `FrontMatterEditError` where that cannot be done safely.
  public func splices(
    removingFrontMatter key: String
  ) throws(FrontMatterEditError) -> [Splice] {
    guard let frontMatter, frontMatter.value(at: [key]) != nil else { return [] }
    return try frontMatter.removing([key])
  }
}
