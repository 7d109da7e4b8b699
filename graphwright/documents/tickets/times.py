"""Times of trackers in one form: ISO 8601 in UTC, to the second."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_BEGINS_WITH_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_FORMS = (
    "%d/%b/%y %I:%M %p", "%d/%b/%Y %I:%M %p", "%d/%b/%y %H:%M", "%d/%b/%y", "%d/%b/%Y",
    "%d %b %Y %H:%M", "%d %b %Y", "%Y/%m/%d %H:%M:%S", "%Y/%m/%d %H:%M", "%Y/%m/%d",
)  # fmt: skip
"""Forms of spreadsheets in which no number can be taken for another: the month is a word, or the
year stands first."""


def in_utc(stated: str) -> str | None:
    """Return a time in UTC; None for what is no time. One without a zone is taken to be UTC."""
    text = stated.strip()
    try:
        found = _iso(text) if _BEGINS_WITH_DATE.match(text) else _other(text)
        if found is None:
            return None
        aware = found if found.tzinfo else found.replace(tzinfo=UTC)
        return aware.astimezone(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError, TypeError):
        return None


def _iso(text: str) -> datetime:
    return datetime.fromisoformat(text.removesuffix(" UTC"))


def _other(text: str) -> datetime | None:
    for form in _FORMS:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return parsedate_to_datetime(text) if ":" in text else None
