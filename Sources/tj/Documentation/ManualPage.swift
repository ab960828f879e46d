/// The manual page tj(1), in the man macros, drawn from the table and the manual's text.
struct ManualPage {
  private var lines: [String] = []

  static func bytes(of table: CommandTable = .standard) -> [UInt8] {
    var page = ManualPage()
    page.addHead()
    page.lines.append(".SH COMMANDS")
    page.lines += RoffText.paragraph(ManualText.conventions)
    for command in table.definitions { page.add(command, path: ["tj", command.name]) }
    for section in ManualText.sections { page.add(section) }
    page.lines.append(".SH EXAMPLES")
    for example in table.definitions.flatMap(\.examples) {
      page.lines += [".TP", "\\fB\(RoffText.literal(example.command))\\fR"]
      page.lines += RoffText.paragraph(example.summary)
    }
    page.add(ManualText.seeAlso)
    return Array(page.lines.map { $0 + "\n" }.joined().utf8)
  }

  private mutating func addHead() {
    let version = "ThreadJournal \(ProgramVersion.current)"
    lines += [
      ".\\\" Made by \"tj help --man\" from the command table; changes by hand are lost.",
      ".TH TJ 1 \(ProgramVersion.date) \"\(version)\" \"ThreadJournal manual\"", ".nh", ".ad l",
      ".SH NAME", "tj \\- keep a journal in plain text", ".SH SYNOPSIS",
    ]
    addSynopsis("tj", ["[OPTION]...", "COMMAND", "[ARGUMENT]..."])
    add(ManualText.description)
    lines.append(".SH OPTIONS")
    lines += RoffText.paragraph("Every command takes these, before or after its name.")
    for option in GlobalOptions.definitions { add(option) }
  }

  private mutating func add(_ command: CommandDefinition, path: [String]) {
    lines.append(".SS \(RoffText.literal(path.joined(separator: " ")))")
    addSynopsis(path.joined(separator: " "), command.synopsis)
    lines.append(".PP")
    lines += RoffText.paragraph(command.summary)
    for paragraph in command.paragraphs { add(.init(text: paragraph)) }
    for argument in command.arguments { add(.init(term: argument.name, text: argument.summary)) }
    for option in command.visibleOptions { add(option) }
    for note in command.exitStatuses {
      add(.init(text: "Exit status \(note.code): \(note.meaning)"))
    }
    for subcommand in command.subcommands { add(subcommand, path: path + [subcommand.name]) }
  }

  private mutating func addSynopsis(_ name: String, _ pieces: [String]) {
    lines.append(RoffText.synopsis(name))
    for piece in pieces {
      // A long set of alternatives goes on several lines of source, and stays one word of output.
      let isLong = RoffText.synopsis(piece).utf8.count > 80
      let parts = isLong ? piece.split(separator: "|").map(String.init) : [piece]
      for (index, part) in parts.enumerated() {
        let isLast = index == parts.count - 1
        lines.append(RoffText.synopsis(isLast ? part : part + "|") + (isLast ? "" : "\\c"))
      }
    }
  }

  private mutating func add(_ option: OptionDefinition) {
    let listing = String(option.listing.drop { $0 == " " })
    add(.init(term: listing, text: option.summary))
  }

  private mutating func add(_ section: ManualSection) {
    lines.append(".SH \(section.title)")
    for (index, block) in section.blocks.enumerated() { add(block, isFirst: index == 0) }
  }

  private mutating func add(_ block: ManualSection.Block, isFirst: Bool = false) {
    if let term = block.term {
      lines.append(".TP")
      lines += term.contains("`") ? RoffText.paragraph(term) : [RoffText.synopsis(term)]
    } else if !isFirst {
      lines.append(".PP")
    }
    let code = block.text.split(separator: "\n").map { RoffText.literal(String($0)) }
    lines += block.isCode ? [".EX"] + code + [".EE"] : RoffText.paragraph(block.text)
  }
}

struct ManualSection: Sendable {
  /// A paragraph, an item of a list, or lines as they stand.
  struct Block: Sendable {
    /// What the item explains, marked in the same way or written as in a synopsis; nil for anything else.
    var term: String?
    /// Running text, in which `` `…` `` marks what is typed.
    var text: String
    var isCode = false
  }

  let title: String
  /// Paragraphs, with an empty line between two; `TERM | MEANING` begins an item, and lines that are indented by four
  /// spaces are code.
  let text: String

  var blocks: [Block] {
    var blocks: [Block] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isCode = line.hasPrefix("    ")
      if let bar = line.firstRange(of: " | ") {
        blocks.append(
          Block(term: String(line[..<bar.lowerBound]), text: String(line[bar.upperBound...])))
      } else if isOpen, !line.isEmpty {
        blocks[blocks.count - 1].text += isCode ? "\n" + line.dropFirst(4) : " " + line
      } else if !line.isEmpty {
        blocks.append(Block(text: String(isCode ? line.dropFirst(4) : line), isCode: isCode))
      }
      isOpen = !line.isEmpty
    }
    return blocks
  }
}

/// Text as the man macros of groff and mandoc take it.
enum RoffText {
  /// `text` as it stands, every character printed as itself: for command lines.
  static func literal(_ text: String) -> String { guarded(escaped(text)) }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }

  /// `text` with what it marks as typed in bold, on lines that no macro is mistaken in.
  static func paragraph(_ text: String) -> [String] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    let marked = parts.indices.map { index in
      index.isMultiple(of: 2) ? escaped(parts[index]) : "\\fB\(escaped(parts[index]))\\fR"
    }
    return marked.joined().wrapped(to: 78).map { line in
      guarded(line.hasSuffix(".\\fR") ? line + "\\&" : line)
    }
  }

  /// `text`, placeholders in capitals in italics and the rest in bold: for synopses and options.
  static func synopsis(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let first = rest.first {
      let word = rest.prefix { $0.isLetter || $0 == "-" || $0 == "_" }
      if word.isEmpty {
        result += first == " " ? "\\ " : escaped(String(first))
      } else {
        let isPlaceholder = word.allSatisfy { $0.isUppercase } && word.count > 1 || word == "N"
        result += "\\f\(isPlaceholder ? "I" : "B")\(escaped(String(word)))\\fR"
      }
      rest = rest.dropFirst(max(word.count, 1))
    }
    return guarded(result + (text.contains("...") ? "\\&" : ""))
  }

  /// `line`, with a guard where its first character would make it a macro.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }
}
