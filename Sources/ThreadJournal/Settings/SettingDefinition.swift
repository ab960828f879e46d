import ThreadStorage

/// A setting: checked, resolved, listed and documented from this one value.
package struct SettingDefinition: Sendable {
  package enum Kind: Hashable, Sendable {
    /// A path from the root, or from the home folder with `~/`.
    case path
    /// Such paths, separated by colons; `*` for all.
    case paths
    /// A command line for a shell.
    case command
    case flag
    case integer(ClosedRange<Int>)
    /// A time of day, up to noon.
    case clock
    case choice([String])
  }

  /// What a journal's own file may say about it: a journal may come from somebody else.
  package enum Trust: Hashable, Sendable {
    case full
    /// Nothing: it runs a program, or leads elsewhere.
    case none
    /// Only that it is off.
    case off
  }

  package var key: SettingKey
  package var kind: Kind
  /// The value where nothing gives another; nil for none.
  package var fallback: SettingValue?
  /// What a journal's file may say.
  package var trust: Trust = .full
  /// The variables that override the files; of several, the first that is set.
  package var overriding: [String] = []
  /// The variables that the files override; of several, the first that is set.
  package var underlying: [String] = []
  /// What it does, in sentences; `` `…` `` marks what is typed.
  package var summary: String

  /// Whether a journal's file may give it this value.
  package func isTrusted(_ value: SettingValue) -> Bool {
    trust == .full || (trust == .off && value == .flag(false))
  }

  /// Whether `tj config` writes it into the journal's file unless told otherwise.
  package var belongsToJournal: Bool { trust == .full }

  package static let all: [SettingDefinition] = SettingKey.allCases.map { SettingDefinition($0) }
}

extension SettingDefinition {
  package init(_ key: SettingKey) {
    switch key {
    case .journal:
      self.init(
        key: key, kind: .path, fallback: .text("~/journal"), trust: .none,
        overriding: ["TJ_JOURNAL"],
        summary:
          "The journal where none is named and none is found from the working directory upwards.")
    case .trustedJournals:
      self.init(
        key: key, kind: .paths, fallback: nil, trust: .none,
        summary: """
          Directories, separated by `:`, of journals that are used although they belong to another \
          user, or others may write to a directory above them, and whose git hooks and settings \
          `tj sync` lets start programs; `*` for all.
          """)
    case .editor:
      self.init(
        key: key, kind: .command, fallback: .text("vi"), trust: .none,
        underlying: ["VISUAL", "EDITOR"], summary: "The editor's command line.")
    case .pager:
      self.init(
        key: key, kind: .command, fallback: .text("less -FRX"), trust: .none,
        overriding: ["TJ_PAGER"],
        underlying: ["PAGER"], summary: "The pager's command line; `cat` for none.")
    case .location:
      self.init(
        key: key, kind: .flag, fallback: .flag(false), trust: .off,
        summary: "Whether a new entry is given the field `location` by the `location-command`.")
    case .locationCommand:
      self.init(
        key: key, kind: .command, fallback: nil, trust: .none,
        summary: """
          A command line that prints `City, State` on its first line, within 5 seconds. \
          Coordinates are refused.
          """)
    case .reviewCommand:
      self.init(
        key: key, kind: .command, fallback: nil, trust: .none,
        summary: """
          A command line that is given what `tj review` tells on its standard input, and whose \
          output, within 60 seconds, is put below it.
          """)
    case .markdownCommand:
      self.init(
        key: key, kind: .command, fallback: nil, trust: .none,
        summary: """
          A command line, such as `cmark --safe`, that reads Markdown and prints HTML, for the texts \
          of `tj report`.
          """)
    case .wrap:
      self.init(
        key: key, kind: .integer(0...1000), fallback: .integer(80),
        summary:
          "The columns that text is wrapped at on a wider terminal; 0 for the terminal's own.")
    case .color:
      self.init(
        key: key, kind: .choice(["auto", "always", "never"]), fallback: .text("auto"),
        overriding: ["NO_COLOR"], summary: "When output is coloured: `auto`, `always` or `never`.")
    case .dayStarts:
      self.init(
        key: key, kind: .clock, fallback: .clock(0),
        summary: """
          When a day starts, up to 12:00. With `04:00` an entry at 01:30 counts to the day before, \
          and until four `today` is still that day.
          """)
    case .dateOrder:
      self.init(
        key: key, kind: .choice(ForeignDate.Order.allCases.map(\.rawValue)), fallback: nil,
        summary: """
          How dates such as `11.12.2026` and `11/12/2026` are read, in options, queries and imports: \
          `dmy` with the day first, `mdy` with the month first. Without it they are not read. In \
          headings they are not read either, but `tj check --fix` then writes them as they are meant.
          """)
    case .trashDays:
      self.init(
        key: key, kind: .integer(0...36_500), fallback: .integer(30),
        summary: """
          The days that a plain `tj purge` keeps what is deleted; 0 to keep nothing. Records of \
          changes, which `tj undo` needs, and displaced files go when they are so old, or a day.
          """)
    case .confirm:
      self.init(
        key: key, kind: .flag, fallback: .flag(true),
        summary: "Whether `tj delete` asks before it deletes a thread. `tj purge` always asks.")
    }
  }
}

