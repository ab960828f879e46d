import ThreadStorage

/// A file of settings: a journal's `config.yml`, or a person's own.
package struct SettingsFile: Sendable {
  /// Whose file it is: it decides what is trusted.
  package enum Owner: Hashable, Sendable {
    case user
    case journal
  }

  /// Names of files beside it that people take for it.
  package static let mistakenNames = [
    "config", "config.yaml", "config.yml.txt", "config.json", "config.toml", "settings.yml",
    "settings.yaml",
  ]

  package let owner: Owner
  package let bytes: [UInt8]
  package private(set) var values: [SettingKey: SettingValue] = [:]
  package private(set) var problems: [SettingProblem] = []

  /// Reads a file; what is no setting, or cannot be one here, becomes a problem.
  package init(_ bytes: [UInt8], of owner: Owner) {
    self.owner = owner
    self.bytes = bytes
    // Most journals' files say nothing but this.
    guard !bytes.isEmpty, !bytes.elementsEqual("format: 1\n".utf8) else { return }
    let document = YAMLDocument(bytes)
    if let problem = document.problems.first {
      note(.damaged, at: problem.offset)
      return
    }
    for pair in document.root.pairs ?? [] where !pair.value.isNull { read(pair) }
  }

  private mutating func read(_ pair: YAMLPair) {
    let name = String(utf8: pair.name)
    guard name != "format" else { return }
    guard let key = SettingKey(rawValue: name) else {
      let nearest = SettingKey.names.nearest(to: name)
      return note(.unknown(name: name, nearest: nearest), at: pair.key.range.lowerBound)
    }
    let definition = SettingDefinition(key)
    let text = pair.value.stringBytes.map { String(utf8: $0) }
    guard let text, let value = SettingValue(text, as: definition.kind) else {
      let shown = text ?? String(utf8: bytes[pair.value.range].prefix(60))
      return note(.badValue(key, text: shown), at: pair.value.range.lowerBound)
    }
    guard owner == .user || definition.isTrusted(value) else {
      return note(.untrusted(key), at: pair.key.range.lowerBound)
    }
    values[key] = value
  }

  private mutating func note(_ kind: SettingProblem.Kind, at offset: Int) {
    let position = LineCounter.position(of: min(max(offset, 0), bytes.count), in: bytes.span)
    problems.append(SettingProblem(kind: kind, line: position.line, column: position.column))
  }

  /// The file's bytes with `key` set to `value`, or without it where that is nil; `path` is for errors.
  package func setting(
    _ key: SettingKey, to value: SettingValue?, path: String
  ) throws(SettingError) -> [UInt8] {
    if let damage = problems.first(where: { $0.kind == .damaged }) {
      throw .damagedFile(path: path, line: damage.line, column: damage.column)
    }
    let document = YAMLDocument(bytes)
    if value == nil, document.value(at: [key.rawValue]) == nil {
      throw .notSet(key: key, path: path)
    }
    do throws(FrontMatterEditError) {
      guard let value else { return bytes.applying(try document.removing([key.rawValue])) }
      return bytes.applying(try document.setting([key.rawValue], to: value.yaml))
    } catch {
      throw .cannotBeChanged(path: path, error)
    }
  }
}
