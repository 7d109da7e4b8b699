"""What Slipway keeps: rows made by rule, so that each start has the same, and a digest of them."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import Any

SITES = ("Norrvik", "Aldermere", "Port Cavell", "Sorrel Hill")
CUSTOMERS = (
    "Brightwater Utilities",
    "Oldmere Brewery",
    "Tarn Valley Water",
    "Kestrel Dairy",
    "Lindholm Paper",
    "Sable Bay Desalination",
    "Quarry Street Brewing",
)
PRODUCTS = ("gate valve", "globe valve", "actuator", "flow meter", "strainer")
STATUSES = ("Open", "Held", "Released", "Shipped")
CARRIERS = ("Northline", "Hartmann Freight", "Collected by customer")
ROLES = ("Sales", "Warehouse", "Service", "Administrator")
PEOPLE = (
    "Ada Brandt",
    "Jonas Reyl",
    "Mira Castellan",
    "Piet Oosten",
    "Sunniva Falk",
    "Tomas Wirth",
    "Edith Mallory",
    "Yusra Haddad",
)
Row = dict[str, Any]
"""A row of one of the lists: ``id`` and texts or numbers by name."""


@dataclasses.dataclass
class Data:
    """The rows of each list by its name; ``settings`` are the values of forms that save one."""

    lists: dict[str, list[Row]]
    settings: dict[str, str] = dataclasses.field(default_factory=dict)

    def row(self, name: str, key: str) -> Row | None:
        """Return the row of a list with this id, or None."""
        return next((row for row in self.lists[name] if str(row["id"]) == key), None)

    def add(self, name: str, row: Row) -> None:
        """Append a row under the next free id."""
        last = max((int(one["id"]) for one in self.lists[name]), default=0)
        self.lists[name].append({"id": last + 1, **row})

    def remove(self, name: str, key: str) -> None:
        """Remove the row with this id, if there is one."""
        self.lists[name] = [row for row in self.lists[name] if str(row["id"]) != key]

    def digest(self) -> str:
        """Return a SHA-256 of all rows and settings, in hex."""
        held = json.dumps([self.lists, self.settings], sort_keys=True)
        return hashlib.sha256(held.encode()).hexdigest()


def initial_data(extra_rows: int = 0) -> Data:
    """Return the rows of a fresh start, with ``extra_rows`` more in each of the long lists."""
    return Data(
        {
            "orders": [_order(number) for number in range(4000, 4400 + extra_rows)],
            "customers": [_customer(number) for number in range(1, 201 + extra_rows)],
            "items": [_item(number) for number in range(1, 201 + extra_rows)],
            "quotes": [_quote(number) for number in range(81, 93)],
            "cases": [_case(number) for number in range(301, 331 + extra_rows)],
            "transfers": [],
            "visits": [],
            "certificates": [_certificate(number) for number in range(9001, 9021)],
            "users": [_user(number, name) for number, name in enumerate(PEOPLE, 1)],
            "labels": [{"id": 1, "name": "Urgent"}, {"id": 2, "name": "Spare parts"}],
            "audit": [_entry(number) for number in range(1, 201 + extra_rows)],
            "cards": [_card(number) for number in range(1, 10)],
            "notices": [_notice(number) for number in range(1, 5)],
        }
    )


def _customer_of(number: int) -> str:
    return f"{CUSTOMERS[number % len(CUSTOMERS)]} {number % 29 + 1}"


def _order(number: int) -> Row:
    return {
        "id": number,
        "customer": _customer_of(number),
        "status": STATUSES[number % len(STATUSES)],
        "total": f"{number % 97 * 31 + 120}.00 EUR",
        "product": PRODUCTS[number % len(PRODUCTS)],
    }


def _customer(number: int) -> Row:
    return {"id": number, "name": _customer_of(number), "site": SITES[number % len(SITES)]}


def _item(number: int) -> Row:
    size = (number % 9 + 1) * 10
    return {
        "id": number,
        "name": f"DN{size} {PRODUCTS[number % len(PRODUCTS)]}",
        "stock": number * 7 % 83,
        "site": SITES[number % len(SITES)],
    }


def _quote(number: int) -> Row:
    return {"id": number, "customer": _customer_of(number), "valid": f"{number % 28 + 1} March"}


def _case(number: int) -> Row:
    subject = f"The {PRODUCTS[number % len(PRODUCTS)]} leaks at {SITES[number % len(SITES)]}"
    return {"id": number, "subject": subject, "owner": "" if number % 3 else PEOPLE[number % 8]}


def _certificate(number: int) -> Row:
    return {"id": number, "meter": f"Flow meter {number % 40 + 100}"}


def _user(number: int, name: str) -> Row:
    return {"id": number, "name": name, "role": ROLES[number % len(ROLES)], "active": True}


def _entry(number: int) -> Row:
    return {"id": number, "who": PEOPLE[number % 8], "what": f"changed order {4000 + number}"}


def _card(number: int) -> Row:
    return {
        "id": number,
        "title": f"Repair {PRODUCTS[number % len(PRODUCTS)]} {number + 60}",
        "lane": ("Waiting", "In work", "Done")[number % 3],
        "bench": number % 4 + 1,
    }


def _notice(number: int) -> Row:
    return {"id": number, "text": f"Order {4000 + number * 4 + 1} is held"}
