"""Checks a reader against the transcripts, or a server: python3 check.py [http://localhost:3000 [FORM ...]]"""
import functools, json, pathlib, re, sys, urllib.error, urllib.request

PART = re.compile(r"(\S+) (\S+)\n?(.*?)\n\n(?:(.*)\n\n)?<<< (\d+) (.*?)\nname: (.*?)\nshows: (.*?)\n\n(.*)", re.S)

def at(value, place):
    """What stands at a place of a value, such as `/delta text-delta`: at /delta, where that is its type or name."""
    pointer, _, kind = place.partition(" ")
    try:
        steps = pointer.split("/")[1:] if not kind or kind in (value.get("type"), value.get("name")) else ["no", "such"]
        return functools.reduce(lambda inside, key: inside[int(key) if isinstance(inside, list) else key], steps, value)
    except (AttributeError, KeyError, IndexError, TypeError, ValueError):
        return None

def shown(places, kind, body):
    """What a reader shows of an answer. Whoever checks a front end puts its own reader in the place of this one."""
    values = []
    for line in body.split("\n"):
        try:  # What is no JSON is the name of an event, the mark of the end, or half a line.
            values.append(json.loads(line.removeprefix("data: ")))
        except ValueError:
            pass
    hits = {what: [hit for value in values for hit in [at(value, place) for w, place in places if w == what] if hit is not None] for what, _ in places}
    texts = hits.get("text" if kind == "application/json" else "piece", [])
    shows = {what: hits[what][-1] for what in ("questions", "failure") if hits.get(what)}
    plain = {"failure": body} if kind.startswith("text/plain") else {}
    return shows | plain | ({"text": "".join(texts)} if texts else {})

def answered(url, method, headers, sent):
    request = urllib.request.Request(url, sent.encode() if sent else None, dict(line.split(": ", 1) for line in headers.splitlines()), method=method)
    try:
        answer = urllib.request.urlopen(request)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    return str(answer.status), answer.headers["content-type"] or "", answer.read().decode()

def faults(base="", *forms):
    for file in sorted(pathlib.Path(__file__).with_name("v1").glob("*.txt")):
        head, *parts = file.read_text(encoding="utf-8").removesuffix("\n").split("\n>>> ")
        places = [line.split(": ", 1) for line in head.strip().split("\n\n")[1].splitlines()]
        for method, address, headers, sent, status, kind, name, shows, body in (PART.fullmatch(part).groups() for part in parts):
            expected = status, kind, json.loads(shows)
            if base and (forms and file.stem not in forms or name not in ("whole", "stream", "refusal")):
                continue
            got = answered(base + address, method, headers, sent) if base else (status, kind, body)
            seen = got[0], got[1], shown(places, got[1], got[2])
            # A server says it in its own words, and may propose questions.
            keys = [it[2].keys() - {"questions"} for it in (seen, expected)]
            if seen[:2] != expected[:2] or keys[0] != keys[1] or not base and seen != expected:
                yield f"{file.stem} {name}: {seen}, not {expected}"

if __name__ == "__main__":
    wrong = list(faults(*sys.argv[1:]))
    print("\n".join(wrong) or "all as it should be")
    sys.exit(bool(wrong))
