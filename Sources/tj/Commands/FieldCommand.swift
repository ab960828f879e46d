import ThreadJournal
import ThreadStorage

enum FieldCommand {
  static let definition = CommandDefinition(
    name: "field", group: .changing, summary: "Define, order and group a thread's fields.",
    description: """
      A field is a value that entries of a thread may carry: mood, hours of sleep, a place. A
      thread defines its fields in its front matter, each with a type, and its entries hold the
      values as lines such as `- mood:: 7`.
      """,
    seeAlso: ["tag", "add", "show"],
    synonyms: ["fields", "schema"],
    action: .subcommands([list, add, change, rename, move, group, ungroup, delete, restore]))

  private static let thread = ArgumentDefinition("THREAD", .thread, "The thread.")
  private static let field = ArgumentDefinition("FIELD", .field, "The field.")

  private static let ask = OptionDefinition.value(
    "ask", "WHEN", .choice(["yes", "no"]), "Whether `tj checkin` asks for it.")

  private static let list = CommandDefinition(
    name: "list", summary: "List a thread's fields.", arguments: [thread],
    options: [.flag("all", "Deleted fields too."), .json], exclusive: [["all", "json"]],
    description: """
      Prints a line for each field, in their order: its name, type, limits, unit, options and default.
      The fields of a group stand below its name.
      """,
    examples: [("tj field list sleep", "See a thread's fields.")], seeAlso: ["field add"],
    synonyms: ["ls"], action: .run(list))

  private static let add = CommandDefinition(
    name: "add", summary: "Define a field.",
    arguments: [thread, .init("FIELD", .text, "The new field's name.")],
    options: [
      .value(
        "type", "TYPE", .choice(FieldType.allCases.map(\.rawValue)),
        "What its values are; text if absent, choice where options are given."),
      .value("min", "VALUE", .text, "The least value."),
      .value("max", "VALUE", .text, "The greatest value."),
      .value("unit", "UNIT", .text, "What its values are counted in, such as kg."),
      .value("options", "A,B,C", .text, "What a choice may be, separated by commas."),
      .value("default", "VALUE", .text, "What Enter means when `tj checkin` asks for it."),
      ask,
    ],
    description: """
      Defines FIELD behind the others. A name has 1 to 50 characters and is unique in its
      thread, whatever its capital letters. A duration is written as `7h30m`, numbers with a
      decimal point, a time of day as `22:30`. Where entries have values of that name already
      that do not fit, it says how many, and where the first stands; they stay as they are.
      """,
    examples: [
      ("tj field add sleep hours --type number --min 0 --max 24 --unit h", "Define a number."),
      ("tj field add diary mood --options low,middle,high", "Define a choice."),
    ], seeAlso: ["field list", "field change", "tag"], synonyms: ["define", "create"],
    action: .changing(newName: "FIELD", checksValues: true) { change, document throws(FieldError) in
      try document.splices(addingFields: [definition(change.field, change.arguments)])
    })

