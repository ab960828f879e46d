import ThreadJournal
import ThreadStorage

/// Why a command cannot go on, besides what journal and disk say.
enum CommandError: Error {
  case nothingToAdd
  /// Two files to merge, and nothing that says what both were made of.
  case noMergeBase
  /// The text has a byte that no thread may hold, at this 1-based line and column of `source`.
  case badText(source: String, fault: TextCheck.Fault, line: Int, column: Int)
  indirect case keptDraft(path: String, cause: any Error, number: Int = 1)
  /// The thread takes one entry a period, and has it; `again` is the line that adds this one all the same.
  indirect case enteredAlready(any Error, again: String)
  /// What was to be the thread's name is none; `line` is what may be meant.
  indirect case unknownThread(any Error, line: String)
  /// No draft can be written either: the text is shown, so that it is not lost.
  indirect case unkept(text: [UInt8], cause: any Error)
  case editConflict(entry: Entry, draft: String)
  /// What is wrong with an entry in a draft whose heading is at this line, 1-based.
  indirect case atLine(Int, cause: any Error)
  /// What is wrong with a draft, and what else is in it, so that its writer learns of all of it at once.
  indirect case amongOthers(any Error, others: [any Error])
  /// Entries are gone from the buffer in which they were handed out, and were not to be deleted.
  case entriesAreGone(count: Int)
  /// An entry in a buffer has neither text nor title nor fields any more.
  case nothingLeft
  /// The new text of an entry has nothing in it.
  case emptyEdit(entry: Entry)
  /// A text is piped in beside several entries.
  case textForSeveral
  /// An option would change one entry, and a draft is of several.
  case optionForSeveral(String)
  /// What stands where a new text of the entry `of` may stand names other entries, too, or looks like an id; none is
  /// known then.
  case textNamesEntry(String, others: [String], of: String)
  /// The new text is one tag, which may be meant to be added.
  case textIsTag(String, of: String)
  /// The new text is several arguments, and `line` has them as one.
  case textInPieces([String], line: String)
  /// Words of the text that are perhaps meant as values of fields, and a line for either.
  case textIsAssignment(String, inField: String, inText: String)
  /// The new text is a time, which the entry may be meant to have, and a line for either.
  case textIsTime(String, inTime: String, inText: String)
  /// What is piped in as the entry's new text has its heading, too, as `tj show` prints it.
  case textIsShown(of: String)
  /// Words of a text or a query that may be meant to belong to the option before them, and a line for
  /// either; none where the option would have no value, or none that is read.
  case textBehindOption(String, option: String, inOption: String?, inText: String?)
  /// A range where one end of one is wanted.
  case rangeAsEnd(String, option: String)
  /// An option for times that is given twice, of which only the last one would count.
  case timeTwice(option: String, [String])
  /// `-` for standard input, beside other words of the text.
  case inputBesideWords
  /// The same field is given two values.
  case fieldTwice(String)
  /// A field's name that ends in a type, as `--define` takes it.
  case nameWithType(name: String, type: String)
  case unknownDraft(number: Int, count: Int)
  case draftWithoutThread(draft: String)
  case emptyDraft(path: String)
  case interrupted(draft: String?)
  case editorFailed(command: String, status: Int32, draft: String?)
  /// The editor that was to open a thread's own file.
  case editorEnded(command: String, status: Int32)
  case editorReturnedAtOnce(command: String, draft: String)
  case needsYes(command: String)
  case badAge(String)
  case badEntryTitle
  /// Words that would be one field's name; the fields that they are probably meant to be, as they are typed.
  case severalFields([String])
  /// A definition with `=` before the type.
  case definitionWithoutColon(name: String, FieldType)
  /// A definition with more than `--define` takes: options of a choice, limits.
  case longDefinition(name: String, FieldType, rest: String, title: String)
  /// A definition with values in place of the type.
  case badRange(name: String, values: String, title: String)
  /// A field that `--define` names cannot be, in the new thread of this title.
  case badDefinition(FieldError, title: String)
  case badFieldName(String)
  /// A program that is needed failed; what it said is on standard error already.
  case programFailed(name: String, status: Int32)
  case brokenRepository(path: String)
  /// The journal's repository has its settings outside; this command would change them.
  case foreignRepository(journal: String, commands: [String])
  case needsOption(option: String, other: String)
  /// A picture of the field's mean is asked for, and it has none.
  case fieldWithoutMean(String)
  /// No command is called so; `section` is the one of the manual that is.
  case unknownTopic(String, section: String?, nearest: [String])
  /// Questions need somebody to answer them; `lines` add the same without.
  case needsTerminal(command: String, lines: [String])
  /// The thread has a review with this title.
  case reviewedAlready(Entry, title: String)
  /// A review is to be of days without a beginning or an end.
  case openReview(String)
  /// Or of what is no whole day.
  case reviewOfPart(String)
  /// None of the days has begun.
  case reviewOfFuture(String)
  /// What may be the name of `whole` and then `text`, or, where it names a thread, of `other` and then `otherText`.
  case unclearThread(
    whole: ThreadHeader, text: String, other: ThreadHeader?, otherText: String, options: String)
}

