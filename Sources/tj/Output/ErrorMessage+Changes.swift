import ThreadJournal

extension ErrorMessage {
  /// What an earlier command had begun with several files, and what became of it.
  init(_ finished: Journal.FinishedChange) {
    let summary =
      finished.summary.isEmpty
      ? "an earlier change was cut short" : "an earlier \"\(finished.summary)\" was cut short"
    if let path = finished.refused {
      self.init(
        code: "refused-record", severity: .warning, place: .init(path: path),
        sentence:
          "a record of a change is damaged, or names what tj does not change; it was left alone",
        advice: ["It is kept here, and not tried again. Did the journal come from somebody else?"])
    } else if let failure = finished.failure {
      let cause = ErrorMessage(any: failure)
      self.init(
        code: "recovered", severity: .warning, place: cause.place,
        sentence: "\(summary), and cannot be finished yet", advice: [cause.sentence])
    } else if finished.differences.isEmpty {
      self.init(code: "recovered", severity: .warning, sentence: "\(summary); it is complete now")
    } else {
      self.init(
        code: "recovered", severity: .warning, place: finished.differences.first?.place,
        sentence: "\(summary), and is finished but for what was changed since",
        advice: finished.differences.flatMap(\.lines))
    }
  }

  /// What was changed is not recorded, because of `error`.
  static func notRecorded(_ error: any Error) -> ErrorMessage {
    let cause = ErrorMessage(any: error)
    return ErrorMessage(
      code: "not-recorded", severity: .warning, place: cause.place,
      sentence: "this is done, but tj undo cannot take it back: \(cause.sentence)",
      advice: ["Once that is mended, changes are recorded again."])
  }
}

extension ChangeDifference {
  /// Where it is.
  var place: ErrorMessage.Place { .init(path: path, line: line) }

  /// What differs, in a few lines.
  var lines: [String] {
    let place = line.map { "\(path):\($0)" } ?? path
    switch kind {
    case .fileMissing: return ["\(place): the file is gone"]
    case .nameTaken: return ["\(place): another file has this name now"]
    case .changed:
      return ["\(place): expected"] + Self.excerpt(expected) + ["\(place): found"]
        + Self.excerpt(found)
    }
  }

  /// The first lines of some bytes.
  private static func excerpt(_ bytes: [UInt8]) -> [String] {
    let limit = 4
    let lines = bytes.split(separator: 0x0A).map { line in
      let text = String(decoding: line.prefix(200), as: UTF8.self)
      return "| " + (line.count > 200 ? text + "…" : text)
    }
    if lines.isEmpty { return ["| (nothing)"] }
    return Array(lines.prefix(limit))
      + (lines.count > limit ? ["| … \(lines.count - limit) more lines"] : [])
  }
}
