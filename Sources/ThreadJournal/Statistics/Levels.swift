/// How numbers are told apart by a few signs: the stretches between the least and the greatest, of equal length.
package struct Levels: Sendable {
  /// The number with which each begins, the least first; none of no numbers.
  package let starts: [FixedNumber]
  private let greatest: FixedNumber
  private let step: FixedNumber

  /// At most `count` levels of numbers that are multiples of `step`, which is more than 0.
  package init(of numbers: some Collection<FixedNumber>, step: FixedNumber, count: Int) {
    self.step = step
    guard let least = numbers.min(), let greatest = numbers.max() else {
      starts = []
      self.greatest = step
      return
    }
    self.greatest = greatest
    let span = (greatest.units - least.units) / step.units + 1
    var starts: [FixedNumber] = []
    for index in 0..<count {
      let start = FixedNumber(
        units: least.units + span * Int128(index) / Int128(count) * step.units)
      if start != starts.last { starts.append(start) }
    }
    self.starts = starts
  }

  /// The level, from 0, that `number` is in.
  package func level(of number: FixedNumber) -> Int {
    max((starts.firstIndex { number < $0 } ?? starts.count) - 1, 0)
  }

  package func ends(of level: Int) -> (first: FixedNumber, last: FixedNumber) {
    let next = level + 1 < starts.count ? starts[level + 1].units - step.units : greatest.units
    return (starts[level], FixedNumber(units: next))
  }
}
