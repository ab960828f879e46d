import ThreadStorage

extension Journal {
  /// The shortest beginning of an id that is shown.
  package static let shortestShownID = 4

  /// For each of `ids`, how many characters of it no other id of the journal begins with.
  package func uniqueIDLengths(of ids: [String]) -> [String: Int] {
    var lengths: [String: Int] = [:]
    var byBeginning: [[UInt8]: [[UInt8]]] = [:]
    for id in ids {
      lengths[id] = min(Journal.shortestShownID, id.utf8.count)
      byBeginning[Array(id.utf8.prefix(Journal.shortestShownID)), default: []].append(
        Array(id.utf8))
    }
    guard !ids.isEmpty else { return [:] }
    let known = byBeginning
    let found = read(directory.threadFiles().files) { _, bytes -> [String: Int]? in
      var lengths: [String: Int] = [:]
      var walk = EntryWalk(in: 0..<bytes.count, of: bytes)
      while let (beginning, _) = walk.next(in: bytes) {
        guard let other = beginning.heading(in: bytes).attributes?.id,
          let near = known[bytes.copy(other.prefix(Journal.shortestShownID))]
        else { continue }
        for id in near where bytes.copy(other) != id {
          let common = zip(id, bytes.copy(other)).prefix { $0 == $1 }.count
          let name = String(utf8: id)
          lengths[name] = max(lengths[name] ?? 0, min(common + 1, id.count))
        }
      }
      return lengths
    }.found
    for more in found { lengths.merge(more, uniquingKeysWith: max) }
    return lengths
  }
}
