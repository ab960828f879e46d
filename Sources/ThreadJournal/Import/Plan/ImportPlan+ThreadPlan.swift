import ThreadStorage

extension ImportPlan {
  /// What the import would do in one thread, and what is told of it.
  package struct ThreadPlan: Sendable {
    package var thread: ImportedThread
    /// The journal's thread that it is; nil where it is to be made.
    package var existing: ThreadHeader?
    /// When a thread that is to be made was made before; nil where the import does not say.
    package var created: Timestamp?
    /// Since when a thread that is to be made is deleted.
    package var deletion: SoftDeletion?
    var file = ""
    /// What stands before the entries of a thread that the import has whole, as its file has it.
    package var head: [UInt8]?
    /// Whether the thread is made as the import has it, to the byte.
    package var isCopied: Bool { existing == nil && head != nil }
    /// Whether the thread that is there has something else before its entries than the head.
    package var hasOtherHead = false
    package var replacesHead = false
    /// The fields that the import's file of this thread defines, and the thread otherwise, or not at all.
    package internal(set) var otherDefinitions: [String] = []
    /// What the file calls the thread of this id, where that is called otherwise.
    package var otherTitle: String? {
      guard head == nil, thread.id != nil, let existing,
        !existing.title.utf8.elementsEqual(thread.title.utf8)
      else { return nil }
      return thread.title
    }
    /// Whether the head takes the thread out of the trash, or puts it there.
    package var isRevived: Bool { replacesHead && existing?.deletion != nil && deletion == nil }
    package var isRemoved: Bool { replacesHead && existing?.deletion == nil && deletion != nil }
    /// How many of the journal's entries go into the trash with it, and stand nowhere in the import.
    package var removedAlone = 0
    /// Whether the thread is made, gets entries, fields, or a new head.
    package var isChange: Bool {
      isCopied || replacesHead || !entries.isEmpty || !newFields.isEmpty
    }
    /// Whether there is anything to say of the thread: it is not there without entries, and just the same.
    package var isTold: Bool { head == nil || isChange || hasOtherHead || held.count > 0 }
    package var newFields: [FieldDefinition] = []
    /// Of each new field that only its values define, one of them that shows its type, by `FieldName.key`.
    package internal(set) var examples: [String: [UInt8]] = [:]
    package var groups: [FieldSchema.Group] = []
    /// Fields that entries get in other threads, which define fields and not these.
    package var undefined: [(name: String, thread: ThreadHeader)] = []
    package var entries: [NewEntry] = []
    package var held = Held()
    /// The time of one of those that are there as another zone's clock showed it, where the file tells no zones.
    package internal(set) var timeInOtherZone: Timestamp?
    /// An entry of the journal at the time of a new one.
    package struct TakenTime: Sendable {
      /// In what it differs from the new one.
      package enum Difference: Sendable {
        case text, values
        /// In nothing but its id.
        case id
        /// In something, and it is in the trash.
        case trash
      }

      package let reference: String
      package let differs: Difference

      init(_ own: FoundEntry, _ differs: Difference) {
        (reference, self.differs) = (own.reference, differs)
      }
    }

    package internal(set) var atTakenTimes: [TakenTime] = []

    /// Columns whose values stand in fields that are there by other names, as the app that wrote them renamed them.
    package internal(set) var otherNames: [(column: String, field: String)] = []

    var renamed = RenamedColumns()

    /// Notes what the columns of `entry` are called in `own`, where that is the same by its text or by its values.
    mutating func noteNames(of entry: ImportedEntry, in own: FoundEntry) {
      renamed.note(entry, in: own)
      let isSameText = !own.text.isEmpty && own.text == Escaping.trimmingBlankLines(entry.text)
      guard isSameText || own.hasValues(of: entry), let names = own.names(of: entry),
        names.count > otherNames.count
      else { return }
      otherNames = names
    }

    /// One that is there with the same text and values at another time, or on another day.
    package struct Moved: Sendable {
      package let entry: ImportedEntry
      /// What names the journal's own, and when that is.
      package let reference: String
      package let timestamp: Timestamp
      /// What the journal's has to get, so that it is what the file has.
      package let lacking: Lacking

      package enum Lacking: Sendable {
        case time, timeAndTitle
        /// Several values are others, and the file has no title.
        case everything
      }
    }

    package internal(set) var moved: [Moved] = []
    /// What names an entry of the journal that the file has not, and when it is.
    package struct Absent: Sendable {
      package let reference: String
      package let timestamp: Timestamp
      /// Whether it was edited, so that it may be what the file has otherwise.
      package internal(set) var isEdited: Bool
      /// Whether no record tells where it came from.
      package internal(set) var isUnrecorded = false

      init(_ reference: String, _ timestamp: Timestamp, isEdited: Bool) {
        (self.reference, self.timestamp, self.isEdited) = (reference, timestamp, isEdited)
      }

      init(_ own: FoundEntry) {
        self.init(own.reference, own.timestamp, isEdited: own.edited != nil)
      }
    }

    /// Those of the journal that a file once had, or would have, and has not.
    package internal(set) var absent: [Absent] = []
    /// The entries that a few rows of a new file are, which all came from another file: they may be others.
    package internal(set) var sameOfOther: (file: String, references: [String])?
    /// Those that notes brought and say no more, until they are with the others.
    var absentNotes: [Absent] = []
    /// Where those are that the import has, or perhaps has.
    var known: Set<FoundEntry.Place> = []
    /// Entries that several files have, each with other values.
    package struct Reworded: Sendable {
      package let count: Int
      /// Where the first of them stands.
      package let places: [(file: String, line: Int)]
    }

    package internal(set) var reworded: Reworded?
    /// How many of the entries stand in other threads already, by the titles of these.
    package var inOthers: [String: Int] = [:]
    /// How many perhaps do, with other values.
    package internal(set) var nearlyInOthers: [String: Int] = [:]
    /// The columns of text, title and thread that only their names tell.
    package internal(set) var guessedColumns: [CSVTable.Guess] = []
    /// How the times of a table are read.
    package internal(set) var readTimes: [CSVTimes.Read] = []
    /// Values that are written otherwise than the files have them, by field.
    package var conversions: [Conversion] = []
    /// Fields that stay text though their values look like something, or are read though these may say something else,
    /// each with one of the values.
    package var doubts: [(name: String, value: [UInt8], doubt: ColumnForm.Doubt)] = []
    /// The units that the values of new fields had behind them, by `FieldName.key`.
    var units: [String: String] = [:]
    /// The types of new fields which their values do not tell: text though all of them are, say, numbers, and times where
    /// the name says so, by `FieldName.key`.
    var types: [String: FieldType] = [:]
  }

