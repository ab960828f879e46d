import ThreadStorage

/// A change of a file as `diff -u` shows it, made from the splices themselves.
struct UnifiedDiff {
  static let context = 3
  private static let mostCompared = 2000

  private let old: [UInt8]
  /// Where each line of the old bytes begins, and their end.
  private let starts: [Int]
  /// Whole lines and what replaces them, in order, none touching the next.
  private var changes: [(lines: Range<Int>, replacement: [UInt8])] = []

  init(_ bytes: [UInt8], _ splices: [Splice]) {
    old = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A && $0 + 1 < bytes.count }.map { $0 + 1 }
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where !(splice.range.isEmpty && splice.replacement.isEmpty) {
      add(splice)
    }
  }

  /// Takes a splice in, with the rest of the lines that it begins and ends in.
  private mutating func add(_ splice: Splice) {
    let first = line(at: splice.range.lowerBound)
    let previous = changes.last.flatMap { $0.lines.upperBound > first ? $0 : nil }
    if previous == nil, isOfWholeLines(splice) {
      let line = splice.range.lowerBound == old.count ? lineCount : first
      return changes.append((line..<line, splice.replacement))
    }
    var kept = Array(old[starts[first]..<splice.range.lowerBound])
    var lower = first
    if let previous {
      // These lines change already: what was kept of them behind the change before goes on from there.
      kept = previous.replacement.dropLast(
        end(ofLine: previous.lines.upperBound - 1) - splice.range.lowerBound)
      lower = previous.lines.lowerBound
      changes.removeLast()
    }
    kept += splice.replacement
    var last = line(at: max(splice.range.lowerBound, splice.range.upperBound - 1))
    last = max(last, (previous?.lines.upperBound ?? 0) - 1)
    let joinsNext =
      splice.range.upperBound == end(ofLine: last) && last + 1 < lineCount && !kept.isEmpty
      && kept.last != 0x0A
    if joinsNext { last += 1 }
    changes.append((lower..<last + 1, kept + old[splice.range.upperBound..<end(ofLine: last)]))
  }

  /// Whether the splice puts whole lines between two others.
  private func isOfWholeLines(_ splice: Splice) -> Bool {
    guard splice.range.isEmpty else { return false }
    let offset = splice.range.lowerBound
    if offset == old.count { return old.isEmpty || old.last == 0x0A }
    return splice.replacement.last == 0x0A && starts[line(at: offset)] == offset
  }

  private var lineCount: Int { old.isEmpty ? 0 : starts.count }

  /// The index of the line that the byte at `offset` stands on.
  private func line(at offset: Int) -> Int {
    starts.indices.partitioningIndex { starts[$0] > offset } - 1
  }

  private func end(ofLine index: Int) -> Int {
    index + 1 < starts.count ? starts[index + 1] : old.count
  }

  /// The diff of the file at `path`, as `patch -p1` reads it; empty where nothing changes.
  func text(path: String) -> [UInt8] {
    let changes = changes.compactMap { trimmed($0) }
    guard !changes.isEmpty else { return [] }
    var output = Array("--- a/\(path)\n+++ b/\(path)\n".utf8)
    var shift = 0
    var index = 0
    while index < changes.count {
      var end = index + 1
      while end < changes.count,
        changes[end].lines.lowerBound - changes[end - 1].lines.upperBound <= 2 * Self.context
      {
        end += 1
      }
      append(changes[index..<end], shift: &shift, to: &output)
      index = end
    }
    return output
  }

  /// A change without the lines at its ends that stay as they are; nil where nothing is left.
  private func trimmed(
    _ change: (lines: Range<Int>, replacement: [UInt8])
  ) -> (lines: Range<Int>, replacement: [UInt8])? {
    var lines = change.lines
    var others = Self.lines(of: change.replacement)[...]
    while let first = others.first, !lines.isEmpty, oldLine(lines.lowerBound) == first {
      lines = lines.lowerBound + 1..<lines.upperBound
      others.removeFirst()
    }
    while let last = others.last, !lines.isEmpty, oldLine(lines.upperBound - 1) == last {
      lines = lines.lowerBound..<lines.upperBound - 1
      others.removeLast()
    }
    return lines.isEmpty && others.isEmpty ? nil : (lines, Array(others.joined()))
  }

  /// Writes one hunk; `shift` is how many lines the hunks before it added.
  private func append(
    _ hunk: ArraySlice<(lines: Range<Int>, replacement: [UInt8])>, shift: inout Int,
    to output: inout [UInt8]
  ) {
    guard let first = hunk.first, let last = hunk.last else { return }
    let start = max(first.lines.lowerBound - Self.context, 0)
    let end = min(last.lines.upperBound + Self.context, lineCount)
    var body: [UInt8] = []
    var added = 0
    var position = start
    for change in hunk {
      for line in position..<change.lines.lowerBound { append(oldLine(line), " ", to: &body) }
      let lines = Self.lines(of: change.replacement)
      append(change.lines.map { oldLine($0) }, as: lines, to: &body)
      added += lines.count - change.lines.count
      position = change.lines.upperBound
    }
    for line in position..<end { append(oldLine(line), " ", to: &body) }
    let count = end - start
    // A range without lines is named by the line before it.
    let oldStart = count == 0 ? start : start + 1
    let newStart = count + added == 0 ? start + shift : start + shift + 1
    output += "@@ -\(oldStart),\(count) +\(newStart),\(count + added) @@\n".utf8
    output += body
    shift += added
  }

  /// Writes lines that become others; those that both have stay.
  private func append(
    _ lines: [ArraySlice<UInt8>], as others: [ArraySlice<UInt8>], to body: inout [UInt8]
  ) {
    var removed = Set(lines.indices)
    var inserted = Set(others.indices)
    // Of very many, what both have would take long to find.
    if lines.count + others.count <= Self.mostCompared {
      (removed, inserted) = ([], [])
      for change in others.difference(from: lines) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
      }
    }
    var next = 0
    for (index, line) in lines.enumerated() {
      if removed.contains(index) {
        append(line, "-", to: &body)
        continue
      }
      while inserted.contains(next) {
        append(others[next], "+", to: &body)
        next += 1
      }
      append(line, " ", to: &body)
      next += 1
    }
    for line in others[next...] { append(line, "+", to: &body) }
  }

  private func oldLine(_ index: Int) -> ArraySlice<UInt8> {
    old[starts[index]..<end(ofLine: index)]
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.lines(in: bytes.indices).map { bytes[$0.text.lowerBound..<$0.next] }
  }

  private func append(_ line: ArraySlice<UInt8>, _ mark: String, to output: inout [UInt8]) {
    output += mark.utf8
    output += line
    if line.last != 0x0A { output += "\n\\ No newline at end of file\n".utf8 }
  }
}
