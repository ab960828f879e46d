import ThreadJournal
import ThreadStorage

/// The files that `tj import` reads, and how.
struct ImportSource {
  private let files: [String]
  private let options: ImportOptions

  /// Reads the command line.
  init(_ arguments: ParsedArguments, _ journal: Journal, _ session: Session) throws {
    let given = try arguments.positionalBytes("FILE").map { try Session.path($0) }
    guard !given.isEmpty || !session.inputIsTerminal else { throw TransferError.nothingToImport }
    files = given.isEmpty ? ["-"] : given
    var options = ImportOptions(zone: session.zone, namedZone: ZoneDatabase.zone(named:))
    options.format = arguments.choice("from")
    options.isRaw = arguments.flag("raw")
    options.mapping = try arguments.values("map").flatMap(ImportSource.mapping)
    if let pattern = arguments.value("time-format") {
      guard let known = TimePattern(pattern) else { throw TransferError.badTimePattern(pattern) }
      options.timePattern = known
    }
    options.into = try arguments.value("into").map { try ImportSource.thread($0, journal) }
    self.options = options
  }

  /// The thread that `name` names, or a new one of this title.
  private static func thread(_ name: String, _ journal: Journal) throws -> ImportedThread {
    do {
      let header = try journal.thread(named: name)
      return ImportedThread(title: header.title, path: header.path, id: header.id)
    } catch JournalError.unknownThread {
      guard Journal.isTitle(name) else { throw JournalError.badTitle(name) }
      return ImportedThread(title: name)
    }
  }

  /// The pairs of `TIME=date,TEXT=note`; what has no `=` belongs to the name before it, comma and all.
  private static func mapping(_ text: String) throws -> [(target: String, header: String)] {
    var pairs: [(target: String, header: String)] = []
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let equals = piece.firstIndex(of: "=") {
        let target = String(piece[..<equals])
        guard !target.isEmpty else { throw TransferError.badMapping(text) }
        pairs.append((target, String(piece[piece.index(after: equals)...])))
      } else if let last = pairs.indices.last {
        pairs[last].header += "," + piece
      } else {
        throw TransferError.badMapping(text)
      }
    }
    return pairs
  }

  /// Everything that the files hold.
  func read(_ session: Session) throws -> ImportReading {
    var reading = ImportReading()
    for file in files {
      if file == "-" {
        reading.append(
          ImportReader.read(
            try ImportSource.standardInput(), file: ImportOptions.standardInput, options))
      } else {
        reading.append(try read(file))
      }
    }
    let empty = reading.forgiveEmptyFiles()
    if empty > 0 { session.note("\(Counted.of(empty, "file")) without text left out.") }
    return reading
  }

  private func read(_ file: String) throws -> ImportReading {
    do throws(StorageError) {
      switch try OutsideFile.content(of: file, inPieces: ZIPArchive.isArchive) {
      case .bytes(let bytes): return ImportReader.read(bytes, file: file, options)
      case .pieces(let size, let read):
        let source = ZIPArchive.Source(size: size) { (try? read($0)) ?? [] }
        return ImportReader.read(source, file: file, options)
      }
    } catch {
      switch error {
      case .missing: throw TransferError.fileMissing(path: file)
      case .notRegularFile: throw TransferError.notAFile(path: file)
      default: throw error
      }
    }
  }

  private static func standardInput() throws -> [UInt8] {
    defer { StandardInput.releaseInterrupts() }
    let input = StandardInput.read()
    if input.signal != nil { throw CommandError.interrupted(draft: nil) }
    if let error = input.error { throw error }
    return input.bytes
  }

  /// What a record of the change says of the files.
  var summary: String {
    files.count == 1
      ? (files[0] == "-" ? ImportOptions.standardInput : files[0])
      : Counted.of(files.count, "file")
  }

  /// The problems in the order of the files and their lines.
  func sorted(_ problems: [ImportProblem]) -> [ImportProblem] {
    var places: [String: Int] = [:]
    for problem in problems where places[problem.file] == nil {
      places[problem.file] = places.count
    }
    return problems.enumerated().sorted { left, right in
      (places[left.element.file] ?? 0, left.element.line, left.offset)
        < (places[right.element.file] ?? 0, right.element.line, right.offset)
    }.map(\.element)
  }
}

/// The time zones that the system knows by name.
private enum ZoneDatabase {
  /// The zone called, say, `Europe/Berlin`; nil where the system has none of this name.
  @Sendable static func zone(named name: String) -> LocalTimeZone? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count <= 3, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isNamePart) }),
      let bytes = try? OutsideFile.read("/usr/share/zoneinfo/" + name)
    else { return nil }
    return TimeZoneFile(bytes)?.zone
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      || "_+-".utf8.contains(byte)
  }
}
