import Testing

@testable import ThreadJournal
@testable import ThreadStorage

@Suite struct SettingsTests {
  private func file(_ text: String, _ owner: SettingsFile.Owner = .user) -> SettingsFile {
    SettingsFile(Array(text.utf8), of: owner)
  }

  private func settings(
    user: String = "", journal: String = "", _ variables: [String: String] = [:]
  ) -> Settings {
    Settings(user: file(user), journal: file(journal, .journal)) { variables[$0] }
  }

  @Test("every setting has a definition with a default that is a value, and a sentence")
  func table() {
    for definition in SettingDefinition.all {
      if let fallback = definition.fallback {
        #expect(SettingValue(fallback.text, as: definition.kind) == fallback)
      } else {
        let without: [SettingKey] = [
          .locationCommand, .reviewCommand, .markdownCommand, .trustedJournals, .dateOrder,
        ]
        #expect(without.contains(definition.key))
      }
      #expect(definition.summary.hasSuffix("."))
    }
    #expect(SettingKey.names.count == Set(SettingKey.names).count)
  }

  @Test(
    "values are checked",
    arguments: [
      (SettingKey.wrap, "72", "72"), (.wrap, "0", "0"), (.wrap, "-1", nil), (.wrap, "1001", nil),
      (.wrap, "99999999999999999999", nil), (.wrap, "", nil), (.wrap, "7 2", nil),
      (.color, "always", "always"), (.color, "Always", nil), (.color, "blue", nil),
      (.dayStarts, "4:00", "04:00"), (.dayStarts, "04:30", "04:30"), (.dayStarts, "12:00", "12:00"),
      (.dayStarts, "12:01", nil), (.dayStarts, "4", nil), (.dayStarts, "04:60", nil),
      (.dayStarts, "4:0", nil), (.dayStarts, "+4:00", nil), (.dayStarts, "004:00", nil),
      (.confirm, "false", "false"), (.confirm, "No", "false"), (.confirm, "on", "true"),
      (.confirm, "1", nil), (.location, "maybe", nil), (.trashDays, "30", "30"),
      (.trashDays, "30d", nil), (.editor, "code --wait", "code --wait"), (.editor, "  ", nil),
      (.editor, "vi\nrm", nil), (.editor, "a\u{1B}b", nil), (.journal, "~/notes", "~/notes"),
      (.journal, "/srv/notes", "/srv/notes"), (.journal, "notes", nil), (.journal, "~ann", nil),
    ] as [(SettingKey, String, String?)])
  func values(key: SettingKey, text: String, expected: String?) {
    #expect(SettingValue(text, as: SettingDefinition(key).kind)?.text == expected)
  }

