import Testing
import ThreadStorage

@testable import ThreadJournal

@Suite struct ForeignFormTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func column(_ values: String...) -> ColumnForm {
    ColumnForm(of: values.map(bytes), isForeign: true)
  }

  @Test(
    "A column is read by the form that all of it has",
    arguments: [
      (["7,5", "8", "-1,25"], FieldType.number, nil, ["7.5", "8", "-1.25"]),
      (["ja", "Nein"], .boolean, nil, ["true", "false"]),
      (["oui", "NON"], .boolean, nil, ["true", "false"]),
      (["Ja", "nej"], .boolean, nil, ["true", "false"]),
      (["ja", "nei", "Nee"], .boolean, nil, ["true", "false", "false"]),
      (["Sim", "não", "nao"], .boolean, nil, ["true", "false", "false"]),
      (["1,234.50", "12.5", "999"], .number, nil, ["1234.50", "12.5", "999"]),
      (["12,345", "1,234,567"], .number, nil, ["12345", "1234567"]),
      (["$1,200.00", "$5"], .number, "$", ["1200.00", "5"]),
      (["7h30", "6 h", "90 min"], .duration, nil, ["7h30m", "6h", "90m"]),
      (["1 234,5", "1\u{202F}000,5"], .number, nil, ["1234.5", "1000.5"]),
      (["WAHR", "falsch"], .boolean, nil, ["true", "false"]),
      (["SAND", "FALSK"], .boolean, nil, ["true", "false"]),
      (["SANN", "USANN"], .boolean, nil, ["true", "false"]),
      (["sand", "sand"], .text, nil, ["sand", "sand"]),
      (["7:05", "22:30"], .time, nil, ["7:05", "22:30"]),
      (["9:05 pm", "9am", "12 AM"], .time, nil, ["21:05", "09:00", "00:00"]),
      (["80,5 kg", "80 kg"], .number, "kg", ["80.5", "80"]),
      (["100 m", "200 m"], .integer, "m", ["100", "200"]),
      (["1.250,5", "998"], .number, nil, ["1250.5", "998"]),
      (["1.250", "80,5"], .number, nil, ["1250", "80.5"]),
      (["0.125", "1.250"], .number, nil, ["0.125", "1.250"]),
      (["36:15:30", "0:45:00"], .duration, nil, ["36h15m30s", "45m"]),
      (["45m", "7h"], .duration, nil, ["45m", "7h"]),
      (["7.5 h", "8 h"], .number, "h", ["7.5", "8"]),
      (["$12.50", "$3"], .number, "$", ["12.50", "3"]),
      (["36,6 °C"], .number, "°C", ["36.6"]),
      (["12,50\u{A0}€", "3,20\u{202F}€"], .number, "€", ["12.50", "3.20"]),
      (["2 412,35 €", "1\u{202F}250 €", "12,50 €"], .number, "€", ["2412.35", "1250", "12.50"]),
      (["3a", "4a"], .text, nil, ["3a", "4a"]), (["5%", "7 %"], .integer, "%", ["5", "7"]),
      (["ja", "oui"], .text, nil, ["ja", "oui"]), (["7h30", "x"], .text, nil, ["7h30", "x"]),
      (["1,234.50", "81,4"], .text, nil, ["1,234.50", "81,4"]),
      (["1,234.50", "1.234,50"], .text, nil, ["1,234.50", "1.234,50"]),
      (["007", "8,5"], .text, nil, ["007", "8,5"]), (["", "7,5"], .text, nil, ["", "7,5"]),
    ] as [([String], FieldType, String?, [String])])
  func forms(_ values: [String], _ type: FieldType, _ unit: String?, _ written: [String]) {
    let form = ColumnForm(of: values.map(bytes), isForeign: true)
    #expect(form.type == type)
    #expect(form.unit == unit)
    #expect(form.doubt == nil)
    #expect(values.map { form.written(bytes($0)) } == written.map(bytes))
    let own = ColumnForm(of: values.map(bytes), isForeign: false)
    #expect(values.map { own.written(bytes($0)) } == values.map(bytes))
  }

  @Test("The name of a field tells times of day from durations")
  func names() {
    func form(_ name: String, _ values: String...) -> ColumnForm {
      ColumnForm(of: values.map(bytes), isForeign: true, named: name)
    }
    let sleep = form("schlaf", "7:30", "10:05")
    #expect(sleep.type == .duration)
    #expect(sleep.written(bytes("10:05")) == bytes("10h5m"))
    #expect(form("bett", "7:30", "9:05").type == .time)
    #expect(form("zeit im bett", "7:30").type == .duration)
    #expect(form("sleep", "22:30", "23:10").type == .time)
    #expect(form("pace", "5:44", "10:12").doubt == .hoursOrMinutes)
    #expect(form("ritmo medio", "5:15", "19:23").doubt == .hoursOrMinutes)
    #expect(form("tiempo", "0:45:10", "1:02:00").type == .duration)
    #expect(form("pace", "0:05:44").type == .duration)
    #expect(form("nap", "7:30", "10:05").doubt == .timeOrDuration)
    #expect(form("nap", "07:30", "10:05").type == .time)
    let run = form("dauer", "28:14", "1:01:20")
    #expect(run.type == .duration)
    #expect(run.written(bytes("28:14")) == bytes("28m14s"))
    #expect(run.written(bytes("1:01:20")) == bytes("1h1m20s"))
    #expect(form("dauer", "8:14", "1:01:20").doubt == .hoursOrMinutes)
    #expect(form("bis", "9.15", "22.30").type == .time)
    #expect(form("bis", "9.15", "22.30").written(bytes("9.15")) == bytes("09:15"))
    #expect(form("bis", "9.15", "22.75").type == .number)
    #expect(form("preis", "9.15", "22.30").type == .number)
    #expect(form("coucher", "23h30", "0h15").type == .time)
    #expect(form("coucher", "23h30", "0h15").written(bytes("0h15")) == bytes("00:15"))
    #expect(form("sommeil", "7h30", "6h15").type == .duration)
  }

  @Test("A time of day with its end is known by its form")
  func spans() {
    for text in ["9.00-11.30", "9:00 – 11:30", "09.00-11:30"] {
      #expect(ForeignForm.isClockSpan(bytes(text)[...]))
    }
    for text in ["9-11", "1-2", "2026-11-01", "9.00", "9.00-11.75", "a-b"] {
      #expect(!ForeignForm.isClockSpan(bytes(text)[...]))
    }
    #expect(ForeignForm.bareTime(bytes("9.00-11.30")[...]) == "09:00-11:30")
  }

  @Test("What may mean two things stays text, and says why")
  func doubts() {
    #expect(column("1:30", "0:45").doubt == .timeOrDuration)
    #expect(column("1,234", "5").doubt == .thousands)
    #expect(column("1.250", "998").doubt == .thousands)
    #expect(column("1.250 €", "100 €").doubt == .thousands)
    #expect(column("00:45:00", "01:30:00").doubt == .timeOrDuration)
    #expect(column("100m", "45m").doubt == .minutesOrMetres)
    #expect(column("5 km", "800 m").doubt == .units)
    #expect(column("80 kg", "80").doubt == .units)
    #expect(column("80,5", "80", "80,1 kg").doubt == .units)
    #expect(column("$1,200.00", "$5").doubt == nil)
    for form in [
      column("1:30", "0:45"), column("1,234", "5"), column("5 km", "800 m"), column("1.250"),
      column("00:45:00"), column("45m"), column("1.250 €"),
    ] {
      #expect(form.type == .text)
      #expect(form.written(bytes("1:30")) == bytes("1:30"))
    }
    #expect(column("words").doubt == nil)
  }

  @Test(
    "A value is converted to a field's type where it has one meaning there",
    arguments: [
      ("number", nil, nil, "7,5", "7.5"), ("number", "kg", nil, "80 kg", "80"),
      ("number", "kg", nil, "80,5 KG", "80.5"), ("number", "kg", nil, "80 lb", nil),
      ("number", nil, nil, "1,234", nil), ("integer", nil, nil, "7,0", nil),
      ("boolean", nil, nil, "Ja", "true"), ("duration", nil, nil, "7:30", "7h30m"),
      ("duration", nil, nil, "100 m", nil), ("duration", nil, nil, "5", nil),
      ("duration", nil, "h", "7,5", "7h30m"), ("duration", nil, "min", "5", "5m"),
      ("duration", nil, "h", "0.0001", nil), ("number", "h", nil, "7h30m", "7.5"),
      ("number", "h", nil, "20m", nil), ("time", nil, nil, "9pm", "21:00"),
      ("time", nil, nil, "22.30", "22:30"), ("time", nil, nil, "23h30", "23:30"),
      ("time", nil, nil, "22.3", nil),
      ("date", nil, nil, "1.1.2026", nil),
    ] as [(String, String?, String?, String, String?)])
  func converted(
    _ type: String, _ unit: String?, _ old: String?, _ value: String, _ written: String?
  ) throws {
    let field = try FieldDefinition(name: "x", type: type, unit: unit)
    #expect(field.converted(bytes(value), from: old) == written.map(bytes))
  }

  @Test("Times of day are compared by the clock")
  func times() throws {
    let field = try FieldDefinition(name: "bed", type: "time", minimum: "9:05", maximum: "22:30")
    #expect(field.check(bytes("9:04")) == .belowMinimum("9:05"))
    #expect(field.check(bytes("10:00")) == nil)
    #expect(field.check(bytes("22:30:01")) == .aboveMaximum("22:30"))
    for text in ["24:00", "9", "9:5", "9:05 pm", "12:60", ":30", "12:30:", "1:2:3:4"] {
      #expect(field.check(bytes(text)) == .wrongType(.time))
    }
  }

  @Test("Times that are not read are shown the forms that all of them fit")
  func patterns() {
    #expect(TimePattern.fitting(["28.03.2026 07:12"]) == ["%d.%m.%Y %H:%M"])
    #expect(TimePattern.fitting(["03/04/2026"]) == ["%d/%m/%Y", "%m/%d/%Y"])
    #expect(TimePattern.fitting(["03/04/2026", "28/04/2026"]) == ["%d/%m/%Y"])
    #expect(TimePattern.fitting(["March 28, 2026 7:12 AM"]) == ["%B %d, %Y %I:%M %p"])
    #expect(TimePattern.fitting(["tomorrow"]) == [])
    #expect(TimePattern.fitting(["21.11.2026 gegen 9"]) == [])
    for half in ["p. m.", "P. M.", "\u{A0}p.\u{202F}m.", "de la tarde", "(tarde)", "nachm."] {
      let pattern = "%d/%m/%Y %I:%M %p"
      #expect(TimePattern.fitting(["20/11/2026 6:31 \(half)"]) == [pattern])
      #expect(TimePattern(pattern)?.timestamp("20/11/2026 6:31 \(half)")?.hour == 18)
      #expect(TimePattern("%d/%m/%Y %H:%M \(half)") == nil)
    }
    #expect(TimePattern.fitting(["20/11/2026 6:31 μμ"]) == [])
    #expect(TimePattern.fitting(["21.11.2026 9:05 Uhr"]) == ["%d.%m.%Y %H:%M Uhr"])
    #expect(TimePattern.fitting(["21.11.2026 a", "22.11.2026 b"]) == [])
    #expect(
      TimePattern.fitting(["21.11.2026 a", "22.11.2026 b"], mayHaveTitles: true) == ["%d.%m.%Y"])
    for (text, pattern) in [
      ("21/11/2026 09:00 +0530", "%d/%m/%Y %H:%M %z"),
      ("Sat, 21 Nov 2026 09:00:00 +0100", "%A, %d %B %Y %H:%M:%S %z"),
      ("11/21/2026 9:05:00 PM GMT-5", "%m/%d/%Y %I:%M:%S %p %z"),
      ("21 Nov 2026 09:00:00 GMT", "%d %B %Y %H:%M:%S %z"),
      ("21.11.2026T09:00:00Z", "%d.%m.%YT%H:%M:%S%z"),
      ("2026-11-21 09:00 UTC", "%Y-%m-%d %H:%M %z"),
      ("Nov 21, 2026, 9:05:10 PM", "%B %d, %Y, %I:%M:%S %p"),
      ("Sa, 21.11.2026 9:05", "%A, %d.%m.%Y %H:%M"),
      ("Friday, 20 November 2026 at 08:15", "%A, %d %B %Y at %H:%M"),
      ("Samstag, 21.11.2026", "%A, %d.%m.%Y"), ("21 nov. 2026", "%d %B. %Y"),
      ("20261121T090510", "%Y%m%dT%H%M%S"), ("2026.11.21 09.05", "%Y.%m.%d %H.%M"),
      ("21.11.2026 um 9 Uhr 05", "%d.%m.%Y um %H Uhr %M"), ("2026-11-21 09h05", "%Y-%m-%d %Hh%M"),
    ] {
      #expect(TimePattern.fitting([text]) == [pattern])
    }
    // What is written out is read.
    for (pattern, text) in [
      ("%Y-%m-%d %H:%M UTC", "2026-11-21 09:00 UTC"), ("%Y%m%dT%H%M%SZ", "20261121T090000Z"),
      ("%F %T GMT-5", "2026-11-21 09:00:00 GMT-5"), ("%F %R+0530", "2026-11-21 09:00+05:30"),
    ] {
      #expect(TimePattern(pattern)?.timestamp(text)?.utcOffset != nil)
    }
    // What would change the time, and would be passed over, makes no pattern; the end of a word is no zone.
    for (pattern, unread) in [
      ("%d.%m.%Y %H:%M MEZ", .zone(example: "+01:00")), ("%F %H:%M PM", .half),
      ("PST %F %R", .zone(example: "-08:00")), ("%F %I:%M a.m.", .half),
      ("%F %R Europe/Berlin", .zone(example: "±HH:MM")), ("%H:%M am %d.%m.%Y", nil),
      ("%H:%M Uhr Raum", nil),
    ] as [(String, TimePattern.Unread?)] {
      #expect(TimePattern.unread(in: pattern) == unread, "\(pattern)")
      #expect((TimePattern(pattern) == nil) == (unread != nil), "\(pattern)")
    }
    #expect(TimePattern.fitting(["21.11.2026 09:00 MEZ"]) == [])
    #expect(TimePattern.fitting(["03/28/26 11:59 p.m."]) == ["%m/%d/%y %I:%M %p"])
  }
}
