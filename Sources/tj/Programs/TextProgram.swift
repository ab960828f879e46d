import Synchronization
import ThreadJournal
import ThreadStorage

/// A program that a setting names, which prints a text, perhaps of another one that it is given.
struct TextProgram: Sendable {
  let key: SettingKey
  let command: String

  /// How long it may take: nobody waits long for a place.
  private var limit: Duration { .seconds(key == .locationCommand ? 5 : 60) }

  /// Starts it, with `text` to read; nil where it cannot be started.
  func start(reading text: [UInt8] = [], mostBytes: Int) -> BackgroundCommand? {
    BackgroundCommand(
      ChildProcess(shell: command), limit: limit, mostBytes: mostBytes, input: text)
  }

  /// What it printed, of how it ended; nil where it was not started.
  func output(of outcome: BackgroundCommand.Outcome?) throws(TextProgramFailure) -> [UInt8] {
    switch outcome {
    case nil: throw failed(.notStarted)
    case .timedOut: throw failed(.timedOut(limit.components.seconds))
    case .finished(0, let output): return output
    case .finished(let status, _): throw failed(.ended(status))
    }
  }

  func failed(_ cause: TextProgramFailure.Cause) -> TextProgramFailure {
    TextProgramFailure(key: key, command: command, cause: cause)
  }

  /// What it prints where it is given `text`.
  ///
  /// - Parameter most: How many bytes it may print.
  func output(of text: [UInt8], most: Int) throws(TextProgramFailure) -> [UInt8] {
    let output = try output(of: start(reading: text, mostBytes: most + 1)?.finish())
    guard output.count <= most else { throw failed(.tooMuch(most)) }
    guard TextCheck.firstFault(in: output) == nil else { throw failed(.noText) }
    guard text.isEmpty || !output[...].trimmed.isEmpty || key == .reviewCommand else {
      throw failed(.nothing)
    }
    return output
  }
}

extension TextProgram {
  /// The program that the setting `key` names; nil where it names none.
  init?(_ key: SettingKey, _ settings: Settings) {
    guard let command = settings.text(key) else { return nil }
    self.init(key: key, command: command)
  }
}

/// Why there is nothing from a program that a setting names.
struct TextProgramFailure: Error, Equatable {
  enum Cause: Equatable {
    /// There is no command, and what it is for is switched on.
    case notSet
    case notStarted
    case timedOut(_ seconds: Int64)
    case ended(_ status: Int32)
    case tooMuch(_ most: Int)
    case noText
    /// What renders a text printed nothing.
    case nothing
    case noPlace(PlaceName.Refusal)
    /// The thread defines `location` as something that the place is not.
    case notTaken(place: String)
  }

  let key: SettingKey
  let command: String
  let cause: Cause
}

/// A program that is asked by several processors, for one text after the other.
final class SharedTextProgram: Sendable {
  private let program: TextProgram
  private let firstFailure = Mutex<TextProgramFailure?>(nil)

  init(_ program: TextProgram) { self.program = program }

  var failure: TextProgramFailure? { firstFailure.withLock { $0 } }

  /// What it prints of `text`; nil where it fails, so that each text has the same page whichever comes first.
  func output(of text: [UInt8], most: Int) -> [UInt8]? {
    // A program that is not there, or that lets us wait, is not asked for each text.
    switch failure?.cause {
    case .notStarted, .timedOut, .ended(127), .ended(130): return nil
    case .ended, .tooMuch, .noText, .nothing, .notSet, .noPlace, .notTaken, nil: break
    }
    do {
      return try program.output(of: text, most: most)
    } catch {
      firstFailure.withLock { $0 = $0 ?? error }
      return nil
    }
  }
}
