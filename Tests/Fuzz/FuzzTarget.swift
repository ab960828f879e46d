import ThreadStorage

/// What a run of the fuzzer looks at; `TJ_FUZZ_TARGET` names it.
enum FuzzTarget: String, CaseIterable {
  case document
  case frontmatter
  case lines
  case time
  case query
  case csv
  case merge

  /// The target that the environment names; the program ends where it names none.
  static let chosen: FuzzTarget = {
    let name = getenv("TJ_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      report("TJ_FUZZ_TARGET must be one of \(allCases.map(\.rawValue).joined(separator: ", "))")
      exit(2)
    }
    return target
  }()

  /// Checks the target's laws with these bytes.
  func check(_ bytes: [UInt8]) throws {
    switch self {
    case .document: try DocumentTarget.check(bytes)
    case .frontmatter: try FrontMatterTarget.check(bytes)
    case .lines: try LinesTarget.check(bytes)
    case .time: try TimeTarget.check(bytes)
    case .query: try QueryTarget.check(bytes)
    case .csv: try CSVTarget.check(bytes)
    case .merge: try MergeTarget.check(bytes)
    }
  }

  private static func report(_ message: String) {
    let line = Array("\(message)\n".utf8)
    _ = write(2, line, line.count)
  }

  /// Says which law does not hold, and ends the program so that the fuzzer keeps the input.
  static func stop(_ error: any Error) -> Never {
    report("law broken: \(error)")
    abort()
  }
}

/// Called by the fuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  do { try FuzzTarget.chosen.check(bytes) } catch { FuzzTarget.stop(error) }
  return 0
}
