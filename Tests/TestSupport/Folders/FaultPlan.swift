#if DEBUG
  import Synchronization
  import ThreadStorage

  /// What is to go wrong at which system call; for tests, in debug builds only.
  package final class FaultPlan: SystemCallInterceptor {
    package enum Fault: Sendable {
      /// The call fails with this error number.
      case fail(Int32)
      /// From this call on, every one fails with this error number.
      case failFromHere(Int32)
      /// A write takes half of its bytes; the next write fails with this error number, or goes on with 0.
      case shortWrite(Int32)
      /// The program ends at once, as if killed.
      case exit
      /// Somebody else does something just before the call.
      case meanwhile(@Sendable () -> Void)
    }

    private struct State {
      var calls: [String] = []
      /// 0 before the short write, 1 while it is on its way, 2 after it, 3 after the failure that follows.
      var shortWrite = 0
      var happened = false
      var failedCall: String?
    }

    private let fault: Fault?
    private let index: Int
    private let chosen: @Sendable (FileOperation, String) -> Bool
    private let state = Mutex(State())

    /// A plan in which `fault` happens at the `index`-th (0-based) of the calls that `chosen` picks.
    package init(
      _ fault: Fault? = nil, at index: Int = 0,
      of chosen: @escaping @Sendable (FileOperation, String) -> Bool = { _, _ in true }
    ) {
      self.fault = fault
      self.index = index
      self.chosen = chosen
    }

    /// The calls made so far, each as its operation and path.
    package var calls: [String] { state.withLock { $0.calls } }

    package var failedCall: String? { state.withLock { $0.failedCall } }

    package var happened: Bool { state.withLock { $0.happened } }

    package func failure(of operation: FileOperation, _ path: String) -> Int32? {
      guard chosen(operation, path) else { return nil }
      let number = state.withLock { state in
        state.calls.append("\(operation.rawValue) \(path)")
        return state.calls.count - 1
      }
      switch fault {
      case .fail(let code) where number == index: return noted(code)
      case .failFromHere(let code) where number >= index: return noted(code)
      case .exit where number == index: _exit(137)
      case .meanwhile(let action) where number == index:
        Interception.$current.withValue(nil) { action() }
        return noted()
      case .shortWrite(let code) where operation == .write && code != 0:
        return stepShortWrite() ? noted(code) : nil
      default: return nil
      }
    }

    package func writeLimit(_ count: Int) -> Int {
      guard case .shortWrite = fault, count > 1 else { return count }
      return state.withLock { state in
        guard state.calls.count >= index, state.shortWrite == 0 else { return count }
        state.shortWrite = 1
        state.happened = true
        return count / 2
      }
    }

    private func stepShortWrite() -> Bool {
      state.withLock { state in
        guard (1...2).contains(state.shortWrite) else { return false }
        state.shortWrite += 1
        return state.shortWrite == 3
      }
    }

    private func noted(_ code: Int32? = nil) -> Int32? {
      state.withLock { state in
        state.happened = true
        state.failedCall = state.failedCall ?? state.calls.last
      }
      return code
    }
  }
#endif
