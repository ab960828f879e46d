import ThreadStorage

@testable import ThreadJournal

/// What some of the commands find, besides the files that all of them do, and what is imported.
extension JournalCommand {
  /// A thread with a line that is meant as a heading, and a value that is no duration yet.
  static let misspelt = """
    ---
    title: D
    fields:
      pause: {type: number, unit: min}
    ---

    ## 2026-03-05 08:00:00+00:00 {#nnnn}
    - pause:: 90

    First of D.

    ##2026-03-06 08:00:00+00:00 {#oooo}

    Second of D.

    """

  /// A thread as git leaves it that has merged by lines.
  static let conflicted = """
    ---
    title: E
    ---

    ## 2026-03-01 08:00:00+00:00 {#pppp}

    First of E.

    <<<<<<< HEAD
    ## 2026-03-09 08:00:00+00:00 {#qqqq}

    Ours of E.
    =======
    ## 2026-03-08 08:00:00+00:00 {#rrrr}

    Theirs of E.
    >>>>>>> other

    """

  /// Entries for two threads that are there.
  static var table: ImportReading {
    read(
      """
      thread,path,id,time,text,mood
      A,a.md,iiii,2026-03-02T20:00:00+00:00,Imported into A,6
      B,b.md,kkkk,2026-03-08T20:00:00+00:00,Imported into B,5

      """, "log.csv")
  }

  /// Entries that are there, of which the file's was edited later: one that is live, and one that is deleted.
  static var later: ImportReading {
    var reading = read(
      """
      thread,path,id,time,edited,text,mood
      A,a.md,aaaa,2026-03-01T08:00:00+00:00,2999-01-01T08:00:00+00:00,Later of A,6
      B,b.md,eeee,2026-03-05T09:00:00+00:00,2999-01-01T08:00:00+00:00,Later of B,

      """, "log.csv")
    reading.preference = .newest
    return reading
  }

  /// A copy with a head and an entry that are otherwise, one that is new, and a thread that is not deleted there.
  static var corrected: ImportReading {
    var reading = read(
      #"""
      {"version": 1, "threads": [
      {"id": null, "title": "A", "path": "a.md", "created": null, "deleted": null, "fields": [],
       "front_matter": "---\ntitle: A\nlanguage: en\n---\n", "preamble": "\nAbove all of A.\n\n"},
      {"id": null, "title": "C", "path": "c.md", "created": null, "deleted": null, "fields": [],
       "front_matter": "---\ntitle: C\n---\n", "preamble": "\n"}
      ], "entries": [
      {"id": "bbbb", "thread": "A", "path": "a.md", "time": "2026-03-02T08:00:00+00:00", "title": null,
       "text": "Corrected of A.", "fields": {"mood": "8"}, "edited": "2026-03-03T08:00:00+00:00", "deleted": null},
      {"id": "iiii", "thread": "C", "path": "c.md", "time": "2026-03-02T09:00:00+00:00", "title": null,
       "text": "Imported into C.", "fields": {}, "edited": null, "deleted": null}
      ]}
      """#, "log.json")
    reading.preference = .file
    return reading
  }

  /// Threads that are not there.
  static var otherThreads: ImportReading {
    read(
      #"""
      {"version": 1, "threads": [
      {"id": null, "title": "F", "path": "f.md", "created": null, "deleted": null, "fields": [],
       "front_matter": "---\ntitle: F\n---\n", "preamble": "\nAbove all of F.\n\n"},
      {"id": null, "title": "G", "path": "g.md", "created": null, "deleted": null, "fields": [],
       "front_matter": "---\ntitle: G\n---\n", "preamble": "\n"}
      ], "entries": [
      {"id": "iiii", "thread": "F", "path": "f.md", "time": "2026-03-02T08:00:00+00:00", "title": null,
       "text": "Imported into F.", "fields": {}, "edited": null, "deleted": null},
      {"id": "kkkk", "thread": "G", "path": "g.md", "time": "2026-03-02T09:00:00+00:00", "title": null,
       "text": "Imported into G.", "fields": {}, "edited": null, "deleted": null}
      ]}
      """#, "log.json")
  }

  private static func read(_ text: String, _ file: String) -> ImportReading {
    ImportReader.read(
      Array(text.utf8), file: file, ImportOptions(zone: LocalTimeZone { _ in 0 }))
  }
}
