import ThreadStorage

package struct ThreadFieldError: Error, Sendable {
  package let error: FieldError
  package let thread: ThreadHeader

  /// What `body` makes; what it throws is told with `thread`.
  static func naming<Result>(
    _ thread: ThreadHeader, _ body: () throws(FieldError) -> Result
  ) throws(ThreadFieldError) -> Result {
    do { return try body() } catch { throw ThreadFieldError(error: error, thread: thread) }
  }
}

/// What became of a field whose definition was changed.
package struct ChangedField: Sendable {
  package var field: FieldDefinition
  /// How many values were converted.
  package var converted = 0
  /// A value that is a number now, and may be thousands.
  package var doubtful: [UInt8]?
  /// A value such as `28:14` that is a duration now, and what it became.
  package var example: (value: [UInt8], written: [UInt8])?
}

extension Journal {
  /// Refuses values that the fields of the thread `header` do not take (F28).
  ///
  /// - Parameter entry: The entry that those without a value are taken from: they have to be on it, or defined.
  /// - Throws: `ThreadFieldError` with the first that does not fit.
  package func check(
    _ fields: [(name: String, value: [UInt8]?)], in header: ThreadHeader, of entry: Entry? = nil
  ) throws {
    guard !fields.isEmpty else { return }
    let schema = try schema(at: header.path)
    let carried = Set(entry?.fields.map(\.key) ?? [])
    for (name, value) in fields {
      try ThreadFieldError.naming(header) { () throws(FieldError) in
        if let value {
          _ = try schema.checking(value, for: name)
        } else if entry != nil, schema.field(named: name) == nil,
          !carried.contains(FieldName.key(name))
        {
          _ = try schema.writableField(named: name)
        }
      }
    }
  }

  /// Changes the fields that the thread `header` defines, by the `splices` of it.
  ///
  /// - Throws: `ThreadFieldError` where they cannot be changed so.
  package func changeFields(
    of header: ThreadHeader, _ summary: String,
    _ splices: (ThreadDocument) throws(FieldError) -> [Splice]
  ) throws -> Outcome<Void> {
    try change("\(summary) in \(header.title)") { plan in
      try editFields(of: current(header), &plan, splices)
    }
  }

  /// Changes the definition of a field, and converts its values where that is asked for, as one change.
  ///
  /// - Throws: `ThreadFieldError` where values would not fit, or the definition cannot be written.
  package func changeField(
    _ name: String, of header: ThreadHeader, _ definitionChange: DefinitionChange
  ) throws -> Outcome<ChangedField> {
    try change("field change \(name) in \(header.title)") { plan in
      let header = try current(header)
      var result = ChangedField(field: FieldDefinition(name: name))
      try editFields(of: header, &plan) { document throws(FieldError) in
        let (field, splices, example) = try document.values(of: name, after: definitionChange)
        result = ChangedField(
          field: field, converted: splices.count,
          doubtful: document.likeThousands(in: name, readAs: field), example: example)
        return splices
      }
      for part in ThreadDocument.definitionParts {
        try editFields(of: header, &plan) { document throws(FieldError) in
          try document.splices(defining: part, of: result.field)
        }
      }
      return result
    }
  }

  /// The field `name` of the thread `header`, with values of entries that it does not take; nil where all fit.
  package func unfitValues(
    of name: String, in header: ThreadHeader
  ) throws -> (field: FieldDefinition, values: [UnfitValue], count: Int)? {
    let document = try document(at: header.path)
    do throws(FieldError) { _ = try document.values(of: name, after: DefinitionChange()) } catch {
      guard case .valuesDoNotFit(let field, let values, let count) = error else {
        throw ThreadFieldError(error: error, thread: header)
      }
      return (field, values, count)
    }
    return nil
  }

  /// Where the text of a thread names the field `name` by the name `old`, which it had before.
  package func lines(
    naming old: String, nowCalled name: String, in header: ThreadHeader
  ) throws -> [Int] {
    let document = try document(at: header.path)
    guard var field = FieldSchema(document.frontMatter).field(named: name) else { return [] }
    field.name = old
    let meant = document.meantFields(FieldSchema(fields: [field]))
    return document.positions(of: meant.map(\.offset).sorted()).map(\.line)
  }

  private func editFields(
    of header: ThreadHeader, _ plan: inout PlannedEdits,
    _ splices: (ThreadDocument) throws(FieldError) -> [Splice]
  ) throws {
    try plan.edit(header.path, inFrontMatter: true) { document in
      try ThreadFieldError.naming(header) { () throws(FieldError) in
        // A name in definitions that are not understood would stay as it was.
        if let obstacle = document.fieldSchema.obstacle {
          throw .frontMatter(.notUnderstood(obstacle))
        }
        return try splices(document)
      }
    }
  }
}
