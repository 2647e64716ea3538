"""The figures of the office: orders, revenue, suppliers and so on, drawn with a fixed seed."""

import random
from datetime import date, timedelta

PRODUCTS = {
    "Tide gauge T2": 420.0, "Tide gauge T4": 680.0, "Level sensor L1": 95.0, "Level sensor L3": 149.5,
    "Float switch F5": 38.0, "Data logger D7": 310.0, "Mounting arm M2": 24.5, "Cable drum C9": 57.0,
}
REGIONS = {
    "North": ["Arnsby", "Colder Bay", "Pellworth"], "South": ["Maresfield", "Tarrow"],
    "Coast": ["Gullhaven", "Port Ennis", "Sandry"], "Islands": ["Eastholm", "Little Skerry"],
}
REASONS = ["late delivery", "damaged in transport", "wrong item", "faulty on arrival"]
ASSETS = {"laptop": 36, "monitor": 60, "phone": 24, "printer": 48}


def orders():
    """1,500 orders of the year 2025."""
    draw = random.Random(20250)
    head = ["order", "date", "region", "city", "channel", "product", "quantity", "unit_price", "total", "status"]
    rows, day = [], date(2025, 1, 2)
    for number in range(1500):
        day = date(2025, 1, 2) + timedelta(days=number * 362 // 1500)
        region = draw.choices(list(REGIONS), [30, 20, 35, 15])[0]
        product = draw.choices(list(PRODUCTS), [9, 5, 20, 14, 22, 7, 13, 10])[0]
        quantity = draw.randint(1, 12)
        status = draw.choices(["delivered", "returned", "cancelled", "open"], [84, 6, 4, 6])[0]
        price = PRODUCTS[product]
        rows.append([f"TW-{10001 + number}", day.isoformat(), region, draw.choice(REGIONS[region]),
                     draw.choices(["web", "phone", "dealer"], [5, 2, 3])[0], product, quantity,
                     f"{price:.2f}", f"{price * quantity:.2f}", status])
    return [head, *rows]


def complaints():
    """28 complaints."""
    draw = random.Random(7)
    rows = []
    for number in range(28):
        day = date(2026, 1, 5) + timedelta(days=number * 4 + draw.randint(0, 2))
        refunded = draw.choice(["yes", "no"])
        amount = draw.randint(20, 400) if refunded == "yes" else 0
        rows.append([f"C-{301 + number}", day.isoformat(), draw.choice(list(PRODUCTS)), draw.choice(REASONS),
                     refunded, amount])
    return [["complaint", "date", "product", "reason", "refunded", "refund_eur"], *rows]


def revenue():
    """The revenue of each region and quarter in EUR."""
    draw = random.Random(11)
    head = ["Region", "Quarter", "Revenue in EUR", "Orders won"]
    rows = [[region, f"Q{quarter}", draw.randint(61, 240) * 1000 + draw.randint(0, 9) * 100, draw.randint(12, 80)]
            for region in REGIONS for quarter in range(1, 5)]
    return [head, *rows]


STAFF = [
    ["Site", "Department", "Headcount"],
    ["Quarry Lane", "Administration", 14], ["Quarry Lane", "Development", 23], ["Quarry Lane", "Sales", 17],
    ["Pier 9", "Assembly", 41], ["Pier 9", "Warehouse", 12], ["Emsdorf", "Assembly", 26], ["Emsdorf", "Sales", 8],
]

SUPPLIERS = [
    ["Supplier", "Goods", "City", "Contract ends", "Yearly volume in EUR", "Payment in days"],
    ["Brenner Glas", "glass tubes", "Emsdorf", "2026-03-31", 48200, 30],
    ["Calder Circuits", "circuit boards", "Arnsby", "2027-06-30", 212500, 45],
    ["Dunmore Plastics", "housings", "Tarrow", "2026-12-31", 96400, 30],
    ["Elvestad Kabel", "cables", "Port Ennis", "2028-01-31", 73900, 60],
    ["Farrow Freight", "transport", "Gullhaven", "2026-09-30", 151000, 14],
    ["Gladwyn Batteries", "batteries", "Maresfield", "2027-02-28", 39800, 30],
    ["Hollin Packaging", "cartons", "Sandry", "2026-06-15", 27300, 30],
    ["Imber Steel", "mounting plates", "Colder Bay", "2029-04-30", 118700, 45],
    ["Jessop Cleaning", "cleaning", "Quarry Lane", "2027-11-30", 21600, 14],
    ["Kestrel Software", "licences", "Pellworth", "2026-08-31", 64000, 30],
    ["Lorne Calibration", "calibration", "Eastholm", "2027-09-30", 55250, 60],
]

BUDGET = [
    ["Department", "Planned 2026 in EUR", "Spent 2025 in EUR"],
    ["Administration", 310000, 298400], ["Development", 1240000, 1187650], ["Sales", 685000, 702300],
    ["Assembly", 1910000, 1846900], ["Warehouse", 402000, 418750], ["Training", 58000, 36200],
]

TRAINING = [
    ["Course", "For", "Months between", "Hours", "Price in EUR"],
    ["Forklift licence", "Warehouse", 12, 16, 480], ["Soldering", "Assembly", 24, 8, 220],
    ["First aid", "One in ten of each site", 24, 9, 95], ["Data protection", "Everyone", 12, 2, 0],
    ["Negotiating", "Sales", 36, 14, 890], ["Laser safety", "Development", 12, 4, 150],
]


def assets():
    """42 devices with their warranties."""
    draw = random.Random(3)
    rows = []
    for number in range(42):
        kind = draw.choices(list(ASSETS), [20, 12, 8, 2])[0]
        bought = date(2022, 6, 1) + timedelta(days=draw.randint(0, 1300))
        years, months = divmod(bought.month - 1 + ASSETS[kind], 12)
        until = date(bought.year + years, months + 1, 28)
        rows.append([f"A-{1001 + number}", kind, draw.choice(["Quarry Lane", "Pier 9", "Emsdorf"]),
                     bought.isoformat(), until.isoformat()])
    return [["asset", "kind", "site", "bought", "warranty_until"], *rows]


def expenses():
    """120 expenses of the first quarter of 2026."""
    draw = random.Random(5)
    rows = []
    for number in range(120):
        day = date(2026, 1, 2) + timedelta(days=number * 88 // 120)
        kind = draw.choices(["hotel", "train", "meal", "taxi", "fuel"], [4, 6, 7, 3, 4])[0]
        most = {"hotel": 190, "train": 120, "meal": 48, "taxi": 40, "fuel": 95}[kind]
        amount = draw.randint(800, most * 100) / 100
        rows.append([day.isoformat(), draw.choice([row[1] for row in STAFF[1:4]]), kind, f"{amount:.2f}",
                     draw.choices(["approved", "rejected"], [9, 1])[0]])
    return [["date", "department", "kind", "amount_eur", "state"], *rows]
