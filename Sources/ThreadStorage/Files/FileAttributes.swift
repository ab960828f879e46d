import CSystem

/// Owner, mode, ACL and extended attributes, as a new file takes them over from the one it replaces.
enum FileAttributes {
  private static let accessList = "system.posix_acl_access"
  private static let defaultList = "system.posix_acl_default"

  /// Copies all; false where the system does not let this user set one of them.
  static func copy(
    from original: OpenFile, _ status: FileStatus, to copy: OpenFile
  ) throws(StorageError) -> Bool {
    let own = try copy.status()
    do throws(StorageError) {
      if own.user != status.user || own.group != status.group {
        try copy.changeOwner(user: status.user, group: status.group)
      }
      try give(try extended(of: original), to: copy)
      // After the access list, whose mask the group's bits of the mode are.
      try copy.changeMode(status.permissions)
    } catch {
      guard [EPERM, EACCES, ENOTSUP].contains(error.code) else { throw error }
      return false
    }
    return true
  }

  /// The access list and the extended attributes of a file.
  static func extended(
    of file: OpenFile
  ) throws(StorageError) -> [(name: String, value: [UInt8])] {
    var attributes: [(name: String, value: [UInt8])] = []
    for name in try names(of: file) { attributes.append((name, try value(of: name, of: file))) }
    return attributes
  }

  /// Gives a file these of another one.
  static func give(
    _ attributes: [(name: String, value: [UInt8])], to file: OpenFile
  ) throws(StorageError) {
    // A folder's default list has given the new file one that the original does not have.
    if !attributes.contains(where: { $0.name == accessList }),
      try names(of: file).contains(accessList)
    {
      try SystemCalls.call(.attributes, file.path) {
        tj_remove_attribute(file.descriptor, accessList)
      }
    }
    for (name, value) in attributes {
      if (try? self.value(of: name, of: file)) == value { continue }
      try set(name, to: value, of: file)
    }
  }

  /// Gives a new file what one made in `folder` would get: its default access list, and its group.
  static func share(_ file: OpenFile, as folder: OpenFolder, permissions: UInt32) {
    let parent = OpenFile(descriptor: dup(folder.descriptor), path: folder.path)
    #if os(Linux)
      if let list = try? value(of: defaultList, of: parent), !list.isEmpty {
        // Within the mode that the folder shares.
        try? set(accessList, to: list, of: file)
        try? file.changeMode(permissions)
      }
    #endif
    // A folder with the set-group bit hands its group on.
    if let status = try? parent.status(), status.permissions & 0o2000 != 0 {
      try? file.changeOwner(user: .max, group: status.group)
    }
  }

  private static func names(of file: OpenFile) throws(StorageError) -> [String] {
    var size = 1024
    while true {
      var buffer = [CChar](repeating: 0, count: size)
      do throws(StorageError) {
        let count = try SystemCalls.call(.attributes, file.path) {
          tj_list_attributes(file.descriptor, &buffer, buffer.count)
        }
        return buffer[..<count].split(separator: 0).map {
          String(utf8: $0.map { UInt8(bitPattern: $0) })
        }
      } catch {
        if error.isUnsupported { return [] }
        guard error.code == ERANGE, size < 1 << 20 else { throw error }
        size *= 8
      }
    }
  }

  private static func value(of name: String, of file: OpenFile) throws(StorageError) -> [UInt8] {
    // The largest value that Linux allows is 64 kB.
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = try SystemCalls.call(.attributes, file.path) {
      tj_get_attribute(file.descriptor, name, &buffer, buffer.count)
    }
    return Array(buffer[..<count])
  }

  private static func set(
    _ name: String, to value: [UInt8], of file: OpenFile
  ) throws(StorageError) {
    try SystemCalls.call(.attributes, file.path) {
      tj_set_attribute(file.descriptor, name, value, value.count)
    }
  }
}
