import ThreadJournal

/// The sections of tj(1) that belong to no command.
extension ManualText {
  /// Their text, each behind a heading.
  static let reference = """
    # THE JOURNAL

    The journal is the first of these:

    -C DIR, --journal DIR | What the command line names.
    `TJ_JOURNAL` | What the environment names.
    a directory with `.threadjournal` | The nearest one, from the working directory upwards, that
    holds this folder.
    the setting `journal` | What your own file of settings names.
    ~/journal | Made, with a note, by the first command that writes. Any other must exist.

    # NAMING A THREAD

    A thread is named by its path without `.md`, its file's name without `.md`, its title, or
    its id; or by any beginning of one of these that fits only one thread; or by a word of its
    title that no other thread's has (`pages` for Morning pages). In a title, capitals do not
    count. A command that writes says which thread a mere word was taken for. `tj import --into`,
    which may make a thread, takes none for it, and `tj add --new` not even a beginning.

    A name that fits several threads is an error that lists them, and so is one that is a
    thread's file and the title of another, whose file got a number for it (`work.md` and
    `work-2.md`); the path with `.md` is exact. One that fits none is an
    error that says which names are near. `tj add Morning pages words` may mean two things, where
    a thread is called Morning pages: on a terminal it asks, else it is an error with the line
    for each.

    # NAMING AN ENTRY

    k3f9q2wz7h | The entry's id, or a beginning of it that fits only one entry, of 3 characters or
    more.
    THREAD@N | The N-th newest entry of a thread; `morning@1` is the latest. In `tj restore` and `tj purge` it is the
    N-th newest of the deleted ones.

    # TIMES

    A time is `2026-03-28`, `2026-03-28 07:12`, `2026-03-28T07:12:33-04:00`, `now`, `today`,
    `yesterday`, `yesterday 21:30`, `monday`, `last monday`, `3 days ago`, `two weeks ago`,
    `2h ago`, `in 3 days` or `21:30`. Numbers from one to twelve may be words. A time of day is
    `21:30`, `9:05`, `9pm`, `8:30 pm`, `8.30pm`, `noon` or `midnight`, and goes behind a day or before it:
    `yesterday 9pm`, `noon on monday`. A day alone is its start, and `--at` writes it alone.

    With an end it is `14:00-15:30`, `9am-10am`, `14:00 to 15:30`, `from 9 to 10`, `4pm-midnight` or
    `14:00 for 1h`, behind a day or alone: the entry's time is the start, and
    an end that is not later is on the next day. `tj show --json` and `tj export` tell the `end`
    and the `length`, such as `1h30m`, of such an entry, and nothing of others.

    Parts of a day are `this morning`, `last night`, `tonight`, `yesterday evening`,
    `monday afternoon`, `nov 20 evening`: the morning from 06:00, the afternoon from 12:00, the evening from 18:00,
    the night from 22:00 to 06:00. As a time they are their start.

    A range is any of these days or parts, or `2026`, `2026-03`, `2026-Q1`, `2026-W13`,
    `november`, `november 2025`, `last november`, `last week`, `this month`, `last 7 days`,
    `past 3 months`, `last 3 hours`, or `A..B`, `A..` or `..B`, both ends included, as
    `2026-11-20..2026-11-22`, for short `2026-11-20..22`. `november`, `W47`, `Q4` and `weekend` are
    the latest that have begun, and `week`, `month`, `quarter` and `year` alone the present ones; `last 7 days` are today and the six before it. Behind a time of
    a day, a time of day alone is the next one: `yesterday 14:00..15:00`.

    A date may have the name of its month, as `nov 20`, `20 nov 8pm` or `20 November 2026`; without a
    year it is the latest one, or the coming one where its day of the week says so: `fri 20 nov`.
    Dates of other forms, such as `21.11.2026` or `11/21/2026`, are an error that shows the
    date as it is written here. With the setting `date-order` they are read, in imports too, and so is
    `11/21` or `21.11.`, the latest one.

    A zone stands behind the time of day, as `+01:00`, `-0500`, `Z` or `UTC`; other names of zones are
    not read. Times without a zone are local times. One that a change to summer time skips is an error;
    of one that occurs twice, the first is meant, unless the time has a zone.

    # QUERIES

    `tj find`, `tj log`, `tj show`, `tj export`, `tj stats` and `tj report` choose entries that match every term of a
    query. An     argument is one term, spaces and all: `'green tea'`, `'place:san francisco'`. Only where it
    has quotation marks and more words than one, or a later word begins with a key or with
    `not:`, or `OR` stands between two words, its words are a term each, and what stands in
    quotation marks is one word: `'coffee "green tea" mood:7'` is three terms,
    `'place:"san francisco"'` is one. An argument that begins with `re:` is always one term.

    \(queryTerms.text)

    \(queryCase)

    \(queryJoining)

    The name of a field with spaces, or named like one of the keys above, stands in quotation
    marks: `'"sleep hours":7..'`. Of a thread that defines a field `length` or `end`, and of an
    entry that has one, the bare key asks for that field and not for the time; in quotation marks
    it is the field alone. A term over a field that no thread defines says so, and so does
    one that asks for what the field's type cannot be, as `mood:high..` of numbers. Signs that
    compare nothing (`mood:=>7`, `mood:!7`, `mood=7`) are errors; such a text stands in
    quotation marks: `'"mood=7"'`.

    A regular expression may have `.`; `[abc]`, `[a-z]`, `[^a-z]`; `\\d`, `\\w`, `\\s` and `\\D`,
    `\\W`, `\\S`; `^` and `$` for the start and end of a line; `\\b` and `\\B`; `a|b`, `(ab)`,
    `(?:ab)`; `*`, `+`, `?`, `{m}`, `{m,}`, `{m,n}`. It takes time in proportion to the text,
    whatever it is; what a group matched cannot be asked for again. Accents count in it: `re:caf[eé]`.

    `--from`, `--to` and `--on` choose by time, as `date:` does. A day, and a week, month or year,
    is that of the clock by which an entry was written, and begins at `day-starts`: what was written in Tokyo on
    the 20th is of the 20th wherever it is read, as in statistics and reviews. A time of day, such as
    `2026-03-20 08:00..`, `last night` or `last 3 hours`, is a moment, the same on all clocks; so is a
    day with an offset, `2026-03-20+09:00`.

    # STATISTICS

    What `tj stats` tells is counted anew each time, from the entries that match; nothing is
    stored. An entry counts on the day that its time names, on the clock by which it was written;
    before the setting `day-starts`, on the day before. Weeks begin on Monday. Deleted entries
    count where `--all` or `--trash` asks for them.

    words | What stands between spaces, tabs, line ends and other control characters, in texts and
    titles.
    streak | Days in a row that have an entry, up to today, or to yesterday while today has none;
    best is the longest there ever was.
    n | How many entries have a value of the field; of a name that an entry has twice, the last.
    mean | The sum, divided by n.
    median | The value in the middle of all; of an even number, the mean of the middle two.
    min, max, sum | The least, the greatest, all added up. Times of a clock have no sum.
    momentum | The mean of this calendar week minus that of the last one; `–` where one of them
    has no value.
    last 12 weeks | The mean of each calendar week, this one last: high where it is near the
    greatest of them. A week without a value is a gap.

    A value that is none of its field's type, or a number of more than 15 digits before its point,
    is left out, and told. Of more than 12 digits behind the point, a number is rounded half to
    even to 12. Fields of several threads are one where name, kind and
    unit are the same; integers are numbers, choices are texts. A field that a thread does not
    define is text. Texts count without white space around them, an option as it is defined:
    `red wine` and `Red wine` are two texts, but one option.

    Sums are exact. Means and medians are rounded, a half to the even digit, to one digit more
    than the values of the field have, and to 12 at most; of times and durations to the minute, but to the
    second where a duration has seconds, or all are shorter than an hour; the share of yes to whole percent. Times are ordered from `day-starts`, in a QUERY, too: with `04:00`, 23:30 and
    00:30 are an hour apart.

    With `--by` a day, week, month, quarter or year between the first and the last entry is a line,
    also one without entries; of more than 1,000 of these, one after the other, one line says how
    many they are, which JSON and CSV leave out. Weekdays and
    hours are all there. An entry counts in the group of each of its tags; one without a tag, a
    time of day or a value of the field is in the group `–`. A field that is called like one of
    these groups is named `field:day`.

    # PICTURES

    `tj chart` draws what `tj stats` counts. A calendar has 53 weeks, or as many as the terminal has
    room for. The numbers between the least and the greatest of a picture are cut into four stretches
    of equal length, as far as whole numbers allow, each with a sign; the legend says from which number to which one it goes. In
    ASCII the number of entries is its own sign, up to 9. A day of a planned week or month shows the
    state of that.

    The longest bar is the greatest number, and a bar begins at 0, or at the least number where that
    is below 0. A line is of the shortest of days, weeks, months, quarters and years of which there is
    room for all, from the first that has a number to the last; one without a number is a gap, and is
    never counted as 0. With `--by` the last ones are shown for which there is room, and that lie behind
    the last gap of more than 1,000; how many others there are is told. The figures below a calendar are
    of the days before them, as far as `--from`, `--to` or `--on` ask for these; streak, best and
    strength are those of today. An entry stands
    at the hour of its own clock, on the weekday of its journal's day.

    # REVIEWS

    `tj review` counts as `tj stats` does. The days before are the week, month, quarter or year before
    that of RANGE, or as many days as RANGE has. Behind a mean stands that of the days before, and by
    how much it has changed. A period of a plan is told where it begins in the days. A tag is new where
    no entry of an earlier day has it. The longest entry has the most words; of several it is the
    first. An entry was edited later where its last edit is of a later day than its time. Lists end
    after ten. A `#` has a backslash before it, so that a review which is saved has none of the tags; and an entry
    whose title is `Review` and days, as `--add` gives it, is left out of what a review tells, but for plans. Other
    commands count it as any entry.

    # PLANS

    A plan is a list in a thread's front matter, `plan: [{from: 2026-03-01, every: day}]`: of each
    line the first day on which it holds, how often an entry is meant, and perhaps a `goal`, the
    query that entries must match. On each day the last line that has begun holds, so that a change
    leaves what was before as it is. `tj plan` writes it, and says what `every` may be.

    A period is a planned day; of a cadence that counts in weeks or months it is the calendar week
    or month, or the part of it in which the line holds. What is in the future, before the first line
    or not planned is off, and an entry of a day to come does not count yet; else the state of a
    period is the first of these:

    followed | It has as many entries that match the goal as are asked for. An entry that excuses the
    period is none of them.
    skipped | An entry of it has the field `skip` with a value; where the thread defines it as a boolean,
    with yes.
    pending | Its last day is today or later.
    missed | The line held from its first day to its last.
    off | It did not.

    Of these, `tj stats` tells, where it is asked for neither a QUERY nor deleted entries:

    followed 20 of 21 | The followed periods, of those that were followed or missed, and their
    share; with `--from`, `--to` or `--on`, of the periods that begin then. Where some of them were
    judged by an earlier line than that which holds now, the day of the first follows: `since 2026-03-01`.
    How many were skipped follows, too, where any was.
    streak | Followed periods one after the other, up to now: what is off, skipped or pending is
    passed over, what is missed ends it. Best is the longest there ever was.
    strength | How firm a habit it is, so that one bad day does not throw away a year. It is 0 before
    the first line, and after each day, up to today, of a period that was followed or missed it is
    s × m + c × (1 − m): s is what it was, m is 0.5 to the power of √f ÷ 13, and f how many times a
    day the line asks for: planned days of a week ÷ 7, 1 ÷ N for every N days, N ÷ 7 for N a week,
    N ÷ 30 for N a month. c is 1 for a followed day and 0 for a missed one; for weeks and months it is
    the number of the last 14 or 60 days, this one among them, that have an entry which matched the
    goal of the line that held on that day, by twice the number asked for, and 1 at most. Entries before the plan's first day do not count.

    A plan of which one line cannot be read, or begins before the line above it, is none: `tj check`
    says where, and other commands go on without it and say so.

    # TEXT, COLOUR AND PAGING

    Text is UTF-8. Bytes that are not, and NUL, are refused on the way in, with their position;
    where a file holds them already they stay. On a terminal, control characters are shown,
    never sent; into a pipe, text goes as it is. A table of entries (`--table`, `--columns`) has there its
    line of names, too, and a tab between any two columns, for `cut` and `awk`; a tab or a line end
    within a column is a space.

    Output is coloured on a terminal, unless `NO_COLOR` is set, `TERM` is `dumb`, or
    `--color` or the setting `color` says otherwise. Output that is longer than the terminal
    goes through a pager.

    Where output is coloured, a text is shown as what it means: a heading is bold, `*emphasis*`
    slanted, `**strong**` bold, code dim; a quotation has a bar, a list bullets, a task a box;
    links are underlined, with their address behind them, and `#tags` have a colour. What is no
    Markdown that MARKDOWN lists stands as it was typed. Without colour, and into a pipe, all of
    it does.

    # MARKDOWN

    On a coloured terminal and in a report, texts are read as CommonMark reads them, as far as these
    go: paragraphs, headings (`# a`, or underlined by `===` or `---`), `*emphasis*` and `**strong**`,
    code in backticks, indented or between fences, quotations, lists inside each other, links and
    images with their address in parentheses, `<https://example.org>`, rules, hard breaks by two
    spaces or a backslash at a line's end, and backslashes before marks. Besides, `- [ ]` and `- [x]`
    are tasks, a web address is a link, and the lines of a table keep their form.

    All else is shown as it was typed, and no word is left out: HTML, names of characters such as
    `&amp;`, links by reference, titles of links behind them, quotations of more than 32
    levels and lists of more than 16. A list has its own numbers. In a report an image is a link; a link leads to `http:`,
    `https:` or `mailto:`, or by `#` and an id to an entry of the page, and any other stands as it
    was typed. Headings are below that of their entry, without a level left out.

    # REPORT

    `tj report` counts as STATISTICS says. Its charts have the mean of each day, where all is within
    two months; else of each week, within 13 months; of each month, within ten years; of each
    quarter, within 33 years; or of each year. A period without a value is a gap; more than 1,000 years
    without one have the room of one. The calendar has the last ten
    years that have an entry, from the first month with an entry to the last; a day's square is larger
    the more entries it has, in up to four steps. Texts and choices have a bar for each of the 12 values that
    are there most often, booleans for yes and no, dates for each year; tags are the 24 most frequent.

    # SETTINGS

    A setting is a line such as `wrap: 72` of a YAML file. `tj config` lists all settings, and
    where each value comes from. The first of these that gives one counts:

    the command line | Such as `-C`, `--color` and `--no-pager`.
    `TJ_JOURNAL`, `TJ_PAGER`, `NO_COLOR` | What the environment says to tj.
    .threadjournal/config.yml | The journal's file. A journal may come from somebody else: what
    runs a program,
    `journal`, and `location: true` do not count there, and are told.
    ~/.config/threadjournal/config.yml | Your own file;
    `$XDG_CONFIG_HOME/threadjournal/config.yml` where that variable is set.
    `VISUAL`, `EDITOR`, `PAGER` | What the environment says to all programs.
    the default | What stands here in parentheses.

    The settings are:

    \(SettingDefinition.all.map(item).joined(separator: "\n"))

    The `location-command` is run by `/bin/sh` when an entry is added, with `location` on
    and no place given. It has 5 seconds, which it may spend while you write. Where it
    fails, takes longer, or prints no place, that is told and the entry has none. On Linux
    it may be a script around GeoClue, on macOS `CoreLocationCLI --format '%locality,
    %administrativeArea'`.

    A file of settings that cannot be understood does not count, with a warning, and is
    never written over. A value that does not fit does not count either.

    # TRUST

    A journal may come from somebody else. Whatever is in its directory, tj changes nothing
    but threads in it, which are files `*.md` in folders that are not hidden, and what is
    below `.threadjournal/`. No symbolic link leads it out. A file of more than 1 GB is
    told, and not read.

    What is below `.threadjournal/drafts/`, `changes/` and `displaced/` is believed only
    where it has a name and a size that tj gives, is a file of your own that others may not
    write to, and is not tracked by git. `tj check` tells the rest, and every other command
    leaves it alone. A record that names anything but a thread is set aside, with a warning.

    A journal that belongs to another user, or that others may write to or could replace, is
    not used for being found from the working directory upwards. Name it with `-C`, which
    warns, or trust it: `tj config --user trusted-journals DIR`.

    The programs that tj starts are those of your own settings and environment: the editor,
    the pager, the `location-command`, the `review-command` and the `markdown-command`, by `/bin/sh`. Nothing in the
    journal names one. In a git repository it also asks `git`: `tj check` what is lost and which drivers are set,
    and a command that finds drafts or records whether git tracks them. Then git runs nothing
    that the repository's configuration names, such as text conversions, monitors, hooks and
    transports. Only `tj init --git`, `tj check --fix` and `tj sync` have git write, and only to the journal's own
    repository or the one around it.

    `tj sync` runs git as you do, with hooks, filters, signing and transports. So it looks first at
    what the repository itself brings, and at a remote that is a folder: where these have hooks, or
    settings beyond those of a common clone, it does nothing before `trusted-journals` has the journal's
    folder. What your own settings of git name runs without a question.

    # MERGING

    On two machines a journal is two clones of one git repository. `tj init --git` in the first, and
    `tj check --fix` in each other one, let git merge threads by their entries, with `tj merge`: in
    `git pull`, `merge`, `rebase`, `cherry-pick` and `stash`. Entries that both added are all there
    then, in the order of their times. What both changed in one entry is joined, where it can be.
    Only where two versions contradict each other, they stand between conflict markers, and git asks
    for a decision, as it always does: keep what is right, take the marker lines out, `git add`.
    A thread that one machine deleted, and in which the other wrote, comes back. The journal's
    settings are merged by their keys.

    `tj sync` is all of that in one: it commits the threads, fetches, merges and sends, and where two
    versions contradict each other it lists the entries and stops, with the merge begun and all the rest
    of it in place. After the decision `tj sync` finishes it, once no line of a marker is left that
    the two versions do not have as text. It never rebases: commits that are there
    stay as they are, two sides can contradict each other at one place only, and what was cut short the
    next `tj sync` goes on from. What was merged it reads again before it sends it: no markers, and each
    id once, in one thread. Until a merge is finished, lists, figures and copies warn that all versions
    are in them. The journal's lock is held while it commits and merges, not while it fetches and sends.

    In a clone that is not set up, or where somebody else merged, git merges by lines, and leaves
    conflicts where both added something; `tj merge --all` then merges them by entries. Where `tj`
    is missing, git's own merge takes its place. `git am -3`, too, asks `tj` only about patches that do not
    fit as they are: git applies a patch that fits by its lines. tj-thread(5) has the rules.

    # JSON

    With `--json` a command prints one object. `version` is 1; it changes when a key changes
    its meaning or goes. Keys may be added. What is absent is `null`.

    `tj list` prints `version` and `threads`, an array of objects:

    id | The thread's id, a UUID; null if its file has none.
    title | Its title.
    path | Its file, relative to the journal.
    created | When it was made.
    updated | The latest of its entries' times and edits.
    deleted | When it was deleted; true if that is not known.
    entries | The number of its entries.

    `tj show`, `tj find` and `tj log` print `version` and `entries`, an array of objects:

    id | The entry's id; null if it has none, as one typed by hand may.
    thread | The title of its thread.
    thread_id | The id of its thread; null if that has none.
    path | Its thread's file, relative to the journal.
    line | The line of its heading in that file; the first is 1.
    time | Its time; where it has an end, the start.
    end, length | When it ends, and how long it lasts, such as `1h30m`; only of an entry with an
    end.
    title | Its title.
    text | Its text, without the heading and the fields.
    fields | An object of its fields: names, as they are defined, and values: of numbers as JSON's, `true`
    and `false` where they are typed so, else as strings, such as `"yes"` of a boolean: what is typed
    comes back from it. Blanks around a value count in a text only.
    edited | When it was last edited.
    deleted | When it was deleted; true if that is not known.
    restored | When it was taken out of the trash; only of an entry that was.

    `tj stats` prints `version` and, as STATISTICS explains them, `entries`, `days`, `words`,
    `first` and `last`, which are days, `streak`, `best`; `plans`, `fields`, `tags`, and, with `--by`,
    `groups`, arrays of objects. Numbers are not rounded, means and medians to 12 digits behind the
    point, a half to the even one. Durations are in seconds, times in seconds after midnight.

    plans | None where a QUERY, `--all` or `--trash` is given. `thread`, `path`; `every` and `goal` that hold today; `state` of the present period, its
    first and last day, `from` and `to`, `count` and `target`; `followed`, `missed`, `skipped`,
    `adherence`, `streak`, `best`; `total`, all that were followed; `strength`, to six digits.
    fields | `name`; `type`: number, duration, time, boolean, date or text; `unit`; `n`; `unfit`, how
    many values were left out; `mean`, `median`, `min`, `max`, `sum`, `momentum`; `trend`, the weeks
    with `from`, `n` and `mean`. A boolean has `yes`, `no`, `mean`, `trend` and `momentum`, a date `min` and
    `max`, a text `values`, the most frequent first: `value` and `n`.
    tags | `tag`, in lower case, and `entries`.
    groups | `group`, its name; `from`, the first day of a period; `entries`; `fields`, those that
    have a mean: `name`, `n`, `mean`, `sum`.

    `tj due` prints `version` and `due`, an array of what `tj stats` prints of plans.

    `tj tags` prints `version`, `tags` and `fields`, arrays of objects with `tag`, in lower case, or
    `name`; `entries`, how many have it; and `last`, the time of the latest of them.

    `tj config` prints `version` and `settings`, an array of objects:

    key | The setting's name.
    value | What holds: a string, a number or a boolean; null for nothing.
    default | Its default.
    source | `default`, `user`, `journal` or `environment`.
    from | The file's path, or the variable's name.

    `tj export --format json` prints the same `version` and `entries`, and `threads`: objects
    with `id`, `title`, `path`, `created`, `deleted` and `fields`, an array of what `tj field
    list --json` prints. Where no QUERY is given, they also have `front_matter` and `preamble`, the
    text above the first entry, as the file has them. An entry has its lines as `source`, where they are not
    what `tj` would write of its values, as of one typed by hand. Of these texts, one that is no UTF-8 has `_hex`
    at the end of its name, and is in hexadecimal digits. `--format ndjson` prints an entry a line, with
    `deleted` of its thread where it has none itself; in JSON that is among `threads` only.

    `tj trash` prints `version`, `threads` and `entries`. Times are in the format of RFC 3339,
    with the offset that they were written with, else the local one; so are ends, and those of
    local times have the local one of then, also behind a change of the clock. The `time` of an entry that
    has a date and no time of day is that date alone, `2026-03-28`, in CSV as well.

    # ENVIRONMENT

    `TJ_JOURNAL` | The journal's directory, unless `-C` names one.
    `TJ_NOW` | The current time, in the format of RFC 3339, for tests and scripts.
    `TJ_SEED` | A whole number, which decides what `--random` chooses, for tests and scripts.
    `TJ_PAGER`, `PAGER` | The pager, the first of these that is set; `less -FRX` if neither is.
    `VISUAL`, `EDITOR` | The editor, the first of these that is set, unless the setting `editor`
    names one.
    `XDG_CONFIG_HOME` | Where `threadjournal/config.yml` is, instead of `~/.config`.
    `NO_COLOR` | Output is not coloured if this is set and not empty.
    `TERM` | Output is neither coloured nor paged if this is `dumb`.
    `COLUMNS` | The width of the output where the terminal does not tell it.
    `TZ` | The local time zone, instead of the system's: a name such as `America/New_York`, or a
    rule of POSIX. What names no zone is told, and then times are in UTC. Where a zone's clock was
    not whole minutes from UTC, as most were not before 1900, a local time is written as the
    same moment on a clock that is, up to 59 seconds ahead.
    `HOME` | Where `~/journal` is.

    \(filesAndPrivacy)

    # EXIT STATUS

    0 | It is done, and what was written is on the disk.
    1 | It could not be done, or `tj find` found nothing; or `tj export`, `tj stats` or `tj purge` could not
    read all files; or it was done and its result could not be printed: then standard error says
    what was saved.
    2 | The command line is wrong.
    130 | It was interrupted.

    Nothing is ever half done.
    """

  private static func item(_ definition: SettingDefinition) -> String {
    let fallback = definition.fallback.map { " (\($0.text))" } ?? ""
    return "`\(definition.key.rawValue)`\(fallback) | \(definition.summary)"
  }
}
