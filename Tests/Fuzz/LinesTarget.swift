import TestSupport

/// Any bytes as a text, a title, a value and lines of an entry: they come back (F3, F7, F16).
enum LinesTarget {
  static func check(_ bytes: [UInt8]) throws {
    try LineProperties.checkLines(bytes)
    try LineProperties.checkValues(bytes)
    try LineProperties.checkText(bytes)
  }
}
