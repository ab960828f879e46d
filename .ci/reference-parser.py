#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A second reading of thread files, written from man/tj-thread.5 alone: the oracle for the first.

    reference-parser.py FILE...               prints what each file says, as JSON
    reference-parser.py --check               compares with Fixtures/threads/valid/*.expected.json
    reference-parser.py --against TJ FILE...  compares with what `TJ show --all --json` says
    reference-parser.py --random N TJ         the same for N files put together at random
"""
import base64, datetime, itertools, json, os, pathlib, random, re, subprocess, sys, tempfile, unicodedata

DATE = re.compile(rb"(\d{4})-(\d\d)-(\d\d)")
TIME = re.compile(rb"([ T])(\d{1,2})(?::(\d\d)(?::(\d\d)(?:\.\d+)?)?)?")
HALF = re.compile(rb" ?(?:([ap])m|([AP])M)(?=[ \t\r\n]|$)")
UNTIL = re.compile(rb"(?:-|\xe2\x80\x93)(\d{1,2}):(\d\d)(?=[ \t\r\n+Z]|$)")
ZONE = re.compile(rb"( ?)(?:Z|([+-])(\d\d):?(\d\d))")
ATTRIBUTE_NAME = rb"[A-Za-z_\x80-\xff][A-Za-z0-9_:.\x80-\xff-]*"
ITEM = rb'(?:#[A-Za-z0-9][A-Za-z0-9_-]{0,63}|\.' + ATTRIBUTE_NAME + rb"|" \
    + ATTRIBUTE_NAME + rb'="(?:[^"\\]|\\.)*")'
BLOCK = re.compile(rb"\{[ \t]*(?:" + ITEM + rb"(?:[ \t]+" + ITEM + rb")*)?[ \t]*\}[ \t]*", re.S)
FIELD = re.compile(rb"([-*+] )(.*?)(\\*)::(?=( (.*))?$)", re.S)
WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" \
    + "".join(map(chr, range(0x2000, 0x200B)))


def lines_of(data):
    """The lines without their endings: LF, with the one CR before it."""
    parts = data.split(b"\n")
    last = parts.pop()
    lines = [part[:-1] if part.endswith(b"\r") else part for part in parts]
    return lines + [last] if last else lines


def is_blank(line):
    return not line.strip(b" \t\r")


def time_of_day(text, start):
    """The time at `start`: separator, hour, minute, second, minutes to the end (F8a) or 0, whether it has seconds or
    exists, and where it ends; None where there is none."""
    match = TIME.match(text, start)
    if not match:
        return None
    separator, hour, minute, second = match.groups()
    hour, end, until = int(hour), match.end(), 0
    if separator == b"T" and match.end(2) < match.start(2) + 2:
        return None
    half = HALF.match(text, end) if 1 <= hour <= 12 and separator == b" " else None
    if half:
        hour = hour % 12 + (12 if (half[1] or half[2]) in b"pP" else 0)
        end = half.end()
    if minute is None and not half:
        return None
    exists = hour < 24 and int(minute or 0) < 60 and int(second or 0) <= 60
    close = UNTIL.match(text, end) if separator == b" " and minute and not second and not half else None
    if close:
        last = int(close[1]) * 60 + int(close[2])
        exists = exists and int(close[2]) < 60 and last <= 24 * 60
        until = last - hour * 60 - int(minute)
        until += 24 * 60 if until <= 0 else 0
        end = close.end()
    return {"iso": separator == b"T", "clock": (hour, int(minute or 0), min(int(second or 0), 59)),
            "minutes to the end": until, "has seconds": second is not None, "exists": exists, "end": end}


def zone_at(text, start, time):
    """The zone at `start`: its offset in minutes, whether it exists and has a space before it, and where it ends."""
    match = ZONE.match(text, start)
    if not match:
        return None
    space, sign, hours, minutes = match.groups()
    offset = int(hours or 0) * 60 + int(minutes or 0)
    offset = -offset if sign == b"-" else offset
    is_exact = time and (time["has seconds"] or time["minutes to the end"])
    exists = int(minutes or 0) < 60 and -720 <= offset <= 840 and (bool(is_exact) or offset % 15 == 0)
    if time and not is_exact and not time["iso"] and not space and sign == b"-":
        exists = False
    return {"offset": offset, "exists": exists, "space": bool(space), "end": match.end()}


def timestamp(text):
    """The length of the timestamp at the start of the text, or None where there is none (F8)."""
    parts = timestamp_parts(text)
    return parts and parts["end"]


def timestamp_parts(text):
    """The same with its date, time and zone."""
    def is_ended(end):
        return text[end:end + 1] in (b"", b" ", b"\t", b"\r", b"\n")

    def found(time, zone):
        return {"date": date.group(), "time": time, "zone": zone, "end": (zone or time or {"end": date.end()})["end"]}

    date = DATE.match(text)
    try:
        datetime.date(*map(int, date.groups())) if date else None
    except ValueError:
        return None
    if not date:
        return None
    time = time_of_day(text, date.end())
    zone = zone_at(text, time["end"] if time else date.end(), time)
    if time and not is_ended(time["end"]) and not (zone and is_ended(zone["end"])):
        return found(None, None) if is_ended(date.end()) else None
    if time and not time["exists"]:
        return None
    if not zone or not is_ended(zone["end"]) or not zone["exists"]:
        return None if zone and not zone["space"] else found(time, None)
    return found(time, zone)


def is_timestamp(text):
    return timestamp(text) == len(text)


def heading(line):
    """The timestamp and what follows it, of a line that starts an entry (F6)."""
    match = re.match(rb"##[ \t]+", line)
    if not match:
        return None
    text = line[match.end():]
    end = timestamp(text)
    if end is None or (end < len(text) and text[end:end + 1] != b" "):
        return None
    return text[:end], text[end:]


def attributes(rest):
    """The title, and the attributes as (kind, value) pairs (F9, F10)."""
    if rest.rstrip(b" \t").endswith(b"}"):
        for start in re.finditer(rb"(?<=[ \t])\{", rest):
            match = BLOCK.fullmatch(rest, start.start())
            items = re.findall(ITEM, match.group()[1:], re.S) if match else []
            if match and sum(item.startswith(b"#") for item in items) <= 1:
                return rest[:start.start()].strip(b" \t"), items
    return rest.strip(b" \t"), []


def field(line):
    """Marker, name, number of backslashes and value of a line shaped like a field (F13, F16)."""
    match = FIELD.match(line)
    if not match:
        return None
    name = match.group(2)
    try:
        text = name.decode("utf-8")
    except UnicodeDecodeError:
        return None
    controls = any(unicodedata.category(character) == "Cc" for character in text)
    if not 1 <= len(text) <= 50 or "::" in text or controls or text.strip(WHITE) != text:
        return None
    return match.group(1), name, len(match.group(3)), match.group(5) or b""


def unescaped(line, is_first):
    """The body line as it was meant: one backslash less where there is one (F7, F16)."""
    if line.startswith(b"\\") and heading(line.lstrip(b"\\")):
        return line[1:]
    shape = field(line) if is_first else None
    if shape and shape[2] > 0:
        cut = len(shape[0]) + len(shape[1])
        return line[:cut] + line[cut + 1:]
    return line


def entry(lines, number):
    time, rest = heading(lines[0])
    title, items = attributes(rest)
    found = {"line": number, "time": time, "title": title or None, "id": None, "edited": None,
             "deleted": None, "fields": []}
    for item in items:
        if item.startswith(b"#"):
            found["id"] = item[1:]
        elif item == b".deleted":
            found["deleted"] = found["deleted"] or True
        elif not item.startswith(b"."):
            key, _, value = item.partition(b"=")
            value = re.sub(rb'\\(["\\])', rb"\1", value[1:-1])
            if key == b"edited":
                found["edited"] = value if is_timestamp(value) else None
            elif key == b"deleted":
                found["deleted"] = value if is_timestamp(value) else True
    place = 1
    while place < len(lines) and is_blank(lines[place]):
        place += 1
    while place < len(lines):
        shape = field(lines[place])
        if shape and shape[2] == 0:
            found["fields"].append([shape[1], shape[3]])
        elif found["fields"] and lines[place].startswith(b"  "):
            found["fields"][-1][1] += b"\n" + lines[place][2:]
        else:
            break
        place += 1
    body = lines[place:]
    while body and is_blank(body[0]):
        body.pop(0)
    while body and is_blank(body[-1]):
        body.pop()
    found["text"] = b"\n".join(unescaped(line, index == 0) for index, line in enumerate(body))
    return found


def front_matter_title(lines):
    import yaml
    try:
        text = b"".join(line + b"\n" for line in lines).decode("utf-8", "replace")
        value = yaml.load(text, Loader=yaml.BaseLoader)
    except yaml.YAMLError:
        return None
    title = value.get("title") if isinstance(value, dict) else None
    title = title.strip(" \t\r\n") if isinstance(title, str) else ""
    return None if title in ("", "~", "null", "Null", "NULL") else title.encode()


def thread(data, name):
    """What a file says: its title, whether it is a thread, and its entries."""
    bom = b"\xef\xbb\xbf"
    lines = lines_of(data[3:] if data.startswith(bom) else data)
    headings = [index for index, line in enumerate(lines) if heading(line)]
    start, title = 0, None
    if lines and lines[0] == b"---":
        first = headings[0] if headings else len(lines)
        ends = [i for i in range(1, len(lines)) if lines[i] in (b"---", b"...")]
        if ends and ends[0] < first:
            start = ends[0] + 1
            title = front_matter_title(lines[1:ends[0]])
    bounds = headings + [len(lines)]
    if title is None:
        for line in lines[start:bounds[0]]:
            match = re.fullmatch(rb"#[ \t]+(.*?)[ \t]*", line, re.S)
            if match and match.group(1):
                title = match.group(1)
                break
    entries = [entry(lines[bounds[i]:bounds[i + 1]], bounds[i] + 1) for i in range(len(headings))]
    return {"title": title or name.encode(), "front_matter": start > 0,
            "thread": start > 0 or bool(entries), "entries": entries}


def shown(value):
    """Bytes as text; where they are not UTF-8, as the object {"base64": …}."""
    if isinstance(value, bytes):
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {key: shown(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shown(inner) for inner in value]
    return value


def read(path):
    return shown(thread(path.read_bytes(), path.stem))


def lossy(value):
    if isinstance(value, dict) and "base64" in value:
        return base64.b64decode(value["base64"]).decode("utf-8", "replace")
    return value


def rfc3339(typed, is_end=False):
    """A typed time, or its end, as `--json` shows it where TZ is UTC, without the fraction."""
    if not isinstance(typed, str):
        return None if is_end else typed
    parts = timestamp_parts(typed.encode())
    time = parts["time"] or {"clock": (0, 0, 0), "minutes to the end": 0}
    if is_end and not time["minutes to the end"]:
        return None
    clock = datetime.datetime.combine(datetime.date.fromisoformat(parts["date"].decode()), datetime.time(*time["clock"]))
    if is_end:
        clock += datetime.timedelta(minutes=time["minutes to the end"])
    offset = parts["zone"]["offset"] if parts["zone"] else 0
    sign = "-" if offset < 0 else "+"
    return f"{clock.isoformat()}{sign}{abs(offset) // 60:02}:{abs(offset) % 60:02}"


def entry_time(typed):
    """A heading's time as `--json` shows it: a date alone stays one."""
    parts = timestamp_parts(typed.encode())
    return rfc3339(typed) if parts["time"] or parts["zone"] else parts["date"].decode()


def without_fraction(time):
    if not isinstance(time, str):
        return time
    return re.sub(r"\.\d+", "", time).replace("Z", "+00:00")


PIECES = [
    b"## 2026-03-28", b"## 2026-02-30", b"##\t2026-03-28 07:12", b"## 2026-03-28T07:12:33.5Z",
    b"## ", b"#", b" ", b"  ", b"\t", b"\n", b"\n", b"\n", b"\r\n", b"\r", b"\\", b"\\## 2026-03-28",
    b"- mood:: 7", b"- mood\\:: 7", b"* a b::", b"::", b":", b"- ", b"+ x:: ", b"\n  ", b"\n- ",
    b"{#a1000000aa}", b"{#b1 .deleted}", b' {edited="2026-03-29T07:10:00-04:00"}', b" {", b"}", b'"',
    b' {#c1 x="', b" {}", b'\\"}', b"\\\\", b'b"}', b' {#d1 edited="a\\"}b"}', b" 07:12", b" 25:00", b" 9:05", b" 9pm", b" PM", b" 14:00-15:30",
    "–16:00".encode(), b"-9:00", b" 24:00", b" +02:00", b" +02:10", b" +15:00", b" -2500", b"-0400", b" Z", b":33", b"x",
    "é日🌙\u00a0\u2028".encode(), b"\xff", b"\0", b"---\n", b"\n---\n", b"...", b"title: T\n",
    b"\xef\xbb\xbf", b"# T\n", b"```\n", b"<<<<<<<", b"\n\n"]


def against(program, paths):
    """The number of files that the program reads otherwise than this parser does."""
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, HOME=folder, TZ="UTC")
        journal = pathlib.Path(folder, "j")
        subprocess.run([program, "init", str(journal)], env=environment, check=True,
                       capture_output=True)
        return sum(reads_otherwise(program, journal, path, environment) for path in paths)


def at_random(program, count):
    """The same for files of random pieces; one that is read otherwise is kept, and named."""
    seed = random.randrange(1 << 32)
    source = random.Random(seed)
    print(f"seed {seed}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="read-otherwise-"))
    paths = [folder / f"{number}.md" for number in range(count)]
    for path in paths:
        pieces = source.choices(PIECES, k=source.randrange(3, 40))
        path.write_bytes(source.choice([b"", b"## 2026-03-28\n", b"---\n"]) + b"".join(pieces))
    differences = against(program, paths)
    if not differences:
        for path in paths:
            path.unlink()
        folder.rmdir()
    return differences


def effective(fields):
    """The fields by name, of those whose names are equal (F15) the last (F18)."""
    return {folded(lossy(key)): lossy(value) for key, value in fields}


def folded(name):
    """A field's name as names are compared: JSON has it as it is defined."""
    return unicodedata.normalize("NFC", name).lower()


def written(value):
    """A field's value as it stands in the file: JSON types those whose spelling is the same."""
    return json.dumps(value) if isinstance(value, bool) else str(value)


def reads_otherwise(program, journal, path, environment):
    """Whether the program reads the file otherwise, printed."""
    expected = read(path)
    if not expected["thread"] or path.read_bytes()[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return False
    (journal / "thread.md").write_bytes(path.read_bytes())
    answer = subprocess.run([program, "-C", str(journal), "show", "thread", "--all", "--json"],
                            env=environment, capture_output=True)
    try:
        entries = json.loads(answer.stdout, parse_float=str)["entries"]
    except (ValueError, KeyError):
        print(f"{path}: status {answer.returncode}: {answer.stderr.decode()[:300]}")
        return True
    entries.sort(key=lambda item: item["line"])
    wanted = [{"line": item["line"], "time": entry_time(item["time"]), "end": rfc3339(item["time"], is_end=True),
               "title": lossy(item["title"]), "id": item["id"],
               "edited": rfc3339(item["edited"]), "deleted": bool(item["deleted"]),
               "fields": effective(item["fields"]),
               "text": lossy(item["text"])} for item in expected["entries"]]
    got = [{"line": item["line"], "time": without_fraction(item["time"]), "end": item.get("end"),
            "title": item["title"], "id": item["id"],
            "edited": without_fraction(item["edited"]), "deleted": bool(item["deleted"]),
            "fields": {folded(key): written(value) for key, value in item["fields"].items()},
            "text": item["text"]} for item in entries]
    if wanted == got:
        return False
    print(f"{path}: read otherwise")
    for one, other in itertools.zip_longest(wanted, got):
        if one != other:
            print(f"  reference: {json.dumps(one)[:400]}\n  program:   {json.dumps(other)[:400]}")
    return True


def check():
    folder = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/threads/valid"
    failures = 0
    files = sorted(folder.glob("*.md"))
    for path in files:
        expected = json.loads(path.with_suffix(".expected.json").read_text("utf-8"))
        actual = read(path)
        if actual != expected:
            failures += 1
            print(f"{path.name}:\n  expected {json.dumps(expected)}\n  reads    {json.dumps(actual)}")
    print(f"{len(files)} fixtures, {failures} read otherwise than expected")
    return failures if files else 1


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["--check"]:
        sys.exit(1 if check() else 0)
    elif words[:1] == ["--against"]:
        sys.exit(1 if against(words[1], [pathlib.Path(word) for word in words[2:]]) else 0)
    elif words[:1] == ["--random"]:
        sys.exit(1 if at_random(words[2], int(words[1])) else 0)
    for word in words:
        print(json.dumps(read(pathlib.Path(word)), ensure_ascii=False, indent=2))
