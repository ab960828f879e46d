/// How long a rewrite waits for somebody who has the thread open for writing.
///
/// Who saves again and again is waited for till the looks are used up. Who keeps the file open and
/// writes nothing is waited for a fifth of a second, unless the file is empty: then it is half saved.
struct WriterBackoff {
  /// Nanoseconds between two looks.
  private static let pause: Int64 = 5_000_000

  private var looks = 400
  private var idleLooks = 40
  private var seen: FileFacts?

  /// Whether to go on although somebody has the file open for writing.
  var ignoresWriters: Bool { idleLooks == 0 }

  /// Waits a moment for a file of these facts to be saved; false where that was long enough.
  mutating func wait(_ facts: FileFacts) -> Bool {
    guard looks > 0 else { return false }
    looks -= 1
    if facts != seen {
      idleLooks = 40
    } else if facts.size > 0 {
      idleLooks -= 1
    }
    seen = facts
    if idleLooks > 0 { SystemCalls.pause(nanoseconds: Self.pause) }
    return true
  }
}
