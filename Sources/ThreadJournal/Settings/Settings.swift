/// What holds: the variables' values, a journal's file, a person's file, and the defaults, in their order.
package struct Settings: Sendable {
  /// Where a value comes from.
  package enum Source: Hashable, Sendable {
    case standard
    case user
    case journal
    /// The variable of this name.
    case variable(String)
  }

  /// A setting's value and where it comes from.
  package struct Item: Hashable, Sendable {
    /// Nil where it has none.
    package var value: SettingValue?
    /// Where it comes from.
    package var source: Source
  }

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
    if let value = journal.values[key] { return Item(value: value, source: .journal) }
    if let value = user.values[key] { return Item(value: value, source: .user) }
    if let item = firstVariable(definition.underlying, of: key) { return item }
    return Item(value: definition.fallback, source: .standard)
  }

  private func firstVariable(_ names: [String], of key: SettingKey) -> Item? {
    for name in names {
      // An empty pager is a way to want none; any other empty variable is as if not set.
      guard let text = variable(name), key == .pager || !text.isEmpty else { continue }
      let value = key == .color ? "never" : text
      return Item(value: .text(value), source: .variable(name))
    }
    return nil
  }

  /// The text of `key`; nil where it has none.
  package func text(_ key: SettingKey) -> String? {
    guard case .text(let text)? = item(key).value else { return nil }
    return text
  }

  /// The number of `key`; 0 where it has none.
  package func number(_ key: SettingKey) -> Int {
    switch item(key).value {
    case .integer(let number)?, .clock(let number)?: number
    default: 0
    }
  }

  /// Whether `key` is on.
  package func flag(_ key: SettingKey) -> Bool { item(key).value == .flag(true) }
}
