#if DEBUG
  import Dispatch
  import Foundation
  import TestSupport
  import ThreadStorage

  /// Lets several actors make their system calls one at a time, in an order that a seed decides.
  ///
  /// Each actor runs on a thread of its own to its next call, and waits there for its turn. So one thread runs at any
  /// time, and the same seed gives the same schedule to the call. The seed also decides which actor is killed at which
  /// of its calls, which call fails, and when the power goes. An actor that is killed makes no call any more, whatever
  /// it still tries.
  final class Scheduler: @unchecked Sendable {
    /// Of 100 turns, how many stay with the actor that has made the last call.
    private static let staying = 60

    private var generator: SeededGenerator
    private var actors: [SimulatedActor] = []
    private let ended = DispatchSemaphore(value: 0)
    /// How many calls were made so far: the time of the simulation.
    private(set) var calls = 0
    /// The call at which the power goes.
    var powerCut = Int.max
    /// What a power cut would leave; nil where there is none.
    var disk: VolatileDisk?
    /// The calls, where they are to be told.
    private(set) var trace: [String] = []
    let isTraced: Bool
    /// The fault that all actors have.
    var plantedFault: PlantedFault?
    /// Whether there is now and then no room for a record.
    var refusesRecords = false

    var isPowerOff: Bool { calls >= powerCut }

    init(_ generator: SeededGenerator, isTraced: Bool) {
      self.generator = generator
      self.isTraced = isTraced
    }

    /// Runs the actors to their ends.
    func run(_ actors: [SimulatedActor]) {
      self.actors = actors
      for actor in actors {
        let thread = Thread {
          actor.turn.wait()
          Interception.$current.withValue(actor) { actor.body(actor) }
          self.finish(actor)
        }
        thread.stackSize = 4 << 20
        thread.start()
      }
      guard let first = actors.randomElement(using: &generator) else { return }
      first.turn.signal()
      ended.wait()
    }

    /// Waits until it is the actor's turn for its next call.
    func wait(_ actor: SimulatedActor) {
      calls += 1
      let next = choose(after: actor)
      guard next !== actor else { return }
      next.turn.signal()
      actor.turn.wait()
    }

    private func choose(after actor: SimulatedActor) -> SimulatedActor {
      if actor.sleepsUntil <= calls, Int.random(in: 0..<100, using: &generator) < Self.staying {
        return actor
      }
      let running = actors.filter { !$0.isDone }
      let awake = running.filter { $0.sleepsUntil <= calls }
      return (awake.isEmpty ? running : awake).randomElement(using: &generator) ?? actor
    }

    private func finish(_ actor: SimulatedActor) {
      actor.isDone = true
      guard let next = actors.filter({ !$0.isDone }).randomElement(using: &generator) else {
        ended.signal()
        return
      }
      next.turn.signal()
    }

    func note(_ line: @autoclosure () -> String) {
      if isTraced { trace.append("\(calls) \(line())") }
    }

    func sleepLength() -> Int { Int.random(in: 1...24, using: &generator) }

    func random() -> UInt64 { generator.next() }
  }

  /// One of those who work on a journal at the same time: a program, or a person's editor.
  final class SimulatedActor: SystemCallInterceptor, @unchecked Sendable {
    let name: String
    let scheduler: Scheduler
    let body: @Sendable (SimulatedActor) -> Void
    let turn = DispatchSemaphore(value: 0)
    var isDone = false
    var sleepsUntil = 0
    /// Of its own calls, the one at which it is killed.
    var kill = Int.max
    /// Of its own calls, the one that fails, with this error number, and whether all that follow fail, too.
    var fault: (call: Int, code: Int32, lasts: Bool)?
    /// Whether it makes its next calls without waiting for its turn.
    var isQuick = false
    private(set) var isDead = false
    private(set) var hadFault = false
    private var calls = 0

    init(
      _ name: String, _ scheduler: Scheduler, _ body: @escaping @Sendable (SimulatedActor) -> Void
    ) {
      self.name = name
      self.scheduler = scheduler
      self.body = body
    }

    let hidesTimes = true
    var plantedFault: PlantedFault? { scheduler.plantedFault }

    func failure(of operation: FileOperation, _ path: String) -> Int32? {
      if isDead { return EIO }
      if !isQuick { scheduler.wait(self) }
      calls += 1
      if calls >= kill || scheduler.isPowerOff {
        scheduler.note("\(name) is killed at \(operation.rawValue) \(path)")
        isDead = true
        return EIO
      }
      if let fault, operation != .close, calls == fault.call || (fault.lasts && calls > fault.call)
      {
        scheduler.note("\(name) \(operation.rawValue) \(path) fails with \(fault.code)")
        hadFault = true
        return fault.code
      }
      if scheduler.refusesRecords, operation == .open, path.hasSuffix(".new"),
        scheduler.random() % 4 == 0
      {
        scheduler.note("\(name) \(operation.rawValue) \(path): no room")
        hadFault = true
        return ENOSPC
      }
      scheduler.note("\(name) \(operation.rawValue) \(path)")
      scheduler.disk?.follow(operation, path)
      return nil
    }

    func writeLimit(_ count: Int) -> Int { count }

    func waits(nanoseconds: Int64) -> Bool {
      sleepsUntil = scheduler.calls + scheduler.sleepLength()
      return true
    }

    func random() -> UInt64? { scheduler.random() }
  }
#endif
