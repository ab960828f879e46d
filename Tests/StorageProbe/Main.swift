import ThreadStorage

/// A writer in a process of its own, for tests that kill writers.
@main
enum StorageProbe {
  static func main() throws {}
}
