"""What a word is by itself: the closed classes of ``lexicon.yaml``, read once, and identifiers."""

from __future__ import annotations

import functools
from pathlib import Path

import yaml

_FILE = Path(__file__).with_name("lexicon.yaml")
_REMEMBERED = 1 << 14
"""Words of which it is kept whether they are identifiers: most come again."""


@functools.cache
def words(*names: str) -> frozenset[str]:
    """Return the words of one or more classes of ``lexicon.yaml``, all in lower case."""
    classes = _classes()
    return frozenset[str]().union(*(classes[name] for name in names))


@functools.lru_cache(_REMEMBERED)
def is_code(word: str) -> bool:
    """Return whether a word is an identifier: "IF_ORDER", "SAP_COM_0532", "/sap/order", "v2"."""
    letters = any(sign.isalpha() for sign in word)
    return letters and (any(sign in "_/" for sign in word) or any(sign.isdigit() for sign in word))


@functools.cache
def _classes() -> dict[str, frozenset[str]]:
    raw = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return {name: frozenset(str(entry) for entry in entries) for name, entries in raw.items()}
