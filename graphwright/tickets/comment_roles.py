"""What a comment does in its ticket: it fixes, works around, tells the cause, asks, or neither.

By its words, by who wrote it, by its place before the resolution, and by what it names: a commit, a
change, a version (LinkedIn, section 3.1.2).
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Mapping
from pathlib import Path

import yaml

from graphwright.tables import CommentRole

REPORTER, ASSIGNEE, OTHER = "reporter", "assignee", "other"
"""Who writes a comment."""


@dataclasses.dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known of a comment beside its words.

    ``last_before_resolution``: it is the last one not later than the ticket's resolution.
    """

    author_role: str | None = None
    last_before_resolution: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class RoleReading:
    """A role with the cues that speak for it, joined by a comma, and how sure that is."""

    role: CommentRole
    cues: str
    confidence: float


@dataclasses.dataclass(frozen=True, slots=True)
class _Cue:
    name: str
    role: CommentRole
    weight: float
    words: re.Pattern[str]


@functools.cache
def _cues() -> tuple[_Cue, ...]:
    """Return the cues of the package's table."""
    table = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return tuple(
        _Cue(name, CommentRole(said["role"]), said["weight"], _pattern(said["words"]))
        for name, said in table.items()
    )


def _pattern(words: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in words), re.IGNORECASE | re.MULTILINE)


_FILE = Path(__file__).with_name("comment_cues.yaml")
_LEAST = 1.0
"""Weight that a role needs."""
_FIXES_BEFORE_RESOLUTION, _FIXES_OF_ASSIGNEE = 0.5, 0.3
_NEGATED_FIX = re.compile(
    r"\b(?:not|n['’]t|never|still|won['’]t|cannot|until|when|once|if|any|will)\b[^.?!\n]{0,25}"
    r"\b(?:fix|fixed|resolved|solved|merged)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"^>.*$", re.MULTILINE)


def comment_role(text: str, around: Surroundings) -> RoleReading:
    """Return what a comment does; ``OTHER`` where nothing speaks loudly enough."""
    own = _QUOTED.sub("", text)
    found = [cue for cue in _cues() if cue.words.search(own)]
    if _NEGATED_FIX.search(own):
        found = [cue for cue in found if cue.name not in ("fixed", "version_with_fix")]
    scores = _scores(found, around)
    role = max(scores, key=lambda one: (scores[one], one)) if scores else CommentRole.OTHER
    if scores.get(role, 0.0) < _LEAST:
        return RoleReading(CommentRole.OTHER, "", 0.5)
    names = ",".join(cue.name for cue in found if cue.role == role)
    rest = sum(scores.values()) - scores[role]
    return RoleReading(role, names, round(min(0.9, 0.5 + 0.15 * (scores[role] - rest)), 2))


def _scores(found: list[_Cue], around: Surroundings) -> Mapping[CommentRole, float]:
    scores: dict[CommentRole, float] = {}
    for cue in found:
        scores[cue.role] = scores.get(cue.role, 0.0) + cue.weight
    if CommentRole.FIX in scores:
        scores[CommentRole.FIX] += _FIXES_BEFORE_RESOLUTION * around.last_before_resolution
        scores[CommentRole.FIX] += _FIXES_OF_ASSIGNEE * (around.author_role == ASSIGNEE)
    return scores
