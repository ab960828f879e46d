import ThreadStorage

package struct ThreadFieldError: Error, Sendable {
  package let error: FieldError
  package let thread: ThreadHeader
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
      do throws(FieldError) {
        if let value {
          _ = try schema.checking(value, for: name)
        } else if entry != nil, schema.field(named: name) == nil,
          !carried.contains(FieldName.key(name))
        {
          _ = try schema.writableField(named: name)
        }
      } catch {
        throw ThreadFieldError(error: error, thread: header)
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
      let header = try current(header)
      try plan.edit(header.path, inFrontMatter: true) { document in
        do throws(FieldError) {
          // A name in definitions that are not understood would stay as it was.
          if let obstacle = document.fieldSchema.obstacle {
            throw .frontMatter(.notUnderstood(obstacle))
          }
          return try splices(document)
        } catch {
          throw ThreadFieldError(error: error, thread: header)
        }
      }
    }
  }
}
