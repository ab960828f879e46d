import ThreadStorage

struct Contestant: Sendable {
  let name: String
  /// The command line; words such as `$journal` stand for what the workspace has of the size that is measured.
  var words: [String]
  let answer: Answer?
  let largest: Size
  /// Files and folders that a run writes over, and what they are copies of.
  var copies: [(original: String, copy: String)] = []

  init(_ name: String, _ words: String..., answer: Answer? = nil, upTo largest: Size = .large) {
    self.name = name
    self.words = words
    self.answer = answer
    self.largest = largest
  }

  static func tj(_ words: String..., answer: Answer? = nil) -> Contestant {
    var contestant = Contestant("tj", "$tj", "-C", "$journal", answer: answer)
    contestant.words += words
    return contestant
  }

  private func renewCopies() {
    for (original, copy) in copies {
      for words in [["rm", "-rf", copy], ["cp", "-a", original, copy], ["sync", copy]] {
        _ = try? ProgramRun(words)
      }
    }
  }

  struct Row {
    let name: String
    let seconds: [Double]
    let megabytes: Double?
    let answer: Int?

    var median: Double { seconds[seconds.count / 2] }
    var isOwn: Bool { name == "tj" }
  }

  /// Runs each of `contestants` in turn, round by round, so that a slow moment hits them all.
  ///
  /// Of others' programs one that fails is left out; ours must not.
  static func measure(_ contestants: [Contestant], runs: Int) throws -> [Row] {
    // One round to warm the caches, in which the answers are compared.
    let able = try contestants.compactMap { contestant -> (Contestant, warm: ProgramRun)? in
      contestant.renewCopies()
      let run = try ProgramRun(contestant.words, keepsOutput: contestant.answer != nil)
      if run.status == 0 { return (contestant, run) }
      guard contestant.name.hasPrefix("tj") else { return nil }
      let line = contestant.words.joined(separator: " ")
      throw BenchmarkError("this ended with the status \(run.status): \(line)")
    }
    let megabytes = able.map { contestant, _ in
      contestant.renewCopies()
      return ProgramRun.peak(of: contestant.words)
    }
    var seconds = able.map { _ in [Double]() }
    for round in 0..<runs {
      // What takes seconds is measured once.
      for (index, (contestant, warm)) in able.enumerated() where warm.seconds <= 1 || round == 0 {
        contestant.renewCopies()
        if let run = try? ProgramRun(contestant.words) { seconds[index].append(run.seconds) }
      }
    }
    return able.indices.compactMap { index in
      let (contestant, warm) = able[index]
      guard !seconds[index].isEmpty else { return nil }
      return Row(
        name: contestant.name, seconds: seconds[index].sorted(), megabytes: megabytes[index],
        answer: contestant.answer?.count(warm.output))
    }
  }
}

enum Answer {
  /// Lines that hold this text of small letters, whatever its case.
  case lines(with: String)
  /// The sum of the numbers directly behind this text, one a line.
  case numbers(after: String)
  case records

  func count(_ output: [UInt8]) -> Int {
    switch self {
    case .lines(let text):
      return output.split(separator: 0x0a).count { line in
        let lower = line.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        return lower.firstOffset(of: Array(text.utf8)) != nil
      }
    case .numbers(let text):
      return output.split(separator: 0x0a).reduce(0) { sum, line in
        guard let start = Array(line).firstOffset(of: Array(text.utf8)) else { return sum }
        let digits = line.dropFirst(start + text.utf8.count).prefix { $0 &- 0x30 < 10 }
        return sum + (Int(String(utf8: digits)) ?? 0)
      }
    case .records:
      var isQuoted = false
      return output.count { byte in
        if byte == 0x22 { isQuoted.toggle() }
        return byte == 0x0a && !isQuoted
      } - 1
    }
  }
}
