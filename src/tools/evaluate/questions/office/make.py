"""Makes a folder of an office's documents, the same in every run: python3 make.py FOLDER

Tidewell Instruments, its people and its figures are invented.
"""

import csv
import io
import os
import sys
from datetime import datetime, timezone
from pathlib import Path

import trade
from formats import docx, eml, html, pdf, pptx, scan, xlsx


def separated(rows):
    """Rows as comma-separated values."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def plain(path, text):
    Path(path).write_text(text.strip() + "\n")


def texts():
    """The documents of text beside this script: for each its name, its day and its text."""
    whole = (Path(__file__).parent / "texts.md").read_text()
    for part in whole.split("\n=== ")[1:]:
        head, text = part.split("\n", 1)
        name, day = head.split(" ")
        yield name, day, text.strip()


def write_text(path, text, day):
    """Writes a text in the format that its name asks for; `---` parts pages and slides."""
    pages = [page.strip() for page in text.split("\n---\n")]
    if path.suffix == ".docx":
        docx(path, text, day)
    elif path.suffix == ".pptx":
        heads = [page.split("\n", 1) for page in pages]
        pptx(path, [(head.lstrip("# "), rest) for head, rest in heads], day)
    elif path.suffix == ".pdf":
        pdf(path, pages)
    elif path.suffix == ".html":
        html(path, text.split("\n")[0].lstrip("# "), text)
    elif path.suffix == ".eml":
        write_mail(path, text)
    else:
        plain(path, text)


def write_mail(path, text):
    """Writes a mail; a line `Attached: NAME` in its head stands for the file of that name below."""
    head, body = text.split("\n\n", 1)
    heads = dict(line.split(": ", 1) for line in head.split("\n"))
    name = heads.pop("Attached", None)
    attached = (name, "text/csv", ATTACHMENTS[name].encode()) if name else None
    eml(path, heads, body, attached)


ATTACHMENTS = {
    "quotation-4471.csv": separated([
        ["item", "quantity", "price_eur", "delivery"],
        ["Weatherproof box, small", 40, "18.20", "3 weeks"],
        ["Weatherproof box, large", 25, "31.60", "5 weeks"],
        ["Cable gland", 200, "1.15", "1 week"]]),
    "audit-findings.csv": separated([
        ["finding", "area", "weight", "due"],
        ["F1", "Warehouse", "major", "2026-07-31"], ["F2", "Calibration records", "minor", "2026-09-30"],
        ["F3", "Fire doors", "major", "2026-06-30"], ["F4", "Labels", "minor", "2026-10-31"]]),
}

SHEETS = {
    "trade/revenue-2025.xlsx": ("2026-01-19", {"Revenue": trade.revenue(), "Staff": trade.STAFF}),
    "trade/suppliers.xlsx": ("2026-02-03", {"Suppliers": trade.SUPPLIERS}),
    "finance/budget-2026.xlsx": ("2025-12-11", {"Budget": trade.BUDGET}),
    "people/training-plan.xlsx": ("2026-01-08", {"Courses": trade.TRAINING}),
}
TABLES = {
    "trade/orders-2025.csv": ("2026-01-05", trade.orders()),
    "trade/complaints.csv": ("2026-05-04", trade.complaints()),
    "it/assets.csv": ("2026-03-02", trade.assets()),
    "finance/expenses-q1-2026.csv": ("2026-04-07", trade.expenses()),
}


def main(folder):
    """Writes all documents; each was changed last at noon of its day."""
    days = {}

    def place(name, day):
        days[name] = day
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    for name, day, text in texts():
        write_text(place(name, day), text, day)
    for name, (day, sheets) in SHEETS.items():
        xlsx(place(name, day), sheets, day)
    for name, (day, rows) in TABLES.items():
        plain(place(name, day), separated(rows))
    scan(place("contracts/lease-pier-9-scan.pdf", "2023-08-14"))
    for name, day in days.items():
        noon = datetime.fromisoformat(f"{day}T12:00:00").replace(tzinfo=timezone.utc).timestamp()
        os.utime(folder / name, (noon, noon))
    print(f"{len(days)} documents in {folder}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
