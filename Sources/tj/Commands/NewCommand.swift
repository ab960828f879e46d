import ThreadJournal
import ThreadStorage

/// `tj new`: makes a thread.
enum NewCommand {
  /// What the command line knows about it.
  static let definition = CommandDefinition(
    name: "new", group: .writing,
    summary: "Make a thread.",
    arguments: [
      ArgumentDefinition("TITLE", .text, "The thread's title."),
      ArgumentDefinition(
        "TEXT", .text, count: .optional,
        "The text of a first entry; `-` reads it from standard input."),
    ],
    options: [
      .value(
        "define", "NAME[:TYPE]", .fieldDefinition, isRepeatable: true,
        "Define the field NAME, of type text unless TYPE says otherwise; may be given several times."
      )
    ],
    description: [
      """
      Makes a thread with TITLE and prints its path. With TEXT, or with text on standard input \
      when that is not a terminal, the thread begins with an entry of that text.
      """,
      """
      The file is named after the title: `Morning pages` becomes `morning-pages.md`. TYPE is one \
      of `text`, `integer`, `number`, `boolean`, `date` and `duration`.
      """,
    ],
    examples: [
      .init("tj new 'Morning pages'", "Make a thread without entries."),
      .init(
        "tj new Sleep --define hours:number --define rested:boolean",
        "Make a thread with two fields."),
      .init("tj new Ideas 'A garden on the roof'", "Make a thread with a first entry."),
    ],
    seeAlso: ["add", "rename", "list"],
    synonyms: ["create", "mk", "touch"])
}

extension NewCommand {
  /// Makes a thread and prints its path.
  static func run(_ arguments: ParsedArguments, in session: Session) throws -> ExitStatus {
    let journal = try session.journal(.writing)
    let title = arguments.positional("TITLE") ?? ""
    let fields = try definitions(arguments)
    let words = arguments.positionals("TEXT")
    var note = DraftNote(.add, thread: "", entry: journal.newEntryID().description)
    note.title = title
    let hasInput = words == ["-"] || (words.isEmpty && !session.inputIsTerminal)
    let text =
      hasInput
      ? try EntryText.standardInput(for: note, in: journal) : EntryText.argument(words) ?? []
    var first: NewEntry?
    if !text.isEmpty {
      var entry = NewEntry(id: journal.newEntryID(), timestamp: journal.timestamp, text: text)
      PlaceRequest(beside: [], session)?.locate(&entry)
      first = entry
    }
    let path = try EntryText.keeping(text, note, in: journal) {
      var generator = SystemRandomNumberGenerator()
      return session.settle(
        try journal.makeThread(
          titled: title, id: journal.newThreadID(using: &generator), fields: fields,
          first: first))
    }
    session.output.write("\(path)\n")
    return .done
  }

  /// The fields that `--define` names, each a name once.
  private static func definitions(_ arguments: ParsedArguments) throws -> [FieldDefinition] {
    var fields: [FieldDefinition] = []
    for text in arguments.values("define") {
      let colon = text.utf8.lastIndex(of: UInt8(ascii: ":"))
      let name = colon.map { String(text[..<$0]) } ?? text
      let type = colon.map { String(text[text.utf8.index(after: $0)...]) }
      do throws(FieldError) {
        let field = try FieldDefinition(name: name, type: type)
        if let taken = fields.first(where: { $0.key == field.key }) {
          throw .nameTaken(taken.name, isGroup: false, isDeleted: false)
        }
        fields.append(field)
      } catch {
        throw CommandError.badDefinition(error, title: arguments.positional("TITLE") ?? "")
      }
    }
    return fields
  }
}
