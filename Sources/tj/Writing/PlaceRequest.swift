import ThreadJournal
import ThreadStorage

/// The place of a new entry, which the `location-command` is asked for while the entry is still being written.
///
/// Whatever goes wrong is told, and the entry is added without.
struct PlaceRequest {
  private static let limit = Duration.seconds(5)

  private let program: BackgroundCommand?
  private let command: String
  private let session: Session

  /// Starts the command; nil where the settings want no place, or one of the fields of these names has it.
  init?(beside names: [String], _ session: Session) {
    guard !names.map(FieldName.key).contains(FieldDefinition.location.key) else { return nil }
    let settings = session.settings
    guard settings.flag(.location) else { return nil }
    guard let command = settings.text(.locationCommand) else {
      session.report(ErrorMessage(PlaceFailure.notSet))
      return nil
    }
    self.command = command
    self.session = session
    program = BackgroundCommand(
      ChildProcess(shell: command), limit: Self.limit, mostBytes: PlaceName.longestOutput)
  }

  /// Gives `entry` of this thread, or of a new one, the place, unless its writer has given it one meanwhile.
  func locate(_ entry: inout NewEntry, in header: ThreadHeader? = nil, of journal: Journal? = nil) {
    let field = FieldDefinition.location
    guard !entry.fields.contains(where: { FieldName.key($0.name) == field.key }) else { return }
    do throws(PlaceFailure) {
      let place = try Self.place(program?.finish(), of: command)
      if let header, let journal {
        do { try journal.check([(field.name, place)], in: header) } catch {
          throw .notTaken(place: String(utf8: place))
        }
      }
      entry.fields.append((field.name, place))
    } catch {
      session.report(ErrorMessage(error))
    }
  }

  static func place(
    _ outcome: BackgroundCommand.Outcome?, of command: String
  ) throws(PlaceFailure) -> [UInt8] {
    switch outcome {
    case nil: throw .notStarted(command: command)
    case .timedOut: throw .timedOut(command: command, seconds: limit.components.seconds)
    case .finished(0, let output):
      do throws(PlaceName.Refusal) { return try PlaceName.read(output) } catch {
        throw .noPlace(command: command, error)
      }
    case .finished(let status, _): throw .ended(command: command, status: status)
    }
  }
}
