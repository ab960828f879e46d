import ThreadJournal
import ThreadStorage

extension ProblemMessage {
  static func aboutFrontMatter(_ kind: JournalProblem.Kind) -> ProblemMessage? {
    switch kind {
    case .unterminatedFrontMatter:
      .init(
        "front-matter-unterminated", .error,
        "front matter begins here, and no line `---` ends it before the first entry",
        "End it with a line `---`; or, where it is meant as text, put an empty line before it.")
    case .frontMatter(.duplicateKey(let key)):
      .init(
        "front-matter-duplicate-key", .warning,
        "the key \"\(String(decoding: key, as: UTF8.self))\" stands here again; the last one counts",
        "Take one of them out.")
    case .frontMatter(let problem):
      .init(
        "front-matter-not-understood", .warning,
        "this is kept as it is, and not read: \(problem.words)",
        "`man tj-thread` says which YAML is read.")
    case .frontMatterValue("id"):
      .init(
        "front-matter-value", .warning, "this is no UUID, so the thread has no id",
        "Correct it, or take the line out.")
    case .frontMatterValue("title"):
      .init(
        "front-matter-value", .warning, "this is no text, so it is not the thread's title",
        "Write the title in quotes.")
    case .frontMatterValue(let key):
      .init(
        "front-matter-value", .warning, "this is no time, so `\(key)` says nothing",
        "A time is written \(key): 2026-03-28T07:12:33Z")
    case .duplicateThreadID(let path):
      .init(
        "duplicate-thread-id", .error, "\(path) has the same thread id",
        "Name both by their paths. Where one is a copy for a purpose of its own, take its id out; "
          + "else take what only one has into the other.")
    default: nil
    }
  }

  static func aboutFields(_ kind: JournalProblem.Kind) -> ProblemMessage? {
    switch kind {
    case .duplicateField(let name):
      .init(
        "field-duplicate", .warning,
        "the field \"\(name)\" stands on this entry again; the last one counts",
        "Take one of them out.")
    case .unknownField(let name, let nearest, let others):
      .init(
        "field-unknown", .warning,
        "the thread defines no field \"\(name)\"" + more(others)
          + (nearest.first.map { "; perhaps \"\($0)\" is meant" } ?? ""),
        "Correct the name, or define the field: tj field add THREAD NAME")
    case .valueOfGroup(let name, let others):
      .init(
        "field-unknown", .warning,
        "\"\(name)\" is a group of fields, which holds no value" + more(others),
        "Give the value to one of the group's fields.")
    case .undefinedFields(let count):
      .init(
        "fields-undefined", .note,
        count == 1
          ? "this field is the only one, and the thread defines none"
          : "the first of \(count) field values in a thread that defines no fields",
        "They are text. To give them types: tj field add THREAD NAME")
    case .fieldValue(let field, let value, let error):
      .init(
        "field-value", .warning, sentence(error, field, value),
        "Correct the value; `tj field list THREAD` shows the definitions.")
    case .fieldDefinition(let problem):
      .init(
        "field-definition", .warning, sentence(problem),
        "Correct it in an editor, or with `tj field`.")
    default: nil
    }
  }

  private static func more(_ others: Int) -> String {
    switch others {
    case 0: ""
    case 1: ", here and once more below"
    default: ", here and \(others) times more below"
    }
  }

  private static func sentence(
    _ error: FieldValueError, _ field: FieldDefinition, _ value: [UInt8]
  ) -> String {
    let shown = "\"\(String(decoding: value.prefix(80), as: UTF8.self))\""
    switch error {
    case .wrongType(let type): return "\(shown) does not fit \(field.name), which is \(type.words)"
    case .belowMinimum(let least): return "\(shown) is below \(least), the least for \(field.name)"
    case .aboveMaximum(let most): return "\(shown) is above \(most), the most for \(field.name)"
    case .notAnOption(let nearest):
      let suggestion = nearest.first.map { "; perhaps \"\($0)\" is meant" } ?? ""
      return "\(shown) is none of the options of \(field.name)\(suggestion)"
    case .coordinates:
      return "\(shown) says where on the globe this was; \(field.name) is a place's name"
    }
  }

  private static func sentence(_ problem: FieldProblem.Kind) -> String {
    switch problem {
    case .notAMapping: "`fields` is no mapping from names to types, so the thread defines none"
    case .badName(let name): "\"\(name)\" cannot be the name of a field"
    case .duplicateName(let name): "\"\(name)\" is defined already; the last one counts"
    case .badDefinition(let name): "this is no definition, so \"\(name)\" is text"
    case .unknownType(let type): "there is no type \"\(type)\", so the field is text"
    case .badLimit(let name): "this is no limit that \"\(name)\" can have"
    case .limitsReversed(let name): "the least value of \"\(name)\" is above its greatest"
    case .badOptions(let name): "the choice \"\(name)\" needs options, as a list of texts"
    case .badGroup(let name): "the group \"\(name)\" needs a list of fields' names"
    case .unknownMember(let name): "the thread defines no field \"\(name)\""
    case .groupInGroup(let name): "\"\(name)\" is a group; groups do not nest"
    case .memberTwice(let name): "\"\(name)\" is in a group already; the first one counts"
    }
  }
}

extension YAMLProblem.Kind {
  /// What it is, as the end of a sentence.
  var words: String {
    switch self {
    case .alias: "an alias"
    case .ambiguousFlow: "YAML parsers read this differently; put it in quotes"
    case .anchor: "an anchor"
    case .badIndentation: "its indentation fits nothing above"
    case .badBlockHeader: "something stands behind `|` or `>`"
    case .complexKey: "a key that is no plain text"
    case .directive: "a directive"
    case .duplicateKey: "a key that stands there already"
    case .invalidEscape: "a backslash with nothing that it escapes"
    case .invalidUTF8: "it is not UTF-8"
    case .mergeKey: "a merge key"
    case .missingColon: "a colon is missing"
    case .multipleDocuments: "a second document"
    case .rootNotMapping: "it is no mapping from keys to values"
    case .tab: "a tab, where YAML wants spaces"
    case .tag: "a tag"
    case .tooDeep: "it is nested too deeply"
    case .tooManyProblems: "too much before it was not understood"
    case .unexpectedText: "nothing can stand here"
    case .unreadableCharacter: "a character that YAML does not allow"
    case .unterminatedFlow: "a bracket is never closed"
    case .unterminatedQuote: "a quote is never closed"
    }
  }
}
