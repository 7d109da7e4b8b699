"""A question before it is judged: what it asks, its answer, and what could stand beside it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from graphwright.applications.menu_names import name_key
from graphwright.ids import content_id
from graphwright.tables import QuizSkill
from graphwright.tables.help import Span

JOINED = " > "
"""What stands between the names of a menu path."""
_WORD = re.compile(r"[^\W_]+")
_EMPTY = frozenset(
    {
        *("a", "an", "and", "are", "at", "be", "by", "can", "do", "for", "from", "go", "if"),
        *("in", "is", "it", "its", "of", "on", "or", "page", "that", "the", "there", "this"),
        *("to", "under", "use", "used", "using", "via", "was", "what", "when", "which", "with"),
        *("able", "available", "click", "find", "going", "into", "log", "logging", "navigate"),
        *("navigating", "new", "open", "see", "select", "so", "start", "then", "visit"),
        *("visiting", "do", "does", "also", "not", "have", "has", "any", "all", "each"),
        *("you", "your", "will", "as", "choose", "one", "menu", "path", "field", "manual"),
    }
)


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """What may stand as an option; ``state_id`` is the state that it names, if it names one."""

    text: str
    state_id: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Draft:
    """A question with its right answer and all candidates of the same kind.

    ``also_right`` are keys of texts that answer it as well: by the graph, or by the documents.
    """

    application: str
    skill: QuizSkill
    question: str
    right: Candidate
    document_id: str
    span: Span
    candidates: Sequence[Candidate]
    also_right: frozenset[str] = frozenset()
    documented: frozenset[str] = frozenset()

    @property
    def item_id(self) -> str:
        """Return the id: of application, question and right answer."""
        return content_id("quiz", self.application, self.question, self.right.text)


def words_of(text: str) -> frozenset[str]:
    """Return the keys of the words of a text that say something."""
    words = [word for word in _WORD.findall(text) if word.casefold() not in _EMPTY]
    return frozenset(map(name_key, words)) - {""}


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of words that two texts have in common, 0 to 1 (Jaccard)."""
    return len(one & other) / len(one | other) if one | other else 0.0
