/// The words that people write beside numbers of times, and beside numbers that are none, in the languages of western
/// Europe; whoever reads a time as it is typed knows it by these.
package enum TimeWords {
  // MARK: Behind a number

  /// Units of lengths of time, behind which `2:30` is none of the clock; `9:30 h` may be one of it.
  static let lengths: Set = [
    "hr", "hrs", "hours", "hour", "min", "mins", "minutes", "stunden", "std", "minuten",
  ]

  /// What is measured or counted, in small letters.
  static let units = lengths.union([
    "km", "m", "mi", "miles", "mile", "meter", "cm", "mm", "kg", "g", "kilo", "lb", "lbs", "oz",
    "l", "ml", "h", "s", "sec", "eur", "euro", "euros", "usd", "chf", "gbp", "franken", "points",
    "point", "percent", "degrees", "c", "f", "k", "kcal", "cal", "hz", "mhz", "ghz", "kb", "mb",
    "gb", "v", "w", "a", "x", "to", "liter", "litres", "calories", "kalorien",
  ])

  /// What so many hours, or so many of anything, are counted of; with a small letter, others begin titles with it.
  static let counted: Set = [
    "of", "de", "sleep", "slept", "work", "worked", "schlaf", "arbeit", "people", "things", "times",
    "pages", "words", "steps", "for", "friends", "emails", "mails", "years", "days", "weeks",
    "cups", "Seiten", "Bier", "Leute", "Gäste", "Besucher", "Zuschauer", "Teilnehmer", "Personen",
    "Eier", "Dinge", "Mal", "mal", "Jahre", "Tage", "Wochen", "Tassen", "Bahnen", "Schritte",
    "Zeilen", "Zeichen", "Wörter", "Kilometer", "Höhenmeter", "personnes", "fois", "ans", "jours",
    "mois", "heures", "veces", "años", "días", "horas", "vezes", "anos", "dias", "år", "gånger",
    "timmar", "dagar", "ägg", "jaar", "dagen", "uur", "keer", "slaap", "geslapen", "gewerkt",
    "Schlaf", "geschlafen", "sommeil", "sueño", "sonno",
  ]

  /// Whether numbers count what `word` names; in German `Euro` has a capital, and `A`, `C` and `To` begin titles.
  package static func isCounted(_ word: String) -> Bool {
    let unit = word.count > 1 && word != "To" ? word.lowercased() : word
    return units.contains(unit) || counted.contains(word)
  }

  /// What goes on behind an hour, and is no name of what is counted.
  package static let prepositions: Set = [
    "by", "with", "at", "in", "on", "and", "mit", "bei", "im", "am", "auf", "und", "met", "bij",
    "avec", "chez", "con", "en", "com", "em", "med", "hos", "på",
  ]

  // MARK: Before a number

  /// Words before a time, which change nothing of it; a letter may have its accent apart.
  package static let about =
    [
      "~", "ca.", "ca", "circa", "approx.", "about", "around", "gegen", "vers", "at", "um", "om",
      "à", "a\u{300}", "ore", "alle", "a las", "a la", "hacia las", "hacia la", "sobre las", "às",
      "a\u{300}s", "o",
    ] + clock

  /// The same, which say that it is one of the clock, also directly before its number.
  package static let clock = [
    "klockan", "klokken", "klokka", "kl.", "kl", "klo", "godz.", "godz", "godzina", "o godz.",
    "o godz",
  ]

  /// The same, and those before the first of two.
  package static let beginnings =
    about + [
      "from", "von", "van", "vanaf", "rond", "de", "ab", "desde", "desde las", "od", "från", "fra",
      "das", "between",
      "tussen", "zwischen", "entre",
    ]

  /// Words before an hour from which half an hour, or a quarter, is counted.
  static let halfHours = [
    "half past ", "quarter past ", "quarter to ", "halb ", "half ", "halv ", "viertel nach ",
    "viertel vor ", "dreiviertel ", "kvart över ", "kvart i ", "kvart over ", "kwart over ",
    "kwart voor ", "wpół do ",
  ]

  /// Numbers of minutes before or behind an hour, longer ones first: `ten past nine`.
  static let minutes = [
    "five", "ten", "twenty five", "twenty-five", "twenty", "fünf", "zehn", "zwanzig", "fem", "tio",
    "ti", "tjugo", "tyve", "vijf", "tien",
  ]

  /// What stands between these.
  static let besideHours = ["past", "to", "nach", "vor", "över", "over", "på", "i", "voor"]

  /// The numbers from one to twelve.
  package static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
  ]

  /// The hours of clocks in English, German, Dutch and the languages of Scandinavia, and behind a half in Polish.
  static let hours = Set(numbers).union([
    "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
    "elf", "zwölf", "ett", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio", "tio",
    "elva", "tolv", "een", "twee", "drie", "vijf", "zes", "zeven", "negen", "tien", "twaalf",
    "fire", "seks", "syv", "åtte", "ni", "ti", "elleve", "pierwszej", "drugiej", "trzeciej",
    "czwartej", "piątej", "szóstej", "siódmej", "ósmej", "dziewiątej", "dziesiątej", "jedenastej",
    "dwunastej",
  ])

  /// Words before an end.
  package static let until = [
    "to", "until", "till", "til", "bis", "tot", "t/m", "hasta", "até", "à", "a\u{300}", "às",
    "a\u{300}s",
  ]

  /// Words behind which a time is no time of the entry, or is a result: `Home by 6pm`.
  package static let beforeOthers: Set = [
    "in", "by", "until", "till", "before", "after", "since", "to", "bis", "ab", "vor", "nach",
    "seit", "à", "avant", "après", "jusqu'à", "for", "für", "pour", "of",
  ]

  /// Books of verses, but for those that are called like people: `Psalm 8:30`.
  package static let books: Set = [
    "verse", "verses", "psalm", "psalms", "genesis", "exodus", "leviticus", "deuteronomy",
    "proverbs", "romans", "mose", "hiob", "corinthians", "hebrews", "römer", "korinther", "hebräer",
    "romeinen", "hebreeën", "romanos", "corintios", "hebreos",
  ]

  /// Words behind which a number is rather that of something than a time: `Seite 10-20`.
  package static let numbered = books.union([
    "page", "pages", "p.", "pp.", "seite", "seiten", "s.", "chapter", "chapters", "ch.", "kapitel",
    "kap.", "chapitre", "vers", "part", "teil", "no.", "nr.", "number", "version", "day", "days",
    "tag", "tage", "tour", "stage", "etappe", "lesson", "lektion", "episode", "episodes", "folge",
    "level", "ages", "week", "weeks", "woche", "semana", "room", "zimmer", "kamer", "bladzijde",
    "hoofdstuk", "página", "páginas", "capítulo",
  ])

  package static let beforeNumbers = beforeOthers.union(numbered)

  /// Words before the number of a week.
  package static let weeks: Set = [
    "week", "woche", "kw", "semaine", "semana", "settimana", "vecka", "uke", "uge", "tydzień",
  ]

  // MARK: Halves of a day

  /// What says in English which half of the day a time is of.
  package static let englishHalves: Set = ["am", "pm", "a.m.", "p.m."]

  /// What says `am` or `pm` behind a time; whether it does so only in brackets or where nothing else follows, and whether
  /// also of the hour 12.
  static let halves: [(half: String, words: [String], isAlone: Bool, hasTwelve: Bool)] = [
    ("am", ["de la madrugada", "da madrugada"], false, true),
    ("am", ["de la mañana", "de la man\u{303}ana", "da manhã", "vorm."], false, false),
    ("pm", ["de la tarde", "da tarde", "à tarde", "nachm."], false, true),
    ("pm", ["de la noche", "da noite", "à noite"], false, false),
    (
      "pm",
      [
        "nachmittags", "in the afternoon", "de l'après-midi", "de l’après-midi", "på eftermiddagen",
        "'s middags", "’s middags", "po południu",
      ], false, true
    ),
    (
      "pm",
      [
        "abends", "am Abend", "in the evening", "at night", "du soir", "på kvällen", "om kvelden",
        "'s avonds", "’s avonds", "wieczorem",
      ], false, false
    ),
    ("am", ["mañana", "man\u{303}ana", "manhã"], true, false),
    ("pm", ["tarde"], true, true), ("pm", ["noche", "noite"], true, false),
  ]

  // MARK: Parts of a year, a week and a day

  package static let morningParts = ["morning", "morgens", "mittags", "vormittags", "früh"]
  package static let eveningParts = [
    "afternoon", "evening", "tonight", "night", "abends", "nachts", "nachmittags",
  ]

  /// The ends of a day and of its half.
  static let pointsOfDay = [
    "noon", "midnight", "mittag", "mitternacht", "midi", "minuit", "mediodía", "medianoche",
    "meio-dia", "meia-noite", "mezzogiorno", "mezzanotte", "middernacht", "midnatt",
  ]

  /// What says of an hour that it is one of the morning; behind minutes it changes nothing.
  static let earlierHalves = [
    "in the morning", "du matin", "på morgonen", "om morgenen", "'s morgens", "’s morgens",
    "'s ochtends", "’s ochtends", "rano",
  ]

  /// Of each day of the week, Monday first, its names in English, German, French, Spanish, Italian, Dutch and the
  /// languages of Scandinavia, also without their accents, and the shortest ones.
  package static let weekdays = lists(
    """
    monday montag lundi lunes lunedì lunedi segunda maandag måndag mandag poniedziałek mo ma
    tuesday tues dienstag mardi martes martedì martedi terça terca dinsdag tisdag tirsdag tirs wtorek di
    wednesday weds mittwoch mercredi miércoles miercoles mercoledì mercoledi quarta woensdag onsdag środa mi wo
    thursday donnerstag jeudi jueves giovedì giovedi quinta donderdag torsdag tors czwartek thur thurs do
    friday freitag vendredi viernes venerdì venerdi sexta vrijdag fredag piątek fr vr
    saturday samstag sonnabend samedi sábado sabado sabato zaterdag lördag lørdag sobota sa za
    sunday sonntag dimanche domingo domenica zondag söndag søndag niedziela so zo
    """)

  /// Of each line of a text, its words.
  private static func lists(_ text: String) -> [[String]] {
    text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }

  /// What names of days or months begin with, and are rather other words.
  static let otherBeginnings: Set = [
    "man", "jane", "out", "des", "tor", "sex", "ter", "qua", "qui", "seg", "nie", "sob", "lip",
    "lis", "list", "lut", "lute", "sie", "marco",
  ]

  /// Whether a text begins with the place of a date in a template, which nobody filled in.
  package static func isTemplate(_ text: String) -> Bool {
    ["yyyy-mm", "jjjj-mm", "aaaa-mm", "rrrr-mm", "åååå-mm", "%y-%m", "$(date", "{{date", "<date"]
      .contains { text.lowercased().hasPrefix($0) }
  }

  /// Days of the week in three letters that are rather other words where no date follows: names, the sun, the sea.
  package static let likeWeekdays: Set = [
    "sam", "zon", "zat", "mar", "mer", "mit", "die", "don", "son",
  ]

  /// What stands between a day of the week and its date: `Freitag, den 20. November 2026`.
  static let beforeDays: Set = ["den", "der", "le", "el", "il", "the"]

  /// Days of the week in three letters that are hardly other words.
  static let shortWeekdays: Set = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "ons", "tis", "fre", "jue", "woe",
  ]

  /// Whether `word` is what a name of a day of the week begins with, whatever else it may be: `man`, `mer`.
  package static func mayBeWeekday(_ word: String) -> Bool {
    word.utf8.count > 2 && weekdays.joined().contains { $0.hasPrefix(word) }
  }

  /// The days beside this one as times are typed in English.
  package static let nearDays = ["yesterday", "today", "tomorrow"]

  static let pastDays: Set = [
    "yesterday", "gestern", "hier", "ayer", "ieri", "gisteren", "eergisteren", "vorgestern", "igår",
    "ontem", "wczoraj", "przedwczoraj",
  ]
  static let presentDays: Set = [
    "today", "tonight", "heute", "aujourd", "hoy", "oggi", "vandaag", "idag", "hoje", "dziś",
    "dzisiaj",
  ]

  /// Whether `text` begins with a day beside ours, or a part of it, as a note of that day does: `Last night`, `today, late`.
  package static func beginsWithNearDay(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }.prefix(2).map(String.init)
    guard let first = words.first else { return false }
    let second = words.dropFirst().first ?? ""
    if pastDays.contains(first) || presentDays.contains(first) || first == "later" && second.isEmpty
    {
      return true
    }
    // `Fr Abend`; `Do morning pages` and `Di sera` have other words.
    let parts = first.utf8.count < 3 ? partsBehindShortDays : partsOfDays
    if SpokenDate.weekday(named: first) != nil, parts.contains(second) { return true }
    return wordsBeforeNearDays.contains(first)
      && (nearParts.contains(second) || SpokenDate.weekday(named: second) != nil)
  }

  /// What stands before the name of a day, or of a part of one, near by.
  private static let wordsBeforeNearDays: Set = [
    "this", "last", "later", "ce", "diesen", "letzte", "questa", "esta", "i", "sist", "på", "am",
    "on", "letzten", "next",
  ]

  /// What stands behind the name of a day in two letters, as German and Dutch have them.
  private static let partsBehindShortDays: Set = [
    "morgen", "vormittag", "mittag", "nachmittag", "abend", "nacht", "avond", "ochtend",
  ]

  /// What stands behind the name of a day.
  private static let partsOfDays: Set = partsBehindShortDays.union([
    "morning", "afternoon", "evening", "night", "früh", "matin", "soir", "mattina", "sera",
    "mañana",
    "tarde", "noche", "kväll", "kveld", "aften",
  ])

  /// What stands behind the words before a day near by.
  private static let nearParts: Set = [
    "morning", "afternoon", "evening", "night", "today", "matin", "soir", "morgen", "mattina",
    "mañana", "noche", "går", "dag", "kveld", "kväll", "natt", "nat", "morges", "morse", "aften",
    "forgårs", "förrgår",
  ]

  /// What goes on behind a day in a sentence that begins with it: `26/11 is the deadline`.
  private static let wordsBehindDays: Set = [
    "is", "was", "isn’t", "isn't", "wasn’t", "wasn't", "are", "were", "will", "would", "has", "had",
    "can", "could", "should", "might", "seems", "seemed", "of", "and", "or", "to", "until", "till",
    "through",
    "ist", "war", "sind", "waren", "wird", "wurde", "hat", "hatte", "und", "oder", "bis",
    "est", "était", "sera", "et", "ou", "es", "era", "fue", "será", "y", "o", "è", "sarà", "e",
    "foi", "är", "var", "er", "og", "och", "en", "tot",
  ]

  /// Whether `text` goes on behind a day, or a time, as a sentence does.
  package static func goesOn(behindDay text: ArraySlice<UInt8>) -> Bool {
    let word = text.prefix { Byte.isLetter($0) || $0 >= 0x80 || $0 == UInt8(ascii: "'") }
    return wordsBehindDays.contains(String(utf8: word))
  }

  /// What stands before a date and says no more than that one follows.
  static let dateLabels: Set = [
    "date", "datum", "fecha", "data", "day", "tag", "jour", "día", "giorno", "dag", "entry",
    "eintrag", "todo", "done", "le", "du", "am", "den", "der", "vom", "el", "il", "on", "the",
    "at", "um", "om", "à", "pm", "uhr", "h", "feira",
  ]

  /// What stands behind the number of a day: `1st`, `1er`, `3 de noviembre`.
  static let articles: Set = [
    "st", "nd", "rd", "th", "e", "er", "º", "ª", "°", "ste", "de", "del", "of",
  ]

  package static let months = lists(
    """
    january januar jänner janvier enero gennaio januari janeiro stycznia
    february februar feber février fevrier febrero febbraio februari fevereiro lutego
    march märz mars marzo maart mrt mrz marts março marco marca
    april avril abril aprile kwietnia
    may mai mayo maggio mei maj maio maja
    june juni juin junio giugno junho czerwca
    july juli juillet julio luglio julho lipca
    august août aout agosto augustus augusti sierpnia
    september septembre septiembre setiembre settembre setembro września
    october oktober octobre octubre ottobre outubro października
    november novembre noviembre novembro listopada
    december dezember décembre decembre diciembre dicembre desember dezembro grudnia
    """)
}

