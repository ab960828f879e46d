extension String {
  /// These words on lines of at most `width` columns; a longer word has a line to itself.
  func wrapped(to width: Int) -> [String] {
    split(separator: " ").map(String.init).filled(to: width)
  }

  /// The number of columns, for text in scripts whose letters are each one scalar and one column.
  var columns: Int { unicodeScalars.count }

  /// This text with spaces after it up to `width` columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - columns))
  }
}

extension [String] {
  /// These pieces, none of them broken, on lines of at most `width` columns.
  func filled(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for piece in self {
      if line.isEmpty {
        line = piece
      } else if line.columns + 1 + piece.columns <= width {
        line += " " + piece
      } else {
        lines.append(line)
        line = piece
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
