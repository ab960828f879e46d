#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program's entry: parses the command line, runs the command, and tells what went wrong.
@main
struct Main {
  static func main() {
    OutputStream.ignoreWriteSignals()
    guard let arguments = ProcessArguments.read() else {
      // A command that is not known must not look as if it had been done.
      tell(ErrorMessage(SessionError.noArguments), GlobalOptions())
      exit(ExitStatus.failed.rawValue)
    }
    exit(run(arguments).rawValue)
  }

  private static func run(_ arguments: [[UInt8]]) -> ExitStatus {
    do throws(CommandLineError) {
      let invocation = try CommandLineParser(table: .standard).parse(arguments)
      return run(invocation)
    } catch {
      tell(ErrorMessage(error), GlobalOptions())
      return .usage
    }
  }

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let session: Session
    do throws(SessionError) {
      session = try Session(invocation.globals)
    } catch {
      tell(ErrorMessage(error), invocation.globals)
      return .failed
    }
    do {
      let status = try perform(invocation.action, session)
      return finish(session, status)
    } catch {
      session.output.finish()
      session.tellRefusals()
      session.tell(ErrorMessage(any: error))
      return ExitStatus(of: error)
    }
  }

  /// Tells what went wrong before there was a session.
  private static func tell(_ message: ErrorMessage, _ globals: GlobalOptions) {
    let stream = OutputStream(descriptor: 2)
    stream.write(message.rendered(Session.messagePalette(globals)))
    stream.finish()
  }

  private static func perform(
    _ action: Invocation.Action, _ session: Session
  ) throws -> ExitStatus {
    switch action {
    case .version:
      session.output.write("tj \(ProgramVersion.current)\n")
      return .done
    case .help(let path):
      try HelpCommand.show(path, in: session)
      return .done
    case .run(let arguments):
      guard let name = arguments.command.first, let row = CommandTable.standard.row(named: name)
      else { return .usage }
      return try row.run(arguments, session)
    }
  }

  /// Writes out what is left; a reader that has gone is no failure, a full disk is.
  private static func finish(_ session: Session, _ status: ExitStatus) -> ExitStatus {
    session.tellRefusals()
    switch session.output.finish() {
    case .open, .closed: return status
    case .failed(let code):
      session.tell(.outputFailed(code))
      return .failed
    }
  }
}
