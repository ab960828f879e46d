import ThreadJournal
import ThreadStorage

/// What an import does, thread by thread, as it is shown before and after.
struct ImportView {
  let session: Session
  let preference: ImportPreference
  let isDryRun: Bool
  /// The form of times that was said.
  let timeFormat: String?
  /// What columns were said to be.
  let mapping: [(target: String, header: String)]

  /// Tells of new entries of whole days as calendars write them, from midnight on, that count to the day before where days
  /// start later.
  private func tellMidnights(_ plan: ImportPlan) {
    guard session.dayStartsAt > 0 else { return }
    let times = plan.threads.flatMap(\.entries).map(\.timestamp)
    let midnights = times.filter { $0.precision != .day && $0.secondOfDay == 0 }
    // Among others, a few at midnight are of people who are awake.
    guard midnights.count > 1, midnights.count * 2 > times.count else { return }
    session.note(
      "\(midnights[0].date.text) 00:00 and \(midnights.count - 1) more count to the day before, as days start later "
        + "(see day-starts in tj config). A whole day has no time of day.")
  }

  func print(_ plan: ImportPlan) {
    var output: [UInt8] = []
    let isChange = plan.entryCount + plan.held.replaced.count > 0
    let again = isChange && !isDryRun ? "tj undo, then " : ""
    tellMidnights(plan)
    for thread in plan.threads where thread.isTold {
      appendLine(ImportView.words(thread), to: &output)
      // What an export of ours has as its lines is read by no guess.
      if let first = thread.entries.first, first.source == nil {
        appendLine("  first: \(first.reading(session.zone))", to: &output)
      }
      if thread.hasOtherHead {
        var words = thread.replacesHead ? "replaced by the file's" : "and stays as it is here"
        if thread.isRevived { words += ", which takes the thread out of the trash" }
        if thread.isRemoved { words += ", which puts the thread into the trash" }
        appendLine("  what stands above its entries is different, \(words)", to: &output)
        let live = plan.liveEntries(removedWith: thread).map(\.description)
        if !live.isEmpty {
          let what = Plural.entries(live.count) + " that the file has in another thread"
          let names = live.first(Self.listLimit).joined(separator: " ")
          appendLine("  with it \(live.count == 1 ? "goes" : "go") \(what): \(names)", to: &output)
        }
      }
      if let title = thread.otherTitle, let own = thread.existing?.title {
        let command = "tj rename \(ShellWord.quoted(own)) \(ShellWord.quoted(title))"
        appendLine(
          "  the file calls it \"\(title)\", which is not taken; to call it so: \(command)",
          to: &output)
      }
      let defined = Set(thread.newFields.map(\.key))
      let others = thread.otherDefinitions.filter { !defined.contains(FieldName.key($0)) }
      if !others.isEmpty, let own = thread.existing?.name {
        let names = others.first(Self.listLimit).joined(separator: ", ")
        appendLine(
          "  the file defines \(names) otherwise, which is not taken; to change it here: "
            + "tj field change \(ShellWord.quoted(own)) NAME",
          to: &output)
      }
      if thread.removedAlone > 0 {
        appendLine("  with it \(Self.goAlone(thread.removedAlone))", to: &output)
      }
      let elsewhere = thread.held.elsewhere.compactMap { entry, path in
        entry.id.map { "\($0) in \(path)" }
      }
      if !elsewhere.isEmpty {
        let names = elsewhere.first(3).joined(separator: ", ")
        let here = ShellWord.quoted(thread.existing?.name ?? thread.thread.title)
        appendLine(
          "  stays where it is: \(names); to have one here: tj move ID \(here)", to: &output)
      }
      if let line = line(onSameOfOther: thread, again: again) { appendLine(line, to: &output) }
      if let line = self.line(onAbsentOf: thread, mayBeQueried: plan.isOfExports) {
        appendLine(line, to: &output)
      }
      if !thread.readTimes.isEmpty, !thread.otherNames.isEmpty {
        appendLine(line(on: thread.otherNames, again: again), to: &output)
      }
      guard !thread.entries.isEmpty || !thread.held.replaced.isEmpty else { continue }
      if let line = self.line(onZones: thread, again: again) { appendLine(line, to: &output) }
      for line in thread.readTimes.compactMap({ self.line(on: $0, again: again) }).first(
        Self.listLimit)
      {
        appendLine(line, to: &output)
      }
      if !thread.guessedColumns.isEmpty {
        let columns = thread.guessedColumns.map { "\($0.column.rawValue) from \($0.header)" }
        appendLine("  \(columns.joined(separator: ", "))", to: &output)
      }
      for line in ImportView.lines(onTaken: thread.atTakenTimes) { appendLine(line, to: &output) }
      if !thread.moved.isEmpty { appendLine(line(on: thread.moved, again: again), to: &output) }
      if let reworded = thread.reworded {
        let places = reworded.places.map { "\($0.file):\($0.line)" }.joined(separator: " and ")
        let (words, all) =
          reworded.count == 1
          ? ("1 seems to stand in two files, with another value", "both")
          : ("\(reworded.count) seem to stand in two files, with other values", "all")
        appendLine(
          "  \(words): \(places). To add the newer alone and not \(all): "
            + "\(again)import one file after the other, the newer one with --replace", to: &output)
      }
      for (other, count) in thread.inOthers.sorted(by: { $0.key < $1.key }) {
        let words = count == 1 ? "1 stands already" : "\(count) stand already"
        let line = "\(again)--into \(ShellWord.quoted(other))"
        // Where most are new, the thread is the right one.
        let advice =
          thread.entries.count < 10 || count * 5 >= thread.entries.count
          ? "; to leave out what is there: \(line)" : ", and \(count == 1 ? "is" : "are") new here"
        appendLine("  \(words) in \(other)\(advice)", to: &output)
      }
      for (other, count) in thread.nearlyInOthers.sorted(by: { $0.key < $1.key }) {
        let words = count == 1 ? "1 is perhaps" : "\(count) are perhaps"
        let line = "\(again)--into \(ShellWord.quoted(other))"
        appendLine(
          "  \(words) in \(other) already, with other values; to add only the others: \(line)",
          to: &output)
      }
      for field in thread.newFields where field.deletion == nil {
        let unit = field.unit.map { " " + $0 } ?? ""
        let reading = Self.reading(of: field, in: thread, again: again)
        appendLine(
          "  new field \(field.name): \(field.type.rawValue)\(unit)\(reading)", to: &output)
      }
      for (name, other) in thread.undefined {
        let line = "tj field add \(ShellWord.quoted(other.name)) \(ShellWord.quoted(name))"
        appendLine(
          "  \(name) is not defined in \(other.title), which has the entry: \(line)", to: &output)
      }
      appendForms(of: thread, again: again, to: &output)
      if thread.existing == nil {
        for group in thread.groups {
          appendLine(
            "  new group \(group.name): \(group.members.joined(separator: ", "))", to: &output)
        }
      }
    }
    session.output.write(output)
    printHeld(plan.held)
    printOmissions(plan.leftOut, again: again)
  }

