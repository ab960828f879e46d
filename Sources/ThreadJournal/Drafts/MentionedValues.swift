import ThreadStorage

/// What a text says beside a value that is clear by itself: `5h halfmoon`, `5.2 km in 31:40`, `23:40-7:30, 7`.
extension TypedWords {
  /// The values of fields besides those with these keys and those that are `found`.
  func mentioned(
    of fields: [FieldDefinition], besides keys: Set<String>, _ found: [BareValue],
    _ reading: BareValue.Reading
  ) -> [BareValue] {
    let free = fields.filter { field in
      !keys.contains(field.key) && !found.contains { $0.field.key == field.key }
    }
    let options = free.filter { $0.type == .choice }.compactMap { option(of: $0, reading) }
    // What is an option of two fields is clear for neither.
    var values = options.filter { value in options.count { $0.range == value.range } == 1 }
    // Where most entries have one, it is told by itself.
    if reading == .usual { return values.filter { $0.isClear && !$0.value.isEmpty } }
    let isBeside = reading == .beside || (found + values).contains(where: \.isClear)
    values += times(of: free, among: fields, isBeside)
    if let value = length(of: free, among: fields, beside: found) ?? span(of: free) {
      values.append(value)
    }
    if let value = rank(of: free) { values.append(value) }
    return values + free.filter { $0.type == .boolean }.compactMap { answer(of: $0) }
  }

  /// As many times of day as fields of times have no value: both ends of `23:40-7:30`, the other one of `bed 11pm, up 7:05`.
  private func times(
    of free: [FieldDefinition], among fields: [FieldDefinition], _ isBeside: Bool
  ) -> [BareValue] {
    let free = free.filter { $0.type == .time }
    let between: Set = ["to", "until", "till", "-", "–", "—"]
    var clocks: [(index: Int, text: String)] = []
    var isSpan = false
    for (index, word) in words.enumerated() where !isNamed(index, fields) {
      let parts = word.split { "-–".contains($0) }
      guard !parts.isEmpty, parts.allSatisfy({ Self.isClock($0) }) else { continue }
      let isBehind = clocks.last?.index == index - 2 && between.contains(words[index - 1])
      if parts.count > 1 || isBehind { isSpan = true }
      clocks += parts.map { (index: index, text: String($0)) }
    }
    if clocks.isEmpty, isBeside, free.count == 1,
      fields.count(where: { $0.type == .time }) > 1,
      // `up at 7` beside another time
      let index = words.indices.dropFirst().first(where: { index in
        ["at", "up", "woke", "awake"].contains(words[index - 1].lowercased())
          && words[index].utf8.count < 3 && word(behind: index).isEmpty
      }), let clock = ForeignForm.bareClock(words[index])
    {
      clocks = [(index: index, text: clock)]
    }
    guard let first = clocks.first, let last = clocks.last, clocks.count == free.count,
      isSpan ? first.index == 0 || isBeside : isBeside,
      !["am", "pm"].contains(word(behind: last.index))
    else { return [] }
    // `lunch 12:30` is no time of waking.
    let isOther =
      !isSpan && last.index > 0 && !Self.beforeTimes.contains(words[last.index - 1].lowercased())
    if isOther { return [] }
    // Whatever the order of the fields is, one wakes behind the night.
    let isReversed = isSpan && free.count == 2 && Self.ends.contains(free[0].key)
    return zip(isReversed ? free.reversed() : free, clocks).map { field, clock in
      BareValue(field, clock.text, clock.index...clock.index, of: self, isClear: isSpan)
    }
  }

  private static let beforeTimes: Set = [
    "at", "up", "woke", "awake", "asleep", "down", "around", "um", "auf", "wach",
  ]
  private static let ends: Set = ["wake", "woke", "up", "end", "out", "auf", "wach", "ende", "fin"]

  /// Whether the name of one of the fields stands before the word, as in `bed at 23:15`.
  private func isNamed(_ index: Int, _ fields: [FieldDefinition]) -> Bool {
    words[..<index].suffix(2).reversed().prefix { $0.first?.isNumber != true }.contains { word in
      let key = FieldName.key(Self.plain(word))
      // `5 km 31:40`
      return fields.contains { $0.key == key && !$0.isOfNumbers }
    }
  }

