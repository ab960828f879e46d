import ThreadStorage

/// Makes region changes in a file that may have been changed elsewhere since they were planned.
///
/// A region is found at its offset, else by its bytes; what it should hold and does not is never written over.
struct RegionPlacement {
  /// What became of the regions.
  enum Outcome {
    /// The file's new bytes.
    case changed([UInt8])
    /// Every region is as the change leaves it.
    case alreadyMade
    /// These regions are neither as they were nor as the change leaves them.
    case differs([RegionChange])
  }

  private enum Place {
    case splices([Splice])
    case alreadyMade
    case unknown
  }

  /// Shorter bytes are only taken for a region's where its surroundings fit too.
  private static let tellingLength = 32

  private let bytes: [UInt8]
  private let regions: [RegionChange]
  private let zone: LocalTimeZone

  /// A placement of `regions` in a file of these bytes, with `zone` for times without one.
  init(_ regions: [RegionChange], in bytes: [UInt8], zone: LocalTimeZone) {
    self.regions = regions
    self.bytes = bytes
    self.zone = zone
  }

  /// Finds the regions and makes the changes that are not made yet.
  func apply() -> Outcome {
    let offsets = regions.offsetsBefore
    if stand(at: offsets, \.before) {
      return .changed(
        bytes.applying(
          zip(regions, offsets).map {
            Splice($1..<$1 + $0.before.count, $0.after)
          }))
    }
    if stand(at: regions.map(\.offset), \.after) { return .alreadyMade }
    return search()
  }

  /// Whether every region stands at its offset, with its surroundings.
  private func stand(at offsets: [Int], _ content: KeyPath<RegionChange, [UInt8]>) -> Bool {
    for (index, region) in regions.enumerated() {
      let content = region[keyPath: content]
      let offset = offsets[index]
      let end = offset &+ content.count
      guard holds(region.leading, endingAt: offset), holds(content, at: offset),
        holds(region.trailing, at: end)
      else { return false }
      let reachesEnd = region.trailing.count < RegionChange.contextLength
      if index == regions.count - 1, reachesEnd, end + region.trailing.count != bytes.count {
        return false
      }
    }
    return true
  }

  private func holds(_ part: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset <= bytes.count, part.count <= bytes.count - offset else {
      return false
    }
    return bytes[offset..<offset + part.count].elementsEqual(part)
  }

  private func holds(_ part: [UInt8], endingAt end: Int) -> Bool {
    end >= part.count && holds(part, at: end - part.count)
  }

  /// Most regions that are told where they are not what they should be; more tell nothing new.
  private static let mostUnknown = 16

  private func search() -> Outcome {
    var splices: [Splice] = []
    var unknown: [RegionChange] = []
    // How far what was found last has moved: mostly, what follows has moved as far.
    var drift = 0
    for (region, offset) in zip(regions, regions.offsetsBefore) {
      if let splice = splice(for: region, at: offset + drift) {
        splices.append(splice)
        continue
      }
      switch place(of: region) {
      case .splices(let found):
        splices += found
        if found.count == 1 { drift = found[0].range.lowerBound - offset }
      case .alreadyMade: break
      case .unknown: unknown.append(region)
      }
      if unknown.count == Self.mostUnknown { break }
    }
    splices.sort { $0.range.lowerBound < $1.range.lowerBound }
    let overlap = zip(splices, splices.dropFirst()).contains {
      $0.range.upperBound > $1.range.lowerBound
    }
    guard unknown.isEmpty, !overlap else { return .differs(overlap ? regions : unknown) }
    return splices.isEmpty ? .alreadyMade : .changed(bytes.applying(splices))
  }

  /// The change of a region that stands, with its surroundings, at `offset`; nil where it does not.
  private func splice(for region: RegionChange, at offset: Int) -> Splice? {
    guard !region.before.isEmpty, !region.leading.isEmpty || !region.trailing.isEmpty,
      holds(region.before, at: offset), holds(region.leading, endingAt: offset),
      holds(region.trailing, at: offset + region.before.count)
    else { return nil }
    return Splice(offset..<offset + region.before.count, region.after)
  }

  private func place(of region: RegionChange) -> Place {
    if region.before.isEmpty { return place(ofInserted: region) }
    if let offset = offset(of: region.before, region) {
      return .splices([Splice(offset..<offset + region.before.count, region.after)])
    }
    if region.after.isEmpty { return seam(of: region) == nil ? .unknown : .alreadyMade }
    return offset(of: region.after, region) == nil ? .unknown : .alreadyMade
  }

  /// Where bytes that are not there yet belong: between what stood around them, else by the entry's time.
  private func place(ofInserted region: RegionChange) -> Place {
    if offset(of: region.after, region) != nil { return .alreadyMade }
    let added = ThreadDocument(region.after)
    let document = ThreadDocument(bytes)
    let ids = Set(document.entries.compactMap { document.id(of: $0) })
    // An entry that is there in other words is not added a second time.
    if added.entries.contains(where: { added.id(of: $0).map(ids.contains) ?? false }) {
      return .unknown
    }
    if let offset = seam(of: region) {
      return .splices([Splice(insertingAt: offset, region.after)])
    }
    guard !added.entries.isEmpty, added.preamble.allSatisfy({ added.bytes[$0] <= 0x20 }) else {
      return .unknown
    }
    return .splices(
      added.entries.flatMap { slice in
        let time = slice.heading.timestamp.instant(in: zone)
        return document.splices(
          insertingBlock: added.block(of: slice, lineEnding: document.lineEnding)
        ) { $0.heading.timestamp.instant(in: zone) <= time }
      })
  }

  /// The only place where what stood before and what stood behind the region touch.
  private func seam(of region: RegionChange) -> Int? {
    let both = region.leading + region.trailing
    guard both.count >= Self.tellingLength / 2 else { return nil }
    let found = offsets(of: both)
    guard found.count == 1 else { return nil }
    let seam = found[0] + region.leading.count
    // Without anything behind it the region was the last: only the file's end is its place.
    return region.trailing.isEmpty && seam != bytes.count ? nil : seam
  }

  /// The one place of `content` that can be the region's.
  private func offset(of content: [UInt8], _ region: RegionChange) -> Int? {
    let leading = offsets(of: region.leading + content).map { $0 + region.leading.count }
    let trailing = offsets(of: content + region.trailing)
    let near = Set(leading).union(trailing)
    if near.count == 1, !region.leading.isEmpty || !region.trailing.isEmpty { return near.first }
    let exact = Set(leading).intersection(trailing)
    if exact.count == 1 { return exact.first }
    let found = offsets(of: content)
    return found.count == 1 && content.count >= Self.tellingLength ? found[0] : nil
  }

  /// Where `content` stands; at most a few places, for more tell nothing.
  private func offsets(of content: [UInt8]) -> [Int] {
    guard !content.isEmpty else { return [] }
    var offsets: [Int] = []
    var start = 0
    while offsets.count < 64,
      let offset = ByteSearch.firstIndex(of: content, in: bytes.span, start..<bytes.count)
    {
      offsets.append(offset)
      start = offset + 1
    }
    return offsets
  }
}