  /// How the values of a new field are read, with one of them, and why it stays text.
  ///
  /// - Parameter again: What is to be done before the import is repeated in another way.
  private static func reading(
    of field: FieldDefinition, in thread: ImportPlan.ThreadPlan, again: String
  ) -> String {
    let key = FieldName.key(field.name)
    let conversions = thread.conversions.filter { FieldName.key($0.name) == key }
    var readings = conversions.map { "\(Plural.of($0.count, "value")) \(words($0))" }
    for (name, value, doubt) in thread.doubts where FieldName.key(name) == key {
      let start = Self.isRead(doubt) ? "" : "as "
      readings.append("\(start)\"\(short(value))\" \(words(doubt, again: again))")
    }
    // What is read as no value shows none.
    let isShown =
      readings.count > conversions.count || conversions.contains { !$0.example.to.isEmpty }
    let example = thread.examples[key].map { ["such as \"\(short($0))\""] } ?? []
    return ((isShown ? [] : example) + readings).map { ", \($0)" }.joined()
  }

  private static func words(_ conversion: ImportPlan.Conversion) -> String {
    let to = conversion.example.to.isEmpty ? "no value" : short(conversion.example.to)
    return "as \"\(short(conversion.example.from))\" read as \(to)"
  }

  /// How values of fields that are there are read, with one of each form.
  private func appendForms(
    of thread: ImportPlan.ThreadPlan, again: String, to output: inout [UInt8]
  ) {
    let new = Set(thread.newFields.map { FieldName.key($0.name) })
    for conversion in thread.conversions where !new.contains(FieldName.key(conversion.name)) {
      let values = "\(Plural.of(conversion.count, "value")) of \(conversion.name)"
      appendLine("  \(values) \(Self.words(conversion))", to: &output)
    }
    for (name, value, doubt) in thread.doubts where !new.contains(FieldName.key(name)) {
      let start = Self.isRead(doubt) ? name : "\(name) stays text:"
      let words = "\(start) \"\(ImportView.short(value))\" \(ImportView.words(doubt, again: again))"
      appendLine("  " + words, to: &output)
    }
  }

