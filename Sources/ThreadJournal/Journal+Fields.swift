import ThreadStorage

/// What is wrong with a field, and of which thread.
package struct ThreadFieldError: Error, Sendable {
  /// What is wrong.
  package let error: FieldError
  /// The thread whose field it is.
  package let thread: ThreadHeader

  /// `error`, of the thread `thread`.
  package init(error: FieldError, thread: ThreadHeader) {
    self.error = error
    self.thread = thread
  }
}

extension Journal {
  /// Refuses values that the fields of the thread `header` do not take (F28).
  ///
  /// - Throws: `ThreadFieldError` with the first that does not fit.
  package func check(_ fields: [(name: String, value: [UInt8]?)], in header: ThreadHeader) throws {
    guard !fields.isEmpty else { return }
    let schema = try schema(at: header.path)
    for (name, value) in fields {
      guard let value else { continue }
      do throws(FieldError) { _ = try schema.checking(value, for: name) } catch {
        throw ThreadFieldError(error: error, thread: header)
      }
    }
  }

  /// The same for fields of `entry`, of which those without a value are taken away.
  ///
  /// - Throws: `ThreadFieldError` also where one to take away is neither on the entry nor defined: a typo.
  package func check(_ fields: [(name: String, value: [UInt8]?)], of entry: Entry) throws {
    try check(fields, in: entry.thread)
    let carried = Set(entry.fields.map { FieldName.key(String(decoding: $0.name, as: UTF8.self)) })
    let missing = fields.filter { $0.value == nil && !carried.contains(FieldName.key($0.name)) }
    guard !missing.isEmpty else { return }
    let schema = try schema(at: entry.thread.path)
    for (name, _) in missing where schema.field(named: name) == nil {
      do throws(FieldError) { _ = try schema.writableField(named: name) } catch {
        throw ThreadFieldError(error: error, thread: entry.thread)
      }
    }
  }

  /// Changes the fields that the thread `header` defines, by the splices that `plan` makes.
  ///
  /// - Throws: `ThreadFieldError` where they cannot be changed so.
  package func changeFields(
    of header: ThreadHeader, _ summary: String,
    _ plan: (ThreadDocument) throws(FieldError) -> [Splice]
  ) throws -> Outcome<Void> {
    try change("\(summary) in \(header.title)") { writer, record in
      try edit(header.path, &writer, &record) { document in
        if document.hasUnterminatedFrontMatter {
          throw JournalError.unterminatedFrontMatter(path: header.path)
        }
        do throws(FieldError) {
          // A name in definitions that are not understood would stay as it was.
          if let obstacle = document.fieldSchema.obstacle {
            throw .frontMatter(.notUnderstood(obstacle))
          }
          return try plan(document)
        } catch {
          throw ThreadFieldError(error: error, thread: header)
        }
      }
    }
  }
}
