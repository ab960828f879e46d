/// What a piece of output is, for the palette to colour.
enum Style: Equatable, Sendable {
  case plain
  /// A field's name, a path, code: there when it is looked for.
  case faint
  /// A date with its time, or an entry's id.
  case date
  case title
  /// Of a text: words between `*` or `_`, between two and between three of them.
  case emphasis, strong, strongEmphasis
  case link
  /// `#tag` in a text.
  case tag
  case match
  case deleted
  /// The `tj:` of an error.
  case failure
  /// The `tj: warning:` of a warning.
  case warning
}

/// What `--color` says.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}

/// The escape sequences of each style; every one of them empty where colour is off.
struct Palette: Equatable, Sendable {
  let isColored: Bool

  static let plain = Palette(isColored: false)
  /// Bold, faint, and the few of the 16 colours that read well on light and on dark.
  static let colored = Palette(isColored: true)

  /// Decides: `choice` first, then the terminal, `$NO_COLOR` (set and not empty) and `$TERM`.
  static func chosen(by choice: ColorChoice, isTerminal: Bool, noColor: String?, term: String?)
    -> Palette
  {
    let isWanted = isTerminal && (noColor ?? "").isEmpty && term != "dumb"
    return choice == .always || choice == .auto && isWanted ? .colored : .plain
  }

  /// What switches `style` on; empty for plain text and where colour is off.
  func opening(_ style: Style) -> String {
    guard isColored else { return "" }
    switch style {
    case .plain: return ""
    case .faint: return "\u{1B}[2m"
    case .date: return "\u{1B}[36m"
    case .title, .strong: return "\u{1B}[1m"
    case .emphasis: return "\u{1B}[3m"
    case .strongEmphasis: return "\u{1B}[1;3m"
    case .link: return "\u{1B}[4m"
    case .tag: return "\u{1B}[32m"
    case .match: return "\u{1B}[1;31m"
    case .deleted: return "\u{1B}[2;9m"
    case .failure: return "\u{1B}[1;31m"
    case .warning: return "\u{1B}[1;35m"
    }
  }

  /// What switches `style` off again.
  func closing(_ style: Style) -> String { isColored && style != .plain ? "\u{1B}[0m" : "" }
}