  /// Whether the values become numbers all the same.
  private static func isRead(_ doubt: ColumnForm.Doubt) -> Bool {
    if case .otherUnit = doubt { return true }
    return [.readAsDecimals, .readWithPoint, .readAsHours].contains(doubt)
  }

  private static func words(_ doubt: ColumnForm.Doubt, again: String) -> String {
    switch doubt {
    case .timeOrDuration: "may be a time of day or a duration"
    case .hoursOrMinutes:
      "may be hours and minutes, or minutes and seconds; as 5m30s it is a duration"
    case .thousands: "may have decimals, or thousands; as 1234 or 1234.5 it is a number"
    case .readAsDecimals: "read as a number with decimals; it may be thousands"
    case .readWithPoint:
      "read with a decimal point, and others have a comma; it may be something else"
    case .readAsHours:
      "may be hours and minutes; as 7:30 it is a time of day, and as 7h30m a duration"
    case .minutesOrMetres: "may be minutes or metres"
    case .dates: "may be a date; \(again)the setting date-order reads such ones"
    case .numberForms:
      "may be a number; all have to be written as 1234.5, or all as 1234,5"
    case .initials: "may be an answer; all have to be written as yes and no, or true and false"
    case .units: "has a unit, and others have another or none"
    case .otherUnit(let unit, let own):
      "is of a column in \(unit), and the field is in \(own): it is not converted"
    case .mayBeNone: "may say that there is no value; an empty cell says so"
    case .unlikeOthers(let type, let file, let line): "in \(file):\(line) is not \(type.words)"
    }
  }

  static func short(_ value: [UInt8]) -> String {
    String(decoding: StyledText(value).truncated(to: 30).bytes, as: UTF8.self)
  }

  /// Names what is left out, once for all files that have it.
  private func printOmissions(_ omissions: [ImportOmission], again: String) {
    let groups = Dictionary(grouping: omissions.enumerated(), by: \.element.kind).values
    for group in groups.sorted(by: { ($0.first?.offset ?? 0) < ($1.first?.offset ?? 0) }) {
      guard let first = group.first?.element else { continue }
      let files = group.count > 1 ? ", in \(group.count) files" : ""
      // Of these there are many alike.
      let lines =
        Self.areManyAlike(first.kind)
        ? [] : group.flatMap { group in group.element.shown.map { (group.element.file, $0) } }
      let count = group.reduce(0) { $0 + $1.element.count }
      let names = Set(group.flatMap { $0.element.shown.map { "\"\(String(utf8: $0.text))\"" } })
      let shown =
        first.kind == .idleMembers
        ? Array(names.sorted().joined(separator: ", ").utf8) : first.shown.first?.text ?? []
      let words = ImportView.words(first.kind, count, shown, again: again)
      let advice =
        lines.isEmpty
        ? [] : ErrorMessage.advice(on: first.kind, lines.map(\.1), besides: timeFormat)
      let start = again.isEmpty || advice.isEmpty ? [] : ["\(again)import it again so:"]
      session.report(
        ErrorMessage(
          first.kind.isLeftOut ? "left-out" : "kept", severity: .warning,
          at: .init(first.file, line: first.line), words + files,
          advice: lines.isEmpty
            ? ImportView.others(group.dropFirst().map(\.element))
            : ImportView.others(lines, of: count) + start + advice))
    }
  }

