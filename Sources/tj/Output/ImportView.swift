import ThreadJournal
import ThreadStorage

/// What an import does, thread by thread, as it is shown before and after.
struct ImportView {
  private let session: Session

  /// A view on the session's output.
  init(_ session: Session) { self.session = session }

  /// Prints what each thread gets.
  func print(_ plan: ImportPlan) {
    var output: [UInt8] = []
    for thread in plan.threads {
      appendLine(ImportView.words(thread), to: &output)
      guard !thread.entries.isEmpty else { continue }
      for field in thread.newFields where field.deletion == nil {
        appendLine("  new field \(field.name): \(field.type.rawValue)", to: &output)
      }
      if thread.existing == nil {
        for group in thread.groups {
          appendLine(
            "  new group \(group.name): \(group.members.joined(separator: ", "))", to: &output)
        }
      }
    }
    session.output.write(output)
    for omission in plan.leftOut {
      session.tell(
        ErrorMessage(
          code: "left-out", severity: .warning,
          place: .init(path: omission.file, line: omission.line),
          sentence: ImportView.words(omission.kind)))
    }
  }

  private static func words(_ kind: ImportOmission.Kind) -> String {
    switch kind {
    case .text: "this text is in no entry, and is left out"
    case .coordinates(let column):
      "the column \"\(column)\" is left out: coordinates are never stored"
    }
  }

  private func appendLine(_ text: String, to output: inout [UInt8]) {
    output += TerminalText.escaped(Array(text.utf8), lineBreaks: .escaped)
    output.append(0x0A)
  }

  private static func words(_ thread: ImportPlan.ThreadPlan) -> String {
    let title = thread.existing?.title ?? thread.thread.title
    var words = "\(title): \(Counted.entries(thread.entries.count)) to add"
    if thread.duplicates > 0 { words += ", \(thread.duplicates) there already" }
    if let path = thread.existing?.path { return words + " (\(path))" }
    return words + (thread.entries.isEmpty ? "" : " (new thread)")
  }

  /// Says what was done, and how it is taken back.
  func tellResult(of plan: ImportPlan) {
    guard plan.entryCount > 0 else {
      return session.note(
        plan.duplicateCount > 0
          ? "Nothing was added: the journal has all of it."
          : "Nothing was added: there are no entries in it.")
    }
    let threads = plan.threads.count { !$0.entries.isEmpty }
    session.note(
      "Added \(Counted.entries(plan.entryCount)) to \(Counted.threads(threads)). "
        + "To take it back: tj undo")
  }
}
