# SPDX-License-Identifier: MIT
"""Builds journals as a stranger might make them, and sees what was touched that must not be.

For .ci/check-trust and .ci/check-git. Everything of one tree lies in one directory:

    home/           HOME, with files of the user's
    around/         files and folders of the user's, and in it
    around/j/       the journal
    own/            the programs that the user's settings name
    canaries/       where programs that must not start leave their names
    out/            where commands may write what they are told to

A tree comes from a template, a sound journal in a repository, made by tj itself. What is put in is
chosen by a seeded generator.
"""
import hashlib, os, pathlib, shutil, socket, stat, subprocess, tempfile

ZONE = {"TZ": "UTC", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}
GIT = ["git", "-c", "safe.directory=*", "-c", "user.name=x", "-c", "user.email=x@example.org"]


def checksum(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & (2**64 - 1)
    return f"{value:016x}".encode()


def parts(*named):
    """Named parts, as tj writes whatever it keeps of its own."""
    return b"".join(b"%s %d\n%s\n" % (name, len(value), value) for name, value in named)


def change(*changes):
    """A record in changes/, as tj writes it."""
    head = [(b"transaction", b"1"), (b"summary", b"add to \x1b]0;x\x07"), (b"time", b"2026-01-01 00:00:00+00:00")]
    body = parts(*head, *changes)
    return checksum(body) + b"\n" + body


def index_line(path):
    """What has `git update-index -z --index-info` track a file, whatever is in it."""
    return b"100644 e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\t" + path + b"\0"


def canary(tree, name):
    """A command line that tells that it ran."""
    return f"touch {tree.canaries}/{name}"


# Keys of git's configuration that name a program; where there is a second word, it is the value.
def git_configuration(tree):
    def runs(name, end="; cat"):
        return f"sh -c '{canary(tree, name)}{end}' --"

    keys = {
        "core.fsmonitor": runs("fsmonitor", "; false"), "core.pager": runs("pager"),
        "core.editor": runs("editor"), "core.sshCommand": runs("ssh"), "core.askPass": runs("askpass"),
        "core.alternateRefsCommand": runs("alternate-refs"), "core.gitProxy": runs("proxy"),
        "core.hooksPath": f"{tree.journal}/.hooks", "sequence.editor": runs("sequence-editor"),
        "pager.log": runs("pager-log"), "pager.config": runs("pager-config"),
        "pager.ls-files": runs("pager-ls"), "gpg.program": f"{tree.journal}/.hooks/program",
        "gpg.ssh.program": f"{tree.journal}/.hooks/program", "gpg.x509.program": f"{tree.journal}/.hooks/program",
        "log.showSignature": "true", "commit.gpgSign": "true",
        "credential.helper": "!" + runs("credential"), "diff.external": runs("external-diff"),
        "diff.threadjournal.textconv": runs("textconv"), "diff.threadjournal.command": runs("diff-command"),
        "diff.threadjournal.cachetextconv": "true", "diff.evil.textconv": runs("textconv-evil"),
        "diff.evil.command": runs("diff-evil"), "diff.tool": "evil", "difftool.evil.cmd": runs("difftool"),
        "filter.evil.clean": runs("clean"), "filter.evil.smudge": runs("smudge"),
        "filter.evil.process": runs("process"), "filter.evil.required": "true",
        "merge.evil.driver": runs("merge"), "merge.tool": "evil", "mergetool.evil.cmd": runs("mergetool"),
        "interactive.diffFilter": runs("interactive"), "trailer.evil.command": runs("trailer"),
        "trailer.evil.cmd": runs("trailer-cmd"), "sendemail.toCmd": runs("sendemail"),
        "browser.evil.cmd": runs("browser"), "man.evil.cmd": runs("man"), "web.browser": "evil",
        "uploadpack.packObjectsHook": runs("upload-pack"), "remote.origin.url": "ext::" + runs("ext"),
        "remote.origin.uploadpack": runs("remote-upload-pack"), "remote.origin.promisor": "true",
        "remote.origin.partialCloneFilter": "blob:none", "extensions.partialClone": "origin",
        "protocol.ext.allow": "always", "protocol.allow": "always", "init.templateDir": f"{tree.journal}/.hooks",
        "submodule.x.update": "!" + runs("submodule"), "rebase.instructionFormat": "%(trailers)",
        "maintenance.auto": "true", "gc.auto": "1", "submodule.recurse": "true", "diff.submodule": "log",
        "log.mailmap": "true", "core.untrackedCache": "true", "trace2.eventTarget": f"{tree.around}/trace",
        "help.autoCorrect": "immediate",
    }
    for word in ("log", "ls-files", "rev-parse", "config", "init"):
        keys["alias." + word] = "!" + runs("alias-" + word)
    return keys


def hostile_git(tree, pick=lambda key: True, repository="around/j/.git"):
    """Sets every key that `pick` takes, the hooks, and attributes that use the drivers."""
    folder = tree.base / repository
    hooks = tree.journal / ".hooks"
    hooks.mkdir(exist_ok=True)
    (folder / "hooks").mkdir(exist_ok=True)
    for name in ("program", "post-checkout", "post-index-change", "pre-commit", "fsmonitor-watchman",
                 "reference-transaction", "pre-auto-gc", "post-rewrite", "hooks/post-checkout"):
        for place in (hooks, folder / "hooks"):
            path = place / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"#!/bin/sh\n{canary(tree, 'hook-' + name.replace('/', '-'))}\n")
            path.chmod(0o755)
    # As text: a `git config` for each would take long.
    lines = []
    for key, value in git_configuration(tree).items():
        if pick(key):
            section, _, rest = key.partition(".")
            middle, _, name = rest.rpartition(".")
            heading = f'[{section} "{middle}"]' if middle else f"[{section}]"
            quoted = value.replace("\\", "\\\\").replace('"', '\\"')
            lines.append(f'{heading}\n\t{name} = "{quoted}"\n')
    included = folder / "included"
    half = len(lines) // 2
    included.write_text("".join(lines[half:]))
    with (folder / "config").open("a") as file:
        file.write("".join(lines[:half]) + "[include]\n\tpath = included\n")
    (tree.journal / ".gitattributes").write_text(
        "*.md diff=threadjournal filter=evil merge=evil\n* diff=evil\n")