  private static func areManyAlike(_ kind: ImportOmission.Kind) -> Bool {
    switch kind {
    case .fileLink, .clockHeading, .idleMembers, .utcTimes: true
    default: false
    }
  }

  /// Where else there is the same.
  private static func others(_ omissions: [ImportOmission]) -> [String] {
    guard !omissions.isEmpty else { return [] }
    let places = omissions.map { "\($0.file):\($0.line)" }.first(listLimit)
    return ["Also: " + places.joined(separator: ", ")]
  }

  /// The same of lines that are shown, which are the first ones of `count`.
  private static func others(
    _ lines: [(file: String, line: ImportOmission.Line)], of count: Int
  ) -> [String] {
    guard lines.count > 1 else { return [] }
    var places = lines.dropFirst().prefix(listLimit).map {
      "\($0.file):\($0.line.number) \"\(short($0.line.text))\""
    }
    let further = count - 1 - places.count
    if further > 0 { places.append("and \(further) more") }
    return ["Also: " + places.joined(separator: ", ")]
  }

  private func appendLine(_ text: String, to output: inout [UInt8]) {
    let text = ShellWord.advice(text, namingJournal: session.globals.journal)
    output += TerminalText.line(text)
    output.append(0x0A)
  }

  private static func words(_ thread: ImportPlan.ThreadPlan) -> String {
    let title = thread.existing?.title ?? thread.thread.title
    let deleted = thread.entries.count { $0.deleted != nil }
    let words =
      "\(title): \(thread.entries.count) new" + (deleted > 0 ? " (\(deleted) deleted)" : "")
      + ImportView.words(thread.held, in: title)
    if let existing = thread.existing {
      let isInTrash = existing.deletion != nil && thread.isChange && !thread.replacesHead
      return words + " (\(existing.path)\(isInTrash ? ", in the trash" : ""))"
    }
    return words + (thread.isChange ? " (new thread)" : "")
  }

  /// `, 2 replaced, 3 the same, 1 different`; what there is none of is left out.
  ///
  /// - Parameter title: The thread that the import names; other ones that have the entries by their ids are named.
  private static func words(_ held: ImportPlan.Held, in title: String? = nil) -> String {
    let revived = held.replaced.count { $0.isInTrash && $0.entry.deleted == nil }
    let removed = held.replaced.count { !$0.isInTrash && $0.entry.deleted != nil }
    let others = held.replaced.map(\.thread).filter { title != nil && $0 != title }
    let names = Set(others).sorted().first(3).joined(separator: ", ")
    let places: [(count: Int, words: String)] = [
      (others.count, "in \(names)"), (revived, "out of the trash"), (removed, "into the trash"),
    ]
    let placed = joined(places)
    let elsewhere = held.elsewhere.count
    let parts: [(count: Int, words: String)] = [
      (held.replaced.count, "replaced" + (placed.isEmpty ? "" : " (\(placed))")),
      (held.same, "the same" + (elsewhere > 0 ? " (\(elsewhere) in another thread)" : "")),
      (held.different.count, "different"),
      (held.inTrash.count, "in the trash"),
    ]
    let words = joined(parts)
    return words.isEmpty ? "" : ", \(words)"
  }

  /// Those that are not none: `2 replaced, 3 the same`.
  private static func joined(_ parts: [(count: Int, words: String)]) -> String {
    parts.filter { $0.count > 0 }.map { "\($0.count) \($0.words)" }.joined(separator: ", ")
  }

  private static func goAlone(_ count: Int) -> String {
    "\(count == 1 ? "goes" : "go") \(Plural.entries(count)) that only the journal has"
  }

