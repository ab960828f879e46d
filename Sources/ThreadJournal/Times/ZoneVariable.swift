import ThreadStorage

/// The value of `TZ`, looked at before the C library opens whatever it names.
package enum ZoneVariable {
  /// Files of the tz database have a few thousand bytes.
  private static let longestFile = 1 << 20

  /// Whether the C library finds a zone by `value`: a file of the tz database in `folder`, another such file, or a rule.
  ///
  /// By any other value it takes UTC without a word, or waits for who would write into a FIFO of that name.
  package static func namesZone(_ value: String, folder: String = "/usr/share/zoneinfo") -> Bool {
    let isFileOnly = value.utf8.first == UInt8(ascii: ":")
    let name = isFileOnly ? String(value.dropFirst()) : value
    guard !name.isEmpty else { return true }
    if name.utf8.first == UInt8(ascii: "/") { return isZone(name) }
    let parts = name.utf8.split(separator: UInt8(ascii: "/"))
    guard !parts.contains(where: { $0.elementsEqual("..".utf8) }) else { return false }
    return isZone(folder + "/" + name) || (!isFileOnly && isRule(name))
  }

  /// Whether a file of the form of RFC 9636 is at `path`.
  private static func isZone(_ path: String) -> Bool {
    guard let bytes = try? OutsideFile.read(path, upTo: longestFile + 1),
      bytes.count <= longestFile
    else { return false }
    return TimeZoneFile(bytes) != nil
  }

  /// Whether `text` is a rule such as `EST5EDT,M3.2.0,M11.1.0`, of which the days may be left out.
  ///
  /// A name has three letters at least, and no zone is more than a day off: the C library reads nothing else.
  private static func isRule(_ text: String) -> Bool {
    let name = text.utf8.prefix { (0x61...0x7A).contains($0 | 0x20) }
    guard name.count >= 3 || text.utf8.first == UInt8(ascii: "<") else { return false }
    let hours = text.utf8.drop { !(0x30...0x39).contains($0) }.prefix { (0x30...0x39).contains($0) }
    guard name.isEmpty || Int(String(utf8: hours)) ?? 0 <= 24 else { return false }
    return TimeZoneRule(text) != nil || TimeZoneRule(text + ",M3.2.0,M11.1.0") != nil
  }
}