  private static let change = CommandDefinition(
    name: "change", summary: "Change a field's type, limits, unit, options or default.",
    arguments: [thread, field],
    options: [
      .value(
        "type", "TYPE", .choice(FieldType.allCases.map(\.rawValue)), "What its values are now."),
      .value("min", "VALUE", .text, "The least value; empty for none."),
      .value("max", "VALUE", .text, "The greatest value; empty for none."),
      .value("unit", "UNIT", .text, "What its values are counted in; empty for nothing."),
      .value("options", "A,B,C", .text, "What a choice may be, separated by commas."),
      .value(
        "default", "VALUE", .text, "What Enter means when `tj checkin` asks; empty for nothing."),
      ask,
      .flag("convert", "Write values that do not fit as the new type has them."),
    ], needsOneOf: ["type", "min", "max", "unit", "options", "default", "ask", "convert"],
    description: """
      What is not named stays as it is. Where a value on an entry would not fit any more, nothing is
      changed, and such values are listed with their lines. What is in the trash need not fit, but for
      another unit; when it is restored, `tj check` tells of it.

      With `--convert`, those are converted that have one meaning: `7,5` to the number 7.5, `ja`
      and `oui` to true, `7h30` and `7:30` to the duration `7h30m`, `9pm` to the time `21:00`,
      `21.11.2026` to a date where the setting `date-order` says the order, and a number to a
      duration where its unit is that of the field or of `--unit`. Where `28:14` may be minutes
      and seconds, `--unit min` reads it so, and `--unit h` as hours and minutes; where `7.30` may
      be half past seven, `--unit h` reads it as decimals. Definition and values change together,
      and `tj undo` takes both back. One unit is never put in place of
      another: to correct a wrong one, take it away first with `--unit \"\"`.
      """,
    examples: [
      ("tj field change diary mood --max 5", "Set a limit."),
      ("tj field change sleep hours --type duration --unit h --convert", "Turn 7.5 into 7h30m."),
    ], exitStatuses: [(1, "Values would not fit; nothing was changed.")],
    seeAlso: ["field list", "undo"],
    action: .run { arguments, session in
      let journal = try session.journal(.changing)
      let header = try header(arguments, in: journal, insteadOf: "FIELD")
      var change = DefinitionChange()
      change.type = arguments.value("type")
      change.minimum = arguments.value("min")
      change.maximum = arguments.value("max")
      change.unit = arguments.value("unit")
      change.options = arguments.value("options").map(options)
      change.usual = arguments.value("default")
      change.isAsked = arguments.value("ask").map { $0 == "yes" }
      change.converts = arguments.flag("convert")
      change.dateOrder = session.dateOrder
      let outcome = try journal.changeField(
        arguments.value("FIELD") ?? "", of: header, change)
      session.report(undoable: outcome) { result in
        let values = Plural.of(result.converted, "value")
        let example = result.example.map {
          ", \(String(utf8: $0.value[...].trimmed)) to \(String(utf8: $0.written))"
        }
        return "\(result.field.name) is now: \(result.field.words)"
          + (result.converted > 0 ? "; \(values) converted\(example ?? "")" : "")
          + (result.doubtful.map {
            "; \"\(String(utf8: $0))\" counts with decimals, and may be thousands"
          } ?? "")
      }
      tellOneOption(arguments, header, session)
      return .done
    })

  /// Tells that another thread has a field of the new name, kind and unit: over threads, both are counted as one.
  fileprivate static func tellNamesake(
    of name: String, in header: ThreadHeader, _ journal: Journal, _ session: Session
  ) {
    guard let own = (try? journal.schema(at: header.path))?.field(named: name) else { return }
    let paths = journal.directory.threadFiles().files.filter { $0 != header.path }
    let other = journal.definitions(of: paths).first { head in
      guard head.header.deletion == nil, let field = head.schema.field(named: name) else {
        return false
      }
      return (field.type == own.type || field.isOfNumbers && own.isOfNumbers)
        && field.unit == own.unit
    }
    guard let other else { return }
    session.note(
      "\"\(other.header.title)\" has a field \(name), too: over threads both are counted as one. Those of one: "
        + "tj stats \(header.name)")
  }

  /// Tells that the options are one where they have other signs than commas between them.
  fileprivate static func tellOneOption(
    _ arguments: ParsedArguments, _ header: ThreadHeader, _ session: Session
  ) {
    guard let text = arguments.value("options"), !text.utf8.contains(UInt8(ascii: ",")) else {
      return
    }
    let words = text.split { ";|".contains($0) }.map { String(utf8: Array($0.utf8)[...].trimmed) }
    guard words.count > 1 else { return }
    let list = words.joined(separator: ",")
    let field = ShellWord.quoted(arguments.value("FIELD") ?? "")
    session.note(
      "\"\(text)\" is one option; commas stand between several: "
        + "tj field change \(header.name) \(field) --options \(ShellWord.quoted(list))")
  }

  /// The thread that is named.
  ///
  /// - Parameter other: The argument that may name it in its place.
  fileprivate static func header(
    _ arguments: ParsedArguments, in journal: Journal, insteadOf other: String
  ) throws -> ThreadHeader {
    let name = arguments.value("THREAD") ?? ""
    do { return try journal.thread(named: name) } catch let error as JournalError {
      let given = arguments.given
      guard case .unknownThread = error, let second = arguments.value(other),
        (try? journal.thread(named: second, by: .wholeName)) != nil,
        let thread = given.firstIndex(where: { $0.name == "THREAD" }),
        let field = given.firstIndex(where: { $0.name == other })
      else { throw error }
      var meant = given
      (meant[thread].bytes, meant[field].bytes) = (given[field].bytes, given[thread].bytes)
      throw CommandError.unknownThread(
        error, line: "The thread comes first: \(arguments.line(of: meant))")
    }
  }

  /// What a field is that was defined, or renamed to `name`.
  fileprivate static func words(
    on field: String, renamedTo name: String?, in header: ThreadHeader, _ journal: Journal
  ) throws -> String {
    let defined = try journal.schema(at: header.path).field(named: name ?? field)
    let words = name.map { "\(field) is now called \($0)" } ?? "Defined \(field)"
    return words + (defined.map { ": \($0.words)" } ?? "")
  }