  static let listLimit = 20

  /// Lists the entries that the journal has otherwise, and says what one can do.
  private func printHeld(_ held: ImportPlan.Held) {
    let later = held.replaced.filter(\.isEditedLater)
    list(
      later + held.replaced.filter { !$0.isEditedLater },
      one: "is replaced by what the file says:", many: "are replaced by what the file says:")
    if !later.isEmpty {
      session.note("To keep what was changed here later, leave it out of the file.")
    }
    tellUntold(held.replaced)
    let offersDryRun = preference == .journal && !isDryRun
    let needsCorrection = held.different.contains(where: \.isMisfit)
    let offersNewest = preference == .journal && held.different.contains(where: \.isNewer)
    let replacing = needsCorrection ? "correct what does not fit, then --replace" : "--replace"
    list(
      held.different, one: "says something else in the journal, and stays as it is there:",
      many: "say something else in the journal, and stay as they are there:",
      advice: (
        (offersDryRun ? "To see the difference: --dry-run; to" : "To")
          + " have the file's: \(replacing); to change it: tj edit",
        (offersDryRun ? "To see the differences: --dry-run; to" : "To")
          + " have the file's: \(replacing)"
          + (offersNewest ? ", or the newer: --newest" : "")
      ))
    list(
      held.inTrash, one: "is in the trash, and stays there:",
      many: "are in the trash, and stay there:",
      advice: ("To have it back: tj restore", "To have one back: tj restore ID"))
    guard held.doubted > 0 else { return }
    session.note(
      (held.doubted == 1 ? "1 of these is" : "\(held.doubted) of these are")
        + " newer in the file, by the times that both tell; but the journal's may have been changed "
        + "by hand since. To see \(held.doubted == 1 ? "how" : "them"): --newest --yes --dry-run; to have the "
        + "file's: --newest --yes")
  }

  /// Tells of fields that stay on entries which a table replaces, as it has no columns for them: somebody may have taken these
  /// out there.
  private func tellUntold(_ replaced: [ImportPlan.HeldEntry]) {
    let names = Set(replaced.filter { $0.entry.id != nil }.flatMap(\.untold)).sorted()
    guard !names.isEmpty else { return }
    let shown = names.prefix(Self.listLimit).map { "\"\($0)\"" }.joined(separator: ", ")
    session.note("The file says nothing of \(shown): what is there stays.")
  }

  private func list(
    _ entries: [ImportPlan.HeldEntry], one: String, many: String,
    advice: (one: String, many: String)? = nil
  ) {
    guard let first = entries.first else { return }
    let isOne = entries.count == 1
    session.note("\(Plural.entries(entries.count)) \(isOne ? one : many)")
    for held in entries.prefix(isDryRun ? entries.count : Self.listLimit) {
      let words = firstWords(of: held.entry)
      let later = held.isEditedLater ? "; changed here later" : ""
      let changes = held.parts.map { part in
        held.values[part].map {
          let values = [$0.old, $0.new].map { $0.isEmpty ? "none" : Self.short($0) }
          return "\(part): \(values.joined(separator: " → "))"
        } ?? part
      }
      let parts = changes.isEmpty ? "" : "  (\(changes.joined(separator: ", "))\(later))"
      session.note("  \(held.reference)  \(held.thread) › \(words)\(parts)")
    }
    if !isDryRun, entries.count > Self.listLimit {
      session.note("  and \(entries.count - Self.listLimit) more; --dry-run lists all")
    }
    guard let advice else { return }
    session.note(isOne ? "\(advice.one) \(ShellWord.quoted(first.reference))" : advice.many)
  }

  /// The first words of an entry; of one without any, its time.
  private func firstWords(of entry: ImportedEntry) -> String {
    let line = entry.text.split(separator: 0x0A).first { $0.contains { $0 > 0x20 } } ?? []
    var words = StyledText(entry.title)
    if !entry.title.isEmpty, !line.isEmpty { words.append("  ") }
    words.append(line.prefix(400))
    let bytes = words.truncated(to: 50).bytes
    return bytes.isEmpty
      ? TimeText.entry(entry.timestamp, in: session.zone) : String(decoding: bytes, as: UTF8.self)
  }

