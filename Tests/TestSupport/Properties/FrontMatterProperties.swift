import ThreadStorage

/// The laws of front matter (F2, F3, F20), for any bytes at all; each check throws ``PropertyViolation``.
public enum FrontMatterProperties {
  /// Checks that a title set in a file is read, or refused, and that entries and other keys stay.
  public static func checkTitle(
    _ title: [UInt8], in file: [UInt8]
  ) throws {
    let before = ThreadDocument(file)
    guard let set = try? before.splices(settingFrontMatter: "title", to: .string(title)) else {
      return
    }
    let after = ThreadDocument(file.applying(set))
    try PropertyViolation.unless(
      after.frontMatter?.value(at: ["title"])?.content.scalarText == title,
      "a title set is read; \(String(decoding: title, as: UTF8.self).debugDescription)", for: file)
    try checkRest(of: before, after, but: "title")
    guard let removal = try? after.splices(removingFrontMatter: "title") else { return }
    let without = ThreadDocument(after.bytes.applying(removal))
    try PropertyViolation.unless(
      without.frontMatter?.value(at: ["title"]) == nil, "a key removed is gone", for: after.bytes)
    try checkRest(of: after, without, but: "title")
  }

  /// Checks that entries, what stands above them, and all keys but `key` are the same bytes.
  private static func checkRest(
    of before: ThreadDocument, _ after: ThreadDocument, but key: String
  ) throws {
    let entriesStay =
      before.entries.count == after.entries.count
      && zip(before.entries, after.entries).allSatisfy { before[$0.region] == after[$1.region] }
    try PropertyViolation.unless(
      entriesStay, "front matter is apart from entries", for: before.bytes)
    if before.frontMatter != nil {
      try PropertyViolation.unless(
        before[before.preamble] == after[after.preamble], "the preamble stays", for: before.bytes)
      try checkKeys(
        of: before.frontMatter?.document ?? YAMLDocument([]),
        after.frontMatter?.document ?? YAMLDocument([]), but: key)
    } else {
      try PropertyViolation.unless(
        after[after.preamble].reversed().starts(with: before[before.preamble].reversed()),
        "new front matter stands before the rest", for: before.bytes)
    }
  }

  /// Checks that all top-level keys but `key`, with their values, are the same bytes in the same order.
  public static func checkKeys(
    of before: YAMLDocument, _ after: YAMLDocument, but key: String
  ) throws {
    func others(_ document: YAMLDocument) -> [[UInt8]] {
      (document.root.pairs ?? []).filter { $0.name != Array(key.utf8) }
        .map { Array(document.bytes[$0.range]) }
    }
    try PropertyViolation.unless(
      others(before) == others(after), "other keys than \(key.debugDescription) stay as typed",
      for: before.bytes)
  }

  /// Checks one random edit of a YAML file: it is refused, or reads back and leaves the other keys.
  public static func checkEdit(
    of file: [UInt8], using generator: inout some RandomNumberGenerator
  ) throws {
    let before = YAMLDocument(file)
    let names = (before.root.pairs ?? []).map { String(decoding: $0.name, as: UTF8.self) }
    let key = (names + ["title", "neu: x"]).randomElement(using: &generator) ?? "title"
    let text = PropertySamples.text(from: file, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: try checkSetting(key, to: text, in: before)
    case 1:
      guard let splices = try? before.removing([key]) else { return }
      let after = YAMLDocument(file.applying(splices))
      try PropertyViolation.unless(
        after.value(at: [key]) == nil || names.filter { $0 == key }.count > 1,
        "a key removed is gone", for: file)
      try checkKeys(of: before, after, but: key)
    default:
      let name = String(decoding: text.prefix(40), as: UTF8.self)
      guard let splices = try? before.renamingKey([key], to: name) else { return }
      let after = YAMLDocument(file.applying(splices))
      try PropertyViolation.unless(
        after.value(at: [name])?.content.scalarText == before.value(at: [key])?.content.scalarText,
        "a key renamed keeps its value", for: file)
    }
  }

  private static func checkSetting(
    _ key: String, to text: [UInt8], in before: YAMLDocument
  ) throws {
    guard let splices = try? before.setting([key], to: .string(text)) else { return }
    let after = YAMLDocument(before.bytes.applying(splices))
    try PropertyViolation.unless(
      after.value(at: [key])?.content.scalarText == text, "a value set is read",
      for: before.bytes)
    try checkKeys(of: before, after, but: key)
  }
}

extension YAMLValue.Content {
  /// The decoded bytes of a scalar; nil for anything else.
  var scalarText: [UInt8]? {
    if case .scalar(_, let bytes) = self { return bytes }
    return nil
  }
}
