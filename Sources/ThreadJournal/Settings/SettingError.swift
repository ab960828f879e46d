import ThreadStorage

/// Why a setting cannot be looked at or changed.
package enum SettingError: Error, Hashable, Sendable {
  /// There is no setting of this name.
  case unknown(name: String, nearest: [String])
  /// The text is no value of the setting.
  case badValue(key: SettingKey, text: String)
  /// The file is damaged, and is left as it is.
  case damagedFile(path: String, line: Int, column: Int)
  /// The file cannot hold this change: it would change, or be read as, something else.
  case cannotBeChanged(path: String, FrontMatterEditError)
  /// The file does not set it.
  case notSet(key: SettingKey, path: String)
  /// There is no home folder for a person's own file.
  case noUserFile
}

/// What is wrong with a file of settings, which is read all the same.
package struct SettingProblem: Hashable, Sendable {
  /// The ways in which it can be wrong.
  package enum Kind: Hashable, Sendable {
    /// It cannot be understood: nothing in it counts.
    case damaged
    /// The value does not fit: the setting is as if not there.
    case badValue(SettingKey, text: String)
    /// A journal's file may not say this: the setting is as if not there.
    case untrusted(SettingKey)
    /// There is no such setting.
    case unknown(name: String, nearest: [String])
  }

  /// What is wrong.
  package var kind: Kind
  /// Where, 1-based.
  package var line: Int
  /// Where, 1-based, in bytes.
  package var column: Int
}
