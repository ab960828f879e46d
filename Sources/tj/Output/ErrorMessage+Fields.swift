import ThreadJournal
import ThreadStorage

extension ErrorMessage {
  /// Why a field or its value is not as the thread wants it.
  init(_ error: FieldError, thread: ThreadHeader) {
    self.init(error, title: thread.title, name: thread.name, path: thread.path)
  }

  /// The same for a thread of this title, which commands call `name`.
  init(_ error: FieldError, title: String, name: String, path: String) {
    switch error {
    case .unknownField(let field, let nearest):
      self.init(
        code: "unknown-field",
        sentence: "\"\(title)\" defines no field \"\(field)\"",
        advice: ErrorMessage.suggestion(nearest)
          + ["To define it: tj field add \(name) \(ShellWord.quoted(field))"])
    case .badValue(let field, let value, let reason):
      let text = String(decoding: value, as: UTF8.self)
      self.init(
        code: "bad-field-value", sentence: "\(field.name) cannot be \"\(text)\"",
        advice: [ErrorMessage.fitting(field, reason)])
    case .fieldIsDeleted(let field):
      self.init(
        code: "field-deleted", sentence: "the field \"\(field)\" is deleted",
        advice: ["To bring it back: tj field restore \(name) \(ShellWord.quoted(field))"])
    case .fieldIsNotDeleted(let field):
      self.init(
        code: "field-not-deleted", sentence: "the field \"\(field)\" is not deleted",
        advice: ["tj field list \(name) shows the fields."])
    case .isGroup(let group):
      self.init(
        code: "field-is-group", sentence: "\"\(group)\" is a group of fields, and has no value",
        advice: ["Name one of its fields; tj field list \(name) shows them."])
    case .badName(let field):
      self.init(CommandError.badFieldName(field))
    case .nameTaken(let field, let isGroup, let isDeleted):
      self.init(
        code: "field-exists",
        sentence: "\"\(title)\" has a \(isGroup ? "group" : "field") \"\(field)\" already",
        advice: isDeleted
          ? ["It is deleted; to bring it back: tj field restore \(name) \(ShellWord.quoted(field))"]
          : ["Names differ by more than capital letters."])
    default: self.init(definition: error, name: name, path: path)
    }
  }

  private init(definition error: FieldError, name: String, path: String) {
    let code = "bad-field-definition"
    switch error {
    case .unknownType(let type, let nearest):
      let types = FieldType.allCases.map(\.rawValue).joined(separator: ", ")
      self.init(
        code: code, sentence: "there is no type \"\(type)\"",
        advice: ErrorMessage.suggestion(nearest) + ["Types: \(types)"])
    case .badLimit(let limit, let type):
      self.init(
        code: code, sentence: "\"\(limit)\" is no \(type.rawValue)",
        advice: ["Limits are values of the field's own type."])
    case .limitWithoutOrder(let type):
      self.init(
        code: code, sentence: "a \(type.rawValue) has no minimum and no maximum",
        advice: ["Limits are for integer, number, date and duration."])
    case .limitsReversed(let minimum, let maximum):
      self.init(
        code: code, sentence: "the minimum \(minimum) is more than the maximum \(maximum)",
        advice: ["Exchange them."])
    case .optionsWithoutChoice(let type):
      self.init(
        code: code, sentence: "a \(type.rawValue) has no options",
        advice: ["Options are for --type choice."])
    case .noOptions:
      self.init(
        code: code, sentence: "a choice needs its options",
        advice: ["Such as: --options low,middle,high"])
    case .badOption(let option):
      self.init(
        code: code, sentence: "\"\(option)\" cannot be an option or a unit here",
        advice: ["Each is one line of text, and there once."])
    case .alreadyGrouped(let field, let group):
      self.init(
        code: "field-grouped", sentence: "\"\(field)\" is in the group \"\(group)\" already",
        advice: [
          "To dissolve that group: tj field ungroup \(name) \(ShellWord.quoted(group))"
        ])
    case .notGrouped(let field):
      self.init(
        code: "field-not-grouped", sentence: "\"\(field)\" is in no group",
        advice: ["tj field list \(name) shows the groups."])
    case .entryHasBoth(let line, let old, let new):
      self.init(
        code: "field-both", place: .init(path: path, line: line),
        sentence: "this entry has \"\(old)\" and \"\(new)\" both",
        advice: ["Take one of them away first; nothing was renamed."])
    case .frontMatter(let error):
      self.init(
        code: "front-matter-not-understood", place: .init(path: path),
        sentence: "the front matter's fields cannot be changed: \(error.words)",
        advice: ["Nothing was written. Change them by hand in your editor."])
    default:
      self.init(EntryEditError.doesNotReadBack(part: "fields"))
    }
  }

  /// What would fit the field.
  private static func fitting(_ field: FieldDefinition, _ error: FieldValueError) -> String {
    switch error {
    case .wrongType(let type): "It is \(type.words)."
    case .belowMinimum(let least): "It is at least \(least)."
    case .aboveMaximum(let most): "It is at most \(most)."
    case .notAnOption(let nearest):
      "It is one of: \(field.options.joined(separator: ", "))."
        + (nearest.first.map { " Did you mean \($0)?" } ?? "")
    case .coordinates: "Coordinates are never stored; write a place, such as Portland, OR."
    }
  }
}

extension FieldType {
  /// What a value of the type looks like.
  var words: String {
    switch self {
    case .text: "any text"
    case .integer: "a whole number, such as 7"
    case .number: "a number, such as 7.5"
    case .boolean: "true or false"
    case .date: "a date, such as 2026-03-28"
    case .duration: "a duration, such as 7h30m"
    case .choice: "one of its options"
    }
  }
}