  @Test("each source counts before the next")
  func precedence() {
    let variables = ["TJ_PAGER": "p1", "PAGER": "p3", "VISUAL": "v", "EDITOR": "e"]
    let user = "pager: p2\neditor: mine\nwrap: 60\ncolor: always\n"
    func item(_ key: SettingKey, _ settings: Settings) -> String {
      let item = settings.item(key)
      return "\(item.value?.text ?? "-") \(item.source)"
    }
    #expect(item(.pager, settings(user: user, variables)) == "p1 variable(\"TJ_PAGER\")")
    #expect(item(.pager, settings(user: user, ["PAGER": "p3"])) == "p2 user")
    #expect(item(.pager, settings(["PAGER": "p3"])) == "p3 variable(\"PAGER\")")
    #expect(item(.pager, settings(["TJ_PAGER": "", "PAGER": "p3"])) == " variable(\"TJ_PAGER\")")
    #expect(item(.pager, settings()) == "less -FRX standard")
    #expect(item(.editor, settings(user: user, variables)) == "mine user")
    #expect(item(.editor, settings(variables)) == "v variable(\"VISUAL\")")
    #expect(item(.editor, settings(["VISUAL": "", "EDITOR": "e"])) == "e variable(\"EDITOR\")")
    #expect(item(.editor, settings()) == "vi standard")
    #expect(item(.wrap, settings(user: user, journal: "wrap: 70\n")) == "70 journal")
    #expect(item(.wrap, settings(user: user)) == "60 user")
    #expect(item(.color, settings(user: user)) == "always user")
    #expect(item(.color, settings(user: user, ["NO_COLOR": "1"])) == "never variable(\"NO_COLOR\")")
    #expect(item(.color, settings(user: user, ["NO_COLOR": ""])) == "always user")
    #expect(
      item(.journal, settings(user: "journal: ~/a\n", ["TJ_JOURNAL": "b"]))
        == "b variable(\"TJ_JOURNAL\")")
    #expect(item(.locationCommand, settings()) == "- standard")
  }

  @Test("values are had as what they are")
  func typed() {
    let settings = settings(user: "day-starts: 4:30\nconfirm: no\ntrash-days: '7'\n")
    #expect(settings.number(.dayStarts) == 16_200)
    #expect(!settings.flag(.confirm) && !settings.flag(.location))
    #expect(settings.number(.trashDays) == 7)
    #expect(settings.number(.locationCommand) == 0)
    #expect(settings.text(.locationCommand) == nil)
  }

  @Test(
    "a journal's file runs no program, leads nowhere, and switches no location on",
    arguments: [
      "editor: evil", "pager: evil", "location-command: evil", "review-command: evil",
      "journal: /tmp", "location: true",
    ])
  func untrusted(line: String) {
    let file = file("format: 1\n\(line)\nwrap: 60\n", .journal)
    #expect(file.values == [.wrap: .integer(60)])
    #expect(file.problems.count == 1 && file.problems[0].line == 2)
    guard case .untrusted? = file.problems.first?.kind else {
      Issue.record("\(line) is not told")
      return
    }
    #expect(self.file("\(line)\n").problems == [])
  }

  @Test("a journal's file may switch location off")
  func locationOff() {
    let settings = settings(user: "location: true\n", journal: "location: false\n")
    #expect(!settings.flag(.location))
  }

  @Test(
    "a damaged file does not count, says where, and is not changed",
    arguments: [
      ("wrap: [60\n", 1), ("wrap: 60\n<<<<<<< ours\ncolor: never\n", 2), ("- wrap\n", 1),
      ("wrap: 60\nwrap: 70\n", 2), ("wrap: \"60\n", 1), ("\twrap: 60\n", 1),
      ("wrap: &a 60\n", 1), ("just text\n", 1),
    ])
  func damaged(text: String, line: Int) {
    let file = file(text)
    #expect(file.problems.contains { $0.kind == .damaged } && file.values.isEmpty)
    #expect(file.problems.map(\.kind) == [.damaged])
    #expect(file.problems.first?.line == line)
    for value in [SettingValue.integer(72), .integer(60)] {
      #expect(throws: SettingError.self) { try file.setting(.wrap, to: value, path: "p") }
    }
    #expect(throws: SettingError.self) { try file.setting(.wrap, to: nil, path: "p") }
  }

  @Test("bytes that are not UTF-8 are damage")
  func notUTF8() {
    let file = SettingsFile(Array("editor: caf".utf8) + [0xE9, 0x0A], of: .user)
    #expect(file.problems.contains { $0.kind == .damaged })
  }

  @Test("a value that does not fit leaves the others alone")
  func badValue() {
    let file = file("wrap: wide\ncolor: never\ntrash-days: [1]\neditor:\n")
    #expect(file.values == [.color: .text("never")])
    #expect(
      file.problems.map(\.kind) == [
        .badValue(.wrap, text: "wide"), .badValue(.trashDays, text: "[1]"),
      ])
    #expect(file.problems.first?.column == 7)
  }

  @Test("an unknown name is told with the nearest one, and nothing else")
  func unknown() throws {
    let file = file("format: 1\nwrpa: 3\nother-tool: {a: 1}\n", .journal)
    #expect(
      file.problems.map(\.kind) == [
        .unknown(name: "wrpa", nearest: ["wrap"]), .unknown(name: "other-tool", nearest: []),
      ])
    #expect(throws: SettingError.unknown(name: "colour", nearest: ["color"])) {
      try SettingKey(named: "colour")
    }
    #expect(try SettingKey(named: "day-starts") == .dayStarts)
  }

  @Test(
    "a change leaves every other byte alone, and reads back",
    arguments: [
      "", "format: 1\n", "# mine\r\nformat: 1\r\n",
      "format: 1 # one\nwrap:   60 # why\nx: {a: 1}\n",
      "wrap: wide\n", "format: 1", "# only this\n",
    ])
  func changing(text: String) throws {
    let before = file(text)
    let values: [(SettingKey, SettingValue)] = [
      (.wrap, .integer(72)), (.dayStarts, .clock(14_400)), (.confirm, .flag(false)),
      (.editor, .text("code --wait # \"x\"")), (.color, .text("never")),
    ]
    for (key, value) in values {
      let bytes = try before.setting(key, to: value, path: "p")
      let after = SettingsFile(bytes, of: .user)
      #expect(after.values[key] == value)
      #expect(after.values.filter { $0.key != key } == before.values.filter { $0.key != key })
      if before.values[key] == nil, key != .wrap {
        #expect(bytes.starts(with: text.utf8))
        let back = try after.setting(key, to: nil, path: "p")
        #expect(back.starts(with: text.utf8) && back.count <= text.utf8.count + 2)
      }
    }
    #expect(throws: SettingError.notSet(key: .pager, path: "p")) {
      try before.setting(.pager, to: nil, path: "p")
    }
  }
}
