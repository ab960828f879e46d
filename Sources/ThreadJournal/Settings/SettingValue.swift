import ThreadStorage

/// A setting's value.
package enum SettingValue: Hashable, Sendable {
  /// A path, a command line, or a choice.
  case text(String)
  case flag(Bool)
  case integer(Int)
  /// A time of day, in seconds after midnight.
  case clock(Int)

  /// The value that `text` means for a setting of `kind`; nil where it means none.
  package init?(_ text: String, as kind: SettingDefinition.Kind) {
    switch kind {
    case .flag:
      guard let flag = SettingValue.flags[text.lowercased()] else { return nil }
      self = .flag(flag)
    case .integer(let range):
      guard let number = Int(text), range.contains(number) else { return nil }
      self = .integer(number)
    case .clock:
      guard let second = SettingValue.secondOfDay(text) else { return nil }
      self = .clock(second)
    case .path, .paths, .command, .choice:
      guard SettingValue.isText(text, for: kind) else { return nil }
      self = .text(text)
    }
  }

  private static func isText(_ text: String, for kind: SettingDefinition.Kind) -> Bool {
    switch kind {
    case .choice(let words): words.contains(text)
    case .path:
      isLine(text) && (text.hasPrefix("/") || text.hasPrefix("~/") || text == "~")
    case .paths:
      isLine(text)
        && text.split(separator: ":").allSatisfy {
          $0 == "*" || $0.hasPrefix("/") || $0.hasPrefix("~/")
        }
    case .command: isLine(text)
    case .flag, .integer, .clock: false
    }
  }

  /// The value as `tj config` prints and takes it.
  package var text: String {
    switch self {
    case .text(let text): return text
    case .flag(let flag): return flag ? "true" : "false"
    case .integer(let number): return String(number)
    case .clock(let second):
      let (hour, minute) = (second / 3600, second / 60 % 60)
      return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
  }

  /// The value as it is written into a file.
  var yaml: YAMLNewValue {
    switch self {
    case .text, .clock: .text(text)
    case .flag(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    }
  }

  /// What YAML's versions, and people, write for true and false.
  private static let flags = [
    "true": true, "yes": true, "on": true, "false": false, "no": false, "off": false,
  ]

  /// Whether `text` is one line with something to see, without control characters.
  private static func isLine(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.contains { !$0.properties.isWhitespace }
      && !scalars.contains { $0.properties.generalCategory == .control && $0 != "\t" }
  }

  /// The seconds after midnight of `H:MM` or `HH:MM`, up to noon.
  private static func secondOfDay(_ text: String) -> Int? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy(isDigit) }), let hour = Int(String(Substring(parts[0]))),
      let minute = Int(String(Substring(parts[1]))), minute < 60, hour * 60 + minute <= 720
    else { return nil }
    return hour * 3600 + minute * 60
  }
}