class Template:
    """A sound journal in a repository, copied for each tree."""

    def __init__(self, tj):
        self.tj = tj
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="tj-template-"))
        home, journal = self.base / "home", self.base / "j"
        home.mkdir()
        self.environment = {"HOME": str(home), "PATH": os.environ["PATH"], **ZONE}
        self.run("init", "--git", str(journal))
        self.journal = journal
        for title in ("Alpha", "Beta", "Gamma"):
            self.run("-C", journal, "new", title, "The first entry of " + title, "--define", "mood:number")
        (journal / "sub").mkdir()
        (journal / "sub/delta.md").write_text("---\ntitle: Delta\n---\n\n## 2026-01-02 10:00\n\nWords.\n")
        self.git("add", "-A")
        self.git("commit", "-qm", "one")
        self.ids = [self.run("-C", journal, "add", "alpha", f"entry {n}", "-f", f"mood={n}").strip() for n in range(5)]
        # What was added and is in no thread any more: check asks git for it.
        self.git("checkout", "-q", "--", "alpha.md")
        self.ids += [self.run("-C", journal, "add", "alpha", f"entry {n}").strip() for n in range(5)]
        self.run("-C", journal, "edit", self.ids[5], "Other words.")
        self.run("-C", journal, "move", self.ids[6], "beta")
        self.run("-C", journal, "delete", "--yes", self.ids[7], "gamma")
        # A text that waits, with its note.
        subprocess.run([tj, "-C", str(journal), "add", "nothing-of-this-name", "-"], input=b"waiting words",
                       env=self.environment, capture_output=True)

    def run(self, *words):
        return subprocess.run([self.tj, *map(str, words)], env=self.environment, check=True,
                              capture_output=True, text=True).stdout

    def git(self, *words):
        subprocess.run([*GIT, "-C", str(self.journal), *words], env=self.environment, check=True,
                       capture_output=True)

    def remove(self):
        shutil.rmtree(self.base)


