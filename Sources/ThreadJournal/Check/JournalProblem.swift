import ThreadStorage

/// Something in a journal that is wrong, or not read as it may have been meant, with its place.
package struct JournalProblem: Sendable, Hashable {
  /// The file's path, relative to the journal.
  package var path: String
  /// The place in the file; nil where the problem is the file as a whole.
  package var place: Place?
  /// What was found.
  package var kind: Kind
  /// Whether `mend` has one right answer to it.
  package var isMendable: Bool

  /// A problem, which is not mendable unless said.
  package init(path: String, place: Place? = nil, kind: Kind, isMendable: Bool = false) {
    self.path = path
    self.place = place
    self.kind = kind
    self.isMendable = isMendable
  }

  /// A place in a file.
  package struct Place: Sendable, Hashable {
    /// 1-based.
    package var line: Int
    /// 1-based, in UTF-8 bytes.
    package var column: Int

    /// The place at a line and a column, both 1-based.
    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// What can be found, with the facts that a message needs.
  package enum Kind: Sendable, Hashable {
    case utf16
    case invalidUTF8
    case nul
    case unterminatedFrontMatter
    case frontMatter(YAMLProblem.Kind)
    /// The value of one of the format's own keys cannot be one.
    case frontMatterValue(key: String)
    /// The time, as typed, does not exist; or it does, and something else than a space follows it.
    case impossibleTime(String, exists: Bool)
    /// The fence begins at this 1-based line.
    case headingInFence(line: Int, isClosed: Bool)
    /// Braces, as typed, that are no attributes.
    case attributesAsTitle(String)
    /// The value of the attribute `key`, as typed, is no time.
    case attributeValue(key: String, value: String)
    /// The block goes on to this 1-based line.
    case conflictMarkers(lastLine: Int)
    /// Conflict markers stand in an entry's text, up to this 1-based line.
    case conflictText(lastLine: Int)
    /// The id stands on an earlier entry of the same file, at this 1-based line.
    case duplicateID(String, line: Int)
    /// The id stands on an entry of another file, which has the same thread id or not.
    case duplicateIDElsewhere(String, path: String, isSameThread: Bool)
    case missingID
    /// Another file, at `path`, has the same thread id.
    case duplicateThreadID(path: String)
    /// The name, as typed, stands on the entry already.
    case duplicateField(String)
    /// The thread defines no field of this name; so many more entries have it.
    case unknownField(String, nearest: [String], others: Int)
    /// The name is a group's, which holds no value; so many more entries have it.
    case valueOfGroup(String, others: Int)
    /// The thread defines no fields at all, and its entries have so many.
    case undefinedFields(count: Int)
    case fieldValue(FieldDefinition, value: [UInt8], FieldValueError)
    case fieldDefinition(FieldProblem.Kind)
    /// A Markdown file with neither front matter nor entries (F23).
    case notAThread
    /// A sync tool made this copy (F29).
    case conflictCopy
    /// The name differs from this one's only by case or Unicode normalization.
    case nameCollision(path: String)
    /// The file cannot be read, or is none.
    case unreadable(StorageError)
    /// A change of the file at `target` that a crash cut short.
    case unfinishedChange(target: String?)
    /// A file among the program's own that it did not write here, and so leaves alone.
    case foreignState(StateFault)
    /// Text that waits for its writer.
    case waitingDraft
    /// The configuration is not understood.
    case configuration(YAMLProblem.Kind)
    /// The configuration's `format:` is no number, as typed.
    case configurationFormat(String)
    /// The journal's format is higher than this program writes (F30).
    case newerFormat(found: Int)
    /// An entry that tj wrote is neither in a thread nor in git.
    case lostEntry(LostEntry)
    /// `.gitattributes` names a driver of this kind that git does not know here.
    case missingDriver(GitDriver)
  }

  /// A program of this project that git calls for threads.
  package enum GitDriver: String, Sendable, Hashable, CaseIterable {
    case merge
    case diff
  }
}
