import ThreadJournal
import ThreadStorage

/// What is told of the values, tags and lines of an entry that may be meant otherwise.
extension Session {
  /// Tells of a number such as 1.250, which may be thousands.
  ///
  /// - Parameter others: The field's values in other entries.
  private func tell(
    thousandsIn value: [UInt8], _ field: FieldDefinition, of entry: String, others: () -> [[UInt8]]
  ) {
    guard ForeignForm.isGrouped(value[...]),
      field.mayBeThousands(in: [value] + others(), dateOrder).first == 0
    else { return }
    let whole = ShellWord.quoted("\(field.name)=\(String(utf8: value.filter { $0 != .dot }))")
    note(
      "\(field.name) is \(String(utf8: value)), with decimals. For thousands: tj tag \(entry) \(whole)"
    )
  }

  /// Tells of hours such as 1.30, whose decimals may be minutes.
  private func tell(
    minutesIn value: [UInt8], _ field: FieldDefinition, of entry: String, others: () -> [[UInt8]]
  ) {
    let text = value[...].trimmed
    let parts = String(utf8: text).split(separator: ".").compactMap { Double($0) }
    guard field.isInHours, let meant = ForeignForm.pointedMinutes(text), parts.count == 2,
      field.mayBeMinutes(in: [value] + others()).first == 0
    else { return }
    let hours = FixedNumber(rounding: parts[0] + parts[1] / 60, decimals: 2)
    let pair = ShellWord.quoted("\(field.name)=\(hours.text)")
    note(
      "\(field.name) is \(String(utf8: value)), with decimals. "
        + "For \(String(utf8: meant)): tj tag \(entry) \(pair)")
  }

  /// Tells of a number or a duration that is none of the usual ones.
  ///
  /// - Parameter others: The field's values in other entries.
  /// - Returns: Whether it told it.
  private func tell(
    slipIn value: [UInt8], _ field: FieldDefinition, of entry: String, others: () -> [[UInt8]]
  ) -> Bool {
    guard let slip = UsualNumbers(others(), of: field.type)?.slip(in: value) else { return false }
    tell(slip, value, field, of: entry)
    return true
  }

  private func tell(
    _ slip: UsualNumbers.Slip, _ value: [UInt8], _ field: FieldDefinition, of entry: String
  ) {
    let advice = slip.meant.map {
      "For \($0): tj tag \(entry) \(ShellWord.quoted("\(field.name)=\($0)"))"
    }
    note(
      "\(field.name) is \(String(utf8: value)), where \(slip.usual). "
        + (advice ?? "To take it back: tj undo"))
  }

  /// Tells of a number such as 02, which a shell may have left of $902.
  ///
  /// - Parameter others: The field's values in other entries.
  private func tell(
    zeroBefore value: [UInt8], _ field: FieldDefinition, others: () -> [[UInt8]]
  ) {
    func isPadded(_ value: [UInt8]) -> Bool {
      let digits = value.drop { "-+".utf8.contains($0) }
      return digits.first == 0x30 && digits.dropFirst().first.map(Byte.isDigit) == true
    }
    guard isPadded(value), !others().contains(where: isPadded) else { return }
    note(
      "\(field.name) is \(String(utf8: value)), with a zero before it. Of $902, a shell leaves 02: without the $, all of it is given. "
        + "To take it back: tj undo")
  }

  /// Tells of values in a text that belong to fields which most other entries have.
  ///
  /// - Parameter others: The value that each other entry has of a field.
  func tell(
    _ found: [BareValue], of entry: String, others: (FieldDefinition) -> [[UInt8]?]
  ) {
    let usual = found.filter { value in
      let others = others(value.field)
      guard isUsual(others) else { return false }
      let numbers = UsualNumbers(others.compactMap(\.self), of: value.field.type, atLeast: 2)
      return numbers?.isFar(Array(value.value.utf8)) != true
    }
    guard !usual.isEmpty else { return }
    let words = Self.list(usual.map(\.words))
    let names = Self.list(usual.map(\.field.name))
    let values = usual.map { ShellWord.quoted("\($0.field.name)=\($0.value)") }
    note(
      "Its text has \(words), and \(names) no value. To set \(usual.count > 1 ? "them" : "it"): "
        + "tj tag \(entry) \(values.joined(separator: " "))")
  }

  /// Tells of lines that look like headings of other entries, where the text of `entry`, which has them, is replaced or goes.
  ///
  /// - Parameter text: What the entry has now.
  func tell(headingsIn entry: Entry, replacedBy text: [UInt8] = []) {
    let kept = Set(text.split(separator: Byte.lineFeed).map { String(utf8: $0) })
    let lines = entry.headingsInText(today: today).filter { !kept.contains($0) }
    guard !lines.isEmpty else { return }
    let all = lines.first(3).map { "\"\($0.shortened())\"" }
    let rest = lines.count > 3 ? " and \(lines.count - 3) more" : ""
    note(
      "The text that is gone had \(lines.count == 1 ? "a line" : "lines") like headings of entries, which began none: "
        + all.joined(separator: ", ") + rest + ". To take it back: tj undo")
  }