  /// What an import makes of a field's values that are written alike, and how often.
  package struct Conversion: Sendable {
    package let name: String
    package var count: Int
    /// The first of them, before and after.
    package let example: (from: [UInt8], to: [UInt8])
  }

  /// Entries that the journal has already; all but those that are replaced stay there as they are.
  package struct Held: Sendable {
    package var same = 0
    /// Those of these that are in another thread here, with the paths of their files.
    package internal(set) var elsewhere: [(entry: ImportedEntry, path: String)] = []
    /// Those that say something else in the journal.
    package var different: [HeldEntry] = []
    package var inTrash: [HeldEntry] = []
    /// Those of which the journal takes what the import says.
    package var replaced: [HeldEntry] = []

    /// How many stay only as they may have been changed by hand since.
    package var doubted: Int { (different + inTrash).count(where: \.isDoubted) }

    var count: Int { same + different.count + inTrash.count + replaced.count }

    static func += (left: inout Held, right: Held) {
      left.same += right.same
      left.elsewhere += right.elsewhere
      left.different += right.different
      left.inTrash += right.inTrash
      left.replaced += right.replaced
    }
  }

  /// An entry of the import that the journal has otherwise.
  package struct HeldEntry: Sendable {
    package let entry: ImportedEntry
    package var isInTrash = false
    package let thread: String
    /// What names the journal's own, or its thread, on a command line.
    package let reference: String
    /// What is different: `title`, `time`, `text`, `edited`, `deleted`, and fields by their names.
    package var parts: [String] = []
    /// What the journal and the file have in those of these fields that either has, and of the text too where one
    /// of both has none; nothing of what is empty.
    package var values: [String: (old: [UInt8], new: [UInt8])] = [:]
    /// The fields that it has and the table has no columns for.
    package var untold: [String] = []
    /// Whether the file's is newer by its times, and the journal's may have been changed by hand since.
    package internal(set) var isDoubted = false
    /// Whether the file's is newer by its times.
    package internal(set) var isNewer = false
    /// Whether the file takes the place of what was changed here later.
    package internal(set) var isEditedLater = false
    /// Whether a field of the journal does not take the file's value.
    package internal(set) var isMisfit = false
    /// Where the journal's own is.
    let place: FoundEntry.Place
  }
}