  private static func options(_ text: String) -> [String] {
    text.split(separator: ",").map(String.init)
  }

  private static let rename = CommandDefinition(
    name: "rename", summary: "Rename a field, in its definition and on every entry.",
    arguments: [thread, field, .init("NAME", .text, "Its new name.")],
    description:
      "Renames FIELD wherever the thread names it, in one step. A group is renamed the same way.",
    examples: [("tj field rename diary mood humour", "Rename a field.")], seeAlso: ["field list"],
    action: .changing(newName: "NAME") { change, document throws(FieldError) in
      let name = change.arguments.value("NAME") ?? ""
      return try document.splices(renamingField: change.field, to: name)
        + document.splices(renamingInGoals: change.field, to: name)
    })

  private static let move = CommandDefinition(
    name: "move", summary: "Change the order of the fields.",
    arguments: [thread, field],
    options: [
      .flag("first", "Put it before all others."), .flag("last", "Put it behind all others."),
      .value("before", "OTHER", .field, "Put it before this one."),
      .value("after", "OTHER", .field, "Put it behind this one."),
    ], exclusive: [["first", "last", "before", "after"]],
    needsOneOf: ["first", "last", "before", "after"],
    description: "Fields are offered, shown and exported in the order of their definitions.",
    examples: [("tj field move diary mood --first", "Show a field before all others.")],
    seeAlso: ["field list", "field group"],
    action: .changing { change, document throws(FieldError) in
      try document.splices(movingField: change.field, to: position(change.arguments))
    })

  private static let group = CommandDefinition(
    name: "group", summary: "Group fields, which are then shown together.",
    arguments: [
      thread, .init("GROUP", .text, "The group's name."),
      .init("FIELD", .field, count: .oneOrMore, "Its fields."),
    ],
    description: """
      Makes GROUP of these fields, or adds them to it. A group holds no value of its own, and a
      field is in one group at most.
      """,
    examples: [("tj field group diary workout exercise minutes", "Show two fields together.")],
    seeAlso: ["field ungroup"],
    action: .changing("GROUP") { change, document throws(FieldError) in
      try document.splices(groupingFields: change.arguments.values("FIELD"), as: change.field)
    })

  private static let ungroup = CommandDefinition(
    name: "ungroup", summary: "Dissolve a group, or take a field out of it.",
    arguments: [thread, .init("GROUP", .text, "The group, or a field of it.")],
    description: "The fields stay as they are, on their own.",
    examples: [("tj field ungroup diary workout", "Dissolve a group.")], seeAlso: ["field group"],
    action: .changing("GROUP") { change, document throws(FieldError) in
      try document.splices(ungrouping: change.field)
    })

  private static let delete = CommandDefinition(
    name: "delete", summary: "Stop offering a field; the values on entries stay.",
    arguments: [thread, field],
    description: """
      Marks FIELD as deleted: new entries cannot have it, and values that entries have are still
      shown and exported.
      """,
    examples: [("tj field delete diary mood", "Delete a field.")],
    seeAlso: ["field restore"], synonyms: ["rm", "remove", "del"],
    action: .changing(isUndoneBy: "field restore") { change, document throws(FieldError) in
      try document.splices(deletingField: change.field, at: change.time)
    })

  private static let restore = CommandDefinition(
    name: "restore", summary: "Offer a deleted field again.",
    arguments: [thread, field], description: "Takes the mark of deletion off FIELD.",
    examples: [("tj field restore diary mood", "Bring back a field.")], seeAlso: ["field delete"],
    action: .changing { change, document throws(FieldError) in
      try document.splices(restoringField: change.field)
    })

  private static func list(_ arguments: ParsedArguments, _ session: Session) throws -> ExitStatus {
    let journal = try session.journal(.reading)
    let header = try journal.thread(named: arguments.value("THREAD") ?? "", .all)
    let schema = try journal.schema(at: header.path)
    let sections = arguments.flag("all") ? schema.sections : schema.offered
    if arguments.flag("json") {
      session.printDocument { writer in
        writer.array("fields") { $0.fields(of: schema, zone: session.zone) }
      }
    } else if schema.obstacle != nil {
      session.note(
        "The fields of \(header.title) are written in a way that is not understood; "
          + "tj check says where.")
    } else if sections.isEmpty {
      session.note(
        "\(header.title) defines no fields. To define one: tj field add \(header.name) mood")
    } else {
      session.print(table(sections, session.layout))
    }
    return .done
  }

