import ThreadStorage

/// Which columns of a table have times, by their first filled cells.
package struct CSVTimes: Sendable, Hashable {
  /// What a cell has; where a column has as many of two kinds, the first one counts.
  private enum Kind: CaseIterable {
    case day, moment, clock, other
  }

  /// Dates alone.
  package private(set) var days: [String] = []
  /// Dates with a time of day.
  package private(set) var moments: [String] = []
  /// Times of day alone, which lengths may be, too.
  package private(set) var clocks: [String] = []
  /// Those whose names do not tell, and which rather have lengths.
  private(set) var lengths: Set<String> = []

  package init() {}

  /// - Parameters:
  ///   - cells: Of each column some that are filled: no row alone tells what the others have.
  ///   - lengths: Those of them that rather have lengths than times of day.
  ///   - time: The time that a text means.
  init(
    _ headers: [String], _ cells: [[[UInt8]]], lengths: Set<String> = [],
    time: (String) -> Timestamp?
  ) {
    self.lengths = lengths
    // As spreadsheets write days.
    var midnights: Set<String> = []
    for (name, cells) in zip(headers, cells) {
      let kinds = cells.compactMap { kind(of: $0, in: name, time) }
      let counts = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
      let most = counts.values.max() ?? 0
      switch Kind.allCases.first(where: { counts[$0] == most }) {
      case .day?: days.append(name)
      case .moment?:
        moments.append(name)
        let times = cells.compactMap { time(String(utf8: $0)) }
        if times.count == cells.count, times.allSatisfy(\.isMidnight) { midnights.insert(name) }
      case .clock?: clocks.append(name)
      case .other?, nil: break
      }
    }
    if clocks.contains(where: CSVTable.isClock), moments.allSatisfy(midnights.contains) {
      days += moments
      moments = []
    }
  }

  /// What a filled cell has; nil where that tells nothing, as `9` or `?` among times of day.
  private func kind(
    of bytes: [UInt8], in name: String, _ time: (String) -> Timestamp?
  ) -> Kind? {
    let value = String(utf8: bytes)
    if let time = time(value) { return time.precision == .day ? .day : .moment }
    let isNamedClock =
      !lengths.contains(name) && (CSVTable.isClock(name) || CSVTable.isEndName(name))
    if isNamedClock, !CSVTable.mayBeMoney(name), value.contains(where: { $0 == "." || $0 == "h" }),
      ForeignForm.bareTime(bytes[...]) != nil,
      // `9.30.00` has seconds, and `9.10.15` may be a date.
      value.hasSuffix(".00") || ForeignDate(bytes.span, at: 0, upTo: bytes.count) == nil
    {
      return .clock
    }
    if let date = ForeignDate(bytes.span, at: 0, upTo: bytes.count) {
      return date.end == bytes.count ? .day : .moment
    }
    let isSign = !bytes.contains { Byte.isLetterOrDigit($0) || $0 >= 0x80 }
    if isNamedClock, isSign || bytes.count < 3 && ForeignForm.bareClock(bytes[...]) != nil {
      return nil
    }
    guard !lengths.contains(name),
      let time = Timestamp("2000-01-01 " + String(utf8: TypedClock.withPlainHalf(bytes))),
      time.precision != .day
    else { return .other }
    return .clock
  }

  /// The one column that has dates, or of several the one whose name in small letters is among these; else nil.
  func date(amongSeveral names: Set<String>) -> String? {
    let dates = days + moments
    let named = dates.count > 1 ? dates.filter { names.contains($0.lowercased()) } : dates
    return named.count == 1 ? named[0] : nil
  }

  /// The columns that make the times of a table, and one of these that is written in another way than ours.
  package struct Read: Sendable {
    package let columns: [String]
    package var example: (text: String, time: Timestamp)?
    /// The day of the example with day and month the other way round, where only the setting says which of them comes
    /// first, and no time of the table does.
    package var otherDay: CalendarDate?
    /// The first and the last day of what a thread gets of them.
    package var days: ClosedRange<CalendarDate>?
    /// The file, where another one is read otherwise.
    package var file: String?
  }
}

