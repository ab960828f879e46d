/// The bytes of the arguments that the process was started with, without the program's name.
enum ProcessArguments {
  /// Copies the arguments; unlike `CommandLine.arguments` it keeps bytes that are not UTF-8.
  static func read() -> [[UInt8]] {
    let vector = CommandLine.unsafeArgv
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let argument = vector[index] else { return nil }
      var length = 0
      while argument[length] != 0 { length += 1 }
      return (0..<length).map { UInt8(bitPattern: argument[$0]) }
    }
  }
}