class Tree:
    """One tree; `with` removes it."""

    def __init__(self, template, user=None):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="tj-trust-"))
        self.user = user
        self.home, self.around = self.base / "home", self.base / "around"
        self.journal, self.canaries = self.around / "j", self.base / "canaries"
        self.ids = template.ids
        for name in ("home/.config/threadjournal", "around/victims/deep", "canaries", "own", "out", "import"):
            (self.base / name).mkdir(parents=True)
        self.canaries.chmod(0o777)
        shutil.copytree(template.journal, self.journal, symlinks=True)
        for path in ("home/.profile", "home/.gitconfig", "around/victim.md", "around/victim", "around/victims/v.md",
                     "around/victims/v.txt", "around/victims/deep/0123456789abcdef.append"):
            (self.base / path).write_text("# the user's own\n" if path.endswith("config") else
                                          "---\ntitle: Victim\n---\n\n## 2026-01-01\n\nPrivate.\n")
        (self.base / "own/editor").write_text('#!/bin/sh\necho "own words" >> "$1"\n')
        (self.base / "own/editor").chmod(0o755)
        (self.base / "home/.config/threadjournal/config.yml").write_text(
            f"location-command: echo 'Kyoto, Kansai'\neditor: {self.base}/own/editor\npager: cat\n")
        (self.base / "import/a.csv").write_text("date,text,mood\n2026-01-05,From a table,3\n")
        (self.base / "import/b.md").write_text("# Log\n\n## 2026-02-01\n\nwords\n")
        self.environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], "EDITOR": f"{self.base}/own/editor",
                            **ZONE}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for folder, names, _ in os.walk(self.base):
            for name in names:
                path = os.path.join(folder, name)
                if not os.path.islink(path):
                    os.chmod(path, 0o700)
        shutil.rmtree(self.base)

    def hand_over(self):
        """Gives everything to the user that the commands run as."""
        os.chmod(self.base, 0o755)
        if self.user is None:
            return
        for folder, names, files in os.walk(self.base):
            for name in [".", *names, *files]:
                os.lchown(os.path.join(folder, name), self.user, self.user)

    # What must not change

    def snapshot(self):
        """What is there, by path: all that no command may change, and the threads apart."""
        kept, threads = {}, set()
        base = os.fsencode(self.base)
        skipped = {base + b"/canaries", base + b"/out", base + b"/around/j/.threadjournal"}
        waiting = [base]
        while waiting:
            folder = waiting.pop()
            try:
                entries = list(os.scandir(folder))
            except PermissionError:
                continue
            for entry in entries:
                if entry.path in skipped:
                    continue
                facts = entry.stat(follow_symlinks=False)
                inside = entry.path[len(base) + 1:]
                if self.is_thread(inside) and not stat.S_ISDIR(facts.st_mode):
                    threads.add(inside)
                    continue
                kept[inside] = self.facts(entry.path, facts)
                if stat.S_ISDIR(facts.st_mode):
                    waiting.append(entry.path)
        return kept, threads

    @staticmethod
    def is_thread(path):
        parts = path.split(b"/")
        return parts[:2] == [b"around", b"j"] and not any(p.startswith(b".") for p in parts[2:]) \
            and parts[-1].endswith(b".md")

    @staticmethod
    def facts(path, facts):
        told = (stat.S_IFMT(facts.st_mode), stat.S_IMODE(facts.st_mode), facts.st_uid)
        if stat.S_ISLNK(facts.st_mode):
            return told + (os.readlink(path),)
        if not stat.S_ISREG(facts.st_mode):
            return told
        if facts.st_size > 1 << 22:
            return told + (facts.st_size, facts.st_mtime_ns)
        try:
            with open(path, "rb") as file:
                return told + (hashlib.sha256(file.read()).digest(),)
        except PermissionError:
            return told + (facts.st_size, facts.st_mtime_ns)

    def touched(self, before, after, allowed=()):
        """What changed and may not: paths with what became of them."""
        (kept, _), (now, threads) = before, after
        found = []
        for path in sorted(kept.keys() | now.keys()):
            if kept.get(path) == now.get(path) or any(path == a or path.startswith(a + b"/") for a in allowed):
                continue
            is_new = path not in kept
            # A thread may be put in a folder, which is then made.
            if is_new and now[path][0] == stat.S_IFDIR and any(t.startswith(path + b"/") for t in threads):
                continue
            what = "made" if is_new else "removed" if path not in now else "changed"
            found.append(f"{what} {path!r}")
        found += [f"ran {name}" for name in sorted(os.listdir(self.canaries))]
        return found


# What a stranger puts in

