import ThreadStorage

/// Standard output or standard error: one large buffer, written in big pieces, through a pager where one is wanted.
final class OutputStream {
  enum State: Equatable {
    case open
    /// The reader has gone (EPIPE): nothing more is written, and the program ends quietly.
    case closed
    /// A write failed with this `errno`.
    case failed(Int32)
  }

  /// Changes once, from open; what is written afterwards is dropped.
  private(set) var state = State.open

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var paging: Paging?
  private var pager: Pager?
  private var fill = ScreenFill()

  /// Whether there was so much that a pipe was asked to hold more.
  private var isWidened = false

  private static let pieceSize = 1 << 17
  /// What is at least so large is not worth a copy.
  private static let largeSize = pieceSize / 4

  /// A stream on an open descriptor, which stays open; `paging` says when and through what it is paged.
  init(descriptor: Int32, paging: Paging? = nil) {
    self.descriptor = descriptor
    self.paging = paging
  }

  func write(_ bytes: [UInt8]) {
    guard state == .open else { return }
    startPager(ifNeededFor: bytes)
    if bytes.count >= Self.largeSize, paging == nil {
      flush()
      return writeOut(bytes)
    }
    buffer += bytes
    if buffer.count >= Self.pieceSize, paging == nil { flush() }
  }

  /// Lets a pipe hold more, so that its two ends wait for each other less often; where it cannot, nothing is lost.
  private static func widenPipe(_ descriptor: Int32) {
    #if os(Linux)
      // F_SETPIPE_SZ, which is not among what Swift sees of the C library.
      _ = fcntl(descriptor, 1031, Int32(2 * pieceSize))
    #endif
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  /// Moves `bytes` into the buffer and leaves them empty, with their capacity, for a renderer that goes on.
  func drain(_ bytes: inout [UInt8]) {
    write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes out what is buffered, unless it is still open whether it needs a pager.
  func flush() {
    guard paging == nil else { return }
    writeOut(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Whether what was written is in a pager, or it is still open whether it needs one.
  var isPaged: Bool { pager != nil || paging != nil && !buffer.isEmpty }

  /// Lets the pager, where it is `less`, begin at the end of what is written.
  func beginAtEnd() { paging?.beginAtEnd() }

  /// Writes out everything and waits until the pager, if there is one, is quit.
  @discardableResult
  func finish() -> State {
    paging = nil
    flush()
    pager?.wait()
    pager = nil
    return state
  }

  /// Makes a write to a closed pipe, or beyond a file's size limit, fail instead of ending the program; called once.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Gives each closed standard stream a descriptor on which reads or writes fail; called once, at the start.
  ///
  /// Otherwise a file of the journal could be opened under its number, and get what is printed.
  static func occupyClosedDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  private func startPager(ifNeededFor bytes: [UInt8]) {
    guard let paging else { return }
    fill.add(bytes, columns: paging.columns)
    guard fill.rows >= paging.rows else { return }
    self.paging = nil
    pager = Pager.start(paging.command, environment: paging.environment)
  }

  private func writeOut(_ bytes: [UInt8]) {
    guard state == .open else { return }
    if !isWidened, bytes.count >= Self.largeSize {
      isWidened = true
      Self.widenPipe(pager?.input ?? descriptor)
    }
    state = bytes.withUnsafeBytes { Self.writeAll($0, to: pager?.input ?? descriptor) }
  }

  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> State {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
      if written >= 0 {
        rest = rest.dropFirst(written)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable(descriptor)
      case EPIPE: return .closed
      case let code: return .failed(code)
      }
    }
    return .open
  }

  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }
}

/// How many rows of a screen the output takes so far; near enough to decide about a pager.
private struct ScreenFill {
  var rows = 0
  private var column = 0
  private var isInEscape = false

  mutating func add(_ bytes: [UInt8], columns: Int) {
    for byte in bytes {
      if isInEscape {
        isInEscape = byte != UInt8(ascii: "m")
      } else if byte == 0x1B {
        isInEscape = true
      } else if byte == 0x0A {
        rows += 1
        column = 0
      } else if byte & 0xC0 != 0x80 {
        column += 1
        if column > columns {
          rows += 1
          column = 1
        }
      }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
