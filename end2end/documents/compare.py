"""Compares the words that are read from files with those they have, as a table.

python3 compare.py FILES TRUTHS BINARY

FILES is a folder of documents of any format, TRUTHS one with the words of each in their order: `offer.pdf.txt` for
`offer.pdf`. Each file is read as the server reads it, by a process of BINARY of its own. Files without a truth are read
for the times, the memory and the ends of the processes.
"""

import json
import os
import re
import sys
import tempfile
import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path

# The share of words below which a file should say what is missing.
ENOUGH = 0.95
# A word, a number with its points and commas, or a character of a script without blanks.
WORDS = re.compile(r"\d+(?:[.,]\d+)+|[\u2e80-\ua4cf\uf900-\ufaff]|[^\W_\u2e80-\ua4cf\uf900-\ufaff]+")
# A word that goes on in the next line.
CUT = re.compile(r"([^\W\d_]+)[-\u2010\u00ad]\s*\n\s*([^\W\d_]+)")
# A note in the text about characters that are not read.
NOTE = re.compile(r"\[\d+ % of the characters of this page cannot be read[^\]]*\]")


def plain(text):
    """The text without differences that no reader sees: of case, ligatures, accents and marks of direction."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    # A truth may have a soft hyphen where a page shows a hyphen; a figure would go on behind it.
    is_seen = lambda c: c == "\u00ad" or (unicodedata.category(c) not in ("Mn", "Cf") and c != "\u0640")
    return "".join(filter(is_seen, parts))


def read(binary, file):
    """Has the binary read a file: the replies, the seconds of processor time, and the MiB at the peak."""
    with open(file, "rb") as source, tempfile.TemporaryFile() as out:
        # The server gives its child no other settings either.
        child = os.posix_spawn(
            binary,
            [binary, "extract", file.suffix[1:].lower()],
            {"MALLOC_ARENA_MAX": "1"},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, source.fileno(), 0),
                (os.POSIX_SPAWN_DUP2, out.fileno(), 1),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
        )
        _, status, usage = os.wait4(child, 0)
        out.seek(0)
        replies = out.read().decode("utf8", "replace").split("\n")
    return replies, status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def reading(replies, status):
    """The text of a file as it is read, and what is told of it."""
    texts, told, under = [], [], []
    for line in filter(None, replies):
        kind, reply = next(iter(json.loads(line).items()))
        if kind == "Begun":
            texts.append(reply["title"])
            under = []
        elif kind == "Passage":
            # A heading stands before its first passage alone.
            same = 0
            while same < min(len(under), len(reply["headings"])) and under[same] == reply["headings"][same]:
                same += 1
            under = reply["headings"]
            texts += [*under[same:], NOTE.sub("", reply["text"])]
            told += NOTE.findall(reply["text"])
        elif kind == "Ended":
            told += [reply["left_out"]] if reply["left_out"] else []
            told += [f'{reply["hidden"]} hidden characters'] if reply["hidden"] else []
        elif kind == "Failed":
            told.append(f"not read: {reply}")
    if os.WIFSIGNALED(status):
        told.append(f"DIED of signal {os.WTERMSIG(status)}")
    return "\n".join(texts), told


def words(text):
    """The words of a plain text, in order."""
    return WORDS.findall(text)


def common(truth, found):
    """The number of things of the truth that are found, each as often as it is there."""
    return sum((Counter(truth) & Counter(found)).values())


def compare(truth, text):
    """The words of a truth, those of them that are read, their pairs of neighbours, and those that are read."""
    found = words(plain(text))
    known = set(found)
    # A word that was cut at the end of a line may be read whole or with its hyphen.
    joined = lambda cut: cut[1] + cut[2] if cut[1] + cut[2] in known else f"{cut[1]} {cut[2]}"
    wanted = words(CUT.sub(joined, plain(truth)))
    pairs = list(pairwise(wanted))
    return len(wanted), common(wanted, found), len(pairs), common(pairs, pairwise(found))


def share(part, whole):
    return f"{part / whole:.3f}" if whole else "-"


def row(name, counts, used, told):
    seconds, memory = used
    figures = [str(counts[0]), share(counts[1], counts[0]), share(counts[3], counts[2])]
    print("|", " | ".join([name, *figures, f"{seconds:.2f}", f"{memory:.0f}", told]), "|")


def main(files, truths, binary):
    files = sorted(file for file in Path(files).iterdir() if file.is_file())
    # All are read before any is compared: a process counts the memory of the one that started it as its own peak.
    used = {}
    with tempfile.TemporaryDirectory() as kept:
        for at, file in enumerate(files):
            replies, status, *usage = read(os.path.abspath(binary), file)
            used[file] = usage
            Path(kept, str(at)).write_text(json.dumps([replies, status]))
            del replies
        print("| file | words | read | pairs | s | MiB | told |\n| --- | --- | --- | --- | --- | --- | --- |")
        total, silent, dead = Counter(), [], []
        for at, file in enumerate(files):
            text, told = reading(*json.loads(Path(kept, str(at)).read_text()))
            dead += [file.name for note in told if note.startswith("DIED")]
            truth = Path(truths, file.name + ".txt")
            counts = compare(truth.read_text(), text) if truth.is_file() else (0, 0, 0, 0)
            row(file.name, counts, used[file], "; ".join(told))
            total.update(dict(enumerate(counts)))
            if counts[1] < ENOUGH * counts[0] and not told:
                silent.append(file.name)
    worst = [max(each[place] for each in used.values()) for place in (0, 1)]
    row(f"all {len(files)}", total, worst, f"{len(silent)} under {ENOUGH:.0%} say nothing")
    for name, those in [(f"under {ENOUGH:.0%} without a word", silent), ("ended", dead)]:
        print(f"\n{len(those)} {name}: {', '.join(those)}" if those else "", end="")
    return 1 if silent or dead else 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
