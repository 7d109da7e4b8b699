"""The closed word classes of ``lexicon.yaml``, read once when a rule first needs them."""

from __future__ import annotations

import functools
from pathlib import Path

import yaml

_FILE = Path(__file__).with_name("lexicon.yaml")


@functools.cache
def words(name: str) -> frozenset[str]:
    """Return the word class ``name`` of ``lexicon.yaml``, all in lower case."""
    return _classes()[name]


@functools.cache
def _classes() -> dict[str, frozenset[str]]:
    raw = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return {name: frozenset(str(entry) for entry in entries) for name, entries in raw.items()}
