"""Apostrophes as the parser knows them: it was trained on straight ones.

Behind "isn’t" it misses the negation, so it is given "isn't"; the parse that is kept has the words
as written again. Both texts are equally long, so offsets hold in both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from graphwright.language.docbin import kept_attributes

if TYPE_CHECKING:
    from spacy.tokens import Doc

APOSTROPHES = "’ʼ´‘"
"""Signs that are written for an apostrophe; between two letters each of them is one."""

_INSIDE_WORD = re.compile(rf"(?<=\w)[{APOSTROPHES}](?=\w)")


def with_straight_apostrophes(text: str) -> str:
    """Return a text of the same length whose words have straight apostrophes inside."""
    return _INSIDE_WORD.sub("'", text)


def as_written(doc: Doc, text: str) -> Doc:
    """Return the parse of a text that was given with straight apostrophes, with its own words."""
    if doc.text == text:
        return doc
    from spacy.tokens import Doc  # noqa: PLC0415  # heavy: only a process that parses pays

    words = [text[token.idx : token.idx + len(token)] for token in doc]
    spaces = [bool(token.whitespace_) for token in doc]
    attributes = kept_attributes()
    values: Any = doc.to_array(attributes)  # integers, whatever its stub says
    return Doc(doc.vocab, words=words, spaces=spaces).from_array(attributes, values)
