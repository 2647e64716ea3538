"""Sums the grades of several evaluations up, as a table in Markdown: python3 total.py RESULTS.jsonl…"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

GRADES = ["right", "partly", "wrong", "refused_wrongly"]
PARTS = ["all", "a", "b"]


def grades(path):
    """The grades that an evaluation told: part, kind and counts."""
    for line in open(path):
        for part, kinds in json.loads(line).get("grades", {}).items():
            for kind, counts in kinds.items():
                yield part, kind, counts


def row(name, counts):
    """A line of the table: the number of questions and how they were answered, in all and over each half."""
    cells = [f'{of["questions"]}: {" / ".join(str(of[grade]) for grade in GRADES)}' for of in counts]
    return f'| {name} | {" | ".join(cells)} |'


def main(paths):
    sums = defaultdict(lambda: {part: Counter() for part in PARTS})
    for path in paths:
        for part, kind, counts in grades(path):
            for name in ["all kinds", kind, f"*{Path(path).stem}*"]:
                sums[name][part].update(counts)
    print("| kind | all | half a | half b |\n| --- | --- | --- | --- |")
    for name in sorted(sums, key=lambda name: (name == "all kinds", name.startswith("*"), name)):
        print(row(name, [sums[name][part] for part in PARTS]))


if __name__ == "__main__":
    main(sys.argv[1:])
