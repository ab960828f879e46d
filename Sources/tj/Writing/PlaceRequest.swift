import ThreadJournal
import ThreadStorage

/// The place of a new entry, which the `location-command` is asked for while the entry is still being written.
///
/// Whatever goes wrong is told, and the entry is added without.
struct PlaceRequest {
  private let program: TextProgram
  private let running: BackgroundCommand?
  private let session: Session

  /// Starts the command; nil where the settings want no place, or one of the fields of these names has it.
  init?(beside names: [String], _ session: Session) {
    guard !names.map(FieldName.key).contains(FieldDefinition.location.key) else { return nil }
    let settings = session.settings
    guard settings.flag(.location) else { return nil }
    guard let program = TextProgram(.locationCommand, settings) else {
      session.report(
        ErrorMessage(TextProgramFailure(key: .locationCommand, command: "", cause: .notSet)))
      return nil
    }
    self.program = program
    self.session = session
    running = program.start(mostBytes: PlaceName.longestOutput)
  }

  /// Gives `entry` of this thread, or of a new one, the place, unless its writer has given it one meanwhile.
  func locate(_ entry: inout NewEntry, in header: ThreadHeader? = nil, of journal: Journal? = nil) {
    let field = FieldDefinition.location
    guard !entry.fields.contains(where: { FieldName.key($0.name) == field.key }) else { return }
    do throws(TextProgramFailure) {
      let place = try Self.place(running?.finish(), of: program)
      if let header, let journal {
        do { try journal.check([(field.name, place)], in: header) } catch {
          throw program.failed(.notTaken(place: String(utf8: place)))
        }
      }
      entry.fields.append((field.name, place))
    } catch {
      session.report(ErrorMessage(error))
    }
  }

  static func place(
    _ outcome: BackgroundCommand.Outcome?, of program: TextProgram
  ) throws(TextProgramFailure) -> [UInt8] {
    let output = try program.output(of: outcome)
    do throws(PlaceName.Refusal) { return try PlaceName.read(output) } catch {
      throw program.failed(.noPlace(error))
    }
  }
}
