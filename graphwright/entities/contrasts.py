"""Words that tell things apart, from ``contrasts.yaml``: inbound and outbound, read and write."""

from __future__ import annotations

import functools
from collections import defaultdict
from pathlib import Path

import yaml

_FILE = Path(__file__).with_name("contrasts.yaml")


@functools.cache
def _lines() -> dict[str, frozenset[int]]:
    """Return, by word, the numbers of the lines in which it stands."""
    found: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(yaml.safe_load(_FILE.read_text(encoding="utf-8"))):
        for word in line:
            found[str(word)].add(number)
    return {word: frozenset(lines) for word, lines in found.items()}


def are_contrary(word: str, other: str) -> bool:
    """Return whether two different words of a name tell two things apart."""
    lines = _lines()
    return word != other and bool(lines.get(word, frozenset()) & lines.get(other, frozenset()))


def frame_word(word: str) -> str:
    """Return what stands for a word where words of contrast are left open: its first line."""
    lines = _lines().get(word)
    return f"<{min(lines)}>" if lines else word