NAMES = [b"a\nb.md", b"\x1b]0;owned\x07.md", b"\x1b[2J.md", b"\xff\xfe.md", b"con.md", b"x" * 252 + b".md", b"..md",
         b" .md", b"-rf.md", b"--help.md", b"$(touch CANARY).md", b"`touch CANARY`.md", b"a;touch CANARY;.md",
         b"a\\b.md", b"\xe2\x80\xaetxt.md", b"a'b.md", b'a"b.md', b"NUL.md", b"a:b.md", b"*.md", b"~$a.md", b"#a.md",
         b"._a.md", b"a_BACKUP_12.md", b"a.sync-conflict-20260328-071233-ABC.md", b"caf\xc3\xa9.md", b"cafe\xcc\x81.md",
         b"Alpha.md", b"ALPHA.md", b"@1.md", b"alpha@1.md", b"%s%n.md", b"\xc2\x9b2J.md", b"a.MD"]
FOLDERS = [b"dir.md", b"\x1b[2J", b".hidden", b"-C", b"x\ny", b"\xff", b"d" * 255, b"sub2"]
TARGETS = [b"../victim.md", b"../victim", b"../victims/v.md", b"../victims", b"../../home/.profile", b"/etc/passwd",
           b"/dev/zero", b"/dev/tty", b".git/config", b".git/hooks/pre-commit", b".git/index", b".git", b".gitattributes",
           b".threadjournal/config.yml", b".threadjournal/drafts", b".threadjournal/lock", b".threadjournal", b".", b"..",
           b"alpha.md", b"sub", b"sub/delta.md", b"missing.md", b"/proc/self/mem", b"/proc/self/fd/0", b"ring"]
PATHS = TARGETS + [b"", b"x/../../victim.md", b"x//a.md", b"./alpha.md", b".git/x.md", b"a.txt", b"link/v.md",
                   b"a.md\0b.md",
                   b".threadjournal/x.md", b"sub/.hidden/x.md", b"link/deep/new.md", b"\xff.md", b"n" * 300 + b".md",
                   b"new/folder/of.md", b"beta.md", b"dir.md/x.md", b"../j/alpha.md", b"\x1b[2J.md", b"~/x.md"]
STATE = ("drafts", "changes", "displaced")
CONFIGURATIONS = [
    "journal: {around}/victims\neditor: {canary}\npager: {canary}\nlocation: true\nlocation-command: {canary}\n"
    "review-command: {canary}\n",
    "format: 1\neditor: {canary}\ntrusted-journals: '*'\nwrap: 99999999999999999999\ncolor: \x1b[2J\n",
    "format: 2\npager: {canary}\n", "format: [1, {{a: b}}]\n", "a: &a [x]\nb: &b [*a, *a]\n" * 200, "[" * 20000,
    "\0" * 100,
    "format: 1\n<<: *x\n", "day-starts: 04:00\ntrash-days: 0\nconfirm: false\n", "\ufefffo\u200brmat: 3\n", "format: 1\r\neditor: {canary}\r\n"]


