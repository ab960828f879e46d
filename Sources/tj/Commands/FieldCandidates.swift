import ThreadJournal
import ThreadStorage

/// The fields that a shell may complete the name, or the value, of.
enum FieldCandidates {
  /// The fields of the thread, or of the entry's thread, that `owner` names; of all threads where it names none.
  static func fields(of owner: String?, in journal: Journal) -> [FieldDefinition] {
    var paths: [String]
    switch try? owner.map({ try journal.reference($0) }) {
    case .thread(let header): paths = [header.path]
    case .entry(let entry): paths = [entry.thread.path]
    case nil: paths = journal.summaries().threads.map(\.header.path)
    }
    var seen: Set<String> = []
    var fields: [FieldDefinition] = []
    for path in paths {
      // A thread that cannot be read has no fields to complete.
      let sections = (try? journal.schema(at: path))?.sections ?? []
      fields += sections.flatMap(\.fields).filter { seen.insert($0.key).inserted }
    }
    return fields
  }

  /// `NAME=` for each field that takes a value, or `NAME=VALUE` for each value of a choice.
  static func assignments(
    _ prefix: String, of owner: String?, in journal: Journal
  ) -> [(word: String, description: String)] {
    var fields = fields(of: owner, in: journal).filter { $0.deletion == nil }
    if !fields.contains(where: { $0.key == FieldDefinition.location.key }) {
      fields.append(.location)
    }
    guard let equals = prefix.firstIndex(of: "=") else {
      return fields.filter { $0.begins(prefix) }.map { ("\($0.name)=", $0.description) }
    }
    let name = FieldName.key(String(prefix[..<equals]))
    let start = FieldName.key(String(prefix[prefix.index(after: equals)...]))
    return fields.filter { $0.key == name }.flatMap { field in
      let values = field.type == .boolean ? ["true", "false"] : field.options
      return values.filter { FieldName.key($0).hasPrefix(start) }.map {
        (String(prefix[...equals]) + $0, field.name)
      }
    }
  }
}

extension FieldDefinition {
  /// Whether the name begins with `prefix`; case and normalization do not count.
  func begins(_ prefix: String) -> Bool { key.hasPrefix(FieldName.key(prefix)) }

  /// What a shell shows beside the name.
  var description: String {
    let unit = unit.map { " in \($0)" } ?? ""
    return "\(type.rawValue)\(unit)\(deletion == nil ? "" : ", deleted")"
  }
}
