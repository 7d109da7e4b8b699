"""Lines joined to text: words that a line's end broke are made whole.

Where a hyphen was dropped, ``HYPHEN`` stands in its place until the text has its final form, so
that the words can be shown as the page has them. The document's own words decide whether a
hyphen belongs to a compound.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from graphwright.documents.blocks.raw import HYPHEN

_BROKEN = re.compile(r"(?:^|[^\w-])([^\W\d_][\w-]*)[-\u2010\u00ad]$")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\u3001\u3002\uff0c]{2}")
"""Two letters of a script that is written without spaces (not Korean)."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def vocabulary(texts: Iterable[str]) -> Counter[str]:
    """Return how often each word, and each compound with hyphens, stands inside the lines.

    The last word of a line is left out where it ends with a hyphen.
    """
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(word.casefold() for word in _WORD.findall(_BROKEN.sub("", text)))
    return counts


def join_lines(lines: Iterable[str], words: Counter[str]) -> str:
    """Return lines as one text with a space between them, or what a broken word needs."""
    joined = ""
    for line in lines:
        joined = join_two(joined, line, words) if joined else line
    return joined


def join_two(text: str, line: str, words: Counter[str]) -> str:
    """Return a text and the line that goes on with it."""
    broken, following = _BROKEN.search(text), _FIRST_WORD.match(line)
    if text.endswith("\u00ad"):
        return f"{text[:-1]}{HYPHEN}{line}"
    if _UNSPACED.search(text[-1:] + line[:1]):
        return text + line
    if broken is None or following is None:
        glued = text.endswith("-") and text[-2:-1].isalnum() and line[:1].isalnum()
        return text + line if glued else f"{text} {line}"
    if following[0][0].isupper() or _is_compound(broken[1], following[0], words):
        return text + line
    return f"{text[:-1]}{HYPHEN}{line}"


def _is_compound(head: str, tail: str, words: Counter[str]) -> bool:
    """Whether a hyphen between two parts of a word belongs to the word."""
    head, tail = head.casefold(), tail.casefold()
    whole, compound = words[head + tail], words[f"{head}-{tail}"]
    if whole or compound:
        return compound > whole
    if "-" in head:
        return True
    return words[head] > 1 and words[tail] > 1 and min(len(head), len(tail)) > 2
