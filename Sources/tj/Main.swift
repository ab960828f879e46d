import ThreadJournal
import ThreadStorage

/// The program's entry: parses the command line, runs the command, and tells what went wrong.
@main
struct Main {
  static func main() {
    OutputStream.occupyClosedDescriptors()
    OutputStream.ignoreWriteSignals()
    guard let arguments = Self.arguments() else {
      // A command that is not known must not look as if it had been done.
      report(ErrorMessage(SessionError.noArguments), GlobalOptions())
      exit(ExitStatus.failed.rawValue)
    }
    exit(run(arguments).rawValue)
  }

  private static func run(_ arguments: [[UInt8]]) -> ExitStatus {
    let invocation: Invocation
    var parser = CommandLineParser(arguments)
    do throws(CommandLineError) {
      invocation = try parser.invocation()
    } catch {
      var message = ErrorMessage(any: UnreadInput.kept(with: error, of: arguments))
      let words = parser.positionals.map(\.text)
      let meant = try? FirstWords(parser.globals).lines(arguments, words, after: error)
      message.advice = (meant ?? []) + message.advice
      report(message.naming(parser.globals.journal), GlobalOptions())
      return .usage
    }
    let session: Session
    do throws(SessionError) { session = try Session(invocation.globals) } catch {
      report(ErrorMessage(any: UnreadInput.kept(with: error, of: invocation)), invocation.globals)
      return .failed
    }
    do {
      let status = try perform(invocation.action, session)
      session.reportRefusals()
      return session.finishOutput() ? status : .failed
    } catch {
      session.finishResults()
      session.reportRefusals()
      session.report(ErrorMessage(any: UnreadInput.kept(with: error, of: invocation)))
      return ExitStatus(of: error)
    }
  }

  /// The arguments without the program's name, and with bytes that are not UTF-8; nil where the system tells none.
  private static func arguments() -> [[UInt8]]? {
    let vector = CommandLine.unsafeArgv
    guard CommandLine.argc > 0, vector[0] != nil else { return nil }
    return (1..<Int(CommandLine.argc)).compactMap { index in
      vector[index].map { argument in (0..<strlen(argument)).map { UInt8(bitPattern: argument[$0]) }
      }
    }
  }

  /// Tells what went wrong before there was a session.
  private static func report(_ message: ErrorMessage, _ globals: GlobalOptions) {
    let stream = OutputStream(descriptor: 2)
    stream.write(message.rendered(Session.palette(globals.color ?? .auto)))
    stream.finish()
  }

  private static func perform(
    _ action: Invocation.Action, _ session: Session
  ) throws -> ExitStatus {
    switch action {
    case .version: session.output.write("tj \(ProgramVersion.current)\n")
    case .overview:
      UnreadInput.tell("tj add THREAD -", session)
      if let journal = try session.journalIfAny() {
        try TodayCommand.show(journal, session)
      } else {
        try HelpCommand.show([], in: session)
      }
    case .help(let path): try HelpCommand.show(path, in: session)
    case .run(let arguments):
      let status = try arguments.run(arguments, session)
      tellRepeated(arguments, session)
      return status
    }
    return .done
  }

  /// Tells of options of which the last value counts; numbers are given anew behind what an alias has.
  private static func tellRepeated(_ arguments: ParsedArguments, _ session: Session) {
    let options = CommandTable.standard.definition(at: arguments.command)?.options ?? []
    for option in options where option.takesValue && !option.isRepeatable {
      let values = arguments.values(option.name)
      // Several texts are one.
      guard Set(values).count > 1, let last = values.last, Int(last) == nil, option.name != "text"
      else { continue }
      session.note(
        "--\(option.name) is given \(Plural.of(values.count, "time")), and the last one counts: \(last)"
      )
    }
  }
}

extension ExitStatus {
  /// What a command that `error` ended tells its caller: values that mean nothing are mistakes of the command line.
  init(of error: any Error) {
    switch error {
    case CommandError.interrupted: self = .interrupted
    case CommandError.keptDraft(_, let cause, _), CommandError.unkept(_, let cause),
      CommandError.atLine(_, let cause), CommandError.amongOthers(let cause, _):
      self = ExitStatus(of: cause)
    case let error as CommandError: self = error.isMistaken ? .usage : .failed
    case is TimeExpressionError, is QueryError, TransferError.nothingToImport,
      TransferError.badMapping, TransferError.badTimePattern, PlanError.badCadence,
      PlanError.badGoal, SettingError.badValue, SettingError.unknown:
      self = .usage
    default: self = .failed
    }
  }
}

extension CommandError {
  /// Whether the command line is wrong, whatever the journal holds.
  fileprivate var isMistaken: Bool {
    switch self {
    case .badAge, .badFieldName, .textNamesEntry, .textIsTag, .textInPieces, .textIsAssignment,
      .textForSeveral, .optionForSeveral, .textIsTime, .textBehindOption,
      .rangeAsEnd, .timeTwice, .inputBesideWords, .fieldTwice,
      .nameWithType, .unknownTopic, .needsOption, .badDefinition, .badRange, .severalFields,
      .definitionWithoutColon,
      .longDefinition, .needsTerminal, .fieldWithoutMean, .openReview, .reviewOfFuture:
      true
    case .nothingToAdd, .textIsShown, .noMergeBase, .badText, .keptDraft, .enteredAlready,
      .unknownThread,
      .unkept, .editConflict, .atLine, .amongOthers, .entriesAreGone, .nothingLeft, .emptyEdit,
      .unknownDraft,
      .draftWithoutThread, .emptyDraft, .interrupted, .editorFailed, .editorEnded,
      .editorReturnedAtOnce, .needsYes, .badEntryTitle, .programFailed, .brokenRepository,
      .foreignRepository, .reviewedAlready, .reviewOfPart, .unclearThread:
      false
    }
  }
}

enum ProgramVersion {
  static let current = "0.1.0"
  static let date = "2026-11-20"
}