/// The columns of a table, or the members of an object, that tell only a part of each entry: the rest stays as it is.
package struct ToldParts: Sendable {
  var columns = Set(CSVColumns.Entry.allCases)
  /// The fields by `FieldName.key`; nil where all are told.
  var fields: Set<String>?
  /// Those that are not taken from the file, as somebody said, by the same.
  var ignored: Set<String> = []

  /// Whether the field of this `FieldName.key` is told, so that the entry has none where it has no value.
  func tells(fieldWithKey key: String) -> Bool {
    fields?.contains(key) != false && !ignored.contains(key)
  }
}

/// What the columns of a table are for.
package struct CSVTable {
  enum Role: Hashable {
    case entry(CSVColumns.Entry)
    /// The time of day, where the date is in another column.
    case clock
    /// The same of the end.
    case endClock
    /// A degree of latitude or longitude, or both, which are left out (F17).
    case coordinates
    /// Nothing, as somebody said, or as another column says it.
    case ignored
    case field(String)
  }

  /// A column that is taken for one of ours by its name.
  package struct Guess: Sendable {
    package let column: CSVColumns.Entry
    package let header: String
  }

  private(set) var roles: [Role] = []
  /// How many cells a row has at least: banks end the header with a comma, and the rows without one.
  var leastCells: Int { roles.count - roles.reversed().prefix { $0 == .field("") }.count }
  /// Its fields among whose values coordinates may be.
  private(set) var places: Set<String> = []
  /// Its fields that are called like an end, where it is no table of ours.
  private(set) var ends: Set<String> = []
  /// Its fields that are called like zones, where it is no table of ours.
  private(set) var zones: Set<String> = []
  /// Those that are called like days of the week.
  private(set) var weekdays: Set<String> = []
  /// The columns of text, title and thread, where their names are others and nobody said so.
  private(set) var guessed: [Guess] = []
  /// What its columns tell.
  private(set) var told = ToldParts(columns: [], fields: [])
  /// Whether its times are those of a program that writes UTC.
  private(set) var isInUTC = false
  /// Whether the lines of its texts end in `<br>`.
  private(set) var hasHTMLBreaks = false
  /// Whether it is an export of ours, or some columns of one.
  let isOwn: Bool
  /// The column of its times, or of their days.
  private(set) var day: String?
  /// The column of its times of day, where that is one of its own.
  private(set) var clock: String?
  /// Those that make its times.
  var timeColumns: [String] { [day, clock].compactMap(\.self) }
  /// Whether all times of day in a column of their own are written as `0730` or `7h30` is.
  var hasBareClocks = false
  /// Whether it may be an export of ours all the same, of columns that do not tell.
  private(set) var mayBeOwn = false

  /// The columns of these headers: as they are `mapped`, as an export of ours names them, or as their names suggest.
  ///
  /// - Parameters:
  ///   - isPart: Whether they are some of the columns of an export.
  ///   - times: Which of them have times.
  ///   - marks: Those whose name may mean a text, and which have numbers.
  ///   - texts: Those called like journals that have texts.
  init(
    _ headers: [String], _ mapped: [Int: Role], isOwnExport: Bool, isPart: Bool = false,
    _ times: CSVTimes = CSVTimes(), marks: Set<String> = [],
    texts: [String] = []
  ) {
    isOwn = isOwnExport || isPart
    var taken = Set(mapped.values)
    let isTimeMapped = taken.contains(.entry(.time))
    let names = Set(headers.map { $0.lowercased() })
    // An "Entrada" may also be when somebody came in.
    let clocks = times.clocks.map { $0.lowercased() }.filter { $0 == "entrada" }
    let texts = texts.map { $0.lowercased() }
    let marks = Set(marks.map { $0.lowercased() } + clocks + texts)
    var likeliest = Self.knownNames.compactMapValues { known in
      known.first { names.contains($0) && !marks.contains($0) }
    }
    if likeliest[.text] == nil { likeliest[.text] = texts.first }
    // "Data" is a date where no other column has one; of several, that which is called a day and nothing else.
    let isKnown = likeliest[.time].map { !Self.foreignTimeNames.contains($0) } ?? false
    let date = times.date(amongSeveral: isKnown ? [] : Set(Self.dayNames))?.lowercased()
    let hasOwnDay = date.map(Self.dayNames.contains) ?? false
    if hasOwnDay { likeliest[.time] = date }
    // Beside a date, a time is the time of day; where another column is mapped to the time, it is a field.
    let isNamedDay = likeliest[.time].map { name in
      Self.foreignTimeNames.contains(name) && times.days.contains { $0.lowercased() == name }
    }
    let hasDate =
      hasOwnDay || isNamedDay == true || !names.isDisjoint(with: ["date", "full_date"])
    let clock = hasDate ? Self.clock(in: names, times) : nil
    // Daylio writes its day three times, and its lines as HTML.
    let hasDayAgain = names.isSuperset(of: ["full_date", "date", "weekday"])
    hasHTMLBreaks = hasDayAgain
    // Strava's archive has its times in UTC, and says so nowhere.
    isInUTC = !names.isDisjoint(with: [
      "activity id", "id de actividad", "id attività", "id de l'activité", "aktivitäts-id",
      "id da atividade", "activiteits-id",
    ])
    func suggested(by name: String) -> Role? {
      if isPart, let own = CSVColumns.Entry(rawValue: name), !taken.contains(.entry(own)) {
        return .entry(own)
      }
      // "Longitud" alone may be how long something is.
      if Self.isCoordinates(name) || name == "longitud" && names.contains("latitud") {
        return .coordinates
      }
      // Any other column of ours is a field, whatever it is called, but where somebody renamed the times, and perhaps others.
      if isPart {
        let renamed: [CSVColumns.Entry] = names.contains("time") ? [] : [.time, .text, .title]
        let own = renamed.first {
          likeliest[$0] == name && !names.contains($0.rawValue) && !taken.contains(.entry($0))
        }
        return own.map { .entry($0) }
      }
      if hasDayAgain, name == "date" || name == "weekday" { return .ignored }
      if name == clock { return isTimeMapped ? nil : .clock }
      let role = likeliest.first { $0.value == name }.map { Role.entry($0.key) }
      return role.flatMap { taken.contains($0) ? nil : $0 }
    }
    for (index, header) in headers.enumerated() {
      let own = CSVTable.own(header, at: index)
      let role =
        mapped[index] ?? (isOwnExport ? own : suggested(by: header.lowercased()))
        ?? .field(CSVColumns.fieldName(ofHeader: header))
      roles.append(role)
      taken.insert(role)
      switch role {
      case .field(let name):
        told.fields?.insert(FieldName.key(name))
        if Self.isPlace(name) { places.insert(name) }
        // The letter alone is a field's name elsewhere.
        if !isOwn, Self.isEndName(name), name.lowercased() != "a" || names.contains("da") {
          ends.insert(name)
        }
        if !isOwn, Self.zoneNames.contains(name.lowercased()) { zones.insert(name) }
        if !isOwn, Self.weekdayNames.contains(name.lowercased()) { weekdays.insert(name) }
      case .entry(let column):
        told.columns.insert(column)
        if !isOwn, mapped[index] == nil, [.text, .title, .thread].contains(column),
          header.lowercased() != column.rawValue
        {
          guessed.append(Guess(column: column, header: header))
        }
      case .clock, .endClock, .coordinates, .ignored: break
      }
    }
    day = roles.firstIndex(of: .entry(.time)).map { headers[$0] }
    self.clock = roles.firstIndex(of: .clock).map { headers[$0] }
    mayBeOwn = !isOwn && roles.contains(.entry(.time))
  }

  /// The column of an export of ours; a field may be named like those of ends where the table has none.
  private static func own(_ header: String, at index: Int) -> Role? {
    CSVColumns.Entry(rawValue: header).flatMap {
      CSVColumns.Entry.ofEnds.contains($0) && !(4...5 ~= index) ? nil : .entry($0)
    }
  }

  /// The names of columns and keys that hold where on the globe something was.
  private static let coordinateNames: Set = [
    "lat", "lon", "lng", "coords", "gps", "geo", "geolocation", "lat/lon", "latlng",
  ]

  /// How words for them begin in many languages.
  private static let coordinateWords = [
    "latitud", "longitudin", "longitude", "breitengrad", "längengrad", "laengengrad", "breedtegra",
    "lengtegra", "breddgrad", "längdgrad", "breddegrad", "lengdegrad", "længdegrad", "coordinat",
    "coordonn", "coordenad", "koordinat",
  ]

  private static func isCoordinateWord(_ word: String) -> Bool {
    coordinateWords.contains { word.hasPrefix($0) }
  }

  /// Whether a field of this name has places, among which coordinates may be.
  static func isPlace(_ name: String) -> Bool {
    words(of: name).contains {
      placeNames.contains($0) || coordinateNames.contains($0) || isCoordinateWord($0)
        || FieldName.key($0) == FieldDefinition.location.key
    }
  }

  /// Whether a field of this name has coordinates: it is called so, or has one of the long words for them.
  static func isCoordinates(_ name: String) -> Bool {
    coordinateNames.contains(name.lowercased())
      || words(of: name).contains { $0 == "geolocation" || isCoordinateWord($0) }
  }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { !$0.isLetter }.map(String.init)
  }

  private static let placeNames: Set = [
    "place", "position", "where", "ort", "standort", "lieu", "endroit", "lugar", "luogo",
  ]

  /// The column of times of day among these, in small letters, where there is one.
  private static func clock(in names: Set<String>, _ times: CSVTimes) -> String? {
    let clocks = times.moments.isEmpty ? Set(times.clocks.map { $0.lowercased() }) : []
    let isTime = !times.lengths.contains { $0.lowercased() == "time" }
    return clockNames.first { name in
      names.contains(name) && (name == "time" && isTime || clocks.contains(name))
    }
      ?? bareClockNames.first(where: names.contains)
  }

  /// Whether a column of this name has times of day at which entries are, and no other times, or lengths.
  package static func isClock(_ header: String) -> Bool {
    clockNames.contains(header.lowercased()) || clockNames.contains(plain(header))
  }

  /// A column's name in small letters without what stands behind it: `Data (gg/mm/aaaa)`, `Ora:`, `Data*`.
  private static func plain(_ header: String) -> String {
    let name = header.lowercased().prefix { !"([:*".contains($0) }
    return String(utf8: Array(name.utf8)[...].trimmed)
  }

  /// Whether a column of this name has times of day or lengths, which its name does not tell.
  static func mayBeLength(_ header: String) -> Bool {
    ["time", "zeit", "tid", "tijd"].contains(header.lowercased())
  }

  /// Whether these are the columns of what somebody ran or rode, of which the time is how long it took; where another
  /// column has that, it is none.
  static func areOfSports(_ headers: [String]) -> Bool {
    let words = Set(headers.flatMap(words(of:)))
    return !words.isDisjoint(with: sportWords) && words.isDisjoint(with: lengthWords)
  }

  private static let sportWords: Set = [
    "distance", "distanz", "distanza", "distancia", "strecke", "km", "kilometer", "kilometers",
    "miles", "pace", "tempo", "sport", "lap", "laps", "runde", "runden", "speed",
  ]

  private static let lengthWords: Set = ["duration", "dauer", "durée", "duración", "durata"]

  /// Whether a column of this name has the days of entries.
  package static func isDay(_ header: String) -> Bool {
    let name = plain(header)
    return timeNames.contains(name) || dayNames.contains(name)
  }

  /// Whether a column of this name has times in UTC: `Date (UTC)`, `created_utc`.
  static func isUTC(_ header: String) -> Bool {
    !Set(words(of: header)).isDisjoint(with: ["utc", "gmt"])
  }

  /// The names of columns that hold the ends of entries, where they are said to.
  package static let endNames: Set = [
    "end", "end time", "end date", "ende", "endzeit", "bis", "fin", "until", "à", "hasta",
    "fine", "ora fine", "ora di fine", "orario di fine", "slut", "sluttid", "slutt", "einde",
    "eind", "eindtijd", "fim",
  ]

  /// Those that mean many things where they have no times.
  private static let ambiguousEndNames: Set = [
    "to", "a", "alle", "alle ore", "out", "uscita", "ora di uscita", "gehen", "salida", "saída",
  ]

  /// Whether a column of this name has times of day at which somebody came or went, or sums: `12.50`.
  static func mayBeMoney(_ header: String) -> Bool {
    ["entrata", "uscita", "entrada", "salida", "saída", "in", "out"].contains(plain(header))
  }

  /// Whether a column of this name, which has times, holds the ends of entries.
  package static func isEndName(_ header: String) -> Bool {
    let name = plain(header)
    return endNames.contains(name) || ambiguousEndNames.contains(name)
      || ["end", "ende", "fin", "fine", "out", "uscita"].contains(
        name.split(separator: " ").last ?? "")
  }

  /// The column that is likeliest to have the text of entries.
  package static func textColumn(among headers: [String]) -> String? {
    (knownNames[.text] ?? []).lazy.compactMap { name in
      headers.first { $0.lowercased() == name }
    }.first
  }

  private static let weekdayNames: Set = [
    "day", "weekday", "day of week", "tag", "wochentag", "jour", "dag", "weekdag", "dia", "día",
  ]

  private static let zoneNames: Set = [
    "timezone", "time zone", "time_zone", "tz", "zeitzone", "fuseau horaire", "zona horaria",
    "huso horario", "fuso orario", "fuso horário", "tijdzone", "tidszon", "tidszone", "tidssone",
    "offset", "utc offset", "utc_offset", "gmt offset", "timezone offset", "timezone_offset",
    "tz_offset", "time_offset",
  ]

  static let dayNames = [
    "day", "fecha", "datum", "tag", "día", "dia", "data", "jour", "giorno", "dag", "dato",
  ]

  private static let bareClockNames = [
    "uhrzeit", "heure", "hora", "heure de début", "heure début",
  ]

  /// Whether a column of this name has remarks, or marks at school and of films.
  static func mayBeMarks(_ header: String) -> Bool {
    ["note", "nota"].contains(header.lowercased())
  }

  /// Whether a column of this name has journals, or what somebody wrote in one.
  static func mayBeJournal(_ header: String) -> Bool {
    [
      "journal", "journal entry", "diary", "diary entry", "tagebuch", "tagebucheintrag", "carnet",
      "diario", "diário", "dagboek", "dagbok", "dagbog",
    ].contains(header.lowercased())
  }

  /// The likeliest first: where an entry begins, its end is another column.
  private static let clockNames = [
    "time", "uhrzeit", "heure", "hora", "zeit", "ora", "orario", "tid", "tijd", "klockan", "kl",
    "klokken", "klokkeslæt", "klokkeslett", "klockslag", "tidspunkt", "kl.", "starttid",
    "begintijd", "kellonaika", "time of day", "clock", "start", "start time", "starttime",
    "startzeit", "von", "from", "begin", "beginn", "begins", "de", "début", "heure de début",
    "heure début", "horaire", "desde", "inicio", "hora de inicio", "inizio", "ora inizio",
    "ora di inizio", "orario inizio", "orario di inizio", "dalle", "dalle ore", "da", "entrata",
    "ora entrata", "ora di entrata", "orario entrata", "orario di entrata", "entrada", "kommen",
    "in", "clock in",
  ]

  static let timeNames = knownNames[.time] ?? []

  private static let foreignTimeNames = [
    "fecha y hora", "marca temporal", "fecha de inicio", "fecha operación", "fecha operacion",
    "fecha de operación", "fecha de la actividad", "horodateur", "date et heure", "date/heure",
    "data/hora", "data e hora", "data hora", "data mov.", "data movimento", "data/ora",
    "data e ora", "datum/uhrzeit", "datum uhrzeit", "datum/tijd", "datum tijd",
  ]

  /// The names of columns that hold what an entry has, the likeliest first.
  private static let knownNames: [CSVColumns.Entry: [String]] = [
    .time: [
      "full_date", "date", "date_journal", "datetime", "date time", "date/time", "time",
      "timestamp", "created", "created_at", "created at", "creation date", "transaction date",
      "buchungstag", "buchungsdatum",
    ] + foreignTimeNames,
    .text: [
      "text", "entry", "eintrag", "body", "content", "inhalt", "texte", "texto", "testo", "contenu",
      "entrée", "entrada", "notiz", "notizen", "note", "notes", "nota", "notas", "kommentar",
      "bemerkung", "bemerkungen", "commentaire", "commentaires", "comentario", "comentarios",
      "comment", "comments", "observaciones", "anteckning", "anteckningar", "notat", "notering",
      "notitie", "notities", "opmerking", "opmerkingen", "observações", "commento", "tekst",
    ],
    .title: [
      "title", "note_title", "titel", "titre", "título", "titulo", "titolo", "subject", "betreff",
      "rubrik", "tittel",
    ],
    .thread: ["thread", "journal"],
  ]
}
