/// The last bytes of a file, from which the bytes follow that an added entry must begin with.
public struct EntryTail: Sendable {
  private let isEmpty: Bool
  private let endsLine: Bool
  private let endsInReturn: Bool
  private let endsInBlankLine: Bool

  /// The tail of a file that ends with `bytes`; `isWholeFile` where nothing stands before them.
  ///
  /// A few hundred bytes will do: where no line feed stands among them, no blank line is at the end.
  public init(_ bytes: some BidirectionalCollection<UInt8>, isWholeFile: Bool) {
    isEmpty = bytes.isEmpty && isWholeFile
    endsInReturn = bytes.last == Byte.carriageReturn
    endsLine = bytes.last == Byte.lineFeed
    guard endsLine else {
      endsInBlankLine = false
      return
    }
    var rest = bytes.dropLast()
    while let last = rest.last, Byte.isBlankLineByte(last) { rest = rest.dropLast() }
    endsInBlankLine = rest.last.map { $0 == Byte.lineFeed } ?? isWholeFile
  }

  /// What an entry's heading needs before it: the end of a line without one, and a blank line.
  public func lead(lineEnding: LineEnding) -> [UInt8] {
    if isEmpty || endsInBlankLine { return [] }
    if endsLine { return lineEnding.bytes }
    return (endsInReturn ? LineEnding.carriageReturnLineFeed.bytes : lineEnding.bytes)
      + lineEnding.bytes
  }
}
