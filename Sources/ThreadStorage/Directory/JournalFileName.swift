/// The file names that titles give (F31).
public enum JournalFileName {
  /// The most UTF-8 bytes of a name, `.md` and a number included.
  public static let longest = 100

  private static let devices: Set<String> = [
    "con", "prn", "aux", "nul", "conin$", "conout$", "com0", "com1", "com2", "com3", "com4", "com5",
    "com6", "com7", "com8", "com9", "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7",
    "lpt8", "lpt9", "com\u{b9}", "com\u{b2}", "com\u{b3}", "lpt\u{b9}", "lpt\u{b2}", "lpt\u{b3}",
  ]

  /// The name, with `.md`, for a thread of this title; `isTaken` is asked until it says no (F31).
  public static func fileName(
    forTitle title: String, isTaken: (String) -> Bool = { _ in false }
  ) -> String {
    let slug = slug(of: title)
    var name = cut(slug, to: longest - 3) + ".md"
    var number = 1
    while isTaken(name) {
      number += 1
      let ending = "-\(number).md"
      name = cut(slug, to: longest - ending.utf8.count) + ending
    }
    return name
  }

  /// The path of which `path` is a copy, by the names that file managers give: `m 2.md`, `m copy.md`, `m (1).md`.
  package static func original(ofCopy path: String) -> String? {
    guard path.hasSuffix(".md") else { return nil }
    var name = path.dropLast(3)
    let isNumbered = name.last.map { $0 == ")" || $0.isNumber } ?? false
    if name.last == ")" {
      name = name.dropLast()
      let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
      guard digits > 0, name.dropLast(digits).hasSuffix(" (") else { return nil }
      name = name.dropLast(digits + 2)
    } else if isNumbered {
      let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
      guard 1...2 ~= digits, name.dropLast(digits).hasSuffix(" ") else { return nil }
      name = name.dropLast(digits + 1)
    }
    let endings = [" - Copy", " - copy", " copy", " Copy", " Kopie", " - Kopie"]
    if let ending = endings.first(where: { name.hasSuffix($0) }) {
      name = name.dropLast(ending.count)
    } else if !isNumbered {
      return nil
    }
    return name.isEmpty ? nil : name + ".md"
  }

  /// The title in lower case, each run of what is no letter or digit a `-`; never empty or a device's name.
  static func slug(of title: String) -> String {
    let words = title.unicodeScalars.split { !isKept($0) }
    let slug = words.map { $0.map(\.properties.lowercaseMapping).joined() }.joined(separator: "-")
    if slug.isEmpty { return "thread" }
    return devices.contains(slug) ? slug + "-thread" : slug
  }

  /// Letters, digits and the marks that scripts write their vowels with.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      // A variation selector or a lone combining mark of an emoji is no letter.
      !scalar.properties.isVariationSelector && !scalar.properties.isDefaultIgnorableCodePoint
    default: false
    }
  }

  /// At most `limit` bytes of whole scalars, without a `-` at the end.
  private static func cut(_ text: String, to limit: Int) -> String {
    var room = limit
    var fitting = text.unicodeScalars.prefix { scalar in
      room -= UTF8.width(scalar)
      return room >= 0
    }
    while fitting.last == "-" { fitting.removeLast() }
    return String(fitting)
  }
}
