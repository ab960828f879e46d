import ThreadJournal
import ThreadStorage

/// The writer at work: a draft in the editor, again and again until it can be delivered.
extension TextDelivery {
  /// Lets the writer write in the editor, in a new draft of these bytes, and finishes what is written there.
  ///
  /// - Parameter input: What the draft begins with.
  func write(
    _ bytes: [UInt8], _ note: DraftNote, after input: TextInput? = nil
  ) throws -> (Editor.Result, DraftBox.Draft) {
    let file: DraftBox.Draft
    do {
      file = try journal.directory.drafts.create(bytes, note: note.encoded)
    } catch {
      throw try input?.keeping(after: error) ?? error
    }
    input?.discard()
    StandardInput.releaseInterrupts()
    return try write(file, note)
  }

  /// The same in a draft that is there; where what is written is refused, the writer may go on, beside the reason.
  func write(
    _ file: DraftBox.Draft, _ note: DraftNote
  ) throws -> (Editor.Result, DraftBox.Draft) {
    var (file, note) = (file, note)
    while true {
      let result = try Editor(session).open(file, note, in: journal)
      if result == .unchanged, note.remark != nil { return refused(file) }
      guard result == .written else { return (result, file) }
      do {
        try finish(file, note)
        return (.written, file)
      } catch CommandError.keptDraft(_, let cause, _)
        where EntryOptions.isOfEntry(cause) && session.canAsk
      {
        var message = ErrorMessage(cause, inDraft: file.path)
        // The draft gets another name when it is opened again.
        message.position = message.position?.line.map { .init("line \($0)") }
        session.report(message)
        guard session.confirms("Edit again?", isUsual: true) else { return refused(file) }
        (file, note) = try draft(file, note, remarking: cause, message)
      }
    }
  }

  /// A draft that is a text alone, with the fields that the command line gave on lines of their own.
  func withFieldLines(_ draft: WaitingDraft, _ note: DraftNote) throws -> (
    DraftBox.Draft, DraftNote
  ) {
    let box = journal.directory.drafts
    var lined = note
    lined.hint = "Save and quit to finish it, or leave it empty to be rid of it."
    let content = EntryDraft(fields: note.fields, text: draft.content.text)
    let file = try box.create(content.bytes(hint: lined.hint), note: lined.encoded)
    try box.remove(draft.file)
    return (file, lined)
  }

  private func refused(_ file: DraftBox.Draft) -> (Editor.Result, DraftBox.Draft) {
    session.note("Your text is safe in \(file.path)")
    session.note("To go on with it: tj draft resume --edit")
    session.note("To be rid of it: tj draft discard")
    return (.refused, file)
  }

  /// The draft `file` as another one, with a remark below the line that is wrong: who searches for its words comes to it
  /// first, and its number stays.
  private func draft(
    _ file: DraftBox.Draft, _ note: DraftNote, remarking cause: any Error, _ message: ErrorMessage
  ) throws -> (DraftBox.Draft, DraftNote) {
    let box = journal.directory.drafts
    let lines = try box.text(of: file).split(separator: 0x0A, omittingEmptySubsequences: false)
    let place = DraftLines.line(of: cause) ?? 1
    var remarked = note
    var others: [any Error] = []
    if case CommandError.amongOthers(_, let errors) = cause { others = errors }
    let words =
      [message.sentence + "."] + message.advice.dropLast(others.count).prefix(1)
      + ErrorMessage.also(others)
    remarked.remark = String(utf8: TerminalText.line(words.joined(separator: " ")))
    let old = note.remark.map(DraftLines.comment)
    var text: [ArraySlice<UInt8>] = []
    for (index, line) in lines.enumerated() {
      if old.map({ !DraftLines.isComment(line, like: $0) }) ?? true { text.append(line) }
      if index == place - 1 { text.append(DraftLines.comment(remarked.remark ?? "")[...]) }
    }
    let new = try box.create(Array(text.joined(separator: [0x0A])), note: remarked.encoded)
    try box.remove(file)
    return (new, remarked)
  }
}

extension DraftLines {
  /// `error` with the number of the line that it is about, of a draft of these bytes.
  static func placing(_ error: any Error, in bytes: [UInt8]) -> any Error {
    switch error {
    case is TimeExpressionError: return CommandError.atLine(1, cause: error)
    case is ThreadFieldError: return placing(CommandError.atLine(1, cause: error), in: bytes)
    case CommandError.atLine(let first, let cause as ThreadFieldError):
      let key = cause.error.fieldName.map { FieldName.key($0) }
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      let index = lines.indices.dropFirst(first - 1).first { index in
        let line = Array(lines[index])
        let name = EntryField.scan(line.span, line: 0..<line.count)?.name
        return key != nil && name.map { FieldName.key(line[$0]) } == key
      }
      return CommandError.atLine(index.map { $0 + 1 } ?? first, cause: cause)
    default: return error
    }
  }

  /// The number of the line that `error` is about; nil where it is about none.
  fileprivate static func line(of error: any Error) -> Int? {
    switch error {
    case let fault as DraftFault: fault.line
    case CommandError.atLine(let line, _), CommandError.badText(_, _, let line, _): line
    case CommandError.amongOthers(let first, _): line(of: first)
    default: nil
    }
  }
}

extension FieldError {
  /// The options that give a value in the place of the refused one, behind a space; nil where it was none.
  var givenAgain: String? {
    fieldName.map { name in
      guard case .unknownField(_, let nearest) = self else {
        return " -f " + ShellWord.quoted("\(name)=VALUE")
      }
      let other = nearest.first.map { " -f " + ShellWord.quoted("\($0)=VALUE") } ?? ""
      return " -f " + ShellWord.quoted("\(name)=") + other
    }
  }

  /// The field that an entry's value is refused for.
  var fieldName: String? {
    switch self {
    case .unknownField(let name, _), .fieldIsDeleted(let name), .isGroup(let name),
      .badName(let name):
      name
    case .badValue(let field, _, _): field.name
    case .fieldIsNotDeleted, .nameTaken, .otherUnit, .unknownType, .badLimit, .limitWithoutOrder,
      .limitsReversed, .optionsWithoutChoice, .noOptions, .unitOfOtherType, .locationIsText,
      .badOption,
      .valuesDoNotFit, .unitWouldChange, .alreadyGrouped, .notGrouped, .orderedByGroup,
      .entryHasBoth, .frontMatter, .doesNotReadBack:
      nil
    }
  }
}