  /// Tells of indented lines like headings of other entries in a text from an editor, but for those that were there.
  func tell(indentedHeadingsIn text: [UInt8], besides old: [UInt8], of entry: String) {
    let kept = Set(old.split(separator: Byte.lineFeed).map { String(utf8: $0) })
    let lines = ThreadDocument.indentedHeadings(in: text, today: today).filter {
      !kept.contains($0)
    }
    guard let first = lines.first else { return }
    let rest = lines.count > 1 ? " and \(Plural.of(lines.count - 1, "other line"))" : ""
    note(
      "\"\(first.drop { $0 == " " || $0 == "\t" }.shortened())\"\(rest) is indented, and so is text of \(entry). "
        + "For an entry of its own, take it out there with tj edit, and add it: tj add")
  }

  /// Tells of `#next.js`, `#c++` and `#home/garden`, of which a tag is the beginning, and of `#5.12a`, which is none.
  func tell(tagsCutShortIn text: [UInt8]) {
    guard text.contains(Byte.hash) else { return }
    let tags = Hashtag.all(in: text)
    for hash in text.indices where text[hash] == .hash {
      let word = String(utf8: text[hash...].dropFirst().prefix(100)).prefix { !$0.isWhitespace }
      let start = word.prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
      // What follows, without the marks that end a sentence or a word of it.
      var rest = word.dropFirst(start.count)
      while let last = rest.last, !"+#".contains(last), !last.isLetter, !last.isNumber {
        rest.removeLast()
      }
      guard let sign = rest.first, "./+&#".contains(sign), rest.dropFirst().first != "#" else {
        continue
      }
      let isAlone = hash == 0 || text[hash - 1] <= 0x20 || "([\"".utf8.contains(text[hash - 1])
      let tag = tags.first { $0.lowerBound == hash + 1 }.map { String(utf8: text[$0]) }
      let isCut =
        tag == nil
        ? isAlone && sign == "." && !start.isEmpty && start.allSatisfy(\.isNumber)
        : "+#".contains(sign) || rest.contains(where: \.isLetter)
      guard isCut else { continue }
      note(
        "#\(start)\(rest) is \(tag.map { "the tag \($0)" } ?? "no tag"): a tag has letters and digits, - and _"
      )
      return
    }
  }

  /// Tells of `@work` in a text, which is a tag to jrnl, where other entries have it in their field `tags` from there.
  func tell(tagsOfJrnlIn text: [UInt8], of entry: String, among values: [[UInt8]]) {
    let known = Set(
      values.flatMap { value in
        String(utf8: value).lowercased().split { ",; ".contains($0) }.map(String.init)
      })
    let words = String(utf8: text).split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    var tags: [String] = []
    for word in words where word.hasPrefix("@") {
      var tag = word.dropFirst()
      while let last = tag.last, ".,;:!?)".contains(last) { tag.removeLast() }
      if known.contains(String(tag)), !tags.contains(String(tag)) { tags.append(String(tag)) }
    }
    guard let first = tags.first else { return }
    let value = ShellWord.quoted("tags=\(tags.joined(separator: ", "))")
    note("@\(first) is text, and a tag in others. To set it so: tj tag \(entry) \(value)")
  }

  static func list(_ words: [String]) -> String {
    let last = words.last ?? ""
    return words.count > 1 ? "\(words.dropLast().joined(separator: ", ")) and \(last)" : last
  }

  /// Whether most of the other entries have a value, and there are some.
  private func isUsual(_ values: [[UInt8]?]) -> Bool {
    values.count > 3 && values.count(where: { $0 != nil }) * 2 >= values.count
  }