extension ErrorMessage {
  init(_ error: CommandError) {
    switch error {
    case .nothingToAdd:
      self.init(
        "nothing-to-add", "there is nothing to add: no text, no title and no field",
        "Give the text as an argument, pipe it in, or write it in the editor.")
    case .noMergeBase:
      self.init(
        "no-merge-base", "two versions are merged with the one that both were made of",
        "tj merge BASE OURS THEIRS",
        "Where there is none, an empty file is the BASE: what both have is there once then.")
    case .badText(let source, let fault, let line, let column):
      self.init(
        fault == .nul ? "nul" : "invalid-utf8", at: .init(source, line: line, column: column),
        fault == .nul ? "text cannot hold a NUL byte" : "this byte is not UTF-8",
        "Nothing was written. "
          + (fault == .nul
            ? "To take such bytes out: tr -d '\\000'" : "Convert it first: iconv -t UTF-8"))
    case .keptDraft(let path, let cause, let number):
      self.init(cause, inDraft: path)
      // What is wrong with a line of the draft is mended there.
      let isInText = if case CommandError.badText = cause { true } else { false }
      let isInDraft = isInText || position?.path == path
      // What is wrong with a value of the command line would be refused again.
      let again = cause is TimeExpressionError ? " --at TIME" : ""
      let given = isInDraft ? " --edit" : (cause as? ThreadFieldError)?.error.givenAgain ?? again
      let resume = "tj draft resume\(number == 1 ? "" : " \(number)")"
      var line = "To finish it: \(resume)\(given)"
      // The draft does not know its thread either.
      if case JournalError.unknownThread(_, let nearest) = cause {
        line += " --into \(nearest.count == 1 ? ShellWord.quoted(nearest[0]) : "THREAD")"
      }
      if case JournalError.alreadyEntered = cause {
        advice.removeLast()
        line = "To add it all the same: \(resume) --again"
      }
      advice += ["Your text is safe in \(path)", line]
    case .enteredAlready(let cause, let again):
      self.init(any: cause)
      advice[advice.count - 1] = "To add another one all the same: \(again)"
    case .unknownThread(let cause, let line):
      self.init(any: cause)
      advice.append(line)
    case .interrupted(let draft):
      self.init(
        "interrupted", "interrupted; nothing was written",
        draft.map { "Your text is safe in \($0)" },
        draft == nil ? nil : "To finish it: tj draft resume")
    case .editorFailed(let command, let status, let draft):
      self.init(
        "editor-failed",
        Self.ended("the editor \"\(command)\"", status)
          + (status == 127 ? "" : "; nothing was written"),
        status == 127 ? "Set VISUAL or EDITOR to your editor." : nil,
        draft.map { "The draft is \($0)" }
          ?? "Nothing was written into the draft, so it is not kept",
        draft == nil ? nil : "To finish it: tj draft resume")
    case .editorEnded(let command, let status):
      self.init(
        "editor-failed", Self.ended("the editor \"\(command)\"", status),
        status == 127
          ? "Set VISUAL or EDITOR to your editor." : "What it saved of the file is there.")
    case .editorReturnedAtOnce(let command, let draft):
      self.init(
        "editor-returned",
        "the editor \"\(command)\" returned at once, and left the draft as it was",
        "Give it the option to wait, such as EDITOR='code --wait'.",
        "When you have saved the draft, add it: tj draft resume", "The draft is \(draft)")
    case .unkept(let text, let cause):
      self = ErrorMessage(any: cause)
      isWrapped = false
      let lines = text.split(separator: .lineFeed, omittingEmptySubsequences: false)
      advice.append("Your text could not be kept in a draft. Here it is:")
      advice += lines.map { String(utf8: $0) }
    case .editConflict(let entry, let draft):
      self.init(
        "entry-changed", at: entry.position,
        "the entry was changed while you edited it, and is left as it is now",
        "To see the entry: tj show \(ShellWord.quoted(entry.reference))",
        "Your text is safe in \(draft)",
        "To see it: tj draft show", "To replace it by yours: tj draft resume --replace")
    case .atLine(_, let cause): self.init(any: cause)
    case .amongOthers(let first, let others):
      self.init(any: first)
      advice += Self.also(others)
    case .entriesAreGone(let count):
      self.init(
        "entries-gone", "\(Plural.entries(count)) \(count == 1 ? "is" : "are") gone from the text",
        "Nothing was changed. What is gone is only deleted after a question, on a terminal.")
    case .nothingLeft:
      self.init(
        "nothing-left", "nothing is left of this entry",
        "To delete it, take its heading away, too.")
    case .emptyEdit(let entry):
      self.init(
        "nothing-left", "the new text is empty; nothing was changed",
        "To delete the entry: tj delete \(ShellWord.quoted(entry.reference))",
        "To write it in the editor: tj edit \(ShellWord.quoted(entry.reference))")
    case .textForSeveral:
      self.init(
        "text-for-several", "standard input has a text, which several entries cannot be given",
        "To give it to one of them: tj edit ENTRY -",
        "To open them in the editor, leave it out.")
    case .optionForSeveral(let option):
      self.init(
        "option-for-several",
        "the draft is of several entries, and --\(option) does not say of which",
        "To write it there: tj draft resume --edit")
    case .textNamesEntry(let text, let others, let name):
      let name = ShellWord.quoted(name)
      let meant =
        others.isEmpty
        ? "be meant as an entry, which there is not"
        : others.count == 1
          ? "another entry, \(others[0])" : "other entries, \(others.joined(separator: " "))"
      let line = "tj edit \(name) \(others.map(ShellWord.quoted).joined(separator: " "))"
      self.init(
        "text-or-entry", "\"\(text)\" may be the new text, or \(meant)",
        others.isEmpty ? nil : "To edit \(others.count == 1 ? "both" : "all"): \(line)",
        "As the new text: tj edit \(name) --text \(ShellWord.quoted(text))")
    case .textIsTag(let text, let name):
      let name = ShellWord.quoted(name)
      self.init(
        "text-or-tag", "\"\(text)\" may be the whole new text, or a tag to add to it",
        "To write it into the text: tj edit \(name)",
        "As the new text: tj edit \(name) --text \(ShellWord.quoted(text))")
    case .textInPieces(let words, let line):
      self.init(
        "text-in-pieces", "the new text is \(words.count) arguments, and was to be one",
        "In quotation marks: \(line)")
    case .textIsAssignment(let words, let inField, let inText):
      self.init(
        "text-or-field", "\"\(words)\" may be text, or a field's value",
        "To set the field: \(inField)", "As text: \(inText)")
    case .textIsTime(let text, let inTime, let inText):
      self.init(
        "text-or-value", "\"\(text)\" may be the whole new text, or the entry's time",
        "As its time: \(inTime)", "As the new text: \(inText)")
    case .textIsShown(let name):
      let name = ShellWord.quoted(name)
      self.init(
        "text-is-shown", "standard input begins with the entry's heading, as tj show prints it",
        "The text alone: tj show \(name) --json | jq -r '.entries[0].text' | … | tj edit \(name)",
        "For its fields and time: tj edit \(name) -f NAME=VALUE --at TIME")
    case .textBehindOption(let words, let option, let inOption, let inText):
      let isTerm = option.hasSuffix(":")
      self.init(
        "text-or-value",
        "\"\(words)\" may be meant by itself, or belong to \(isTerm ? "" : "--")\(option)",
        inOption.map { "\(isTerm ? "In one term" : "To --\(option)"): \($0)" }
          ?? (option == "at" ? "To --at: in quotation marks, in a form that is read." : nil),
        inText.map { "By itself: \($0)" })
    case .rangeAsEnd(let text, let option):
      self.init(
        "range-as-end", "--\(option) takes one end, and \"\(text)\" is a range",
        "For all within it: --on \(ShellWord.quoted(text))")
    case .timeTwice(let option, let values):
      self.init(
        "time-twice",
        "--\(option) is given \(Plural.of(values.count, "time")), and only one of them would count",
        option == "on"
          ? "For each of them: \(ShellWord.quoted("date:\(values.joined(separator: ","))"))"
          : "Give it once.")
    case .inputBesideWords:
      self.init(
        "input-and-words", "the text is `-`, which reads standard input, and other words, too",
        "Give one of both. As text, a - stands in quotation marks with other words: 'one - two'")
    case .fieldTwice(let name):
      self.init(
        "field-twice", "the field \(name) is given two values", "Give it once.")
    case .nameWithType(let name, let type):
      self.init(
        "bad-field-name", "\"\(name):\(type)\" would be the field's whole name",
        FieldType(name: type) == nil
          ? "To define it: tj field add THREAD \(ShellWord.quoted(name)) \(Self.options(for: type))"
          : "To define \(name) with a type: --type \(type)")
    case .unknownDraft(let number, let count):
      self.init(
        "unknown-draft", count == 0 ? "no draft is waiting" : "there is no draft \(number)",
        count == 0 ? "tj add begins an entry." : "tj draft lists them: 1 is the newest of \(count)."
      )
    case .draftWithoutThread(let draft):
      self.init(
        "draft-without-thread", at: .init(draft),
        "the thread or entry that this draft is for is not known, or gone",
        "To add it to a thread: tj draft resume --into THREAD")
    case .emptyDraft(let path):
      self.init(
        "nothing-to-add", at: .init(path), "the draft is empty",
        "To write it: tj draft resume --edit", "To remove it: tj draft discard")
    case .needsYes(let command):
      self.init(
        "needs-yes", "\(command) asks first, and there is no terminal to ask on",
        "To do it without being asked, add --yes.")
    case .badAge(let text):
      self.init("bad-age", "\"\(text)\" is not an age", "Write a number and d, w, m or y: 30d.")
    case .badEntryTitle:
      self.init("bad-title", "an entry's title is one line", "Put the rest into the text.")
    case .severalFields(let fields):
      self.init(
        "bad-field-name",
        "this would be the name of one field, and names \(Plural.of(fields.count, "field"))",
        "Each is defined by itself: \(fields.joined(separator: fields[0].hasPrefix("-") ? " " : ", then "))"
      )
    case .definitionWithoutColon(let name, let type):
      self.init(
        "bad-field-name", "a colon stands between a field's name and its type",
        nearest: ["--define \(ShellWord.quoted("\(name):\(type.rawValue)"))"])
    case .longDefinition(let name, let type, let rest, let title):
      let add = "tj field add \(ShellWord.quoted(title)) \(ShellWord.quoted(name))"
      self.init(
        "bad-field-definition",
        "--define takes a name and a type, and not \"\(rest)\" behind them",
        "Make the thread without it, then: \(add)"
          + (type == .choice ? " \(Self.options(for: rest))" : " --type \(type.rawValue)"),
        type == .choice
          ? "What else a field may have: tj help field add" : "Limits and units: tj help field add")
    case .badRange(let name, let values, let title):
      let add = "tj field add \(ShellWord.quoted(title)) \(ShellWord.quoted(name))"
      self.init(
        "bad-field-definition", "\"\(values)\" is no type, and --define takes a name and a type",
        "Make the thread without it, then: \(add) \(Self.options(for: values))")
    case .badDefinition(.noOptions, _):
      self.init(
        "bad-field-definition", "a choice needs its options, which --define does not take",
        "Make the thread without it, then: tj field add THREAD NAME --options low,middle,high")
    case .badDefinition(let error, let title):
      self.init(error, title: title, name: ShellWord.quoted(title), path: title)
      // There is no field yet that could be changed.
      if case .nameTaken = error { advice.removeFirst() }
    case .badFieldName(let name):
      self.init(
        "bad-field-name", "\"\(name)\" cannot be the name of a field",
        name.utf8.last.map(Byte.isSpace) == true || name.utf8.first.map(Byte.isSpace) == true
          ? "Take the space at its begin or end away."
          : "A name is 1 to 50 characters, without \"::\", \"=\" and control characters.")
    case .needsOption(let option, let other):
      self.init(
        "needs-option", "--\(option) goes with --\(other)", "Give both: --\(other) --\(option)")
    case .fieldWithoutMean(let name):
      self.init(
        "no-mean", "the values of \(name) have no mean",
        "To count how often each is there: tj chart --by \(ShellWord.quoted(name))")
    case .programFailed(let name, let status):
      self.init(
        "program-failed", Self.ended(name, status), "Nothing else was changed.")
    case .brokenRepository(let path):
      self.init(
        "broken-repository", at: .init(path),
        "git does not take this for a repository of yours, and it was left alone",
        "To see why: git --git-dir=\(ShellWord.quoted(path)) log")
    case .foreignRepository(let journal, let commands):
      self.init(
        "foreign-repository", at: .init(journal),
        "the repository's settings are a file elsewhere, and were left alone",
        advice: ["If it is yours, this lets it merge entries, and its diffs name them:"] + commands)
    case .unknownTopic(let topic, let section, let nearest):
      self.init(
        "unknown-command", "there is no command \"\(topic)\"",
        nearest: nearest.map { "tj help \($0)" },
        section.map { "The manual has it, under \($0): man tj" } ?? "Help: tj help")
    case .needsTerminal(let command, let lines):
      self.init(
        "needs-terminal", "\(command) asks, and there is no terminal to ask on",
        advice: lines.map { "Without being asked: \($0)" })
    case .reviewedAlready(let entry, let title):
      self.init(
        "already-reviewed", at: entry.position,
        "\"\(title)\" is there already\(entry.id.map { ", \($0)" } ?? ""); nothing was added",
        "To see it: tj show \(ShellWord.quoted(entry.reference))",
        "For another one, delete it first: tj delete \(ShellWord.quoted(entry.reference))")
    case .openReview(let range):
      self.init(
        "open-range", "\"\(range)\" has no first or no last day",
        "Such as: tj review 2026-10-01..2026-10-14")
    case .reviewOfFuture(let range):
      self.init(
        "days-to-come", "\"\(range)\" has not begun, and there is nothing to look back on",
        "Such as: tj review month, tj review 2025-12")
    case .reviewOfPart(let range):
      self.init(
        "not-whole-days", "\"\(range)\" is not made of whole days, and a review is",
        "Such as: tj review today, tj review 2026-10-01..2026-10-14")
    case .unclearThread(let whole, let text, let other, let otherText, let options):
      let line = "tj add \(whole.name)"
      self.init(
        "unclear-thread",
        "which thread is meant is not clear: \"\(whole.title)\" is the name of one",
        text.isEmpty
          ? "To write an entry for it: \(line)\(options)"
          : "To add \"\(text)\" to it: \(line) \(ShellWord.quoted(text))\(options)",
        other.map {
          "To add \"\(otherText)\" to \"\($0.title)\": "
            + "tj add \(ShellWord.quoted($0.path)) \(ShellWord.quoted(otherText))\(options)"
        }, "Nothing was added.")
    }
  }

  /// The options that define a field with such values: `1-10`, `22:30`, `low,high`.
  static func options(for text: String) -> String {
    // `choice(low,high)` and `integer:1-10`
    let type = text.prefix(while: \.isLetter)
    if FieldType(rawValue: String(type)) != nil, let sign = text.dropFirst(type.count).first,
      "([{:".contains(sign)
    {
      let values = text.dropFirst(type.count + 1).filter { !")]}".contains($0) }
      return options(
        for: values.split { ",;/|".contains($0) }.map { $0.drop(while: \.isWhitespace) }
          .joined(separator: ","))
    }
    let ends = text.split(separator: "-").map(String.init)
    let limits = ends.compactMap { Int($0) }.sorted()
    if ends.count == 2, limits.count == 2 {
      return "--type integer --min \(limits[0]) --max \(limits[1])"
    }
    if TimeExpression.isClock(text) { return "--type time" }
    let options = text.split { ",/|".contains($0) }
    return options.count > 1
      ? "--options \(ShellWord.quoted(options.joined(separator: ",")))" : "--type TYPE"
  }
}
