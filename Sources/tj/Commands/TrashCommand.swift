import ThreadJournal

enum TrashCommand {
  static let definition = CommandDefinition(
    name: "trash", group: .reading, summary: "List deleted threads and entries.", options: [.json],
    description: """
      Prints what `tj restore` can bring back and `tj purge` would remove: threads, then entries, those too that were
      deleted before their thread was.
      """,
    examples: [("tj trash", "See what is deleted.")], seeAlso: ["restore", "purge", "delete"],
    synonyms: ["deleted", "bin"],
    action: .run { arguments, session in
      let journal = try session.journal(.reading)
      let (threads, problems) = journal.summaries(.all)
      let deleted = threads.filter { $0.header.deletion != nil }
      let scan = journal.deletedEntries(
        of: threads, deletedThreads: .areLikeOthers, needsLines: arguments.flag("json"))
      if arguments.flag("json") {
        let sink = JSONSink(zone: session.zone) { writer in
          writer.array("threads") {
            for thread in deleted { $0.thread(thread, zone: session.zone) }
          }
        }
        _ = session.print(scan, with: sink)
      } else {
        session.print(Table(deleted, zone: session.zone, layout: session.layout))
        var entries: [ThreadEntries] = []
        _ = scan.run {
          entries.append($0.compacted())
          return true
        }
        if !deleted.isEmpty, !entries.isEmpty { session.output.write("\n") }
        session.print(entries, with: CardSink(session, journal, isOneline: true, showsThread: true))
        if deleted.isEmpty, entries.isEmpty { session.note("The trash is empty.") }
      }
      session.warn(of: problems)
      for problem in journal.unfinishedChanges { session.warn(ErrorMessage(problem)) }
      return .done
    })
}

extension Journal {
  /// The scan for entries that are deleted in `threads`; those of deleted ones are gone with them, unless asked for.
  func deletedEntries(
    of threads: [ThreadSummary], deletedThreads: FileScan.DeletedThreads = .areLeftOut,
    needsLines: Bool = false, positions: FileScan.Positions = .asNames
  ) -> EntryScan {
    let holding = threads.filter {
      $0.deletedEntries > 0 && (deletedThreads != .areLeftOut || $0.header.deletion == nil)
    }
    return EntryScan(
      self, for: .all(zone: zone), .deleted, in: holding.map(\.header.path),
      deletedThreads: deletedThreads, needsLines: needsLines, positions: positions)
  }
}
