/// A draft that a purge has to do with, or what an editor left of one, or of a thread.
public struct PurgedDraft: Sendable, Hashable {
  public enum Fate: Sendable, Hashable {
    /// It lost so many lines, and stays with words of its own.
    case kept(lines: Int, isAboutIt: Bool)
    /// It had nothing else.
    case removed
    /// Somebody is writing it, and it stays as it is.
    case beingWritten
    /// An editor left words there that nobody has saved; they stay.
    case unsaved
    /// The same beside a draft that is removed, with which they go.
    case removedUnsaved
    /// It lies beside a thread, with lines of what is purged, and stays: tj did not make it.
    case besideThread
    /// It is another file beside a thread, and has the text of an entry, too.
    case elsewhere
  }

  public let path: String
  public let fate: Fate

  public init(path: String, fate: Fate) { (self.path, self.fate) = (path, fate) }
}