  /// `31:40` for the only field of lengths, of minutes and seconds, or hours and minutes.
  private func length(
    of free: [FieldDefinition], among fields: [FieldDefinition], beside found: [BareValue]
  ) -> BareValue? {
    let lengths = free.filter { $0.type == .duration }
    guard lengths.count == 1 else { return nil }
    let others = fields.filter { $0.key != lengths[0].key }
    let hasTimes = free.contains { $0.type == .time }
    // `Splits per 5 km: 31:02 - 31:10` and `Laps: 28:10, 29:20` list them.
    let isClock = words.map { ForeignForm.isShortClock(Array($0.utf8)[...]) }
    let isList = words.indices.dropFirst().contains { index in
      let isSign = ["-", "–", "/"].contains(words[index])
      return isClock[index - 1] && isClock[min(isSign ? index + 1 : index, words.count - 1)]
    }
    if isList { return nil }
    for (index, word) in words.enumerated() {
      let text = Array(word.utf8)[...]
      let isLong = Int(word.prefix { $0 != ":" }).map { $0 > 23 } == true
      guard let hours = ForeignForm.hoursAndMinutes.written(text),
        index == 0 || !Self.beforeOthers.contains(words[index - 1].lowercased()),
        !self.word(behind: index).contains("/"), !isNamed(index, others), isLong || !hasTimes
      else { continue }
      var value = hours
      if ForeignForm.isShortClock(text) {
        switch isLong ? true : isOfMinutes(index, lengths[0], beside: found) {
        case true?: value = ForeignForm.minutesAndSeconds(text) ?? hours
        case false?: break
        case nil: continue
        }
      }
      guard lengths[0].check(value) == nil else { continue }
      return BareValue(
        lengths[0], String(utf8: value), index...index, of: self, isClear: isLong)
    }
    return nil
  }

  /// The length of `slept 8pm to 2am`, of the only field of lengths, the name of which begins like the word before it.
  private func span(of free: [FieldDefinition]) -> BareValue? {
    let lengths = free.filter { $0.type == .duration }
    guard lengths.count == 1, lengths[0].key.count > 2, !free.contains(where: { $0.type == .time })
    else { return nil }
    let start = lengths[0].key.prefix(3)
    let noon = Instant(secondsSinceEpoch: 43_200)
    for index in words.indices.dropFirst() where FieldName.key(words[index - 1]).hasPrefix(start) {
      for last in [index + 2, index]
      where last < words.count && !isEnded[index..<last].contains(true) {
        let text = words[index...last].joined(separator: " ")
        guard words[index].first?.isNumber == true,
          let time = try? TimeExpression.parse(text, now: noon, zone: .utc), time.minutesToEnd > 0,
          let value = time.lengthText(in: .utc), lengths[0].check(Array(value.utf8)) == nil
        else { continue }
        return BareValue(lengths[0], value, index...last, of: self)
      }
    }
    return nil
  }

  /// Behind these it is no length of the entry: `up at 6:30`, `@ 5:53/km`, `by 10:00`, `won 31:28`, `Psalm 25:30`.
  private static let beforeOthers = TimeWords.numbered.union([
    "at", "@", "by", "from", "to", "until", "till", "since", "before", "after", "pace", "splits",
    "score", "scored", "won", "lost", "win", "loss", "beat", "result", "numbers", "job", "isaiah",
    "jeremiah", "ezekiel", "matthew", "luke", "acts", "jesaja", "jeremia", "matthäus", "lukas",
  ])

  /// Where a length ends that begins with what is `typed`, up to the word at `last`, and all of it: `2h 30 min`, `2 hours
  /// and 30 minutes`.
  func longest(
    _ field: FieldDefinition, _ typed: String, upTo last: Int
  ) -> (last: Int, typed: String) {
    guard field.type == .duration, !isSigned[last] else { return (last, typed) }
    let start = ["and", "und"].contains(word(behind: last)) ? last + 2 : last + 1
    for end in [start + 2, start + 1, start]
    where end < words.count && !isEnded[last..<end].contains(true) {
      let text = "\(typed) \(words[start...end].joined(separator: " "))"
      // `2h 30 pages`
      let isWhole = isEnded[end] || words[end].last?.isNumber != true
      if isWhole, fitting(text, field) != nil { return (end, text) }
    }
    return (last, typed)
  }

