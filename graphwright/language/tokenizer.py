"""Tokens of technical text: identifiers, paths, calls and options stay whole.

The rules add to spaCy's English tokenizer and never split what it keeps. They are kept narrow,
because the parser was trained on spaCy's own tokens: a rule may only join what is no phrase of
English words. Loading the model is in ``graphwright.language.pipeline``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.language import Language

_SEGMENT = r"[\w.${}@%+~-]+"
_MIXED = r"(?:[A-Za-z]+\d|\d+[A-Za-z])[A-Za-z0-9]*"

_WHOLE = (
    # An absolute or relative path: /sap/opu/odata, ~/.ssh/id_rsa, ./mvnw, /oauth/{id}.
    rf"(?:~|\.{{1,2}})?/{_SEGMENT}(?:/{_SEGMENT})*/?",
    # A path in which a segment is no plain word: config/app.yaml, api/v2/users.
    r"(?=\S*[A-Za-z][._]\w)\w[\w.-]*(?:/\w[\w.-]*)+/?",
    r"(?=\S*[A-Za-z]\d)\w[\w.-]*(?:/\w[\w.-]*){2,}/?",
    # Two short names that are one: S/4HANA, I/O, CI/CD, TCP/IP, R/3, N/A.
    r"[A-Z0-9]{1,2}/[A-Z0-9][A-Za-z0-9]*",
    r"[A-Z][A-Z0-9]*/[A-Z0-9]{1,2}",
    # Dates and times in ISO 8601, and UUIDs.
    r"\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?",
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
    # A version with its suffix, and hyphenated codes of which each part holds a digit: eu10-004.
    r"v?\d+(?:\.\d+)+(?:-(?:[A-Z]+|[A-Za-z]*\d[A-Za-z0-9.]*))+",
    rf"{_MIXED}(?:-[A-Za-z]*\d[A-Za-z0-9]*)+",
    # Snake case with hyphens or dots beside it: my_app-dev, sap_com_0465.service.
    r"\w+_\w+(?:[-.]\w+)+",
    # Dotted names: com.sap.it.MyClass.
    r"[a-z]\w*(?:\.\w+){2,}",
    # Names of libraries with their ending: Node.js, Vue.JS, ASP.NET.
    r"[A-Z]\w*\.(?:[jJ][sS]|NET)",
    # Command-line options: --no-start, --set-env=dev.
    r"--[a-z][\w-]*(?:=[\w./-]+)?",
)
"""Tried after spaCy has cut punctuation off both ends, and before it splits inside."""

_WITH_BRACKETS = (
    # A call or an optional plural, whose closing bracket is part of it: getName(), role(s).
    r"[A-Za-z_][\w.]*\((?:\w{0,3}|\w*_\w*)\)",
)
"""Tried before spaCy cuts punctuation off the ends."""

_FULL_STOPS = (r"(?<=/[A-Z])\.", r"(?<=\dZ)\.")
"""A full stop that spaCy takes for that of an initial: "I/O.", "10:00Z."."""

_WORDS = ("id", "Id", "wed", "Wed")
"""What spaCy reads as "I'd" and "we'd" without an apostrophe: identifiers, weddings, Wednesdays."""

_Match = Callable[[str], object]


def customise_tokenizer(nlp: Language) -> None:
    """Let the tokenizer of ``nlp`` keep technical names whole (SAP, section 3.1.2)."""
    from spacy.util import compile_suffix_regex  # noqa: PLC0415  # heavy: only who parses pays

    tokenizer: Any = nlp.tokenizer  # Cython: its attributes have no types
    whole = _either(_compile(_WHOLE), tokenizer.url_match)
    brackets = _either(_compile(_WITH_BRACKETS), tokenizer.token_match)
    suffixes = compile_suffix_regex([*(nlp.Defaults.suffixes or ()), *_FULL_STOPS])
    tokenizer.rules = {
        text: pieces for text, pieces in tokenizer.rules.items() if text not in _WORDS
    }
    tokenizer.suffix_search = suffixes.search
    tokenizer.url_match = whole
    tokenizer.token_match = brackets


def _compile(patterns: tuple[str, ...]) -> _Match:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns)).fullmatch


def _either(first: _Match, second: _Match | None) -> _Match:
    if second is None:
        return first
    return lambda text: first(text) or second(text)
