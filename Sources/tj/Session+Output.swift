import ThreadStorage

/// What a command has saved, so that a failure to print it is not told as if nothing had been done.
final class SavedWork {
  /// Whether the journal was changed.
  var isSaved = false
  /// The ids and paths that were printed.
  var names: [String] = []
}

extension Session {
  /// Prints the id or path of what was saved; where it does not arrive, `finishOutput` tells it.
  func acknowledge(_ name: String) {
    savedWork.isSaved = true
    savedWork.names.append(name)
    output.write("\(name)\n")
  }

  /// Prints a text on one line, safe for a terminal.
  func printLine(_ text: [UInt8]) { output.write(layout.oneLine(text) + [0x0A]) }

  /// Writes out what is left, and tells what did not arrive.
  ///
  /// A reader that has gone wants no more, and is no failure; but what was saved is told in any case.
  /// - Returns: Whether everything arrived that has to.
  func finishOutput() -> Bool {
    let code: Int32
    switch output.finish() {
    case .open: return true
    case .closed where savedWork.names.isEmpty: return true
    case .closed: code = EPIPE
    case .failed(let number): code = number
    }
    tell(
      savedWork.isSaved
        ? .savedUnprinted(names: savedWork.names, code) : .outputFailed(code))
    return false
  }
}
