/// Texts of several lines, looked for together among other lines, in time that does not depend on how many they are.
///
/// A tree of the texts' lines, of which each node knows the longest of its own ends that begins another text
/// (Aho and Corasick).
struct LineRuns: Sendable {
  private struct Step: Hashable {
    let node: Int
    let line: ArraySlice<UInt8>
  }

  private struct Node {
    /// How it is reached; the root is not.
    var step: Step?
    var depth = 0
    /// Where to go on when no text has the next line behind this node's.
    var back = 0
    /// How many lines the longest text has that ends here; 0 where none does.
    var length = 0
  }

  private var nodes = [Node()]
  private var next: [Step: Int] = [:]

  init(_ texts: [[ArraySlice<UInt8>]]) {
    for text in texts {
      var node = 0
      for line in text {
        let step = Step(node: node, line: line)
        if next[step] == nil {
          next[step] = nodes.count
          nodes.append(Node(step: step, depth: nodes[node].depth + 1))
        }
        node = next[step] ?? 0
      }
      nodes[node].length = nodes[node].depth
    }
    for node in nodes.indices.sorted(by: { nodes[$0].depth < nodes[$1].depth }) {
      guard let step = nodes[node].step, step.node != 0 else { continue }
      let back = self.node(behind: nodes[step.node].back, step.line)
      nodes[node].back = back
      nodes[node].length = max(nodes[node].length, nodes[back].length)
    }
  }

  private func node(behind node: Int, _ line: ArraySlice<UInt8>) -> Int {
    var node = node
    while true {
      if let found = next[Step(node: node, line: line)] { return found }
      if node == 0 { return 0 }
      node = nodes[node].back
    }
  }

  /// The indices of the lines that are a part of one of the texts, all of whose lines follow each other.
  func indices(in lines: [ArraySlice<UInt8>]) -> Set<Int> {
    var node = 0
    let lengths = lines.map { line in
      node = self.node(behind: node, line)
      return nodes[node].length
    }
    var found: Set<Int> = []
    var left = 0
    for index in lengths.indices.reversed() {
      left = max(left - 1, lengths[index])
      if left > 0 { found.insert(index) }
    }
    return found
  }
}
