import TestSupport
import ThreadStorage

/// Any bytes as a thread file: they are read whole, and every edit leaves the rest alone (F1 to F3).
enum DocumentTarget {
  static func check(_ bytes: [UInt8]) throws {
    var file = bytes
    var generator = ChoiceGenerator(takingFrom: &file)
    try ThreadProperties.checkReading(file)
    try ThreadProperties.checkRewriting(file)
    try ThreadProperties.checkEditing(file, using: &generator)
    try ThreadProperties.checkAdding(to: file, using: &generator)
    _ = ConflictMarkers.firstBlock(in: file)
  }
}
