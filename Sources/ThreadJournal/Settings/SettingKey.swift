/// The settings there are, by the names that files and `tj config` call them.
package enum SettingKey: String, CaseIterable, Sendable {
  case journal
  case trustedJournals = "trusted-journals"
  case editor
  case pager
  case location
  case locationCommand = "location-command"
  case wrap
  case color
  case dayStarts = "day-starts"
  case trashDays = "trash-days"
  case confirm

  /// The setting of this name.
  ///
  /// - Throws: `SettingError.unknown` with the names that were probably meant.
  package init(named name: String) throws(SettingError) {
    guard let key = SettingKey(rawValue: name) else {
      throw .unknown(name: name, nearest: SettingKey.names.nearest(to: name))
    }
    self = key
  }

  /// Every setting's name.
  package static var names: [String] { allCases.map(\.rawValue) }
}