  /// Whether the length at `index` has minutes and seconds, so that nobody is too fast over the distance that the text has,
  /// nor too slow; nil where nothing tells.
  private func isOfMinutes(
    _ index: Int, _ field: FieldDefinition, beside found: [BareValue]
  ) -> Bool? {
    let distance = found.first { value in
      ["km", "mi"].contains { UnitWord.isSame(value.field.unit ?? value.field.name, $0) }
    }
    let parts = words[index].split(separator: ":").compactMap { Double($0) }
    guard let length = distance.flatMap({ Double($0.value) }), length > 0, parts.count == 2 else {
      let isLength = ClockMeaning(ofFieldNamed: field.name) == .duration
      return isLength && index > 0 && found.contains(where: \.isClear) ? false : nil
    }
    // `9:30 ran 5k` begins with a time of day.
    let least = index == 0 ? 2.5 : 1
    if least...60 ~= parts[0] / length { return true }
    return 1...60 ~= (parts[0] * 60 + parts[1]) / length ? false : nil
  }

  /// The option that the text has, in any letter case or by a word that begins only one, `2h halfmoon`, `Maple: 2h`;
  /// without a value where it has several.
  private func option(of field: FieldDefinition, _ reading: BareValue.Reading) -> BareValue? {
    var found: [BareValue] = []
    var next = 0
    for index in words.indices where index >= next {
      // `no calpol`
      if index > 0, Self.negations.contains(words[index - 1].lowercased()) { continue }
      for last in (index..<min(index + 3, words.count)).reversed()
      where !isEnded[index..<last].contains(true) {
        let typed = words[index...last].map(Self.plain).joined(separator: " ")
        let key = FieldName.key(typed)
        // `wet diaper`
        let isBeforeName =
          (index == 0 || isEnded[index - 1]) && !isEnded[last] && isEnded[last + 1]
          && FieldName.key(words[last + 1]) == field.key
        let isClear = isBeforeName || isSetOff(typed, index...last, reading)
        let mayBegin = typed.utf8.count > 3 && (index == 0 || typed.first?.isUppercase == true)
        let begun = mayBegin ? field.options.filter { FieldName.key($0).hasPrefix(key + " ") } : []
        let whole = field.options.first { FieldName.key($0) == key }
        // One that is a number is named by its field.
        guard !key.isEmpty, !key.utf8.allSatisfy(Byte.isDigit),
          isClear || !Self.ofSentences.contains(key),
          let option = whole ?? (begun.count == 1 ? begun[0] : nil)
        else { continue }
        found.append(
          BareValue(field, option, index...last, of: self, isClear: isClear && whole != nil))
        next = last + 1
        break
      }
    }
    guard Set(found.map(\.value)).count > 1 else {
      return found.first(where: \.isClear) ?? found.first
    }
    return BareValue(field, "", found[0].range, of: self, isClear: false)
  }

  /// Whether an option is a part of its own, a name at its end, or behind "for": `Acme: 2h`, `2h for acme`; first, where
  /// most have one, also without a sign, `acme fix login`, and one that is no plain word, `Med-Surg again`.
  private func isSetOff(
    _ option: String, _ range: ClosedRange<Int>, _ reading: BareValue.Reading
  ) -> Bool {
    let (index, last) = (range.lowerBound, range.upperBound)
    let isPart = (index == 0 || isEnded[index - 1]) && (isSigned[last] || isEnded[last])
    let isName =
      index > 0 && !endsSentence[index - 1]
      && (words[index - 1].lowercased() == "for"
        || option.first?.isUppercase == true && isEnded[last])
    // `Lomond rang. They are late.` is prose.
    let isFirst =
      index == 0
      && (Self.isOfParts(option) || reading == .usual && !endsSentence.dropLast().contains(true))
    return isPart || isName || isFirst
  }

