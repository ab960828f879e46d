/// The version that `tj --version` prints and the manual page names.
enum ProgramVersion {
  /// Major, minor and patch, by semantic versioning.
  static let current = "0.1.0"
  /// The day of the release, `YYYY-MM-DD`.
  static let date = "2026-11-20"
}