  /// How much was left out, which was named before.
  private func tellOmissions(of plan: ImportPlan) {
    let count = plan.leftOut.lazy.filter(\.kind.isLeftOut).reduce(0) { $0 + $1.count }
    guard count > 0 else { return }
    session.note("Left out, as named above: \(Plural.of(count, "thing")).")
  }

  enum Refusal: Error {
    case replacing
    /// What may have been changed by hand since is to be replaced, too.
    case keeping
    /// The first problems of what is to be imported, and how many there are in all.
    case badInput([ImportProblem], count: Int)
  }

  /// Asks whether what is different may be replaced.
  ///
  /// - Throws: `Refusal` where it may not.
  func confirm(_ plan: ImportPlan, _ arguments: ParsedArguments) throws {
    let doubted = plan.held.doubted
    if doubted > 0, Session.inputIsTerminal,
      session.confirms(
        "Have the file's of \(Plural.entries(doubted)) that may have been changed by hand since?")
    {
      throw Refusal.keeping
    }
    let heads = plan.threads.count(where: \.replacesHead)
    let entries = plan.held.replaced.count
    guard arguments.flag("replace"), entries + heads > 0, !arguments.flag("yes") else { return }
    guard Session.inputIsTerminal else { throw CommandError.needsYes(command: "import --replace") }
    let above = heads > 0 ? "what stands above those of \(Plural.threads(heads))" : nil
    let what = [entries > 0 ? Plural.entries(entries) : nil, above].compactMap { $0 }
    let alone = plan.threads.reduce(0) { $0 + $1.removedAlone }
    let trash = [
      ("Out of", plan.threads.count(where: \.isRevived), ""),
      (
        "Into", plan.threads.count(where: \.isRemoved),
        alone > 0 ? ", and with it \(Self.goAlone(alone))" : ""
      ),
    ].filter { $0.1 > 0 }.map { " \($0.0) the trash: \(Plural.threads($0.1))\($0.2)." }.joined()
    let question = "Replace \(what.joined(separator: ", and ")) by what the file says?\(trash)"
    if !session.confirms(question) { throw Refusal.replacing }
  }

  func tellResult(of plan: ImportPlan) {
    let held = plan.held
    let empty = plan.threads.count { $0.isCopied && $0.entries.isEmpty }
    let heads = plan.threads.count(where: \.replacesHead)
    guard plan.entryCount + empty + held.replaced.count + heads > 0 else {
      let hasOthers =
        !held.different.isEmpty || !held.inTrash.isEmpty
        || plan.threads.contains(where: \.hasOtherHead)
      tellOmissions(of: plan)
      if hasOthers { return session.note("Nothing was added: 0 new\(ImportView.words(held)).") }
      return session.note(
        held.same > 0
          ? "Nothing was added: the journal has all of it."
          : "Nothing was added: there are no entries in it.")
    }
    tellOmissions(of: plan)
    for (from, to) in plan.renamed.prefix(Self.listLimit) {
      session.note(
        "\(from) is \(to) here: another file has its name, or one that is the same in some systems."
      )
    }
    if plan.renamed.count > Self.listLimit {
      session.note("So are \(plan.renamed.count - Self.listLimit) more.")
    }
    let threads = plan.threads.count { !$0.entries.isEmpty }
    let without =
      (empty > 0 ? ", and \(Plural.threads(empty)) without entries" : "")
      + (heads > 0 ? ", replaced what stands above those of \(Plural.threads(heads))" : "")
    let added =
      plan.entryCount > 0
      ? "Added \(Plural.entries(plan.entryCount)) to \(Plural.threads(threads))" : "Added no entry"
    let alone = plan.threads.reduce(0) { $0 + $1.removedAlone }
    let trash = alone > 0 ? " Into the trash \(Self.goAlone(alone))." : ""
    session.note("\(added)\(without)\(ImportView.words(held)).\(trash) To take it back: tj undo")
  }
}
