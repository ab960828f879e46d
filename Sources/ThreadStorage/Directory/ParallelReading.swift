import CSystem

extension JournalDirectory {
  /// Reads files on all processors, and gives the results, of which only a few wait, in the order of `files`.
  /// - Parameters:
  ///   - makeState: What each thread keeps from file to file.
  ///   - work: Makes the result of one file, from its bytes.
  ///   - deliver: Takes the result, or what was thrown, of the file with this index; false ends the work.
  package func readInParallel<State, Output: Sendable, Failure: Error>(
    _ files: [String], makeState: @escaping @Sendable () -> State,
    work: @escaping @Sendable (inout State, String, [UInt8]) throws -> Output,
    deliver: (Int, Result<Output, any Error>) throws(Failure) -> Bool
  ) throws(Failure) {
    let queue = OrderedWorkQueue<Output>(count: files.count)
    let directory = self
    @Sendable func makeWorker() -> (Int) -> Result<Output, any Error> {
      var state = makeState()
      let reader = FileReader(directory)
      return { index in
        Result { try work(&state, files[index], try reader.read(files[index])) }
      }
    }
    // One or two files are read before another thread has started.
    let helperCount = files.count < 3 ? 0 : WorkerThread.processorCount - 1
    // Every file's results are made and freed: buffers of its size, again and again.
    if helperCount > 0 { tj_keep_freed_memory() }
    let helpers = (0..<helperCount).compactMap { _ in
      WorkerThread {
        let worker = makeWorker()
        while let index = queue.take() { queue.put(worker(index), at: index) }
      }
    }
    defer {
      queue.stop()
      for helper in helpers { helper.join() }
    }
    let worker = makeWorker()
    while let step = queue.nextStep() {
      switch step {
      case .deliver(let index, let result): guard try deliver(index, result) else { return }
      case .work(let index): queue.put(worker(index), at: index)
      }
    }
  }
}

/// Numbers from 0 that several threads take, and whose results one thread gets in order.
private final class OrderedWorkQueue<Output: Sendable>: @unchecked Sendable {
  enum Step {
    case deliver(Int, Result<Output, any Error>)
    case work(Int)
  }

  /// How far the work may run ahead of the delivery.
  private static var window: Int { 16 }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let count: Int
  private var taken = 0
  private var delivered = 0
  private var isStopped = false
  private var results = [Result<Output, any Error>?](repeating: nil, count: window)

  init(count: Int) {
    self.count = count
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  private var canTake: Bool { taken < count && taken < delivered + OrderedWorkQueue.window }

  /// The next number to work on, after waiting until there is room for its result; nil where all are taken.
  func take() -> Int? {
    locked {
      while !isStopped, taken < count, !canTake { pthread_cond_wait(condition, mutex) }
      guard !isStopped, taken < count else { return nil }
      taken += 1
      return taken - 1
    }
  }

  func put(_ result: Result<Output, any Error>, at index: Int) {
    locked {
      results[index % OrderedWorkQueue.window] = result
      pthread_cond_broadcast(condition)
    }
  }

  /// What the delivering thread is to do: deliver what is ready, else help; nil where all is delivered.
  func nextStep() -> Step? {
    locked {
      while delivered < count {
        let slot = delivered % OrderedWorkQueue.window
        if let result = results[slot] {
          results[slot] = nil
          delivered += 1
          pthread_cond_broadcast(condition)
          return .deliver(delivered - 1, result)
        }
        if canTake {
          taken += 1
          return .work(taken - 1)
        }
        pthread_cond_wait(condition, mutex)
      }
      return nil
    }
  }

  func stop() {
    locked {
      isStopped = true
      pthread_cond_broadcast(condition)
    }
  }
}

/// Two pieces of work that know nothing of each other.
package enum ParallelWork {
  private final class Outcome<Value, Failure: Error>: @unchecked Sendable {
    var result: Result<Value, Failure>?
  }

  /// Does both, the second on another thread if there is one.
  package static func both<First, Second: Sendable, Failure: Error>(
    _ first: () throws(Failure) -> First,
    _ second: @escaping @Sendable () throws(Failure) -> Second
  ) throws(Failure) -> (First, Second) {
    let outcome = Outcome<Second, Failure>()
    let helper =
      WorkerThread.processorCount < 2
      ? nil : WorkerThread { outcome.result = Result(catching: second) }
    let value = Result(catching: first)
    helper?.join()
    return (try value.get(), try (outcome.result ?? Result(catching: second)).get())
  }
}

private struct WorkerThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let thread: pthread_t

  /// Threads beyond these are of no use: the memory's speed is the limit.
  private static let mostProcessors = 8

  static var processorCount: Int {
    min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), mostProcessors)
  }

  init?(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    // What is optional on one system is not on the other.
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    let code = pthread_create(
      &started, nil,
      { argument in
        if let body = argument as UnsafeMutableRawPointer? {
          Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        }
        return nil
      }, body.toOpaque())
    guard code == 0, let started = Optional(started) else {
      body.release()
      return nil
    }
    thread = started
  }

  func join() { pthread_join(thread, nil) }
}
