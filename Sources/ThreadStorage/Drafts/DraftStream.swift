/// A text draft that grows while its text arrives; on the disk after every call.
public struct DraftStream: Sendable {
  private let file: OpenFile
  /// The draft, for when the text is whole or the input was cut off.
  public let draft: DraftBox.Draft

  /// Begins a draft with `text`, and `note` beside it.
  public init(_ text: [UInt8], note: [UInt8], in box: DraftBox) throws(StorageError) {
    draft = try box.create(text, note: note)
    file = try box.folder().open(draft.name + ".md", O_WRONLY | O_APPEND)
  }

  /// Adds what has arrived since.
  public func append(_ bytes: [UInt8]) throws(StorageError) {
    try file.write(bytes)
    try file.sync()
  }
}
