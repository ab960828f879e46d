/// The names of zones that people write beside a time, as `EST` or `Europe/Berlin`.
///
/// They are not read: several places use one name for other zones, and many write it in summer as in winter.
package enum ZoneName {
  /// Their offsets, where they are most common.
  static let offsets = [
    "UTC": "+00:00", "GMT": "+00:00", "EST": "-05:00", "EDT": "-04:00", "CST": "-06:00",
    "CDT": "-05:00", "MST": "-07:00", "MDT": "-06:00", "PST": "-08:00", "PDT": "-07:00",
    "AKST": "-09:00", "AKDT": "-08:00", "HST": "-10:00", "BST": "+01:00", "IST": "+05:30",
    "WET": "+00:00", "WEST": "+01:00", "CET": "+01:00", "CEST": "+02:00", "EET": "+02:00",
    "EEST": "+03:00", "MSK": "+03:00", "MEZ": "+01:00", "MESZ": "+02:00", "JST": "+09:00",
    "KST": "+09:00", "AEST": "+10:00", "AEDT": "+11:00", "ACST": "+09:30", "AWST": "+08:00",
    "NZST": "+12:00", "NZDT": "+13:00", "SAST": "+02:00", "SGT": "+08:00", "HKT": "+08:00",
  ]

  /// Where zones are called after places, with one of the offsets there.
  static let areas = [
    "Africa": "+02:00", "America": "-05:00", "Asia": "+08:00", "Atlantic": "+00:00",
    "Australia": "+10:00", "Etc": "+00:00", "Europe": "+01:00", "Indian": "+04:00",
    "Pacific": "+12:00", "US": "-05:00",
  ]

  /// An offset such as it may be meant by the first name of a zone among the words of `text`; nil where there is none.
  package static func example(in text: String) -> String? {
    text.split { " ()[]".contains($0) }.lazy.compactMap { word in
      let name = String(word.prefix { $0.isLetter })
      return word.dropFirst(name.count).first == "/" ? areas[name] : offsets[name]
    }.first
  }
}
