"""What a plan may ask of a ticket by name: its fields, and beside them the sections of its text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from graphwright.errors import PlanError
from graphwright.tables.tickets import Ticket

LISTS = ("components", "labels", "versions", "fix_versions")
"""Fields with any number of values."""

TIMES = ("created", "updated", "resolved")
"""Fields whose values are times, ISO 8601 in UTC."""

CHOICES = ("status", "resolution", "type", "priority", "project", *LISTS)
"""Fields whose values a question may name without the field."""

FIELDS = ("key", "title", "collection", *CHOICES, *TIMES, "reporter", "assignee")
"""All fields of a ticket that a plan may name; any other name is that of a section."""

TIME_LITERAL = re.compile(r"\d{4}(-\d{2}(-\d{2}(T\d{2}(:\d{2}(:\d{2}(\.\d{1,6})?Z?)?)?)?)?)?")
"""A time as a plan writes it: a year, month, day, hour, minute or second."""


def values_of(ticket: Ticket, field: str) -> tuple[str, ...]:
    """Return the values of a field; empty where the ticket has none."""
    value = getattr(ticket, field)
    if isinstance(value, tuple):
        return value
    return () if value is None else (value,)


def check_name(name: str, sections: Iterable[str]) -> None:
    """Raise ``PlanError`` where a name is neither that of a field nor of a section."""
    known = [*FIELDS, *sections]
    if name in known:
        return
    near = difflib.get_close_matches(name, known, n=1)
    meant = f"Did you mean {near[0]!r}? " if near else ""
    raise PlanError(
        f"Tickets have no field and no section {name!r}.",
        remedy=f"{meant}Fields are {', '.join(FIELDS)}; sections are "
        f"{', '.join(sorted(set(known) - set(FIELDS))) or 'none'}.",
    )
