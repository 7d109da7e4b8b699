"""Kinds of conditions by closed classes: operating systems, and the nouns of lead-ins."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from graphwright.tables import ConditionKind

_FILE = Path(__file__).with_name("condition_kinds.yaml")
_BESIDE = r"(?:\s+(?:\d+(?:\.\d+)*(?:\.x)?\+?|or later|and later|or newer))*"
"""A version behind the name of a system."""


@functools.cache
def _table() -> Mapping[str, Any]:
    table: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return table


@functools.cache
def _systems() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (name, re.compile(rf"\b(?:{'|'.join(sorted(words, key=len, reverse=True))})\b"))
        for name, words in _table()["systems"].items()
    )


@functools.cache
def _only_systems() -> re.Pattern[str]:
    words = sorted({one for each in _table()["systems"].values() for one in each}, key=len)
    system = rf"(?:{'|'.join(reversed(words))}){_BESIDE}"
    return re.compile(rf"{system}(?:\s*(?:,|/|&|\band\b|\bor\b)+\s*{system})*", re.IGNORECASE)


def systems_in(text: str) -> tuple[str, ...]:
    """Return the operating systems that a text consists of, in order; empty if it says more."""
    words = " ".join(text.lower().replace(" and ", " , ").split())
    if not _only_systems().fullmatch(text.strip()):
        return ()
    return tuple(sorted(name for name, pattern in _systems() if pattern.search(words)))


@functools.cache
def _nouns() -> tuple[tuple[ConditionKind, re.Pattern[str]], ...]:
    return tuple(
        (ConditionKind(kind), re.compile(rf"\b(?:{'|'.join(words)})s?\b", re.IGNORECASE))
        for kind, words in _table()["nouns"].items()
    )


def kind_of_noun(text: str) -> ConditionKind | None:
    """Return the kind that the first such noun of a lead-in or header is of."""
    found = [(match.start(), kind) for kind, pattern in _nouns() if (match := pattern.search(text))]
    return min(found)[1] if found else None


def question_of(kind: ConditionKind) -> str:
    """Return what asks for a group of a kind."""
    question: str = _table()["questions"][kind.value]
    return question
