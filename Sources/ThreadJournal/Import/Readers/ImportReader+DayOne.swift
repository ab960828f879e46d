import ThreadStorage

extension ImportReader {
  /// Reads the JSON files of a Day One archive, each a journal; photos are not even looked at.
  mutating func readArchive(_ source: ZIPArchive.Source) {
    if let document = ForeignDocument(archive: file, members: []) {
      return note(.document(document), line: 1)
    }
    do throws(ZIPError) {
      let archive = try ZIPArchive(source)
      if let document = ForeignDocument(archive: file, members: archive.members.map(\.name)) {
        return note(.document(document), line: 1)
      }
      var options = options
      options.format = .dayone
      let journals = archive.members.filter { $0.name.lowercased().hasSuffix(".json") }
      let room = ZIPArchive.sizeLimit - journals.reduce(0) { $0 + $1.size }
      guard room >= 0 else { throw .tooLarge(limit: ZIPArchive.sizeLimit) }
      var journalCount = 0
      for member in journals {
        let contents = try archive.contents(of: member)
        var inner = ImportReader(options: options, file: "\(file)/\(member.name)", bytes: contents)
        inner.entryLimit = max(room / ZIPArchive.entrySize - reading.entries.count, 0)
        inner.read()
        // JSON of another program is one of the other files.
        if inner.reading.problems.map(\.kind) == [.badMember("entries")] { continue }
        journalCount += 1
        reading.append(inner.reading)
      }
      if reading.entries.isEmpty, reading.problems.isEmpty {
        note(.noJournal(suffix: journals.isEmpty ? "md" : "json"), line: 1)
      }
      let others = archive.members.count { !$0.name.hasSuffix("/") } - journalCount
      if others > 0 { leaveOut(.archiveFiles, line: 1, count: others) }
    } catch { note(.archive(error), line: 1) }
  }

  /// Reads an entry of Day One: `creationDate`, `modifiedDate`, `timeZone`, `text`, `location`, `tags`, `starred`, `photos`.
  mutating func readDayOneEntry(_ value: JSONValue, line: Int) {
    guard let written = text(value, "creationDate", line: line) else {
      if value["creationDate"]?.isNull != false { note(.badMember("creationDate"), line: line) }
      return
    }
    guard let time = Timestamp(written) else { return note(.badTime(written), line: line) }
    // On the clock where it was written; in UTC where that is not known.
    let zone = value["timeZone"]?.text.flatMap { self.zone(named: $0) }
    let local =
      zone.map { Timestamp(instant: time.instant(in: options.zone), in: $0) }
      ?? time.withOffset(in: options.zone)
    // One for all of the day has a time that nobody wrote.
    let day =
      value["isAllDay"]?.content == .boolean(true) ? Timestamp(local.date.text) : nil
    if zone == nil, day == nil { noteUTC(written, local, line: line) }
    var entry = entry(at: day ?? local, line: line)
    if let id = text(value, "uuid", line: line) {
      entry.id = EntryID(id.lowercased())
      if entry.id == nil { note(.badID(id), line: line) }
    }
    let named = ImportReader.naming(
      ImportReader.photoFiles(value["photos"]), in: string(value, "text", line: line) ?? [])
    let plain = MarkdownEscapes(of: named.text)
    entry.text = plain.text
    if plain.count > 0 { leaveOut(.escapes, line: line, count: plain.count) }
    if let file = named.files.first {
      leaveOut(.photoLinks(String(file.prefix { $0 != "/" })), line: line, count: named.files.count)
    }
    let modified = value["modifiedDate"]?.text.flatMap { Timestamp($0) }
    if let edit = modified?.instant(in: options.zone), edit > time.instant(in: options.zone) {
      entry.edited = Timestamp(instant: edit, in: zone ?? options.zone).rfc3339(in: options.zone)
    }
    readPlace(value["location"], into: &entry)
    entry.add(isStarred: value["starred"]?.content == .boolean(true))
    let tags = value["tags"]?.items ?? []
    entry.add(tags: tags.compactMap(\.string))
    reading.entries.append(entry)
    var taken: Set = ["uuid", "creationDate", "text", "location"]
    if named.text[...].trimmed.isEmpty, value["richText"]?.isEmpty == false {
      leaveOut(.richText, line: line)
      taken.insert("richText")
    }
    if modified != nil { taken.insert("modifiedDate") }
    if zone != nil { taken.insert("timeZone") }
    if day != nil { taken.insert("isAllDay") }
    if case .boolean? = value["starred"]?.content { taken.insert("starred") }
    // Every entry has these, and most say that they are not so.
    taken.formUnion(["isAllDay", "isPinned"].filter { value[$0]?.content == .boolean(false) })
    if tags.allSatisfy({ $0.string != nil }) { taken.insert("tags") }
    guard case .object(let members) = value.content else { return }
    for member in members where Self.isIdle(member) {
      guard taken.insert(String(utf8: member.name)).inserted else { continue }
      leaveOut(.idleMembers, showing: member.name[...], line: line)
    }
    leaveOutMembers(of: value, besides: taken, line: line)
  }

