"""The figures that the questions ask for, computed from the office's data.

    python3 figures.py              prints each with its name
    python3 figures.py ../*.jsonl   names the questions whose `_figure` is another, or whose `_sum` is wrong
"""

import json
import sys
from statistics import mean

import trade


def rows(table):
    """The rows of a table as dictionaries."""
    head, *lines = table
    return [dict(zip(head, line)) for line in lines]


def grouped(some, key, value):
    """The sum of a column for each value of another, the largest first."""
    sums = defaultdict(float)
    for row in some:
        sums[row[key]] += float(row[value])
    return dict(sorted(sums.items(), key=lambda pair: -pair[1]))


def tidy(number):
    """A number without needless decimals."""
    return round(number, 2) if number % 1 else int(number)


def figures():
    """Every figure by its name; a list where the answer names several things."""
    orders, complaints, expenses = rows(trade.orders()), rows(trade.complaints()), rows(trade.expenses())
    revenue, suppliers, budget = rows(trade.revenue()), rows(trade.SUPPLIERS), rows(trade.BUDGET)
    returned = [order for order in orders if order["status"] == "returned"]
    regions = grouped(revenue, "Region", "Revenue in EUR")
    ending = lambda year: [row["Supplier"] for row in suppliers if row["Contract ends"].startswith(year)]
    return {
        "orders returned": len(returned),
        "orders returned, Gullhaven": len([order for order in returned if order["city"] == "Gullhaven"]),
        "order total, Coast": total([order for order in orders if order["region"] == "Coast"], "total"),
        "orders, mean quantity D7": tidy(
            mean(order["quantity"] for order in orders if order["product"] == "Data logger D7")),
        "order 10777, total": total([order for order in orders if order["order"] == "TW-10777"], "total"),
        "revenue": total(revenue, "Revenue in EUR"),
        "revenue, first region": next(iter(regions)),
        "revenue by region": list(regions.values()),
        "staff": total(rows(trade.STAFF), "Headcount"),
        "suppliers ending 2026": ending("2026"),
        "suppliers ending 2027": ending("2027"),
        "suppliers, first three": list(grouped(suppliers, "Supplier", "Yearly volume in EUR"))[:3],
        "budget overspent": [
            row["Department"] for row in budget if row["Spent 2025 in EUR"] > row["Planned 2026 in EUR"]],
        "complaints, sum refunded": total(complaints, "refund_eur"),
        "assets, laptops": len([asset for asset in rows(trade.assets()) if asset["kind"] == "laptop"]),
        "expenses, rejected": len([expense for expense in expenses if expense["state"] == "rejected"]),
    }


def total(some, column):
    """The sum of a column."""
    return tidy(sum(float(row[column]) for row in some))


def grouped(some, key, column):
    """The sum of a column for each value of another, the largest first."""
    sums = {value: total([row for row in some if row[key] == value], column) for value in {row[key] for row in some}}
    return dict(sorted(sums.items(), key=lambda pair: -pair[1]))


def tidy(number):
    """A number without needless decimals."""
    return round(number, 2) if number % 1 else int(number)


def faults(path):
    """The questions that ask for other figures than the data hold."""
    known = figures()
    for line in open(path):
        question = json.loads(line)
        said = [one if isinstance(one, str) else one[0] for one in question["must"].get("say", [])]
        if "_figure" in question:
            value = known[question["_figure"]]
            if sorted(said) != sorted(map(str, value if isinstance(value, list) else [value])):
                yield f'{question["question"]} {value}'
        elif "_sum" in question and total([{"of": one} for one in question["_sum"].split("+")], "of") != int(said[0]):
            yield f'{question["question"]} {question["_sum"]}'


if __name__ == "__main__":
    if len(sys.argv) == 1:
        for name, value in figures().items():
            print(f"{name}: {value}")
    else:
        sys.exit("\n".join(fault for path in sys.argv[1:] for fault in faults(path)) or None)
