/// The same entries in the forms of several programs, from a fixed seed.
struct Corpus {
  private var state: UInt64 = 0x1234_5678

  private mutating func random(_ count: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
  }

  /// The lines are paragraphs, without blank lines between.
  typealias Entry = (
    id: String, time: String, mood: Int, sleep: String, place: String, lines: [String]
  )

  private static let words = """
    the lake was cold and we went home for coffee after in morning light walked to station with friends talking \
    about work sleep dinner music rain sun wind garden book train river mountain letter phone child school paper \
    table window street city night day week month year time place thing world life hand part eye case point \
    company number group problem fact don’t café naïve — “quiet” again slowly never almost
    """.split(separator: " ").map { String($0) }

  private static let sentences = [
    "Утром шёл снег, и мы долго пили чай на кухне.", "今日は湖まで歩いて、静かな一日だった。",
    "Το πρωί ήπια καφέ δίπλα στη θάλασσα.", "خرجنا في المساء ومشينا على طول النهر.",
    "오늘은 비가 와서 집에서 책을 읽었다.", "Über die Brücke und zurück; später Äpfel gepflückt.",
    "L’été s’achève, la lumière devient douce.",
  ]

  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

  static let entriesOfThread = 1000

  /// The entries of the thread `number`; the rarest word stands in one thread of a hundred.
  static func entries(ofThread number: Int, count: Int = entriesOfThread) -> [Entry] {
    var corpus = Corpus()
    corpus.state &+= UInt64(number) &* 0x1_0000_0001
    return (0..<count).map { corpus.entry($0, thread: number) }
  }

  private mutating func entry(_ index: Int, thread: Int) -> Entry {
    let id = "k" + String((0..<9).map { _ in Self.alphabet[random(32)] })
    let day = index / 3
    let pad: (Int) -> String = { $0 < 10 ? "0\($0)" : "\($0)" }
    let date = "2025-\(pad(day / 28 % 12 + 1))-\(pad(day % 28 + 1))"
    let time = "\(date) \(pad(index % 3 * 7 + 6)):\(pad(random(60))):\(pad(random(60)))-04:00"
    var lines: [String] = []
    // Most bodies are short, some are long.
    let count = random(20) == 0 ? 60 + random(120) : 10 + random(32)
    var line: [String] = []
    for _ in 0..<count {
      line.append(Self.words[random(Self.words.count)])
      if random(24) == 0 {
        lines.append(line.joined(separator: " "))
        line = []
      }
    }
    if index % 5 == 2 { line.append(random(3) == 0 ? "Breakfast" : "breakfast") }
    if thread % 100 == 0, index == 417 { line.append("Zanzibar") }
    if !line.isEmpty { lines.append(line.joined(separator: " ")) }
    if random(9) == 0 { lines.append(Self.sentences[random(Self.sentences.count)]) }
    let place = ["Portland, OR", "Kyoto", "Reykjavík", "São Paulo"][random(4)]
    return (
      id: id, time: time, mood: random(10) + 1, sleep: "\(random(5) + 4)h\(pad(random(60)))m",
      place: place, lines: lines
    )
  }

  static func sixDigits(_ number: Int) -> Substring { String(1_000_000 + number).dropFirst() }

  /// - Parameter isShort: Whether of each text there is only the beginning, so that 1,000 entries have some 145 kB.
  static func thread(
    _ number: Int, entries: Int = entriesOfThread, haveFields: Bool = true, isShort: Bool = false
  ) -> String {
    let digits = sixDigits(number)
    let definitions = """
      fields:
        mood: {type: integer, min: 1, max: 10}
        sleep: duration

      """
    let head = """
      ---
      id: 0198a6b2-6f0e-7c3a-9a51-000000\(digits)
      title: Thread \(digits)
      created: 2024-12-31T07:12:33-04:00
      \(haveFields ? definitions : "")---


      """
    return self.entries(ofThread: number, count: entries).reduce(into: head) { text, entry in
      let fields = """
        - mood:: \(entry.mood)
        - sleep:: \(entry.sleep)
        - location:: \(entry.place)

        """
      let words = entry.lines.joined(separator: "\n")
      text += """
        ## \(entry.time) {#\(entry.id)}
        \(haveFields ? fields : "")
        \(isShort ? String(words.prefix(50)) : words)


        """
    }
  }

  static func records(_ number: Int) -> String {
    entries(ofThread: number).map { entry in
      """
      Id: \(entry.id)
      Thread: \(number)
      Time: \(entry.time)
      Mood: \(entry.mood)
      Sleep: \(entry.sleep)
      Location: \(entry.place)
      Text: \(entry.lines.joined(separator: "\n+ "))


      """
    }.joined()
  }

  static let tables = """
    CREATE TABLE entries(thread INTEGER, id TEXT, time TEXT, mood INTEGER, sleep TEXT, location TEXT, text TEXT);
    CREATE INDEX threads ON entries(thread);

    """

  static func statements(_ number: Int) -> String {
    entries(ofThread: number).map { entry in
      let text = entry.lines.joined(separator: "\n").split(
        separator: "'", omittingEmptySubsequences: false
      ).joined(separator: "''")
      return "INSERT INTO entries VALUES(\(number),'\(entry.id)','\(entry.time)',\(entry.mood),"
        + "'\(entry.sleep)','\(entry.place)','\(text)');\n"
    }.joined()
  }

  static func jrnl(_ number: Int) -> String {
    entries(ofThread: number).map {
      "[\($0.time.prefix(19))] mood \($0.mood). @\($0.place.prefix(5))\n\($0.lines.joined(separator: "\n"))\n\n"
    }.joined()
  }

  /// What else jrnl wants to know, it adds itself.
  static func jrnlSettings(journal: String) -> String {
    """
    journals: {default: {journal: \(journal)}}
    timeformat: '%Y-%m-%d %H:%M:%S'
    version: v4.1

    """
  }
}