/// The settings there are, by the names that files and `tj config` call them.
package enum SettingKey: String, CaseIterable, Sendable {
  case journal
  case trustedJournals = "trusted-journals"
  case editor
  case pager
  case location
  case locationCommand = "location-command"
  case reviewCommand = "review-command"
  case markdownCommand = "markdown-command"
  case wrap
  case color
  case dayStarts = "day-starts"
  case dateOrder = "date-order"
  case trashDays = "trash-days"
  case confirm

  /// The setting of this name.
  ///
  /// - Throws: `SettingError.unknown` with the names that were probably meant.
  package init(named name: String) throws(SettingError) {
    guard let key = SettingKey(rawValue: name) else {
      throw .unknown(name: name, nearest: Self.names.nearest(to: name))
    }
    self = key
  }

  package static var names: [String] { allCases.map(\.rawValue) }
}

package enum SettingValue: Hashable, Sendable {
  /// A path, a command line, or a choice.
  case text(String)
  case flag(Bool)
  case integer(Int)
  /// A time of day, in seconds after midnight.
  case clock(Int)

  /// The value that `text` means for a setting of `kind`; nil where it means none.
  package init?(_ text: String, as kind: SettingDefinition.Kind) {
    let value: SettingValue? =
      switch kind {
      case .flag: Self.flags[text.lowercased()].map { .flag($0) }
      case .integer(let range):
        Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
      case .clock: Self.secondOfDay(text).map { .clock($0) }
      case .choice(let words): words.contains(text) ? .text(text) : nil
      case .command: Self.isLine(text) ? .text(text) : nil
      case .path: Self.isPath(text) || text == "~" ? .text(text) : nil
      case .paths:
        Self.isLine(text) && text.split(separator: ":").allSatisfy { $0 == "*" || Self.isPath($0) }
          ? .text(text) : nil
      }
    guard let value else { return nil }
    self = value
  }

  /// The value as `tj config` prints and takes it.
  package var text: String {
    switch self {
    case .text(let text): return text
    case .flag(let flag): return flag ? "true" : "false"
    case .integer(let number): return String(number)
    case .clock(let second):
      return (second / 3600).twoDigits + ":" + (second / 60 % 60).twoDigits
    }
  }

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

  private static func isPath(_ text: some StringProtocol) -> Bool {
    isLine(text) && (text.hasPrefix("/") || text.hasPrefix("~/"))
  }

  /// Whether `text` is one line with something to see, without control characters.
  private static func isLine(_ text: some StringProtocol) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.contains { !$0.properties.isWhitespace }
      && !scalars.contains { $0.properties.generalCategory == .control && $0 != "\t" }
  }

  /// The seconds after midnight of `H:MM` or `HH:MM`, up to noon.
  private static func secondOfDay(_ text: String) -> Int? {
    var scanner = ByteScanner(Array(text.utf8)[...])
    guard let hour = scanner.number(upTo: 2), scanner.take(sign: ":"), scanner.rest.count == 2,
      let minute = scanner.number(upTo: 2), scanner.isAtEnd, minute < 60, hour * 60 + minute <= 720
    else { return nil }
    return hour * 3600 + minute * 60
  }
}
