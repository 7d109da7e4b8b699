"""Parts that are no nodes after all: without an answer, or said before in the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from graphwright.help.draft import RejectedDraft
from graphwright.help.part import Page, Part
from graphwright.tables import HelpNodeRejection
from graphwright.tables.help import Span
from graphwright.tickets.normal_words import normal_words

_NO_TEXT = "Nothing below it answers it. Write what to do, or take it away."
_TWICE = "The same problem with the same words stands above it. Take one away."


def prune(page: Page, answers: Callable[[Part], bool]) -> None:
    """Take parts out that have neither an answer nor parts, and those that repeat a sibling."""
    for part in reversed(list(page.root.walk())):
        kept = []
        for child in part.parts:
            if child.parts or answers(child):
                kept.append(child)
            else:
                _reject(page, child, HelpNodeRejection.NO_RESOLUTION, _NO_TEXT)
        part.parts = list(_once(page, kept))


def _once(page: Page, parts: list[Part]) -> Iterator[Part]:
    seen: set[tuple[str, str]] = set()
    for part in parts:
        words = (normal_words(part.problem), " ".join(page.text[part.start : part.end].split()))
        if words in seen:
            _reject(page, part, HelpNodeRejection.DUPLICATE, _TWICE)
        else:
            seen.add(words)
            yield part


def _reject(page: Page, part: Part, reason: HelpNodeRejection, said: str) -> None:
    page.rejected.append(RejectedDraft(part.problem, reason, Span(part.start, part.end), said))
