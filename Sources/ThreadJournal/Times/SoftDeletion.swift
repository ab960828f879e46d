import ThreadStorage

package enum SoftDeletion: Sendable, Hashable {
  case at(Timestamp)
  /// Marked by hand, without a time that can be read.
  case unknownTime

  package var time: Timestamp? {
    if case .at(let time) = self { time } else { nil }
  }

  /// What the bytes of a `deleted` attribute or key say.
  package init(_ text: [UInt8]) {
    self = Timestamp(String(utf8: text)).map { .at($0) } ?? .unknownTime
  }
}
