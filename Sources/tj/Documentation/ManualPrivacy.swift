/// The sections of tj(1) about what is kept where, how it goes, and against whom it is safe.
extension ManualText {
  static let filesAndPrivacy = """
    # FILES

    *.md | The threads, in the journal's directory and its subfolders.
    .threadjournal/ | What makes a directory a journal.
    .threadjournal/config.yml | The journal's format and settings.
    ~/.config/threadjournal/config.yml | Your own settings.
    .threadjournal/.gitignore | Keeps the rest, but the settings, out of git.
    .threadjournal/drafts/ | Text that is not in a thread yet: `*.md`; beside it, in `*.note`, what `tj draft resume`
    must know; in `*.watched`, lines that somebody saved in the moment of a change. What an editor keeps beside a
    text goes with it, and where the editor was killed, with words that it had not saved, `tj draft` names it.
    .threadjournal/changes/ | The last changes, which `tj undo` takes back, by number: at most 1000 files and 64 MB. With
    each change those go that are older than `trash-days`. A `*.new` or `*.pending` is on its way, and a `*.refused` was damaged.
    `known` has the ids, times and paths of the entries that older ones wrote, so that `tj check` misses one that is gone, the
    checksums of texts with headings, days or fields that tj wrote, and which entries an import added, and no words.
    .threadjournal/displaced/ | What changes displaced, for whoever still writes to it: at most 100 files and 64 MB, for a
    week, or `trash-days`. Nobody else can read them.
    .tj-*.new | Beside the file of an export that was killed, what it had written by then. No command needs it: remove it.
    .threadjournal/lock | Keeps two programs from changing the journal at once.

    # PRIVACY

    All is in files of yours. tj sends nothing anywhere, and starts no program but git and those that
    your own settings name; the settings of a journal name none. `tj privacy` shows how much is kept, since
    when, and where: the threads, drafts, undo records and displaced files of FILES, and the settings.
    No index or cache is kept, and nothing outside the journal but your own settings.

    To erase something, delete it and purge it: `tj delete REF` only marks it, and `tj purge REF` takes it
    out of its file for good. After that its thread has no line of it, nor has anything that tj keeps; files
    in which you, a review or an export quote it stay, and are named. All undo records go with it,
    as an older one may hold what an entry said before it was edited, and so do all displaced files: neither
    `tj undo` nor `tj check`, which finds what an older buffer overwrote, reaches behind a purge. Its lines
    are taken out of drafts that are about it, as their notes and headings say, and its whole text, if that has 16
    bytes or three lines, or is all that it has, out of any other draft; each draft that lost something is named. What else a draft says is
    yours: a line that you had changed in it stays, until you discard it. An editor that has a draft open writes
    it again as it has it. A purge that a crash cut short is finished by the next command that writes, in drafts, too: its
    record has no words, and takes them from what the purge displaced, which goes last. What was edited away, or taken back with `tj undo`, stands in undo
    records and displaced files: the next purge removes it, and `tj purge --all` also where the trash is empty.
    A plain `tj purge` removes what was deleted `trash-days` ago, which are 30 days unless you say otherwise.

    What tj does not keep, it does not reach: exports, backups, what an editor or a sync tool puts aside, also
    beside the threads; the other machines that the journal is on, where each purges for itself; the history of your shell, which has what you typed behind `tj add`, and the blocks of a disk, until
    something else is written there. That something was purged is not kept either: an import of an older copy
    brings it back.

    git keeps what was committed, in every clone; what was only added stands in its index until `git add` takes the file
    anew. git-filter-repo, a package of most systems, takes lines
    out of all commits, or a whole thread. Titles of threads stand in the messages of `tj sync`, too. Of a file
    `words.txt` with lines such as `The line that must go==>` and `A title that must go==>`, after the purge:

        tj -C journal sync
        git clone --no-local journal clean
        cp words.txt clean/.git/
        git -C clean filter-repo --replace-text .git/words.txt --replace-message .git/words.txt
        git -C clean filter-repo --invert-paths --path secret.md
        git -C clean remote add origin URL
        git -C clean push --force --all origin
        git -C journal ls-files -oz -x /.threadjournal/changes -x /.threadjournal/displaced > others
        tar -C journal -cf others.tar --null -T - < others
        tar -C clean -xf others.tar
        rm clean/.git/words.txt words.txt others others.tar

    The first commits the purge, and what else was not committed: the clone has only what git has. The three before
    the last copy what git does not have, drafts above all, but no undo records; look whether one of these files has the
    words. All commits are made anew, and filter-repo takes the remote away, so that its URL is named again. Use the
    new clone in place of the old one, which goes, after `tj init --git` in it, and clone again elsewhere. A remote
    that is a folder of yours keeps the old commits until `git gc --prune=now` there; of another, ask who has it.

    # SECURITY

    What tj promises, and against whom:

    Other users of the machine | New files are for you alone, unless the journal's directory shares more; a thread keeps the
    mode that you give it, and its displaced copies are yours alone. A journal that others own or can replace
    is only used where you name it, or trust it (`trusted-journals`).
    Whoever made a journal | Whatever lies in its directory, tj changes only threads in it and its own files below
    `.threadjournal/`, starts no program that it names, and escapes what would speak to your terminal.
    Whoever has the disk, or a backup | Nothing: the files are plain text. Lock the whole journal, as below.
    The system's administrator, and programs that run as you | Nothing: they can read what you can.

    Entries are not encrypted one by one: what no editor can open, and neither git nor a search can
    compare, would not be this journal. To lock the whole at rest, with its drafts and undo records, keep
    it in a directory that gocryptfs encrypts, and that closes itself when nobody uses it:

        mkdir -m 700 ~/journal.locked ~/journal
        gocryptfs -init ~/journal.locked
        gocryptfs -idle 15m ~/journal.locked ~/journal
        tj init ~/journal
        fusermount3 -u ~/journal

    The second asks for a new passphrase, and prints a master key to keep on paper. The third opens the
    journal, and asks for the passphrase each time; the last closes it at once. Back up, or sync,
    `~/journal.locked`. While it is closed, `~/journal` is an empty directory, in which tj makes no journal: it says that there is no
    journal. A journal that is there already is copied in whole, in place of `tj init`, with its undo records, its
    drafts and all of git's history, and removed where it was:

        cp -a ~/old/. ~/journal/
        rm -rf ~/old

    To report a hole, write to the project's maintainers before you write to anybody else, with
    the steps that show it in an empty journal, and no words of your own.
    """
}
