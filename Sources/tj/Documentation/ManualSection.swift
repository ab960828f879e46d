/// A section of the manual page.
struct ManualSection: Sendable {
  /// A piece of a section.
  enum Block: Sendable {
    /// Running text; `` `…` `` marks what is typed.
    case paragraph(String)
    /// A term, marked in the same way or written as in a synopsis, and what it means.
    case item(String, String)
    /// Lines as they stand.
    case code([String])
  }

  /// The heading, in capitals.
  var title: String
  /// What stands under it.
  var blocks: [Block]
}
