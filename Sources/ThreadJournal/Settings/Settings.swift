import ThreadStorage

/// What holds: the variables' values, a journal's file, a person's file, and the defaults, in their order.
package struct Settings: Sendable {
  package enum Source: Hashable, Sendable {
    case standard
    case user
    case journal
    case variable(String)
  }

  package typealias Item = (value: SettingValue?, source: Source)

  private let user: SettingsFile
  private let journal: SettingsFile
  private let variable: @Sendable (String) -> String?

  /// The settings of two files and of the variables that `variable` looks up; nil for one that is not set.
  package init(
    user: SettingsFile, journal: SettingsFile, variable: @escaping @Sendable (String) -> String?
  ) {
    self.user = user
    self.journal = journal
    self.variable = variable
  }

  /// What holds for `key`: a variable that overrides, the journal's file, the user's, another variable, the default.
  package func item(_ key: SettingKey) -> Item {
    let definition = SettingDefinition(key)
    if let item = firstVariable(definition.overriding, of: key) { return item }
    if let value = journal.values[key] { return (value, .journal) }
    if let value = user.values[key] { return (value, .user) }
    if let item = firstVariable(definition.underlying, of: key) { return item }
    return (definition.fallback, .standard)
  }

  private func firstVariable(_ names: [String], of key: SettingKey) -> Item? {
    for name in names {
      // An empty pager is a way to want none; any other empty variable is as if not set.
      guard let text = variable(name), key == .pager || !text.isEmpty else { continue }
      let value = key == .color ? "never" : text
      return (.text(value), .variable(name))
    }
    return nil
  }

  package func text(_ key: SettingKey) -> String? {
    if case .text(let text)? = item(key).value { text } else { nil }
  }

  /// The number of `key`; 0 where it has none.
  package func number(_ key: SettingKey) -> Int {
    switch item(key).value {
    case .integer(let number)?, .clock(let number)?: number
    default: 0
    }
  }

  package func flag(_ key: SettingKey) -> Bool { item(key).value == .flag(true) }
}

package enum SettingError: Error, Hashable, Sendable {
  case unknown(name: String, nearest: [String])
  case badValue(key: SettingKey, text: String)
  case damagedFile(path: String, line: Int, column: Int)
  /// The file cannot hold this change: it would change, or be read as, something else.
  case cannotBeChanged(path: String, FrontMatterEditError)
  case notSet(key: SettingKey, path: String)
  /// There is no home folder for a person's own file.
  case noUserFile
}

/// What is wrong with a file of settings, which is read all the same.
package struct SettingProblem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// It cannot be understood: nothing in it counts.
    case damaged
    /// The value does not fit: the setting is as if not there.
    case badValue(SettingKey, text: String)
    /// A journal's file may not say this: the setting is as if not there.
    case untrusted(SettingKey)
    case unknown(name: String, nearest: [String])
  }

  package var kind: Kind
  /// 1-based.
  package var line: Int
  /// 1-based, in bytes.
  package var column: Int
}
