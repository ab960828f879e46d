import ThreadStorage

/// What is at the other end of a descriptor: a terminal of some size, or not one.
struct Terminal: Equatable, Sendable {
  /// False for a file, a pipe or nothing.
  var isTerminal: Bool
  /// Columns across: the terminal's, else `$COLUMNS`, else 80.
  var columns: Int
  /// Lines on a screen: the terminal's, else `$LINES`, else 24.
  var rows: Int
}

extension Terminal {
  /// Asks the system about `descriptor`; `environment` looks a variable up.
  init(descriptor: Int32, environment: (String) -> String?) {
    isTerminal = isatty(descriptor) == 1
    var size = winsize()
    let isKnown = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    let columns = isKnown ? Int(size.ws_col) : 0
    let rows = isKnown ? Int(size.ws_row) : 0
    self.columns = columns > 0 ? columns : Self.size(from: environment("COLUMNS")) ?? 80
    self.rows = rows > 0 ? rows : Self.size(from: environment("LINES")) ?? 24
  }

  private static func size(from text: String?) -> Int? {
    guard let text, let size = Int(text), 1...10_000 ~= size else { return nil }
    return size
  }
}
