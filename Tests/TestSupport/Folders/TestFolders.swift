import ThreadStorage

/// Where tests make their folders: `$TMPDIR` where that is set; else in memory, where most of them take a third of the time.
///
/// Some are about what a disk does: races that are seldom lost where nothing waits for one, attributes that not every file
/// system in memory has.
public enum TestFolders {
  /// Where a folder that is on a disk is made.
  public static let onDisk = variable ?? "/tmp"

  /// Where any other folder is made.
  public static let base = variable ?? (hasMemory ? memory : "/tmp")

  private static let variable = getenv("TMPDIR").map { String(cString: $0) }
  private static let memory = "/dev/shm"

  /// Whether there are two gigabytes for files in memory.
  private static var hasMemory: Bool {
    var facts = statvfs()
    guard access(memory, W_OK) == 0, statvfs(memory, &facts) == 0 else { return false }
    return UInt64(facts.f_bavail) * UInt64(facts.f_frsize) > 2 << 30
  }
}
