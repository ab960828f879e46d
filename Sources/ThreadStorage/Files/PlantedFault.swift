/// A fault that the program once had; the simulation puts it back, in debug builds, to show that it would find it.
package enum PlantedFault: String, CaseIterable, Sendable {
  /// A fix mends what it saw before it had the lock.
  case fixLooksWithoutLock
  /// A check clears away the record that another tj is about to begin with.
  case checkClearsRecords
  /// A change that cannot be recorded is made all the same.
  case changesWithoutRecord
  /// A change begins before its record is sure to be on the disk.
  case recordsNotSynced
  /// A thread is whatever has its file's name by the time that the lock is there.
  case trustsPaths
  /// An undo brings back what was purged.
  case undoesPurges
  /// Of a save that an exchange came into, only what stood there at first is kept.
  case forgetsHalfSaves

  package var isPlanted: Bool {
    #if DEBUG
      FaultPlan.current?.plantedFault == self
    #else
      false
    #endif
  }
}