class Stranger:
    """Puts hostile things into a tree, as `random` chooses."""

    def __init__(self, tree, random):
        self.tree, self.random = tree, random
        self.journal = os.fsencode(tree.journal)
        self.state = self.journal + b"/.threadjournal"
        self.told = []

    def put(self, path, data, mode=0o600):
        self.clear(path)
        with open(path, "wb") as file:
            file.write(data)
        os.chmod(path, mode)

    def clear(self, path):
        if os.path.islink(path) or os.path.isfile(path) or (os.path.lexists(path) and not os.path.isdir(path)):
            os.remove(path)
        elif os.path.isdir(path):
            shutil.rmtree(path)

    def odd_file(self, path, kinds=("link", "hard", "fifo", "socket", "folder", "huge", "device", "closed", "binary")):
        """Puts a file that is none at a path."""
        kind = self.random.choice(kinds)
        self.told.append(f"{kind} {path[len(self.journal) + 1:]!r}")
        self.clear(path)
        if kind == "link":
            target = self.random.choice(TARGETS)
            depth = path[len(self.journal) + 1:].count(b"/")
            os.symlink(target if target.startswith(b"/") else b"../" * depth + target, path)
        elif kind == "hard":
            os.link(os.fsencode(self.tree.around) + b"/" + self.random.choice([b"victim", b"victim.md"]), path)
        elif kind == "fifo":
            os.mkfifo(path)
        elif kind == "socket":
            # The path of a socket is short.
            short = tempfile.mktemp(prefix="tj-", dir=self.tree.base)
            with socket.socket(socket.AF_UNIX) as opened:
                opened.bind(short)
            os.rename(short, path)
        elif kind == "folder":
            os.mkdir(path)
            self.put(path + b"/x", b"x")
        elif kind == "huge":
            self.put(path, b"---\n")
            os.truncate(path, self.random.choice([5 << 30, 1 << 40]))
        elif kind == "device":
            try:
                os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))
            except OSError:
                os.mkfifo(path)
        elif kind == "closed":
            self.put(path, b"closed", 0)
        else:
            self.put(path, self.random.randbytes(self.random.choice([0, 1, 17, 4096])))

    def name(self):
        return self.random.choice(NAMES)

    def thread(self):
        """A thread's file, or what looks like one, somewhere."""
        folder = self.random.choice([b"", b"", b"sub/", b"new/"])
        os.makedirs(self.journal + b"/" + folder, exist_ok=True)
        path = self.journal + b"/" + folder + self.name()
        if self.random.random() < 0.5:
            # A thread that is also another file is that file: a hard link is the writer's own.
            return self.odd_file(path, ("link", "fifo", "socket", "folder", "huge", "device", "closed", "binary"))
        title = self.random.choice(["../victim", "/etc/passwd", "x\x1b]0;t\x07", ".git/config", "Alpha", "a\nb", "x" * 5000])
        text = f"---\ntitle: {title!r}\nid: {self.random.choice(self.tree.ids)}\nfields: [x, {{y: number}}]\n---\n"
        for number in range(self.random.randrange(4)):
            text += f"\n## 2026-01-0{number + 1} {{#{self.random.choice(self.tree.ids)}}}\n\nx:: ../victim.md\n\nWords.\n"
        self.put(path, text.encode())
        self.told.append(f"thread {path!r}")

    def folder(self):
        path = self.journal + b"/" + self.random.choice(FOLDERS)
        self.clear(path)
        os.mkdir(path)
        self.put(path + b"/" + self.name(), b"## 2026-01-01\n\nx\n")
        os.chmod(path, self.random.choice([0o700, 0o777, 0, 0o500]))

    def link(self):
        path = self.journal + b"/" + self.random.choice([b"link", b"ring", b"link.md", b"sub/link", b"x.md"])
        self.clear(path)
        os.symlink(self.random.choice(TARGETS), path)
        self.told.append(f"link {path!r} to {os.readlink(path)!r}")

    def path(self):
        return self.random.choice(PATHS)

    def number(self):
        return self.random.choice([b"0123456789abcdef", b"ffffffffffffffff", b"0000000000000000", b"%016x" % self.random.randrange(2**40)])

    def body(self):
        return self.random.choice([b"\n[core]\n\tfsmonitor = touch " + os.fsencode(self.tree.canaries) + b"/planted\n",
                                   b"\n## 2026-01-01 {#aaaaaaaaaa}\n\nFrom a stranger.\n", b"", b"\0" * 100, b"Private.\n"])

    def part(self):
        return self.random.choice([b"0123456789abcdef-x", b"../../../victim.md", b"../drafts/x", b"/etc/passwd", b"", b"..",
                                   b"0123456789abcdef-\x1b[2J.md", b"0123456789abcdef-../../victim"])

    def mode(self):
        return self.random.choice([0o600, 0o600, 0o600, 0o666, 0o777, 0o000, 0o644])

    def draft_record(self):
        path, target = self.state + b"/drafts/" + self.number() + b".watched", self.path()
        if os.path.islink(self.state + b"/drafts") or not os.path.isdir(self.state + b"/drafts"):
            return
        data = parts((b"watch", target), (b"copy", self.part()), (b"lines", self.body()))
        if self.random.random() < 0.1:
            data = data[:self.random.randrange(len(data))]
        self.put(path, data, self.mode())
        self.told.append(f"watch {target!r}")

    def file_changes(self):
        """A change of each kind that a record can tell, of a path that it may not."""
        one, other, body = self.path(), self.random.choice([self.path(), b"alpha.md"]), self.body()
        kept = [(b"kept", self.part()), (b"permissions", self.random.choice([b"33188", b"511", b"4294967295"]))]
        victim = b"---\ntitle: Victim\n---\n\n## 2026-01-01\n\nPrivate.\n"
        known = self.random.choice([body, victim])
        return self.random.choice([
            [(b"edited", one), (b"hunk", self.random.choice([b"0", b"7", b"281474976710655"])), (b"leading", b""),
             (b"before", self.random.choice([b"", body])), (b"after", self.random.choice([b"", body])),
             (b"trailing", b"")],
            [(b"created", one), (b"bytes", known)], [(b"created", one), (b"bytes", known)] + kept,
            [(b"removed", one), (b"bytes", known)] + kept, [(b"renamed", one), (b"to", other)],
            [(b"renamed", other), (b"to", one)]])

    def change_record(self):
        if os.path.islink(self.state + b"/changes") or not os.path.isdir(self.state + b"/changes"):
            return
        ending = self.random.choice([b"", b".pending", b".pending", b".new", b".refused"])
        parts = sum((self.file_changes() for _ in range(self.random.choice([1, 1, 2]))), [])
        if self.random.random() < 0.2:
            parts.insert(0, (b"undoes", b"%d" % self.random.randrange(2**64)))
        self.put(self.state + b"/changes/" + self.number() + ending, change(*parts), self.mode())
        self.told.append(f"change {ending!r} {parts!r}"[:200])

    def note(self):
        if os.path.islink(self.state + b"/drafts") or not os.path.isdir(self.state + b"/drafts"):
            return
        name = self.state + b"/drafts/" + self.random.choice([self.number(), b"\x1b[2J", b"-x", b"a\nb", b"x" * 200])
        purpose = self.random.choice([b"add", b"edit", b"new", b"\x1b[2J"])
        self.put(name + b".note", b"purpose: %s\nthread: %s\nentry: %s\ntime: 2026-01-01\ntitle: x\nhint: x\n"
                 b"new-title: ../../victim\nnew-id: aaaaaaaaaa\ndefine: a:b:c\nfield: ../x=y\noriginal: \\n\n"
                 % (purpose, self.path(),
                    self.random.choice([b"aaaaaaaaaa", b"../x", os.fsencode(self.tree.ids[5])])), self.mode())
        if self.random.random() < 0.2:
            self.odd_file(name + b".md")
        else:
            self.put(name + b".md", b"Words of a stranger.\x1b[2J\n", self.mode())

    def displaced(self):
        folder = self.state + b"/displaced"
        if not os.path.isdir(folder) or os.path.islink(folder):
            return
        name = self.random.choice([b"0123456789abcdef-x", b"0123456789abcdef-\x1b]0;x\x07.md", b"odd", b"\xff", b"-rf",
                                   b"0123456789abcdef-r" + b"0" * 32 + b"-a.md", b"0123456789abcdef-s-a.md"])
        if self.random.random() < 0.5:
            self.odd_file(folder + b"/" + name)
        else:
            self.put(folder + b"/" + name, b"displaced words\n", self.mode())
        if self.random.random() < 0.3 and not os.path.islink(folder + b"/" + name):
            os.utime(folder + b"/" + name, (0, 0))

    def odd_state(self):
        """Something in the place of a file or folder of the program's own."""
        name = self.random.choice([b"drafts", b"changes", b"displaced", b"lock", b"config.yml", b".gitignore", b"x.new"])
        if name in (b"config.yml", b"lock", b".gitignore", b"x.new"):
            return self.odd_file(self.state + b"/" + name)
        if self.random.random() < 0.3:
            return self.odd_file(self.state + b"/" + name, ("fifo", "socket", "closed", "binary", "huge"))
        self.clear(self.state + b"/" + name)
        target = self.random.choice([b"../../victims", b"../../victims/deep", b"../.git/hooks", b"..", b".", b"/etc", b"missing", b"changes"])
        os.symlink(target, self.state + b"/" + name)
        self.told.append(f"state {name!r} to {target!r}")

    def odd_state_file(self):
        folder = self.state + b"/" + self.random.choice([b"drafts", b"changes", b"displaced"])
        if not os.path.isdir(folder) or os.path.islink(folder):
            return
        ending = self.random.choice([b".append", b".create", b".md", b".note", b"", b".pending", b".new", b"-x", b".exchanged"])
        self.odd_file(folder + b"/" + self.number() + ending)

    def configuration(self):
        text = self.random.choice(CONFIGURATIONS)
        values = {"around": self.tree.around, "canary": canary(self.tree, "configured")}
        self.put(self.state + b"/config.yml", text.format(**values).encode())
        self.told.append("configuration " + text[:60])

    def repository(self):
        git = self.journal + b"/.git"
        kind = self.random.choice(["keys", "keys", "keys", "keys", "file", "link", "none", "elsewhere", "attributes", "config-link",
                                   "parts", "worktree"])
        self.told.append("repository " + kind)
        if not os.path.isdir(git) or os.path.islink(git):
            return
        if kind == "keys":
            hostile_git(self.tree, lambda key: self.random.random() < 0.7)
        elif kind == "file":
            shutil.rmtree(git)
            self.put(git,
                     b"gitdir: " + self.random.choice([b"../victims", b"../victims/deep", b"/etc", b"../missing"]) + b"\n")
        elif kind == "link":
            shutil.rmtree(git)
            os.symlink(self.random.choice([b"../victims", b"..", b"../../home"]), git)
        elif kind == "none":
            shutil.rmtree(git)
        elif kind == "elsewhere":
            # A whole repository of the user's, and a file that leads there.
            os.rename(git, os.fsencode(self.tree.around) + b"/victims/.git")
            if self.random.random() < 0.5:
                self.put(git, b"gitdir: ../victims/.git\n")
            else:
                os.symlink(b"../victims/.git", git)
        elif kind == "attributes":
            self.odd_file(self.journal + b"/.gitattributes",
                          ("link", "hard", "fifo", "socket", "folder", "huge", "closed"))
        elif kind == "config-link":
            shutil.copy(git + b"/config", os.fsencode(self.tree.around) + b"/victims/gitconfig")
            self.clear(git + b"/config")
            os.symlink(b"../../victims/gitconfig", git + b"/config")
        elif kind == "worktree":
            with open(git + b"/config", "ab") as file:
                file.write(b"[core]\n\tworktree = ../../victims\n[extensions]\n\tworktreeConfig = true\n")
        else:
            for name in (b"objects", b"refs", b"info"):
                self.clear(git + b"/" + name)
                os.symlink(b"../../victims", git + b"/" + name)
            self.clear(git + b"/HEAD")

    def permissions(self):
        path = self.random.choice([b"", b"/.threadjournal", b"/alpha.md", b"/.threadjournal/drafts", b"/.threadjournal/changes",
                                   b"/sub", b"/.threadjournal/config.yml", b"/.threadjournal/lock", b"/.git"])
        path = self.journal + path
        if os.path.exists(path) and not os.path.islink(path):
            mode = self.random.choice([0o777, 0o666, 0, 0o500, 0o200, 0o1777, 0o770])
            os.chmod(path, mode)
            self.told.append(f"mode {mode:o} {path!r}")

    def owner(self):
        path = self.random.choice([b"", b"/.threadjournal", b"/alpha.md", b"/.threadjournal/lock", b"/.git", b"/.threadjournal/drafts"])
        if os.geteuid() == 0 and os.path.exists(self.journal + path):
            os.lchown(self.journal + path, 4242, 4242)
            self.told.append(f"owner {path!r}")

    def crossed(self):
        """Tracks the state in git, as a clone would bring it."""
        lines = b"".join(index_line(name[len(self.journal) + 1:]) for name in self.names() if os.path.isfile(name))
        subprocess.run([*GIT, "-C", self.journal, "update-index", "-z", "--index-info"], input=lines,
                       env=self.tree.environment, capture_output=True)

    def fill(self):
        """The whole tree; before the commands run. What is about owners comes last."""
        for act, most in ((self.thread, 5), (self.folder, 2), (self.link, 3), (self.draft_record, 5),
                          (self.change_record, 5),
                          (self.note, 2), (self.displaced, 2), (self.odd_state_file, 2)):
            for _ in range(self.random.randrange(most + 1)):
                act()
        for act, chance in ((self.configuration, 0.4), (self.crossed, 0.2), (self.repository, 0.7), (self.odd_state, 0.4)):
            if self.random.random() < chance:
                act()
        self.tree.hand_over()
        for act, chance in ((self.permissions, 0.4), (self.owner, 0.2)):
            if self.random.random() < chance:
                act()

    def again(self):
        """Something more, between two commands."""
        before = set(self.names())
        self.random.choice([self.draft_record, self.change_record, self.note, self.displaced])()
        if self.tree.user is not None:
            for path in set(self.names()) - before:
                os.lchown(path, self.tree.user, self.tree.user)

    def names(self):
        for kind in STATE:
            folder = self.state + b"/" + os.fsencode(kind)
            if os.path.isdir(folder) and not os.path.islink(folder):
                yield from (folder + b"/" + name for name in os.listdir(folder))
