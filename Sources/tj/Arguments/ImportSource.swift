import ThreadJournal
import ThreadStorage

/// The files of an import, and how they are read.
struct ImportSource {
  private let files: [String]
  let options: ImportOptions

  init(_ arguments: ParsedArguments, _ journal: Journal, _ session: Session) throws {
    let given = try arguments.bytes("FILE").map { try Session.path($0) }
    guard !given.isEmpty || !Session.inputIsTerminal else { throw TransferError.nothingToImport }
    var seen: Set<String> = []
    files = given.isEmpty ? ["-"] : given.filter { seen.insert($0).inserted }
    var options = ImportOptions(zone: session.zone, namedZone: Self.zone(named:))
    options.format = arguments.choice("from")
    options.dateOrder = session.dateOrder
    options.isRaw = arguments.flag("raw")
    options.mapping = try arguments.values("map").flatMap(Self.mapping)
    if let pattern = arguments.value("time-format") {
      guard let known = TimePattern(pattern) else { throw TransferError.badTimePattern(pattern) }
      options.timePattern = known
    }
    options.into = try arguments.value("into").map { try Self.thread($0, journal, session) }
    self.options = options
  }

  private static func thread(
    _ name: String, _ journal: Journal, _ session: Session
  ) throws -> ImportedThread {
    do {
      let header = try journal.thread(named: name, by: .beginning)
      if (try? journal.thread(named: name, by: .wholeName)) == nil {
        session.note(
          "Into \(header.title), the only thread that begins so; for a new one: "
            + "tj new \(ShellWord.quoted(name))")
      }
      return ImportedThread(title: header.title, path: header.path, id: header.id)
    } catch JournalError.unknownThread {
      guard Journal.isTitle(name) else { throw JournalError.badTitle(name) }
      return ImportedThread(title: name)
    }
  }

  /// The pairs of `TIME=date,TEXT=note`; what has no `=` belongs to the name before it, comma and all.
  ///
  /// A column that is for nothing has nothing before its `=`.
  private static func mapping(_ text: String) throws -> [(target: String, header: String)] {
    var pairs: [(target: String, header: String)] = []
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let equals = piece.firstIndex(of: "=") {
        let header = String(piece[piece.index(after: equals)...])
        guard piece.count > 1 else { throw TransferError.badMapping(text) }
        pairs.append((String(piece[..<equals]), header))
      } else if let last = pairs.indices.last {
        pairs[last].header += "," + piece
      } else {
        throw TransferError.badMapping(text)
      }
    }
    return pairs
  }

  func read(_ session: Session) throws -> ImportReading {
    var reading = ImportReading()
    // A table has one order: that which its times are said to have.
    reading.dateOrder = options.dateOrder.map { options.timePattern?.dateOrder ?? $0 }
    for file in files {
      reading.append(try read(file))
      reading.saved[file] = OutsideFile.lastWrite(to: file)
    }
    reading.dropFields(as: options)
    let empty = reading.forgiveEmptyFiles()
    if !empty.isEmpty {
      let names = empty.prefix(5).joined(separator: ", ") + (empty.count > 5 ? ", …" : "")
      session.note("\(Plural.of(empty.count, "file")) without text left out: \(names)")
    }
    return reading
  }

  private func read(_ file: String) throws -> ImportReading {
    if file == "-" {
      let bytes = try Self.standardInput()
      return ImportReader.read(bytes, file: ImportOptions.standardInput, options)
    }
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

  var summary: String {
    files.count == 1
      ? (files[0] == "-" ? ImportOptions.standardInput : files[0]) : Plural.of(files.count, "file")
  }

  func sorted(_ problems: [ImportProblem]) -> [ImportProblem] {
    let order = Dictionary(
      problems.enumerated().map { ($1.file, $0) }, uniquingKeysWith: { first, _ in first })
    return problems.sorted {
      (order[$0.file] ?? 0, $0.line) < (order[$1.file] ?? 0, $1.line)
    }
  }

  /// The zone called, say, `Europe/Berlin`; nil where the system has none of this name.
  @Sendable private static func zone(named name: String) -> LocalTimeZone? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { Byte.isLetterOrDigit($0) || "_+-".utf8.contains($0) }
    }
    guard parts.count <= 3, isName,
      let bytes = try? OutsideFile.read("\(ZoneVariable.folder)/\(name)")
    else { return nil }
    return TimeZoneFile(bytes)?.zone
  }
}
