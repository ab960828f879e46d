import ThreadJournal
import ThreadStorage

/// What `tj field list` prints: a line a field, a group's fields under its name.
struct FieldListing {
  private let header: ThreadHeader
  private let schema: FieldSchema
  private let session: Session

  /// The listing of the fields of `header`.
  init(_ header: ThreadHeader, _ journal: Journal, _ session: Session) throws {
    self.header = header
    self.session = session
    schema = try journal.schema(at: header.path)
  }

  /// Prints the fields as the options say.
  func print(_ arguments: ParsedArguments) throws {
    if arguments.flag("json") { return printJSON() }
    let sections = arguments.flag("all") ? schema.sections : schema.offered
    guard schema.obstacle == nil else {
      session.note(
        "The fields of \(header.title) are written in a way that is not understood; "
          + "tj check says where.")
      return
    }
    guard !sections.isEmpty else {
      session.note(
        "\(header.title) defines no fields. To define one: tj field add \(header.name) mood")
      return
    }
    var table = Table(layout: session.layout, isCut: false)
    for section in sections {
      if let group = section.group { table.add([(group.utf8, .plain)]) }
      let indent = section.group == nil ? "" : "  "
      for field in section.fields {
        table.add([((indent + field.name).utf8, .plain), (Self.words(field).utf8, .plain)])
      }
    }
    var output: [UInt8] = []
    table.append(to: &output)
    session.output.write(output)
  }

  private static func words(_ field: FieldDefinition) -> String {
    var words = field.type.rawValue
    if let minimum = field.minimum, let maximum = field.maximum {
      words += " \(minimum) to \(maximum)"
    } else if let minimum = field.minimum {
      words += " from \(minimum)"
    } else if let maximum = field.maximum {
      words += " to \(maximum)"
    }
    if let unit = field.unit { words += " \(unit)" }
    if !field.options.isEmpty { words += ": \(field.options.joined(separator: ", "))" }
    return field.deletion == nil ? words : words + " (deleted)"
  }

  private func printJSON() {
    let document = JSONWriter.document { writer in
      writer.array("fields") { $0.fields(of: schema, zone: session.zone) }
    }
    session.output.write(document)
  }
}
