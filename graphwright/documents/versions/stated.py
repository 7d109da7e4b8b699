"""What front matter, or a row of the sidecar, says of a document's version."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Mapping
from typing import Any

from graphwright.tables import StatedVersion

_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:[T ].*)?")
_OTHER_NAMES = {"valid_until": "valid_to", "replaces": "supersedes", "replaced_by": "superseded_by"}
_YES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_MAX_CHARACTERS = 1_000
"""Of a value; what is longer is no name, number or date."""


def stated_version(fields: Mapping[Any, Any]) -> tuple[StatedVersion, tuple[str, ...]]:
    """Return what the fields say of a version, and a line on each that cannot be understood.

    Values are as YAML or CSV have them. ``version`` and ``date`` are often used for something else,
    so that nothing is said of those that are no number or date.
    """
    given = {field_name(key): value for key, value in fields.items() if value not in (None, "")}
    problems: list[str] = []

    def day(name: str, *, last: bool) -> str | None:
        found = iso_date(given.get(name), last=last)
        if name in given and found is None:
            problems.append(
                f"'{name}' is {_shown(given[name])}, but a date such as 2024-01-31 was expected"
            )
        return found

    def names(name: str) -> tuple[str, ...]:
        value = given.get(name, ())
        found = [_text(item) for item in (value if isinstance(value, list | tuple) else [value])]
        if None in found:
            problems.append(f"'{name}' is {_shown(value)}, but names of documents were expected")
        return tuple(dict.fromkeys(text for text in found if text))

    def flag(name: str) -> bool | None:
        found = _YES.get((_text(given.get(name)) or "").casefold())
        if name in given and found is None:
            problems.append(f"'{name}' is {_shown(given[name])}, but true or false was expected")
        return found

    said = StatedVersion(
        version=_text(given.get("version")),
        date=iso_date(given.get("date"), last=False),
        valid_from=day("valid_from", last=False),
        valid_to=day("valid_to", last=True),
        superseded=flag("superseded"),
        supersedes=names("supersedes"),
        superseded_by=names("superseded_by"),
    )
    return said, tuple(problems)


def iso_date(value: object, *, last: bool) -> str | None:
    """Return a date as ISO 8601, or None where the value is none.

    Of a year or a month it is the first day, or the ``last`` one.
    """
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    found = _DATE.fullmatch(_text(value) or "")
    if found is None:
        return None
    year, month, day = found.groups()
    try:
        in_month = int(month) if month else 12 if last else 1
        end = calendar.monthrange(int(year), in_month)[1] if last else 1
        return datetime.date(int(year), in_month, int(day) if day else end).isoformat()
    except ValueError:  # no such year, month or day
        return None


def field_name(key: object) -> str:
    """Return what a field is called here, of the names that people give it ("Valid until")."""
    name = re.sub(r"[\s-]+", "_", (_text(key) or "").casefold())
    return _OTHER_NAMES.get(name, name)


def _text(value: object) -> str | None:
    """Return a plain value as one line; None for what is nested, empty or far too long."""
    if isinstance(value, bool | str | int | float | datetime.date):
        try:
            text = " ".join(str(value).split())
        except ValueError:  # a number of thousands of digits
            return None
        return text if 0 < len(text) <= _MAX_CHARACTERS else None
    return None


def _shown(value: object) -> str:
    text = _text(value)
    return repr(text[:60]) if text else f"a {type(value).__name__}"
