"""The pages of review as HTML: the next pair, whole or as the part that is swapped."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from graphwright.pages.marks import Mark, Piece, marked_pieces
from graphwright.review.session import Verdict
from graphwright.serving.web.render import rendered

if TYPE_CHECKING:
    from graphwright.review.names_seen import BothSeen, NameQuote
    from graphwright.review.session import Done, Foreseen, ReviewSession
    from graphwright.tables import ReviewPair


@dataclasses.dataclass(frozen=True, slots=True)
class Shown:
    """The pair that is next, both names, and what either verdict would do."""

    pair: ReviewPair
    both: BothSeen
    if_same: Foreseen
    if_different: Foreseen


@dataclasses.dataclass(frozen=True, slots=True)
class QueueState:
    """What a page of the queue shows; ``said`` is what was just done, ``problem`` why it was not.

    ``token`` is what a form of this process holds.
    """

    session: ReviewSession
    shown: Shown | None
    waiting: int
    token: str
    said: str = ""
    problem: str = ""


def review_page(state: QueueState, *, part: bool) -> str:
    """Return the next pair, or the message that none waits, as a page or a part of it."""
    session, shown = state.session, state.shown
    return rendered(
        "review_pair.html.j2" if part else "review.html.j2",
        title="Review",
        file=str(session.path),
        author=session.author,
        token=state.token,
        waiting=state.waiting,
        said=state.said,
        problem=state.problem,
        last=session.last,
        pieces=_pieces,
        pair=None if shown is None else shown.pair,
        both=None if shown is None else shown.both,
        if_same=None if shown is None else shown.if_same,
        if_different=None if shown is None else shown.if_different,
    )


def _pieces(quote: NameQuote) -> list[Piece]:
    mark = Mark(quote.name_start, quote.name_end, "subject")
    return marked_pieces(quote.text, quote.start, [mark])


def said_of(done: Done, *, undone: bool = False) -> str:
    """Return what was done as a sentence."""
    pair = done.pair
    verdict = {
        Verdict.SAME: f"{pair.name} and {pair.other} are one",
        Verdict.DIFFERENT: f"{pair.name} and {pair.other} are two",
        Verdict.SKIP: f"{pair.name} and {pair.other} were skipped",
    }[done.verdict]
    return f"Taken back: {verdict}." if undone else f"Noted: {verdict}."
