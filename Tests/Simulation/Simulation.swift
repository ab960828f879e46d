#if DEBUG
  import TestSupport
  import ThreadJournal
  import ThreadStorage

  /// Runs schedules of several actors on one journal, and judges each: the simulator of the project.
  ///
  /// A seed gives a schedule: three to five actors, each a program that runs one to three commands, or a person's editor that
  /// saves in place or by rename, from a fresh or a stale buffer; who makes the next system call (`Scheduler`); who is
  /// killed, which call fails, when the power goes, with what was not synced (`VolatileDisk`). When all have ended, the
  /// journal is opened twice more, as the next commands would, and the `Oracle`, which knows what was acknowledged, looks
  /// at the files. Then a change is made and taken back, and every byte must be as before. A seed that fails is
  /// printed, and gives the same calls again: `simulator --replay SEED`.
  package struct Simulation {
    /// What is broken in a schedule.
    package struct Failure: Sendable {
      /// The seed that gives the schedule again.
      package let seed: UInt64
      /// What does not hold, in words.
      package let violations: [String]
      /// The calls in their order, where they were asked for.
      package let trace: [String]
    }

    private let world: World
    private let control: Control?

    /// Whether a seed shows that the control is wrong: what is broken holds without the planted fault.
    package func finds(_ seed: UInt64) -> Failure? {
      guard let failure = run(seed), control?.naiveKind != nil || run(seed, plants: false) == nil
      else { return nil }
      return failure
    }

    /// A simulation in the folder at `root`, which is its own.
    ///
    /// - Parameter control: A program that does it wrong, among the actors: the simulation must find it.
    package init(in root: String, control: Control? = nil) {
      world = World(root)
      self.control = control
    }

    /// Runs the schedule of a seed; nil where every promise holds, unless its calls are to be told.
    ///
    /// - Parameter plants: Whether the programs have the control's fault.
    package func run(_ seed: UInt64, isTraced: Bool = false, plants: Bool = true) -> Failure? {
      world.prepare()
      let schedule = Schedule(seed, world, control, isTraced: isTraced, plants: plants)
      schedule.run()
      var violations: [String] = []
      var trace = schedule.trace
      do {
        // What is left over is finished by the next command, and then there is nothing more to finish.
        for _ in 1...2 {
          let outcome = try world.journal(at: 90).delete(threads: [], entries: [])
          for note in outcome.notes where isTraced { trace.append("recovered \(note)") }
        }
        if !schedule.saves.isEmpty {
          // The next change of a thread looks for what an exchange may have taken from a save.
          try world.journal(at: 90).directory.withLock { writer in
            for name in world.files().keys { try writer.change(name) { $0 + [10] } }
          }
        }
        if isTraced {
          let files = world.files().sorted { $0.key < $1.key }
          trace += files.map { "--- \($0.key)\n\($0.value)" }
        }
        violations = try judge(schedule)
      } catch {
        violations = ["the journal is not usable: \(error)"]
      }
      return violations.isEmpty && !isTraced
        ? nil : Failure(seed: seed, violations: violations, trace: trace)
    }

    private func judge(_ schedule: Schedule) throws -> [String] {
      let problems = try world.journal(at: 91).check().problems
      var violations = Oracle(schedule.operations, schedule.saves, world, problems).violations()
      // What a fix does must be as true; of what an older buffer overwrote it may bring back any version.
      if schedule.saves.isEmpty {
        _ = try world.journal(at: 92).fix()
        let left = try world.journal(at: 93).check().problems
        violations += Oracle(schedule.operations, schedule.saves, world, left).violations().map {
          "after a fix: \($0)"
        }
      }
      return violations
        + (try undoIsExact() ? [] : ["an undo or redo did not bring back every byte"])
    }

    /// Changes an entry and takes that back.
    private func undoIsExact() throws -> Bool {
      let before = world.files()
      let journal = try world.journal(at: 94)
      guard let entry = try? journal.entry("dddd", .all) else { return true }
      var edit = EntryEdit()
      edit.text = Array("other words".utf8)
      _ = try journal.edit(entry, edit)
      let after = world.files()
      _ = try world.journal(at: 95).undo()
      guard world.files() == before else { return false }
      _ = try world.journal(at: 96).redo()
      return world.files() == after
    }
  }

  /// The actors of one seed, and what became of what they did.
  private final class Schedule: @unchecked Sendable {
    private(set) var operations: [Operation] = []
    private(set) var saves: [Save] = []
    var trace: [String] { scheduler.trace }

    private let world: World
    private let control: Control?
    private let scheduler: Scheduler
    private var actors: [SimulatedActor] = []
    private var generator: SeededGenerator
    /// How a power cut leaves what was not synced; nil where there is none.
    private var cut: (share: Double, losesNames: Bool)?

    init(_ seed: UInt64, _ world: World, _ control: Control?, isTraced: Bool, plants: Bool) {
      self.world = world
      self.control = control
      generator = SeededGenerator(seed: seed)
      scheduler = Scheduler(SeededGenerator(seed: ~seed), isTraced: isTraced)
      if plants, case .planted(let fault)? = control { scheduler.plantedFault = fault }
      scheduler.refusesRecords = control == .planted(.changesWithoutRecord)
      plan()
    }

    // MARK: Planning

    private func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

    private func happens(_ percent: Int) -> Bool { number(1...100) <= percent }

    private func plan() {
      // No person's editor where the power goes: what it had not synced is its own affair.
      let losesPower = happens(15) || control == .planted(.recordsNotSynced)
      let hasEditor =
        !losesPower && (control == nil ? happens(30) : control == .planted(.forgetsHalfSaves))
      var count = 0
      for index in 0..<number(3...5) {
        if index == 0, let control, let kind = control.naiveKind {
          add("control") { [self] in run(control, kind, $0) }
        } else if index == 1, hasEditor {
          planEditor()
        } else {
          planProgram(index, &count)
        }
      }
      if losesPower {
        scheduler.powerCut = number(1...500)
        scheduler.disk = VolatileDisk(world.root)
        cut = ([0.0, 0.5, 1.0][number(0...2)], happens(50))
      }
    }

    private func planProgram(_ index: Int, _ count: inout Int) {
      let kinds = (0..<number(1...3)).map { _ in
        count += 1
        return (number: count, kind: kind(count))
      }
      let actor = add("tj\(index)") { [self] actor in
        for (number, kind) in kinds where !actor.isDead { run(number, kind, actor) }
      }
      if happens(12) { actor.kill = number(1...120) }
      if happens(10) {
        let code = [Int32(5), 28, 13][number(0...2)]
        actor.fault = (number(1...120), code, happens(30))
      }
    }

    @discardableResult
    private func add(
      _ name: String, _ body: @escaping @Sendable (SimulatedActor) -> Void
    ) -> SimulatedActor {
      let actor = SimulatedActor(name, scheduler, body)
      actors.append(actor)
      return actor
    }

    private func kind(_ count: Int) -> Operation.Kind {
      let new = "n\(count + 100)"
      if let kinds = control?.companions(new: new) { return kinds[number(0...kinds.count - 1)] }
      let id = World.entries[number(0...4)].id
      switch number(0...19) {
      case 0...2: return .add(new, thread: number(0...1))
      case 3: return .addEarlier(new, thread: number(0...1))
      case 4: return .edit(id)
      case 5: return happens(50) ? .edit(id) : .editSeveral(["aaaa", "bbbb", "dddd"])
      case 6: return .tag(id)
      case 7, 8: return .move(id, thread: number(0...1))
      case 9, 10: return .delete(id)
      case 11: return .restore(["cccc", "eeee"][number(0...1)])
      case 12: return .purge(["cccc", "eeee"][number(0...1)])
      case 13: return .rename(thread: number(0...1), renamesFile: happens(50))
      case 14: return .undo
      case 15: return happens(50) ? .undo : .redo
      case 16: return .importEntries([new + "a", new + "b"])
      case 17: return happens(50) ? .makeThread(new) : .recover
      case 18: return .check
      default: return .fix
      }
    }

    // MARK: Running

    func run() {
      scheduler.run(actors)
      endWhatWasKilled()
      if let cut {
        let disk = scheduler.disk
        scheduler.disk = nil
        if scheduler.isPowerOff { disk?.cut(to: cut.share, losesNames: cut.losesNames) }
      }
    }

    /// What a kill left is finished by the first change that begins after it: then it is over.
    private func endWhatWasKilled() {
      for index in operations.indices {
        guard operations[index].ended == .max, let death = operations[index].died else { continue }
        let finishing = operations.filter {
          $0.begun > death && $0.isAcknowledged && $0.kind != .check
        }
        operations[index].ended = finishing.map(\.ended).min() ?? .max
      }
    }

    private func run(_ number: Int, _ kind: Operation.Kind, _ actor: SimulatedActor) {
      var operation = Operation(number: number, kind: kind, begun: scheduler.calls)
      let index = operations.count
      operations.append(operation)
      scheduler.note("\(actor.name) begins \(number) \(kind)")
      do {
        let undone = try kind.run(operation, in: world)
        operation.target = undone.flatMap { World.number(at: $0.time) }
        operation.outcome = .acknowledged
        operation.ended = scheduler.calls
      } catch {
        let mayBeDone = actor.isDead || actor.hadFault
        operation.outcome = mayBeDone ? .unknown : .refused(error)
        if !mayBeDone { operation.ended = scheduler.calls }
        scheduler.note("\(actor.name) \(number) fails: \(error)")
      }
      scheduler.note("\(actor.name) ends \(number): \(operation.outcome)")
      operation.hadFault = actor.hadFault
      // Nobody can say what a dead one was told.
      if actor.isDead {
        operation.outcome = .unknown
        operation.ended = .max
        operation.died = scheduler.calls
      }
      operations[index] = operation
    }

    // MARK: Editors

    private func planEditor() {
      let path = World.names[control == nil ? number(0...1) : 0]
      let isStale = happens(50) && control == nil
      let isInPlace = happens(50) || control != nil
      let count = control == nil ? number(1...3) : 12
      add("editor") { [self] actor in
        for index in 1...count { save(path, "saved\(index)", isStale, isInPlace, actor) }
      }
    }

    private func save(
      _ name: String, _ word: String, _ isStale: Bool, _ isInPlace: Bool, _ actor: SimulatedActor
    ) {
      let path = "\(world.root)/\(name)"
      _ = actor.failure(of: .read, path)
      guard let text = Folder.text(path) else { return }
      if actor.isQuick {
        actor.isQuick = false
        _ = actor.waits(nanoseconds: 0)
      }
      let read = scheduler.calls
      if isStale { for _ in 0..<40 { _ = actor.failure(of: .read, "a person writes") } }
      let buffer = text + "\n## 2026-03-20 08:00 {#\(word)}\n\n\(word)\n"
      var save = Save(path: name, read: read, word: word, buffer: buffer)
      save.begun = scheduler.calls
      let bytes = Array(buffer.utf8)
      if isInPlace {
        guard let file = Folder.OpenedFile(path, actor) else { return }
        let half = bytes.count / 2
        file.put(Array(bytes[..<half]), actor)
        // A quick editor ends the save and reads what the file has then, to go on from there.
        actor.isQuick = control != nil
        file.put(Array(bytes[half...]), actor)
        file.end(actor)
      } else {
        guard let file = Folder.OpenedFile(path + "~", actor) else { return }
        file.put(bytes, actor)
        file.end(actor)
        _ = actor.failure(of: .rename, path)
        Folder.rename(path + "~", path)
      }
      save.ended = scheduler.calls
      saves.append(save)
    }

    // MARK: Controls

    private func run(_ control: Control, _ kind: Operation.Kind, _ actor: SimulatedActor) {
      var operation = Operation(number: 80, kind: kind, begun: scheduler.calls)
      do {
        try control.run(in: world, actor)
        operation.outcome = .acknowledged
        operation.ended = scheduler.calls
      } catch {
        scheduler.note("the control fails: \(error)")
      }
      operations.append(operation)
    }
  }
#endif
