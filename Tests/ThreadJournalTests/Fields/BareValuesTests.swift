import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct BareValuesTests {
  private func found(_ text: String, _ fields: [FieldDefinition], given: String? = nil) -> String {
    let keys = given.map { [FieldName.key($0)] } ?? []
    return FieldSchema(fields: fields).bareValues(in: Array(text.utf8), besides: Set(keys), .usual)
      .map { "\($0.field.name)=\($0.value)" }.joined(separator: " ")
  }

  private var mood: FieldDefinition {
    var field = FieldDefinition(name: "mood", type: .integer)
    (field.minimum, field.maximum) = ("1", "10")
    return field
  }

  private var runs: [FieldDefinition] {
    var distance = FieldDefinition(name: "dist", type: .number)
    distance.unit = "mi"
    return [distance, FieldDefinition(name: "time", type: .duration)]
  }

  @Test(
    "A number that is all is one of the only field of numbers",
    arguments: [
      ("7", "mood=7"), ("7/10", "mood=7"), ("a solid 8", ""),
      ("mood 7 feeling ok", "mood=7"), ("mood 7 120 bpm", "mood=7"), ("11", ""),
      ("2 friends came", ""), ("up at 8", ""),
      ("8 hours of sleep", ""), ("3 pm nap", ""), ("no idea", ""), ("a walk of 8 miles", ""),
      ("Draft 3", ""), ("Eoin turned 5", ""), ("Mood 2.0 is a bad app", ""), ("mood 3 to 7", ""),
    ])
  func numbers(_ text: String, _ expected: String) {
    #expect(found(text, [mood]) == expected)
    #expect(found(text, [mood], given: "Mood") == "")
  }

  @Test(
    "A number that a text begins with may be of any field without a value, whatever sign is behind",
    arguments: [
      ("6 tired feet", "mood=6"), ("8 great day", "mood=8"), ("8: sister called", "mood=8"),
      ("6 - tired", "mood=6"),
      ("6- tired", "mood=6"), ("6/10 tired", "mood=6"), ("6/7 done", ""),
      ("8, good day", "mood=8"), ("8. Good day", ""), ("3 Eier", ""), ("24. Dezember", ""),
      ("1.2. Versuch", ""),
      ("7 % done", ""), ("3 gånger", ""), ("1984 by Orwell", ""), ("8 (tired)", "mood=8"),
      ("6–tired", "mood=6"), ("6 this morning", "mood=6"), ("8\nLong words", "mood=8"),
      ("11 so good", "coffee=11"), ("1.2 to the bus", "hours=1h12m"), ("2 friends came", ""),
      ("8 hours of sleep", ""), ("3 pm nap", ""), ("24 November", ""), ("9:30 woke", ""),
      ("6 to 8", ""), ("6-year-old", ""), ("2 coffee", ""), ("1. Milk\n2. Bread", ""), ("up 8", ""),
    ])
  func first(_ text: String, _ expected: String) {
    let fields = [
      FieldDefinition(name: "hours", type: .duration),
      FieldDefinition(name: "coffee", type: .integer), mood,
    ]
    func found(_ text: String, _ fields: [FieldDefinition], _ keys: Set<String> = []) -> String {
      FieldSchema(fields: fields).valuesAtStart(of: Array(text.utf8), besides: keys)
        .map { "\($0.field.name)=\($0.value)" }.joined(separator: " ")
    }
    #expect(found(text, fields) == expected)
    #expect(found("1.2 to the bus", runs) == "dist=1.2")
    #expect(found("12 ICU", fields, ["mood", "coffee"]) == "hours=12h hours=12m")
    #expect(found("3 fixes", fields) == "")
  }

  @Test(
    "A number with a unit is one of the field that has it",
    arguments: [
      ("28m easy", "time=28m"), ("4 miles", "dist=4"), ("ran 4 mi", "dist=4"),
      ("4mi", "dist=4"), ("dist 4 mi", "dist=4"), ("3.2 mi, 28:14", "dist=3.2"),
      ("ran 4 mi in 41 minutes", "dist=4 time=41m"), ("4mi of headwind", ""), ("5.2 km", ""),
      ("5 km", ""), ("7 dogs", ""), ("2h 30 min", "time=2h30m"), ("2 h 30 min", "time=2h30m"),
      ("2h und 30 min", "time=2h30m"), ("2h 30 pages", "time=2h"), ("2h: 30 min", "time=2h"),
      ("5 mi in 1h 5 min", "dist=5 time=1h5m"), ("1 200 miles", "dist=1200"),
      ("12 40 miles", "dist=40"),
    ])
  func quantities(_ text: String, _ expected: String) {
    #expect(found(text, runs) == expected)
  }

  @Test(
    "A text that names a field names all that it has, and says which have no clear value",
    arguments: [
      ("Mood: 7. Coffee: 2", "mood=7 coffee=2", ""), ("coffee 2, mood", "coffee=2", "mood"),
      ("Ran 7.2km in 41 minutes, effort 6", "effort=6 km=7.2 dur=41m", ""),
      ("effort 6, q 7, 41m", "effort=6 quality=7 dur=41m", ""), ("mood: 7 or 8", "", "mood"),
      ("mood: 7 → 8", "", "mood"), ("mood 7\nmood 8, coffee 2", "coffee=2", "mood"),
      ("In a good mood: 3 cups", "", ""), ("pages 3 to 7 again", "", ""),
      ("Mood — 8", "mood=8", ""), ("pages: 51,230 in all", "", "pages"),
    ])
  func several(_ text: String, _ expected: String, _ unread: String) {
    let names = ["mood", "coffee", "effort", "quality", "pages"]
    let fields =
      names.map { FieldDefinition(name: $0, type: .integer) } + [
        FieldDefinition(name: "km", type: .number), FieldDefinition(name: "dur", type: .duration),
      ]
    let found = FieldsInText(Array(text.utf8), FieldSchema(fields: fields), besides: [])
    let values = found.fields.map { "\($0.name.lowercased())=\($0.value)" }
    #expect(values.joined(separator: " ") == expected)
    #expect(found.unread.joined(separator: " ") == unread)
  }

  @Test(
    "What says of which field it is needs no other entry; a number in a sentence is none of it",
    arguments: [
      ("5k in 28 min effort 6", "effort=6 km=5 time=28m"), ("10 km easy", "km=10"),
      ("Easy 5k; effort about 4", "effort=4 km=5"),
      ("2.5 hours for Bauer", "time=2h30m client=Bauer"),
      ("Bauer: 2h, 30 pages", "client=Bauer time=2h pages=30"),
      ("2 hours Lomond", "time=2h client=Lomond"),
      ("Another 41 pages. Casaubon is a dead fish.", "pages=41"),
      ("25 pp. before supper", "pages=25"),
      ("24 pages, the vote and the dinner of it", "pages=24"), ("6", ""),
      ("Lomond rang. They are late.", ""),
      ("Took the bus instead; 15 min late.", ""), ("Lost my place. The book has 880 pages!", ""),
      ("Started a new one, 312 pages, from the library.", ""),
      ("24 hours in a day, not enough.", ""),
      ("15 min late", ""), ("At 7h we left", ""), ("Effort, 3 biscuits", ""),
      ("Big dinner. 2 days off.", ""), ("The Lomond is in flood.", ""),
      ("effort 7, tired after pages", "effort=7"), ("effort was 7 today", "effort=7"),
      ("effort, 7", "effort=7"), ("Effort was 7 times better", ""), ("All effort was 7", ""),
      ("Bauer client", "client=Bauer"), ("time 8pm to 2am", "time=6h"),
    ])
  func explicit(_ text: String, _ expected: String) {
    var client = FieldDefinition(name: "client", type: .choice)
    client.options = ["Lomond", "Bauer"]
    let fields = [
      FieldDefinition(name: "km", type: .number), FieldDefinition(name: "time", type: .duration),
      FieldDefinition(name: "effort", type: .integer),
      FieldDefinition(name: "pages", type: .integer),
      client,
    ]
    let found = FieldsInText(Array(text.utf8), FieldSchema(fields: fields), besides: [])
    #expect(found.fields.map { "\($0.name)=\($0.value)" }.joined(separator: " ") == expected)
    #expect(found.unread == [])
  }

  @Test(
    "With one value that is clear, all that a text has are found",
    arguments: [
      ("5.2km in 31:40, cold but ok", "km=5.2 time=31m40s"),
      ("5.5 km easy / 33:10", "km=5.5 time=33m10s"),
      ("8.2 km / 49:55 / felt easy", "km=8.2 time=49m55s"),
      ("6km 35:20 @ 5:53/km", "km=6 time=35m20s"), ("10k 1:02:15", "km=10 time=1h2m15s"),
      ("12 km in 1:05", "km=12 time=1h5m"), ("9:30 ran 5k", "km=5"),
      ("5h halfmoon revisions, invoiced", "time=5h client=Halfmoon invoiced=yes"),
      ("8h Northside Coffee mural sketch", "time=8h client=Northside Coffee"),
      ("2h halfmoon not invoiced yet", "time=2h client=Halfmoon invoiced=no"),
      ("Northside, 45 min call", "client=Northside Coffee time=45m"),
      ("2h halfmoon, invoiced?", "time=2h client=Halfmoon"),
      ("2h 30 min halfmoon", "time=2h30m client=Halfmoon"), ("Psalm 25:30", ""),
      ("won 31:40", ""), ("ran 31:40", "time=31m40s"),
      ("2h: Halfmoon zine", "time=2h client=Halfmoon"),
      ("spent 3h on maple press cover", "time=3h client=Maple Press"),
      ("2h, 10 other emails", "time=2h"), ("2h Maple Press, 1h Halfmoon", "time=2h"),
      ("Halfmoon wants 3 more spreads by Friday", ""),
      ("2 friends came by", ""), ("at 5 we left", ""), ("10 days ago", ""),
      ("Watched the marathon on TV, winner ran 42 km in 2:04. Insane.", ""),
    ])
  func beside(_ text: String, _ expected: String) {
    var distance = FieldDefinition(name: "km", type: .number)
    distance.unit = "km"
    var client = FieldDefinition(name: "client", type: .choice)
    client.options = ["Maple Press", "Halfmoon", "Northside Coffee", "other"]
    #expect(
      named(
        text,
        [
          distance, FieldDefinition(name: "time", type: .duration), client,
          FieldDefinition(name: "invoiced", type: .boolean),
        ]) == expected)
  }

  @Test(
    "Two times of day are those of two fields, and a number of ten is one where ten is the most",
    arguments: [
      ("23:40-7:30, 7", "bed=23:40 wake=7:30 quality=7"),
      ("11:15pm to 7:20am, 6/10", "bed=23:15 wake=07:20 quality=6"),
      ("11:15 pm - 7:20 am", "bed=23:15 wake=07:20"),
      ("to bed 11:15pm, up 7:05am, quality 7/10", "bed=23:15 wake=07:05 quality=7"),
      ("bed 11:30 pm, up at 7", "bed=23:30 wake=07:00"), ("great! 8/10", "quality=8"),
      ("Great day with Ania, home late, 8/10", "quality=8"), ("on 8/10 we left", ""),
      ("we left 8/10 for Rome", ""), ("book 8/10, film 3/10", ""),
      ("Cat woke me twice, 3am and 5am", ""), ("Neighbour's dog barked from 2 to 3am", ""),
    ])
  func times(_ text: String, _ expected: String) {
    var quality = FieldDefinition(name: "quality", type: .integer)
    quality.maximum = "10"
    let times = ["bed", "wake"].map { FieldDefinition(name: $0, type: .time) }
    #expect(named(text, times + [quality]) == expected)
  }

  private func named(_ text: String, _ fields: [FieldDefinition]) -> String {
    FieldsInText(Array(text.utf8), FieldSchema(fields: fields), besides: []).fields
      .map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  @Test("An option as the first word is a value, and a part of a name with a number")
  func names() {
    var project = FieldDefinition(name: "project", type: .choice)
    project.options = ["acme", "Umbrella"]
    let hours = FieldDefinition(name: "hours", type: .duration)
    #expect(found("acme 2h fix login", [project, hours]) == "project=acme hours=2h")
    #expect(found("umbrella call", [project, hours]) == "project=Umbrella")
    #expect(found("call acme", [project, hours]) == "")
    let quality = FieldDefinition(name: "quality", type: .integer)
    #expect(found("slept 7h30m, q 8", [hours, quality]) == "hours=7h30m quality=8")
  }

  @Test(
    "A value is stored as its field writes it",
    arguments: [
      (FieldType.choice, "UMBRELLA", "Umbrella"), (.choice, "other", "other"),
      (.time, "11:40pm", "23:40"), (.time, "9 AM", "09:00"), (.time, "7", "7"),
      (.time, "9:05", "9:05"), (.text, "Acme", "Acme"),
    ])
  func stored(_ type: FieldType, _ typed: String, _ expected: String) {
    var field = FieldDefinition(name: "f", type: type)
    field.options = ["acme", "Umbrella"]
    #expect(field.stored(Array(typed.utf8), dateOrder: nil) == Array(expected.utf8))
  }
}