  private static func table(_ sections: [FieldSchema.Section], _ layout: Layout) -> Table {
    var table = Table(layout: layout, isCut: false)
    for section in sections {
      if let group = section.group { table.add([(group.utf8, .plain)]) }
      let indent = section.group == nil ? "" : "  "
      for field in section.fields {
        table.add([((indent + field.name).utf8, .plain), (field.words.utf8, .plain)])
      }
    }
    return table
  }

  private static func definition(
    _ name: String, _ arguments: ParsedArguments
  ) throws(FieldError) -> FieldDefinition {
    if arguments.value("options")?.isEmpty == true { throw .noOptions }
    let field = try FieldDefinition(
      name: name, type: arguments.value("type"), minimum: arguments.value("min"),
      maximum: arguments.value("max"), unit: arguments.value("unit"),
      options: arguments.value("options").map(options) ?? [], usual: arguments.value("default"),
      isAsked: arguments.value("ask") != "no")
    guard field.unit == nil || field.type.hasUnit else { throw .unitOfOtherType(field.type) }
    return field
  }

  private static func position(_ arguments: ParsedArguments) -> FieldPosition {
    if arguments.flag("first") { return .first }
    if let other = arguments.value("before") { return .before(other) }
    if let other = arguments.value("after") { return .after(other) }
    return .last
  }
}

/// What a change is asked for: the arguments, the field or group that they name, and the time of now.
private typealias FieldChange = (arguments: ParsedArguments, field: String, time: String)

extension CommandDefinition.Action {
  /// Changes a thread's fields by `splices`, and says how to take it back: by the command `undo`, else by `tj undo`.
  /// - Parameters:
  ///   - argument: The argument that names the field or group.
  ///   - newName: The argument that gives a new name, which is checked first.
  ///   - checksValues: Whether values that entries have already, and that do not fit, are told.
  fileprivate static func changing(
    _ argument: String = "FIELD", newName: String? = nil, checksValues: Bool = false,
    isUndoneBy undo: String? = nil,
    _ splices: @escaping @Sendable (FieldChange, ThreadDocument) throws(FieldError) -> [Splice]
  ) -> CommandDefinition.Action {
    .run { arguments, session in
      let journal = try session.journal(.changing)
      let header = try FieldCommand.header(arguments, in: journal, insteadOf: argument)
      if let newName { try EntryOptions.checkNewName(arguments.value(newName) ?? "") }
      let change = (
        arguments: arguments, field: arguments.value(argument) ?? "",
        time: journal.timestamp.rfc3339(in: session.zone)
      )
      let summary = "\(arguments.command.joined(separator: " ")) \(change.field)"
      let outcome = try journal.changeFields(of: header, summary) {
        (document) throws(FieldError) in try splices(change, document)
      }
      guard let undo else {
        let words = try newName.map {
          try FieldCommand.words(
            on: change.field, renamedTo: $0 == "NAME" ? arguments.value($0) : nil, in: header,
            journal)
        }
        session.report(
          undoable: outcome, as: outcome.isChanged ? words.map { words in { _ in words } } : nil)
        session.tellUnchanged(outcome)
        if let name = newName.flatMap(arguments.value) {
          let type = arguments.value("type").flatMap { FieldType(name: $0) }
          session.tellOtherMeanings(ofField: name, type, of: header.name)
          if let unit = try journal.schema(at: header.path).field(named: name)?.unit,
            UnitWord.isKnown(name), !UnitWord.isSame(name, unit)
          {
            session.note("Its values stay numbers in \(unit), which is its unit.")
          }
          if newName == "NAME" { FieldCommand.tellNamesake(of: name, in: header, journal, session) }
          let lines = try journal.lines(naming: change.field, nowCalled: name, in: header)
          if let first = lines.first {
            session.note(
              "\(Plural.of(lines.count, "line")) of text may name \(change.field), the first is line \(first); "
                + "text stays as it is.")
          }
        }
        if checksValues, ["type", "options"].allSatisfy({ !arguments.flag($0) }) {
          session.tellType(inName: change.field, of: header.name)
        }
        if checksValues, let unfit = try journal.unfitValues(of: change.field, in: header) {
          session.report(ErrorMessage(unfit: unfit, in: header))
        }
        FieldCommand.tellOneOption(arguments, header, session)
        return .done
      }
      session.report(outcome)
      session.note("Deleted the field \(change.field); the values on entries stay.")
      session.note("To bring back: tj \(undo) \(header.name) \(ShellWord.quoted(change.field))")
      return .done
    }
  }
}
