"""What of a page only leads elsewhere: contents, menus, lists of its own headings."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from graphwright.help.draft import RejectedDraft
from graphwright.help.page_words import is_navigation
from graphwright.help.part import Page
from graphwright.help.pieces import Piece
from graphwright.tables import BlockKind, HelpNodeRejection
from graphwright.tables.help import Span
from graphwright.tickets.normal_words import normal_words

_LEAST = 2
"""Items of the shortest list of headings."""
_SAID = "It leads to other parts or pages and answers nothing itself."


def without_navigation(page: Page) -> None:
    """Take navigation out of a page; each run of it becomes one rejected part."""
    headings = {normal_words(part.problem) for part in page.root.walk()} - {""}
    for part in page.root.walk():
        part.pieces = _kept(page, part.pieces, headings)
        for child in [p for p in part.parts if is_navigation(p.problem)]:
            part.parts.remove(child)
            page.rejected.append(_row(child.problem, child.start, child.end))


def _kept(page: Page, pieces: Sequence[Piece], headings: set[str]) -> list[Piece]:
    kept: list[Piece] = []
    listed = _listed(pieces, headings)
    for leads, group in itertools.groupby(pieces, lambda one: id(one) in listed):
        run = list(group)
        if not leads:
            kept.extend(run)
            continue
        if (
            kept
            and kept[-1].is_line
            and (is_navigation(kept[-1].text) or (kept[-1].is_label and _is_bare(kept[-1])))
        ):
            run.insert(0, kept.pop())
        page.rejected.append(_row(run[0].text, run[0].start, run[-1].end))
    return [piece for piece in kept if not _alone(page, piece)]


def _is_bare(piece: Piece) -> bool:
    return not piece.stressed


def _listed(pieces: Sequence[Piece], headings: set[str]) -> set[int]:
    """Return the pieces that are entries: marked by the parser, or a list of headings."""
    found = {id(piece) for piece in pieces if piece.kind == BlockKind.INDEX}
    for item, group in itertools.groupby(pieces, lambda one: one.is_item):
        run = list(group) if item else []
        entries = [piece for piece in run if normal_words(piece.text) in headings]
        if len(entries) >= _LEAST and 2 * len(entries) >= len(run):
            found |= {id(piece) for piece in run}
    return found


def _alone(page: Page, piece: Piece) -> bool:
    """Say whether a line names navigation that the page does not have, and reject it."""
    found = piece.is_line and is_navigation(piece.text)
    if found:
        page.rejected.append(_row(piece.text, piece.start, piece.end))
    return found


def _row(words: str, start: int, end: int) -> RejectedDraft:
    return RejectedDraft(words, HelpNodeRejection.NAVIGATION, Span(start, end), _SAID)
