import ThreadStorage

extension ThreadProperties {
  /// Checks that a random entry can be put between any others, and that they stay as they were (F2, F3).
  public static func checkAdding(
    to file: [UInt8], using generator: inout some RandomNumberGenerator
  ) throws {
    let before = ThreadDocument(file)
    let entry = PropertySamples.entry(from: file, using: &generator)
    let addedIndex = Int.random(in: 0...before.entries.count, using: &generator)
    try checkAdding(entry, to: before, at: addedIndex)
    try checkAdding(entry, to: before, at: before.entries.count)
  }

  /// Checks that `entry`, put behind the first `addedIndex` others, is read, and that they stay as they were.
  public static func checkAdding(
    _ entry: NewEntry, to before: ThreadDocument, at addedIndex: Int
  ) throws {
    let limit = addedIndex == 0 ? -1 : before.entries[addedIndex - 1].region.lowerBound
    let block = entry.block(lineEnding: before.lineEnding)
    let splices = before.splices(insertingBlock: block) { $0.region.lowerBound <= limit }
    let bytes = before.bytes.applying(splices)
    let after = ThreadDocument(bytes)
    func unless(_ holds: Bool, _ law: @autoclosure () -> String) throws {
      try PropertyViolation.unless(holds, "\(law()); at \(addedIndex), \(entry)", for: before.bytes)
    }
    try unless(after.entries.count == before.entries.count + 1, "one entry more")
    try unless(splices.allSatisfy(\.range.isEmpty), "adding takes nothing away")
    try unless(
      EntryValues(of: after.entries[addedIndex], in: after) == EntryValues(entry),
      "an added entry reads back")
    if addedIndex == before.entries.count {
      try unless(bytes.starts(with: before.bytes), "an entry at the end leaves the file (F2)")
    }
    try unless(isSame(before[before.preamble], after[after.preamble]), "the preamble stays")
    for index in before.entries.indices {
      let (old, new) = (
        before.entries[index], after.entries[index < addedIndex ? index : index + 1]
      )
      try unless(isSame(before[old.region], after[new.region]), "entry \(index) stays")
      try unless(
        EntryValues(of: old, in: before) == EntryValues(of: new, in: after),
        "entry \(index) means the same")
    }
    let removal = after.bytes.applying(after.splicesRemoving(after.entries[addedIndex]))
    try unless(
      ThreadDocument(removal).entries.count == before.entries.count, "removing takes one away")
  }

  /// Whether `new` is `old` with nothing but line endings behind it.
  private static func isSame(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> Bool {
    new.starts(with: old) && new.dropFirst(old.count).allSatisfy { $0 == 10 || $0 == 13 }
  }

  /// Checks that a random edit of an entry reads back, and changes no other byte (F2, F3).
  public static func checkEditing(
    _ file: [UInt8], using generator: inout some RandomNumberGenerator
  ) throws {
    let before = ThreadDocument(file)
    guard let index = before.entries.indices.randomElement(using: &generator) else { return }
    let slice = before.entries[index]
    let names = before.content(of: slice).fields.prefix(8).map { before.string($0.name) }
    let edit = PropertySamples.edit(from: file, names: names, using: &generator)
    try checkEdit(edit, ofEntry: index, in: before)
    try checkEdit(EntryEdit(), ofEntry: index, in: before)
    try checkDeletion(ofEntry: index, in: before)
  }

  /// Checks that `edit` of an entry reads back, and changes no other byte.
  @discardableResult
  public static func checkEdit(
    _ edit: EntryEdit, ofEntry index: Int, in before: ThreadDocument
  ) throws -> ThreadDocument {
    let slice = before.entries[index]
    func unless(_ holds: Bool, _ law: @autoclosure () -> String) throws {
      try PropertyViolation.unless(holds, "\(law()); entry \(index), \(edit)", for: before.bytes)
    }
    let splices: [Splice]
    do { splices = try before.splices(for: edit, of: slice) } catch {
      throw PropertyViolation("\(error); \(edit): \(before.string(slice.region).debugDescription)")
    }
    for splice in splices {
      try unless(
        slice.region.lowerBound <= splice.range.lowerBound
          && splice.range.upperBound <= slice.region.upperBound, "an edit stays in its entry")
    }
    let after = ThreadDocument(before.bytes.applying(splices))
    try unless(after.entries.count == before.entries.count, "an edit adds and removes no entry")
    var wanted = EntryValues(of: slice, in: before)
    wanted.apply(edit)
    let actual = EntryValues(of: after.entries[index], in: after)
    try unless(actual == wanted, "an edit reads back: \(actual) is not \(wanted)")
    for other in before.entries.indices where other != index {
      try unless(
        before[before.entries[other].region] == after[after.entries[other].region],
        "entry \(other) stays")
    }
    try unless(before.preamble == after.preamble, "what stands before the entries stays")
    return after
  }

  /// Checks that deleting and restoring gives the same bytes, but for the id (F11).
  private static func checkDeletion(ofEntry index: Int, in document: ThreadDocument) throws {
    var naming = EntryEdit()
    naming.newID = PropertySamples.id
    let named = try checkEdit(naming, ofEntry: index, in: document)
    guard !named.entries[index].isDeleted else { return }
    var deletion = EntryEdit()
    deletion.deletion = .mark("2026-03-31T09:00:00-04:00")
    let deleted = try checkEdit(deletion, ofEntry: index, in: named)
    deletion.deletion = .unmark
    let restored = try checkEdit(deletion, ofEntry: index, in: deleted)
    try PropertyViolation.unless(
      restored.bytes == named.bytes, "restoring takes back a deletion", for: document.bytes)
  }
}
