import ThreadJournal
import ThreadStorage

enum OpenCommand {
  static let definition = CommandDefinition(
    name: "open", group: .writing, summary: "Open a thread's file in the editor, at an entry.",
    arguments: [.init("REF", .reference, "A thread or an entry.")],
    options: [.flag("print", "Print `path:line:column` instead.")],
    description: """
      Starts your editor, the setting `editor`, on the file of the thread itself, at the line of the entry;
      of a thread, at that of its newest entry. vi, vim, nvim, nano, emacs, micro, helix (`hx`),
      kakoune (`kak`) and code are told the line; others open the file alone.

      What you save is the file, at once: nothing is checked, and `tj undo` does not take it back. To change
      one entry with care, there is `tj edit`.
      """,
    examples: [
      ("tj open morning@1", "Open the newest entry where it stands in its file."),
      ("tj open k3f9q2wz7h --print", "Print where an entry stands, for another program."),
    ], seeAlso: ["edit", "show", "check"], synonyms: ["goto", "locate", "visit"],
    action: .run { arguments, session in
      let journal = try session.journal(.reading)
      let (path, line) = try journal.place(of: arguments.value("REF") ?? "")
      let file = journal.directory.root + "/" + path
      if arguments.flag("print") {
        session.print(exactly: Array("\(file):\(line):1\n".utf8))
        return .done
      }
      let editor = Editor(session)
      session.finishResults()
      guard let status = editor.open(file, atLine: line) else {
        throw CommandError.interrupted(draft: nil)
      }
      guard status == 0 else {
        throw CommandError.editorEnded(command: editor.command, status: status)
      }
      return .done
    })
}

extension Journal {
  /// The path in the journal and the line, 1-based, at which what `text` names stands; of a thread what a merge left
  /// undecided in it, or else its newest entry.
  fileprivate func place(of text: String) throws -> (path: String, line: Int) {
    switch try reference(text, .all) {
    case .entry(let entry): return (entry.thread.path, max(entry.line, 1))
    case .thread(let header):
      let file = try file(at: header.path)
      let line = ConflictMarkers.firstBlock(in: file.bytes)?.lowerBound
      return (header.path, line ?? file.entries(.live).last?.line ?? 1)
    }
  }
}
