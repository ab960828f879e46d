import ThreadJournal
import ThreadStorage

enum SyncCommand {
  static let definition = CommandDefinition(
    name: "sync", group: .journal, summary: "Bring the journal in step with its git remote.",
    options: [
      .flag("dry-run", "Say what it would commit and send; nothing is fetched."),
      .flag("fix", "Set a clone up that does not know yet how to merge threads."),
    ], exclusive: [["dry-run", "fix"]],
    description: """
      Commits what was changed in the journal's threads, with a message that says what, fetches what
      other machines sent, merges it by entries, and sends the result; once more where another
      machine was faster. Without a remote it commits. Where the remote cannot be reached it
      commits, says how much waits, and exits with 1.

      It commits threads, and the journal's own `.gitattributes`, `.threadjournal/.gitignore` and
      `.threadjournal/config.yml`; no other file, and what waits in git's index stays there, but of
      a thread whose file is as the last commit has it. A file that git ignores is ignored here, too.

      What becomes of entries is named, three a thread, with what their fields were and are; so is
      an edit, by `tj` or as one of the last commits has it, that an older version of a file, as an
      editor saved it, takes back. That is
      said on the screen, and not in the commit's message. Entries that leave the journal with a
      commit, or with a merge that is finished, are named with the line that brings them back.

      What two machines contradict each other about is listed, and stands in the threads between
      conflict markers, beside all that is merged. Nothing is sent then. Keep what you want of it,
      in an editor, and call `tj sync` again, which finishes the merge once no line of a marker is
      left; `git merge --abort` gives it up, and what was written since then with it. A file that
      one side took out and the other changed is there as it was changed, and the next `tj sync`
      keeps it so, unless you delete it. A thread that one side deleted and in which the other wrote
      comes back. Files that are merged keep their permissions and extended attributes, and what
      comes new is closed to those whom the journal's directory is closed to.

      It runs your git, with your credentials, hooks and signing, merges and never rebases, and
      never forces anything on the remote. A branch that goes with no remote yet is sent to the only
      remote, or to `origin`, under its own name.

      A repository whose own settings or hooks, beyond those of a common clone, can start programs
      is left alone until your settings trust it: `tj config --user trusted-journals DIR`.
      """,
    examples: [
      ("tj sync", "Commit, merge, and send."),
      ("tj sync --dry-run", "See what would be committed."),
      ("tj sync --fix", "In a new clone, have git merge threads by entries from now on."),
    ],
    exitStatuses: [
      (1, "There are contradictions, or something waits to be sent that could not be.")
    ],
    seeAlso: ["merge", "init", "check"], synonyms: ["push", "pull", "commit", "fetch", "save"],
    action: .run { arguments, session in
      let journal = try session.journal(.changing)
      do {
        var sync = try Sync(journal, session, isSetUp: arguments.flag("fix"))
        if arguments.flag("dry-run") { return try sync.preview() }
        let status = try sync.run()
        session.dropAged(in: journal)
        return status
      } catch let error as SyncError {
        let root = journal.directory.root
        let message = ErrorMessage(error)
        session.report(session.isInside(root) ? message : message.namingRepository(root))
        return .failed
      }
    })
}