/// The names of zones that people write beside a time, as `EST` or `Europe/Berlin`.
///
/// They are not read: several places use one name for other zones, and many write it in summer as in winter.
package enum ZoneName {
  /// Their offsets, where they are most common.
  static let offsets = [
    "UTC": "+00:00", "GMT": "+00:00", "EST": "-05:00", "EDT": "-04:00", "CST": "-06:00",
    "CDT": "-05:00", "MST": "-07:00", "MDT": "-06:00", "PST": "-08:00", "PDT": "-07:00",
    "AST": "-04:00", "ADT": "-03:00", "NST": "-03:30", "NDT": "-02:30", "BRT": "-03:00",
    "AKST": "-09:00", "AKDT": "-08:00", "HST": "-10:00", "BST": "+01:00", "IST": "+05:30",
    "WET": "+00:00", "WEST": "+01:00", "CET": "+01:00", "CEST": "+02:00", "EET": "+02:00",
    "EEST": "+03:00", "MSK": "+03:00", "MEZ": "+01:00", "MESZ": "+02:00", "JST": "+09:00",
    "KST": "+09:00", "AEST": "+10:00", "AEDT": "+11:00", "ACST": "+09:30", "ACDT": "+10:30",
    "PKT": "+05:00", "IDT": "+03:00", "AWST": "+08:00",
    "NZST": "+12:00", "NZDT": "+13:00", "SAST": "+02:00", "SGT": "+08:00", "HKT": "+08:00",
  ]

  /// Where zones are called after places, each with offsets of its own.
  static let areas: Set = [
    "Africa", "America", "Asia", "Atlantic", "Australia", "Etc", "Europe", "Indian", "Pacific",
    "US",
  ]

  /// An offset such as it may be meant by the first name of a zone among the words of `text`, or the form of one where
  /// it is called after a place; nil where there is none.
  package static func example(in text: String) -> String? {
    text.split { " ()[]".contains($0) }.lazy.compactMap { word in
      let name = String(word.prefix { $0.isLetter })
      guard word.dropFirst(name.count).first == "/" else { return offsets[name] }
      return areas.contains(name) ? "±HH:MM" : nil
    }.first
  }
}
