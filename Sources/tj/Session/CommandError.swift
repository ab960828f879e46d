import ThreadJournal
import ThreadStorage

/// Why a command cannot go on, besides what journal and disk say.
enum CommandError: Error {
  /// There is neither text nor a field nor a title to add.
  case nothingToAdd
  /// The text has a byte that no thread may hold, at this 1-based line and column of `source`.
  case badText(source: String, fault: TextCheck.Fault, line: Int, column: Int)
  /// The text was not added for a reason of its own, and is kept in a draft.
  indirect case keptDraft(path: String, cause: any Error)
  /// No draft can be written either: the text is shown, so that it is not lost.
  indirect case unkept(text: [UInt8], cause: any Error)
  /// The entry is no longer what the draft was made from; nothing was overwritten.
  case editConflict(entry: Entry, draft: String)
  /// There is no draft of this number.
  case unknownDraft(number: Int, count: Int)
  /// What the draft is for is not known, or its thread or entry is gone.
  case draftWithoutThread(draft: String)
  /// The draft's words are all empty.
  case emptyDraft(path: String)
  /// A signal came; what was written so far is kept in a draft, if there was anything.
  case interrupted(draft: String?)
  /// The editor could not be started or said that it failed.
  case editorFailed(command: String, status: Int32, draft: String?)
  /// The editor returned at once and left the draft as it was.
  case editorReturnedAtOnce(command: String, draft: String)
  /// There is no terminal to ask on, and no `--yes`.
  case needsYes(command: String)
  /// An age such as `30d` is not understood.
  case badAge(String)
  /// A title is given as empty where one is needed, or holds a line break.
  case badEntryTitle
  /// A field that `--define` names cannot be, in the new thread of this title.
  case badDefinition(FieldError, title: String)
  /// The name cannot be that of a field (F15).
  case badFieldName(String)
  /// A program that is needed failed; what it said is on standard error already.
  case programFailed(name: String, status: Int32)
  /// There is something at this path, and git does not take it for a repository.
  case brokenRepository(path: String)
  /// The journal's repository has its settings outside; this command would change them.
  case foreignRepository(journal: String, command: String)
  /// An option means nothing without another one.
  case needsOption(option: String, other: String)
  /// A command or topic of `help` that there is not.
  case unknownTopic(String, nearest: [String])
}

/// Why an export or an import cannot be.
enum TransferError: Error {
  /// The file to write is there already.
  case fileExists(path: String)
  /// The file to write would be a thread of the journal.
  case fileInJournal(path: String)
  /// There is no such file to import.
  case fileMissing(path: String)
  /// What is to be imported is a folder, a device or the like.
  case notAFile(path: String)
  /// No file is named, and nothing is piped in.
  case nothingToImport
  /// The mapping of columns is not `TARGET=COLUMN`.
  case badMapping(String)
  /// The pattern for times has a letter that is not known.
  case badTimePattern(String)
  /// What is to be imported is wrong in these places, and in others; so many are all.
  case badInput([ImportProblem], count: Int)
}