  /// `invoiced` as a part of its own, `invoice paid` alone, and `not invoiced yet`; `invoiced?` is open.
  private func answer(of field: FieldDefinition) -> BareValue? {
    let found = words.firstIndex { FieldName.key(Self.plain($0)) == field.key }
    guard let index = found, !words[index].hasSuffix("?") else { return nil }
    let isNot = index > 0 && words[index - 1].lowercased() == "not"
    let isPart = (index == 0 || isEnded[index - 1]) && isEnded[index]
    let isState = field.key.hasSuffix("d") || ["done", "sent"].contains(field.key)
    let isOfFirst =
      isState && index == words.count - 1 && !isEnded.dropLast().contains(true) && !isNot
      && (index == 1 || index == 2 && ["is", "was", "got"].contains(words[1]))
      && !Self.beforeStates.contains(words[0].lowercased())
      && !words[0].contains { "'’".contains($0) } && !words[0].hasSuffix("ly")
    guard isNot || isPart || isOfFirst else { return nil }
    return BareValue(field, isNot ? "no" : "yes", index...index, of: self, isClear: isOfFirst)
  }

  /// `great! 8/10`, of the only field of which ten is the most.
  func rating(at index: Int, _ fields: [FieldDefinition]) -> BareValue? {
    let parts = words[index].split(separator: "/", omittingEmptySubsequences: false)
    // Of two, each is of something: `book 8/10, film 3/10`.
    guard parts.count == 2, self.word(behind: index) != "of",
      words.count(where: { $0.hasSuffix("/\(parts[1])") }) == 1,
      index == 0 || !Self.beforeDays.contains(words[index - 1].lowercased())
    else { return nil }
    let found = fields.filter { field in
      field.isOfNumbers && field.maximum.map { $0 == parts[1] } == true
        && field.check(Array(parts[0].utf8)) == nil
    }
    return found.count == 1
      ? BareValue(found[0], String(parts[0]), index...index, of: self) : nil
  }

  /// Behind these, `8/10` is a day.
  private static let beforeDays: Set = [
    "on", "at", "of", "by", "from", "since", "until", "till", "before", "after", "due", "leave",
    "left", "arrive", "arrived", "departed", "moved",
  ]

  /// The number that is a part of its own, of the only field with a most: `23:40-7:30, 7`.
  private func rank(of free: [FieldDefinition]) -> BareValue? {
    let fields = free.filter { $0.isOfNumbers && $0.maximum != nil }
    let alone = words.indices.filter { index in
      (index == 0 || isEnded[index - 1]) && isEnded[index] && Int(words[index]) != nil
    }
    guard fields.count == 1, alone.count == 1,
      fields[0].check(Array(words[alone[0]].utf8)) == nil
    else { return nil }
    return BareValue(fields[0], words[alone[0]], alone[0]...alone[0], of: self, isClear: false)
  }

  /// The word without signs around it and the ending of what somebody has: `[Halfmoon]`, `#halfmoon`, `Halfmoon's`.
  private static func plain(_ word: String) -> String {
    var word = word.drop { "[(@#\"'“".contains($0) }
    while let last = word.last, "])\"'”:?".contains(last) { word.removeLast() }
    for ending in ["'s", "’s"] where word.hasSuffix(ending) { word.removeLast(2) }
    return String(word)
  }

  /// Behind these, `paid` is said of somebody, or is not so: `she paid`, `well done`, `half done`.
  private static let beforeStates: Set = [
    "i", "we", "he", "she", "it", "they", "you", "who", "everyone", "everybody", "somebody",
    "nobody", "nothing", "never", "no", "half", "almost", "well", "be", "over", "under", "all",
  ]

  private static let negations: Set = [
    "no", "not", "never", "without", "kein", "keine", "nicht", "ohne", "pas", "sans", "sin",
    "senza",
  ]

  /// Options that are words of sentences.
  private static let ofSentences: Set = [
    "other", "others", "none", "no", "yes", "not", "on", "off", "in", "out", "up", "down", "all",
    "more", "new", "old", "good", "bad", "ok",
  ]
}
