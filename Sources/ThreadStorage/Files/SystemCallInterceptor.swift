#if DEBUG
  /// What stands before every system call on files: a plan of faults, or a scheduler of several actors.
  package protocol SystemCallInterceptor: Sendable {
    /// The error number with which the coming call is to fail, or nil where it is to be made.
    func failure(of operation: FileOperation, _ path: String) -> Int32?
    /// How many of `count` bytes the coming write may take.
    func writeLimit(_ count: Int) -> Int
    /// Whether it simulates a wait of so long, so that no real time need pass.
    func waits(nanoseconds: Int64) -> Bool
    /// A random number; nil for one of the system's.
    func random() -> UInt64?
    /// Whether all files' times are the same, as those of saves within one tick of the clock are.
    var hidesTimes: Bool { get }
    /// A fault that the program is to have; nil for none.
    var plantedFault: PlantedFault? { get }
  }

  extension SystemCallInterceptor {
    package func waits(nanoseconds: Int64) -> Bool { false }
    package func random() -> UInt64? { nil }
    package var hidesTimes: Bool { false }
    package var plantedFault: PlantedFault? { nil }
  }

  /// What stands before the system calls of the current task; for tests, in debug builds only.
  package enum Interception {
    @TaskLocal package static var current: (any SystemCallInterceptor)?
  }
#endif

/// A fault that the program once had; the simulation puts it back, in debug builds, to show that it would find it.
package enum PlantedFault: String, CaseIterable, Sendable {
  /// A fix is for what was seen before it had the lock.
  case fixLooksWithoutLock
  /// A check clears away the record that another tj is about to begin with.
  case checkClearsRecords
  /// A change that cannot be recorded is made all the same.
  case changesWithoutRecord
  /// A change begins before its record is sure to be on the disk.
  case recordsNotSynced
  /// A thread is whatever has its file's name by the time that the lock is there.
  case trustsPaths
  /// Records of changes and displaced files keep what was purged.
  case keepsPurgedWords
  /// Of a save that an exchange came into, only what stood there at first is kept.
  case forgetsHalfSaves

  package var isPlanted: Bool {
    #if DEBUG
      Interception.current?.plantedFault == self
    #else
      false
    #endif
  }
}
