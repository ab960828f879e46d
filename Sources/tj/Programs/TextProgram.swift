import Synchronization
import ThreadJournal
import ThreadStorage

/// A program that a setting names, which is given a text and prints another one.
struct TextProgram: Sendable {
  let key: SettingKey
  let command: String

  private static let limit = Duration.seconds(60)

  /// The program that the setting `key` names; nil where it names none.
  init?(_ key: SettingKey, _ settings: Settings) {
    guard let command = settings.text(key) else { return nil }
    (self.key, self.command) = (key, command)
  }

  /// What it prints where it is given `text`.
  ///
  /// - Parameter most: How many bytes it may print.
  func output(of text: [UInt8], most: Int) throws(TextProgramFailure) -> [UInt8] {
    let program = BackgroundCommand(
      ChildProcess(shell: command), limit: Self.limit, mostBytes: most + 1, input: text)
    switch program?.finish() {
    case nil: throw TextProgramFailure(self, .notStarted)
    case .timedOut: throw TextProgramFailure(self, .timedOut(Self.limit.components.seconds))
    case .finished(0, let output):
      guard output.count <= most else { throw TextProgramFailure(self, .tooMuch(most)) }
      guard TextCheck.firstFault(in: output) == nil else {
        throw TextProgramFailure(self, .noText)
      }
      guard text.isEmpty || !output[...].trimmed.isEmpty || key == .reviewCommand else {
        throw TextProgramFailure(self, .nothing)
      }
      return output
    case .finished(let status, _): throw TextProgramFailure(self, .ended(status))
    }
  }
}

/// Why there is nothing from a program that a setting names.
struct TextProgramFailure: Error, Equatable {
  enum Cause: Equatable {
    case notStarted
    case timedOut(_ seconds: Int64)
    case ended(_ status: Int32)
    case tooMuch(_ most: Int)
    case noText
    /// What renders a text printed nothing.
    case nothing
  }

  let key: SettingKey
  let command: String
  let cause: Cause

  init(_ program: TextProgram, _ cause: Cause) {
    (key, command, self.cause) = (program.key, program.command, cause)
  }
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
    case .ended, .tooMuch, .noText, .nothing, nil: break
    }
    do {
      return try program.output(of: text, most: most)
    } catch {
      firstFailure.withLock { $0 = $0 ?? error }
      return nil
    }
  }
}
