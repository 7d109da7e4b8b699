"""Names as sentences write them where an entity is named otherwise: an identifier stays as it is.

Names of the same letters are one entity, which has one name; but who reads that a service is called
"business role" looks for ``BusinessRole`` in vain.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.entities.name_words import letters
from graphwright.entities.plurals import singular

if TYPE_CHECKING:
    from graphwright.tables import Evidence

_QUOTED = re.compile(r"(['\"`])(.+)\1|[‘“](.+)[’”]")
_IDENTIFIER = re.compile(r"[^\W_]_[^\W_]|[a-z\d][A-Z]|^[A-Z][A-Z\d]+$")


@dataclasses.dataclass(frozen=True, slots=True)
class WrittenNames:
    """Subject and object of a fact, verbatim, with the quotation marks around them, if there are.

    Empty where the sentence does not write them.
    """

    subject: str = ""
    object: str = ""


def written_in(evidence: Evidence) -> WrittenNames:
    """Return the names as the quote of a piece of evidence writes them."""
    return WrittenNames(
        _within(evidence, evidence.subject_start, evidence.subject_end),
        _within(evidence, evidence.object_start, evidence.object_end),
    )


def _within(evidence: Evidence, start: int, end: int) -> str:
    if not evidence.start <= start < end <= evidence.end:
        return ""
    first, last = start - evidence.start, end - evidence.start
    signs = evidence.quote[max(first - 1, 0) : last + 1]
    return signs if _QUOTED.fullmatch(signs) else evidence.quote[first:last]


def shown_name(name: str, forms: Sequence[str]) -> str:
    """Return the one form that all quotes write, where it or the name is an identifier, else this.

    Both are the same letters, in the singular or the plural. A word in quotation marks is meant to
    the letter: a branch 'main' is not called "Main".
    """
    form = forms[0] if len(set(forms)) == 1 else ""
    literal = _QUOTED.fullmatch(form)
    if literal is not None:
        form = literal[2] or literal[3]
        return form if form.casefold() == name.casefold() else name
    if _is_identifier(form) == _is_identifier(name) or (" " in form and " " in name):
        return name
    same = _letters(form) == _letters(name)
    return form if same else name


def _is_identifier(name: str) -> bool:
    return _IDENTIFIER.search(name) is not None


def _letters(name: str) -> str:
    return singular(letters(name.casefold()))