  /// Whether a member of an entry tells of the program that wrote it, or that something is not so.
  private static func isIdle(_ member: JSONValue.Member) -> Bool {
    switch member.value.content {
    case .boolean(false): return true
    case .number(let digits) where digits.allSatisfy({ "0.".utf8.contains($0) }): return true
    default:
      let name = String(utf8: member.name)
      return ["creationDevice", "creationOS", "editingTime"].contains { name.hasPrefix($0) }
    }
  }

  /// `City, State`, or with the country where there is no state; never coordinates (F17).
  private mutating func readPlace(_ location: JSONValue?, into entry: inout ImportedEntry) {
    guard let location else { return }
    let hasState = location["administrativeArea"]?.string?.isEmpty == false
    var parts: [[UInt8]] = []
    var taken: Set<String> = []
    for name in ["localityName", hasState ? "administrativeArea" : "country"] {
      guard let part = location[name]?.string, !part.isEmpty, !part.contains(0),
        !part.contains(0x0A), !PlaceName.isCoordinates(part)
      else { continue }
      parts.append(part)
      taken.insert(name)
    }
    leaveOutMembers(of: location, besides: taken, path: "location.", line: entry.line)
    guard !parts.isEmpty else { return }
    entry.fields.append(("location", Array(parts.joined(separator: Array(", ".utf8)))))
  }

  /// The names in the archive of an entry's photos, by their identifiers.
  private static func photoFiles(_ value: JSONValue?) -> [String: String] {
    var files: [String: String] = [:]
    for photo in value?.items ?? [] {
      let type = photo["type"]?.text ?? "jpeg"
      guard let id = photo["identifier"]?.text, let sum = photo["md5"]?.text,
        (sum + type).utf8.allSatisfy(Byte.isLetterOrDigit)
      else { continue }
      files[id] = "photos/\(sum).\(type)"
    }
    return files
  }

  /// The text with the archive's file names, which are told, instead of `dayone-moment://` and an identifier.
  private static func naming(
    _ files: [String: String], in text: [UInt8]
  ) -> (text: [UInt8], files: [String]) {
    let scheme = Array("dayone-moment:".utf8)
    var result: [UInt8] = []
    var named: [String] = []
    var start = 0
    while let link = ByteSearch.firstIndex(of: scheme, in: text.span, start..<text.count) {
      let name = text[(link + scheme.count)...].drop { $0 == UInt8(ascii: "/") }
        .prefix(while: Byte.isLetterOrDigit)
      let file = files[String(utf8: name)]
      if let file { named.append(file) }
      result += text[start..<link]
      result += file.map { Array($0.utf8) } ?? scheme
      start = file == nil ? link + scheme.count : name.endIndex
    }
    return (result + text[start...], named)
  }
}
