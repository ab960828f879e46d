/// A program that does a piece of work.
struct Contestant {
  var name: String
  let arguments: [String]
  /// Counts what it found in what it printed, where answers can be compared.
  var answer: (([UInt8]) -> Int)?
  /// Whether the others are compared with it.
  var isFloor = false
  /// Whether it is tj.
  var isOwn = false

  /// A program's runs.
  struct Row {
    let name: String
    /// Ascending.
    let seconds: [Double]
    let megabytes: Double?
    let answer: Int?
    let isFloor: Bool
    let isOwn: Bool

    var median: Double { seconds[seconds.count / 2] }
  }

  /// Runs each of `contestants` in turn, round by round, so that a slow moment hits them all.
  static func measure(_ contestants: [Contestant], runs: Int) -> [Row] {
    // One round to warm the caches, in which the answers are compared.
    let first = contestants.map { contestant -> ProgramRun? in
      guard ProgramRun.isInstalled(contestant.arguments[0]) else { return nil }
      let run = try? ProgramRun(
        contestant.arguments, keepsOutput: contestant.answer != nil)
      return run.flatMap { $0.status == 0 ? $0 : nil }
    }
    var seconds = contestants.map { _ in [Double]() }
    let megabytes = contestants.indices.map { index in
      first[index] == nil ? nil : ProgramRun.peak(of: contestants[index].arguments)
    }
    for round in 0..<runs {
      for (index, contestant) in contestants.enumerated() {
        guard let warm = first[index] else { continue }
        // What takes seconds is measured once.
        if warm.seconds > 1, round > 0 { continue }
        guard let run = try? ProgramRun(contestant.arguments) else {
          continue
        }
        seconds[index].append(run.seconds)
      }
    }
    return contestants.indices.compactMap { index in
      guard !seconds[index].isEmpty, let warm = first[index] else { return nil }
      let contestant = contestants[index]
      return Row(
        name: contestant.name, seconds: seconds[index].sorted(), megabytes: megabytes[index],
        answer: contestant.answer.map { $0(warm.output) }, isFloor: contestant.isFloor,
        isOwn: contestant.isOwn)
    }
  }
}

/// Counting in what programs print.
enum Answer {
  /// Lines that hold `word`, whatever its case.
  static func lines(with word: String) -> ([UInt8]) -> Int {
    let wanted = Array(word.utf8)
    return { output in
      output.split(separator: 0x0a).count { line in
        let lower = line.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        guard lower.count >= wanted.count else { return false }
        return (0...(lower.count - wanted.count)).contains { start in
          lower[start] == wanted[0] && lower[start..<start + wanted.count].elementsEqual(wanted)
        }
      }
    }
  }

  /// The sum of the last number of each line.
  static func sumOfLastNumbers(_ output: [UInt8]) -> Int {
    output.split(separator: 0x0a).reduce(0) { sum, line in
      let digits = line.reversed().prefix { $0 &- 0x30 < 10 }.reversed()
      return sum + (Int(String(decoding: Array(digits), as: UTF8.self)) ?? 0)
    }
  }

  /// The sum of the numbers behind `key`.
  static func sum(after key: String) -> ([UInt8]) -> Int {
    let wanted = Array(key.utf8)
    return { output in
      output.split(separator: 0x0a).reduce(0) { sum, line in
        let rest = line.drop { $0 == 0x20 }
        guard rest.starts(with: wanted) else { return sum }
        let digits = rest.dropFirst(wanted.count).prefix { $0 &- 0x30 < 10 }
        return sum + (Int(String(decoding: Array(digits), as: UTF8.self)) ?? 0)
      }
    }
  }

  /// Lines that begin with `beginning`.
  static func lines(beginningWith beginning: String) -> ([UInt8]) -> Int {
    let wanted = Array(beginning.utf8)
    return { output in output.split(separator: 0x0a).count { $0.starts(with: wanted) } }
  }

  /// Records of CSV, without the header.
  static func records(_ output: [UInt8]) -> Int {
    var isQuoted = false
    var count = -1
    for byte in output {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x0a, !isQuoted { count += 1 }
    }
    return count
  }
}
