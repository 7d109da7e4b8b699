"""Days, months and years in the words of a question, as a plan writes times."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphwright.ticket_retrieval.plan import Operator
from graphwright.ticket_retrieval.plan_words import Word, at

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_NUMBER_OF_MONTH = {
    name: number
    for number, month in enumerate(_MONTHS, 1)
    for name in (month, month[:3], "sept" if month == "september" else month)
}
_ISO = re.compile(r"\d{4}-\d{2}(-\d{2})?")
_YEAR = re.compile(r"(19|20)\d{2}")
_DAY = re.compile(r"(\d{1,2})(st|nd|rd|th)?")

OPERATORS = {
    "before": Operator.BEFORE,
    "until": Operator.UNTIL,
    "till": Operator.UNTIL,
    "by": Operator.UNTIL,
    "after": Operator.AFTER,
    "since": Operator.SINCE,
    "from": Operator.SINCE,
    "in": Operator.IS,
    "on": Operator.IS,
    "during": Operator.IS,
}
"""What prepositions say of a time."""


def time_at(words: Sequence[Word], place: int) -> tuple[str, int] | None:
    """Return the time that begins at a word, and the place after it."""
    word = at(words, place)
    if _ISO.fullmatch(word) or _YEAR.fullmatch(word):
        return word, place + 1
    day = _DAY.fullmatch(word)
    if word in _NUMBER_OF_MONTH:
        return _after_month(words, place)
    if day and at(words, place + 1) in _NUMBER_OF_MONTH and _YEAR.fullmatch(at(words, place + 2)):
        month = _NUMBER_OF_MONTH[at(words, place + 1)]
        return f"{at(words, place + 2)}-{month:02}-{int(day[1]):02}", place + 3
    return None


def _after_month(words: Sequence[Word], place: int) -> tuple[str, int] | None:
    month, following = _NUMBER_OF_MONTH[at(words, place)], at(words, place + 1)
    if _YEAR.fullmatch(following):
        return f"{following}-{month:02}", place + 2
    day = _DAY.fullmatch(following)
    if day and _YEAR.fullmatch(at(words, place + 2)):
        return f"{at(words, place + 2)}-{month:02}-{int(day[1]):02}", place + 3
    return None
