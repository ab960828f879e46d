/// Random choices that the end of the fuzzer's input makes, so that it can learn which lead on.
struct ChoiceGenerator: RandomNumberGenerator {
  private static let length = 32
  private var choices: ArraySlice<UInt8>
  private var state: UInt64 = 0

  /// Takes the choices off the end of `bytes`.
  init(takingFrom bytes: inout [UInt8]) {
    let count = min(Self.length, bytes.count / 2)
    choices = Array(bytes.suffix(count))[...]
    bytes.removeLast(count)
  }

  /// A number whose highest byte is the next choice.
  mutating func next() -> UInt64 {
    let choice = choices.popFirst() ?? 0
    state = (state &+ UInt64(choice) &+ 0x9e37_79b9_7f4a_7c15) &* 0xbf58_476d_1ce4_e5b9
    guard !choices.isEmpty else { return state ^ (state >> 31) }
    return UInt64(choice) << 56 | (state >> 8)
  }
}
