/// A duration as a field holds it (F25): whole numbers with `h`, `m` and `s`, in this order.
struct DurationValue: Comparable, Sendable {
  let seconds: Int64

  /// Reads `7h30m`, `90m` or `45s`, with white space around it; nil for anything else.
  init?(_ text: [UInt8]) {
    var total: Int64 = 0
    var number: Int64?
    var units: [(UInt8, Int64)] = [
      (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1),
    ]
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 &- 9 < 5 }
    guard let first = text.firstIndex(where: { !isSpace($0) }),
      let last = text.lastIndex(where: { !isSpace($0) })
    else { return nil }
    for byte in text[first...last] {
      if byte &- 0x30 < 10 {
        let (tens, overflow) = (number ?? 0).multipliedReportingOverflow(by: 10)
        let (sum, overflows) = tens.addingReportingOverflow(Int64(byte - 0x30))
        guard !overflow, !overflows else { return nil }
        number = sum
      } else {
        guard let value = number, let index = units.firstIndex(where: { $0.0 == byte }) else {
          return nil
        }
        let (product, overflow) = value.multipliedReportingOverflow(by: units[index].1)
        let (sum, overflows) = total.addingReportingOverflow(product)
        guard !overflow, !overflows else { return nil }
        total = sum
        number = nil
        units.removeFirst(index + 1)
      }
    }
    guard number == nil, units.count < 3 else { return nil }
    seconds = total
  }

  static func < (left: DurationValue, right: DurationValue) -> Bool { left.seconds < right.seconds }
}
