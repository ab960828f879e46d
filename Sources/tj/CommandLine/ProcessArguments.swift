/// The bytes of the arguments that the process was started with, without the program's name.
enum ProcessArguments {
  /// Copies the arguments; unlike `CommandLine.arguments` it keeps bytes that are not UTF-8.
  ///
  /// - Returns: nil where not even the program's name is there: the system did not let them be read.
  static func read() -> [[UInt8]]? {
    let vector = CommandLine.unsafeArgv
    guard CommandLine.argc > 0, vector[0] != nil else { return nil }
    return (1..<Int(CommandLine.argc)).compactMap { index in
      guard let argument = vector[index] else { return nil }
      var length = 0
      while argument[length] != 0 { length += 1 }
      return (0..<length).map { UInt8(bitPattern: argument[$0]) }
    }
  }
}
