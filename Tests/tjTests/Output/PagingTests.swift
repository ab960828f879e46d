import Testing
import ThreadJournal

@testable import tj

@Suite struct PagingTests {
  private let terminal = Terminal(isTerminal: true, columns: 80, rows: 24)

  private func paging(
    _ environment: [String: String], isTerminal: Bool = true, isAllowed: Bool = true
  )
    -> Paging?
  {
    var terminal = terminal
    terminal.isTerminal = isTerminal
    let variables = environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
    let none = SettingsFile([], of: .user)
    let settings = Settings(user: none, journal: none) { variables[$0] }
    return Paging.chosen(
      for: terminal, isAllowed: isAllowed, command: { settings.text(.pager) ?? "" },
      environment: { variables[$0] })
  }

  @Test("TJ_PAGER overrules PAGER")
  func order() {
    #expect(paging(["TJ_PAGER": "sh", "PAGER": "ls"])?.command == "sh")
    #expect(paging(["PAGER": "ls -l"])?.command == "ls -l")
    #expect(paging(["PAGER": "sh"])?.rows == 24)
  }

  @Test(
    "There is no paging",
    arguments: [
      ["PAGER": ""], ["PAGER": "  "], ["PAGER": "cat"], ["PAGER": "tj-no-such-pager -x"],
      ["PAGER": "/no/such/pager"], ["PAGER": "sh", "TERM": "dumb"], ["PATH": "/nowhere"],
    ])
  func none(environment: [String: String]) {
    #expect(paging(environment) == nil)
  }

  @Test("There is no paging without a terminal or with --no-pager")
  func refused() {
    #expect(paging(["PAGER": "sh"], isTerminal: false) == nil)
    #expect(paging(["PAGER": "sh"], isAllowed: false) == nil)
  }

  @Test("What only the shell understands is left to it")
  func shell() {
    #expect(paging(["PAGER": "FOO=1 tj-no-such-pager"]) != nil)
  }

  @Test("less gets its flags only where LESS does not say otherwise")
  func less() {
    #expect(paging(["PAGER": "sh"])?.environment == ["LESS=FRX", "LESSCHARSET=utf-8", "LV=-c"])
    #expect(paging(["PAGER": "sh", "LESS": "", "LV": "x"])?.environment == ["LESSCHARSET=utf-8"])
  }

  @Test("A descriptor that is no terminal is as wide as COLUMNS says, else 80")
  func size() {
    let unknown = Terminal(descriptor: -1) { _ in nil }
    #expect(unknown == Terminal(isTerminal: false, columns: 80, rows: 24))
    let said = Terminal(descriptor: -1) { ["COLUMNS": "132", "LINES": "50"][$0] }
    #expect(said == Terminal(isTerminal: false, columns: 132, rows: 50))
    for nonsense in ["", "0", "-5", "wide", "99999999999999999999"] {
      #expect(Terminal(descriptor: -1) { _ in nonsense }.columns == 80)
    }
  }
}