  /// Tells of a time before noon where those of other entries are about twelve hours later, and of one of the other half
  /// of the day than people go to bed, or wake, as the field's name says.
  ///
  /// - Parameters:
  ///   - time: When the entry is of.
  ///   - own: The other times that the entry has.
  ///   - others: The field's values in other entries.
  /// - Returns: Whether it told it.
  private func tell(
    halfIn value: [UInt8], _ field: FieldDefinition, of entry: String, at time: Timestamp,
    beside own: [(field: FieldDefinition, clock: Int)], others: () -> [[UInt8]]
  ) -> Bool {
    guard value.first != UInt8(ascii: "0"), case .time(let second)? = field.value(of: value) else {
      return false
    }
    let (isOfBed, isOfWaking) = (Self.isOfBed(field), Self.isOfWaking(field))
    let later = (second + 12 * 3600) % 86_400
    func tellLater() -> Bool {
      let clock = UsualNumbers.clock(later)
      note(
        "\(field.name) is \(String(utf8: value)), \(second < later ? "before" : "after") noon. For \(clock): "
          + "tj tag \(entry) \(ShellWord.quoted("\(field.name)=\(clock)"))")
      return true
    }
    if time.precision != .day {
      let start = time.secondOfDay
      // `12:50` of an entry of 0:55
      if second / 3600 == 12, abs(start - later) < 5400 { return tellLater() }
      // `up=15:40` of an entry of 15:00 is meant, and `up=3:40` beside `bed=3:00` is told as that is.
      let ofNap = -5400..<3 * 3600
      if isOfWaking, ofNap ~= second - start { return false }
      let isBesideOther = own.contains { other, clock in
        other.key != field.key && abs(start - clock - 43_200) < 1800
          && 0..<3 * 3600 ~= second - clock
      }
      if isBesideOther { return tellLater() }
    }
    // Whoever works at night sleeps by day: `bed=11:00 up=18:00`.
    let lengths = own.compactMap { other, clock -> Int? in
      if isOfBed, Self.isOfWaking(other) { return clock - second }
      return isOfWaking && Self.isOfBed(other) ? second - clock : nil
    }
    if lengths.contains(where: { 2...14 ~= ($0 + 86_400) % 86_400 / 3600 }) { return false }
    let hour = second / 3600
    let isNamed = isOfBed && 6...12 ~= hour || isOfWaking && 15...23 ~= hour
    // `4:10` of an entry of 17:20
    let ago = time.secondOfDay - second
    let isJustOver =
      time.precision != .day && hour > 0 && 12 * 3600..<15 * 3600 ~= ago && !isOfWaking
    if isJustOver, !isNamed {
      let clocks = others().compactMap { value -> Int? in
        if case .time(let clock)? = field.value(of: value) { clock } else { nil }
      }
      guard UsualNumbers.areLater(than: second, clocks) else { return false }
    } else {
      guard isNamed || 1...12 ~= hour else { return false }
      let usual = UsualNumbers(others(), of: .time, atLeast: 0)
      guard let usual,
        isNamed ? usual.areTwelveHours(from: second) : usual.areOfOtherHalf(than: second)
      else { return false }
    }
    return tellLater()
  }

  private static func words(of field: FieldDefinition) -> Set<String> {
    Set(field.name.lowercased().split { !$0.isLetter }.map(String.init))
  }

  private static func isOfWaking(_ field: FieldDefinition) -> Bool {
    !words(of: field).isDisjoint(with: ["wake", "woke", "waketime", "awake", "up"])
  }

  private static func isOfBed(_ field: FieldDefinition) -> Bool {
    let words = words(of: field)
    // `out of bed` and `sleep end` are of the morning.
    return !isOfWaking(field) && !words.isDisjoint(with: ["bed", "bedtime", "asleep", "sleep"])
      && words.isDisjoint(with: ["out", "end"])
  }

  /// Tells of a new value that is a usual one but for a slip.
  ///
  /// - Parameter others: The field's values in other entries.
  private func tell(
    spellingOf value: [UInt8], _ field: FieldDefinition, of entry: String, others: () -> [[UInt8]]
  ) {
    let typed = String(utf8: value)
    // A bank's cells may end in blanks.
    let counts = Dictionary(
      others().map { (String(utf8: $0[...].trimmed), 1) }, uniquingKeysWith: +)
    guard counts[typed] == nil, let meant = NearValue(counts, isNew: true).meant(by: typed) else {
      return
    }
    let pair = ShellWord.quoted("\(field.name)=\(meant.value)")
    note(
      "\(field.name): \"\(typed)\" is new; \"\(meant.value)\" is in \(Plural.entries(meant.count)). "
        + "To set it so: tj tag \(entry) \(pair)")
  }

  /// Tells of quotation marks or blanks around a value, an `=` before it or a comma behind, which a shell or a phone may have left;
  /// whether there are any.
  private func tell(
    signsAround value: [UInt8], _ field: FieldDefinition, of entry: String, others: () -> [[UInt8]]
  ) -> Bool {
    let typed = String(utf8: value)
    var bare = String(utf8: value[...].trimmed)
    var what = "has blanks around it"
    // `=>` and `=)` are signs of their own.
    if bare.hasPrefix("="), let next = bare.dropFirst().first,
      next.isLetter || next.isNumber || " \"“‘".contains(next)
    {
      (bare, what) = (String(utf8: Array(bare.utf8.dropFirst())[...].trimmed), "begins with =")
    }
    if let last = bare.last, ",;".contains(last) {
      (bare, what) = (String(bare.dropLast()), "ends with \(last)")
    }
    // Two spaces make a full stop on a phone.
    if bare.last == ".", others().contains(Array(bare.utf8.dropLast())) {
      (bare, what) = (String(bare.dropLast()), "ends with a full stop")
    }
    if let quoted = EntryQuery.withoutQuotes(bare) {
      (bare, what) = (quoted, "has quotation marks")
    }
    guard !bare.isEmpty, bare != typed, bare.contains(where: { $0.isLetter || $0.isNumber }),
      // Of a field whose values are titles or sayings, they are meant.
      others().count(where: { $0.first == value.first && $0.last == value.last }) < 2
    else { return false }
    let pair = ShellWord.quoted("\(field.name)=\(bare)")
    note("\(field.name) \(what). To set it without: tj tag \(ShellWord.quoted(entry)) \(pair)")
    return true
  }

