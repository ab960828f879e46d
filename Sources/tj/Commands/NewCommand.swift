import ThreadJournal
import ThreadStorage

enum NewCommand {
  static let definition = CommandDefinition(
    name: "new", group: .writing, summary: "Make a thread.",
    arguments: [
      .init("TITLE", .text, "The thread's title."),
      .init(
        "TEXT", .text, count: .optional,
        "The text of a first entry; `-` reads it from standard input."),
    ],
    options: [
      .value(
        "define", "NAME[:TYPE]", .fieldDefinition, isRepeatable: true,
        "Define the field NAME, of type text unless TYPE says otherwise; may be given several times."
      )
    ],
    description: """
      Makes a thread with TITLE and prints its path. With TEXT, or with text on standard input
      when that is not a terminal, the thread begins with an entry of that text.

      The file is named after the title: `Morning pages` becomes `morning-pages.md`. TYPE is one
      of `text`, `integer`, `number`, `boolean`, `date`, `duration` and `time`.
      """,
    examples: [
      ("tj new 'Morning pages'", "Make a thread without entries."),
      (
        "tj new Sleep --define hours:number --define rested:boolean",
        "Make a thread with two fields."
      ), ("tj new Ideas 'A garden on the roof'", "Make a thread with a first entry."),
    ], seeAlso: ["add", "rename", "list"], synonyms: ["create", "mk", "touch"],
    readsText: true,
    action: .run { arguments, session in
      let journal = try session.journal(.writing)
      let title = Journal.trimmedTitle(arguments.value("TITLE") ?? "")
      let definitions = arguments.values("define")
      let source = TextSource(arguments)
      var note = DraftNote(.new, thread: "", entry: journal.newEntryID().description)
      note.newThread = .init(
        title: title, id: journal.newThreadID(), definitions: definitions)
      do { _ = try EntryOptions.fields(defined: definitions, title: title) } catch {
        note.newThread?.definitions = definitions.filter {
          (try? EntryOptions.fields(defined: [$0], title: title)) != nil
        }
        throw try TextInput(source, note, in: journal).keeping(after: error)
      }
      let namesake = namesake(of: title, in: journal)
      var delivery = TextDelivery(journal: journal, session: session)
      let text = try TextInput(source, note, in: journal)
      if !text.bytes.isEmpty { delivery.place = PlaceRequest(beside: [], session) }
      let path = try delivery.deliver(text, note)
      session.acknowledge(path)
      if !text.bytes.isEmpty {
        session.tell(entry: note.entry, in: journal)
        let schema = (try? journal.schema(at: path)) ?? FieldSchema()
        TextNotes.tell(text.bytes, besides: [], of: note.entry, schema, session)
      }
      for field in try EntryOptions.fields(defined: definitions, title: title) {
        let name = ShellWord.quoted(ThreadHeader.withoutSuffix(path))
        session.tellOtherMeanings(ofField: field.name, field.type, of: name)
        if field.type == .text { session.tellType(inName: field.name, of: name) }
      }
      if source == .input, !text.bytes.isEmpty {
        session.note("Its first entry is what standard input had.")
      } else if let word = arguments.value("TEXT"), !word.utf8.contains(where: Byte.isSpace) {
        let whole = ShellWord.argument("\(title) \(word)")
        session.note("Its first entry is \"\(word)\". For a title of both words: tj new \(whole)")
      }
      if source != .input { UnreadInput.tell("tj add \(ShellWord.argument(title)) -", session) }
      if let namesake { session.report(ErrorMessage(namesake: namesake)) }
      return .done
    })

  /// A live thread with this title, besides the one at `path`.
  static func namesake(
    of title: String, besides path: String? = nil, in journal: Journal
  ) -> ThreadHeader? {
    let key = FieldName.key(title)
    return journal.definitions(of: journal.directory.threadFiles().files).map(\.header)
      .first { FieldName.key($0.title) == key && $0.deletion == nil && $0.path != path }
  }
}
