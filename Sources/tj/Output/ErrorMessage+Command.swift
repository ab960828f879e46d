import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  /// Why a command cannot go on.
  init(_ error: CommandError) {
    switch error {
    case .nothingToAdd:
      self.init(
        code: "nothing-to-add", sentence: "there is nothing to add: no text, no title and no field",
        advice: ["Give the text as an argument, pipe it in, or write it in the editor."])
    case .badText(let source, let fault, let line, let column):
      self.init(
        code: fault == .nul ? "nul" : "invalid-utf8",
        place: .init(path: source, line: line, column: column),
        sentence: fault == .nul ? "text cannot hold a NUL byte" : "this byte is not UTF-8",
        advice: ["Nothing was written. Convert it first: iconv -t UTF-8"])
    case .keptDraft(let path, let cause):
      self = ErrorMessage(any: cause)
      advice += ["Your text is safe in \(path)", "To finish it: tj draft resume"]
    case .interrupted(let draft):
      self.init(
        code: "interrupted", sentence: "interrupted; nothing was added",
        advice: draft.map { ["Your text is safe in \($0)", "To finish it: tj draft resume"] } ?? [])
    case .editorFailed(let command, let status, let draft):
      self.init(
        code: "editor-failed",
        sentence: status == 127
          ? "the editor \"\(command)\" was not found"
          : "the editor \"\(command)\" ended with status \(status); nothing was written",
        advice: (status == 127 ? ["Set VISUAL or EDITOR to your editor."] : [])
          + (draft.map { ["The draft is \($0)", "To finish it: tj draft resume"] }
            ?? ["Nothing was written into the draft, so it is not kept"]))
    case .editorReturnedAtOnce(let command, let draft):
      self.init(
        code: "editor-returned",
        sentence: "the editor \"\(command)\" returned at once, and left the draft as it was",
        advice: [
          "Give it the option to wait, such as EDITOR='code --wait'.",
          "When you have saved the draft, add it: tj draft resume", "The draft is \(draft)",
        ])
    default: self.init(drafts: error)
    }
  }

  private init(drafts error: CommandError) {
    switch error {
    case .unkept(let text, let cause):
      self = ErrorMessage(any: cause)
      let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      advice =
        advice + ["Your text could not be kept in a draft. Here it is:"]
        + lines.map { String(decoding: $0, as: UTF8.self) }
    case .editConflict(let entry, let draft):
      self.init(
        code: "entry-changed", place: entry.place,
        sentence: "the entry was changed while you edited it, and is left as it is now",
        advice: [
          "To see the entry: tj show \(entry.reference)", "Your text is safe in \(draft)",
          "To see it: tj draft show", "To put yours in its place: tj draft resume --replace",
        ])
    case .unknownDraft(let number, let count):
      self.init(
        code: "unknown-draft",
        sentence: count == 0 ? "no draft is waiting" : "there is no draft \(number)",
        advice: count == 0
          ? ["tj add begins an entry."] : ["tj draft lists them: 1 is the newest of \(count)."])
    case .draftWithoutThread(let draft):
      self.init(
        code: "draft-without-thread", place: .init(path: draft),
        sentence: "the thread or entry that this draft is for is not known, or gone",
        advice: ["To add it to a thread: tj draft resume --into THREAD"])
    case .emptyDraft(let path):
      self.init(
        code: "nothing-to-add", place: .init(path: path), sentence: "the draft is empty",
        advice: ["To write it: tj draft resume --edit", "To remove it: tj draft discard"])
    default: self.init(usage: error)
    }
  }

  private init(usage error: CommandError) {
    switch error {
    case .needsYes(let command):
      self.init(
        code: "needs-yes", sentence: "\(command) asks first, and there is no terminal to ask on",
        advice: ["To do it without being asked, add --yes."])
    case .badAge(let text):
      self.init(
        code: "bad-age", sentence: "\"\(text)\" is not an age",
        advice: ["Write a number and d, w, m or y: 30d."])
    case .badEntryTitle:
      self.init(
        code: "bad-title", sentence: "an entry's title is one line",
        advice: ["Put the rest into the text."])
    case .badDefinition(let error, let title):
      self.init(error, title: title, name: ShellWord.quoted(title), path: title)
    case .badFieldName(let name):
      self.init(
        code: "bad-field-name", sentence: "\"\(name)\" cannot be the name of a field",
        advice: ["A name is 1 to 50 characters, without \"::\", \"=\" and control characters."])
    case .needsOption(let option, let other):
      self.init(
        code: "needs-option", sentence: "--\(option) goes with --\(other)",
        advice: ["Give both: --\(other) --\(option)"])
    case .programFailed(let name, let status):
      self.init(
        code: "program-failed",
        sentence: status == 127 ? "\(name) was not found" : "\(name) ended with status \(status)",
        advice: ["Nothing else was changed."])
    case .brokenRepository(let path):
      self.init(
        code: "broken-repository", place: .init(path: path),
        sentence: "git does not take this for a repository of yours, and it was left alone",
        advice: ["To see why: git --git-dir=\(ShellWord.quoted(path)) log"])
    case .foreignRepository(let journal, let command):
      self.init(
        code: "foreign-repository", place: .init(path: journal),
        sentence: "the repository's settings are a file elsewhere, and were left alone",
        advice: ["If it is yours, this lets its diffs name the entries: \(command)"])
    case .unknownTopic(let topic, let nearest):
      self.init(
        code: "unknown-command", sentence: "there is no command \"\(topic)\"",
        advice: ErrorMessage.suggestion(nearest.map { "tj help \($0)" }) + ["Help: tj help"])
    default:
      self.init(code: "unexpected", sentence: "something unforeseen happened: \(error)")
    }
  }
}
