import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  /// What an earlier command had left unfinished, and what became of it.
  init(_ note: RecoveryNote) {
    let place = note.thread.map { Place($0) }
    func warning(_ sentence: String, _ advice: [String], at other: Place? = nil) -> ErrorMessage {
      ErrorMessage("recovered", severity: .warning, at: place ?? other, sentence, advice: advice)
    }
    switch note.outcome {
    case .finished(let summary, []):
      self = warning("\(Self.cutShort(summary)); it is complete now", [])
    case .finished(let summary, let conflicts):
      self = warning(
        "\(Self.cutShort(summary)), and is finished but for what was changed since",
        conflicts.flatMap(\.lines), at: conflicts.first?.place)
    case .failed(let summary, let error):
      let cause = ErrorMessage(error)
      self = warning(
        "\(Self.cutShort(summary)), and cannot be finished yet", [cause.sentence], at: cause.place)
    case .kept(let path):
      self = warning("an earlier command was cut short; its text is kept", ["It is in \(path)"])
    case .savedByOthers(let path):
      self = warning(
        "another program saved this file in the moment that tj changed it",
        ["What it saved is in \(path)", "Compare the two and copy what is missing."])
    case .refused(let path):
      self.init(
        "refused-record", severity: .warning, at: .init(path),
        "a record of a change is damaged, or names what tj does not change; it was left alone",
        "It is kept here, and not tried again. Did the journal come from somebody else?")
    case .leftToOwner(let path):
      self = warning(
        "a change of another user was cut short, and is left to them",
        ["It is recorded in \(path)", "Their next tj command that writes finishes it."])
    case .fileSystemLacks(let limits):
      self.init(
        "file-system", severity: .warning,
        "the journal's file system \(limits.map(\.words.sentence).joined(separator: ", and "))",
        advice: limits.map(\.words.advice).reduce(into: []) {
          if !$0.contains($1) { $0.append($1) }
        })
    }
  }

  private static func cutShort(_ summary: String) -> String {
    summary.isEmpty
      ? "an earlier change was cut short" : "an earlier \"\(summary)\" was cut short"
  }
}

extension FileSystemLimits.Limit {
  fileprivate var words: (sentence: String, advice: String) {
    let nextBest =
      "tj does the next best; do not save the same file in an editor at the same moment."
    return switch self {
    case .exchange: ("cannot exchange two names in one step", nextBest)
    case .hardLinks: ("has no second names for files", nextBest)
    case .sync:
      (
        "cannot bring a file to the disk at once",
        "What was just written may be lost in a power cut."
      )
    case .owners:
      (
        "gives new files to others, too",
        "tj believes no record there: tj undo has none, and what a crash leaves is not finished."
      )
    }
  }
}

extension Conflict {
  var place: ErrorMessage.Place { .init(path, line: line) }

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