  /// Tells of a value that may be meant otherwise, and of a text that has values of other fields in it.
  ///
  /// - Parameters:
  ///   - given: The fields that have a value.
  ///   - known: The values that the entry has already.
  ///   - time: When the entry is of.
  ///   - comparesSize: Whether a number is compared with all others, which must be read for that.
  ///   - others: The field's values in other entries.
  func tell(
    value: [UInt8], _ field: FieldDefinition, of entry: String, _ schema: FieldSchema,
    besides given: [Entry.Field], known: [Entry.Field] = [], at time: Timestamp,
    comparesSize: Bool = true,
    others: () -> [[UInt8]]
  ) {
    switch field.type {
    case .integer, .duration, .number:
      if field.type == .number {
        tell(thousandsIn: value, field, of: entry, others: others)
        tell(minutesIn: value, field, of: entry, others: others)
      }
      let isCompared = comparesSize || field.type != .number
      if isCompared, tell(slipIn: value, field, of: entry, others: others) { return }
      if field.isOfNumbers { tell(zeroBefore: value, field, others: others) }
    case .time:
      let own = (given + known).compactMap { value -> (field: FieldDefinition, clock: Int)? in
        guard let other = schema.fields.first(where: { $0.key == value.key }),
          case .time(let clock)? = other.value(of: value.value)
        else { return nil }
        return (other, clock)
      }
      let isTold = tell(halfIn: value, field, of: entry, at: time, beside: own, others: others)
      // What is of about the entry's own time is meant.
      if !isTold, case .time(let clock)? = field.value(of: value),
        time.precision == .day || abs(clock - time.secondOfDay) >= 5400,
        !UsualNumbers.mayEnd(value, time),
        let slip = UsualNumbers(others(), of: .time)?.extraHourDigit(in: value)
      {
        tell(slip, value, field, of: entry)
      }
    case .text:
      // `-f what=coffee,amount=4.50`; what is assigned may replace another value.
      let words = value.map { $0 == UInt8(ascii: ",") ? .space : $0 }
      let isAssigned = value.contains { $0 == .equals || $0 == .colon }
      var found = FieldsInText(words, schema, besides: isAssigned ? given : given + known)
      found.drop(known)
      tell(found, of: entry, in: field.name)
      if !tell(signsAround: value, field, of: entry, others: others) {
        tell(spellingOf: value, field, of: entry, others: others)
      }
    case .date: tell(yearIn: value, field, of: entry, at: time)
    case .boolean, .choice: break
    }
  }

  /// Tells of a day most of a year ago, which is near in the next one, behind the entry: last year's number is easily typed.
  private func tell(
    yearIn value: [UInt8], _ field: FieldDefinition, of entry: String, at time: Timestamp
  ) {
    guard let day = Timestamp(String(utf8: value[...].trimmed))?.date else { return }
    let now = min(today, time.date)
    let ago = now.days(from: day)
    guard day < now, ago > 300, let next = day.aYearLater, next >= now else { return }
    let meant = ShellWord.quoted("\(field.name)=\(next.text)")
    note(
      "\(field.name) is \(day.text), \(ago) days \(now == today ? "ago" : "before the entry"). For the coming one: tj tag \(entry) \(meant)"
    )
  }

  /// Tells of what was given to an entry where the others of its thread have it otherwise.
  func tell(valuesIn fields: [(name: String, value: [UInt8])], of entry: Entry) {
    let schema = entry.file.schema
    let known = entry.fields.effective.filter { !$0.value.isEmpty }
    let given = fields.map { Entry.Field(name: Array($0.name.utf8), value: $0.value) }
    for (name, value) in fields {
      guard let field = schema.field(named: name) else { continue }
      tell(
        value: value, field, of: entry.reference, schema, besides: given, known: known,
        at: entry.timestamp
      ) {
        entry.file.entries(.live).filter { $0.reference != entry.reference }
          .flatMap(\.fields.effective).filter { $0.key == field.key }.map(\.value)
      }
    }
  }
}
