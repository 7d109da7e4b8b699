"""Whether a node's resolution does alone, and if not, why (Recruit, section 2.1)."""

from __future__ import annotations

from graphwright.help.draft import NodeDraft, PageDraft
from graphwright.help.sentence_roles import (
    describes_page,
    is_statement,
    is_step,
    is_vague,
    refers_on,
    sends_to_person,
)
from graphwright.help.sentences import sentences
from graphwright.tables import BlockKind, MarkKind, NotActionable
from graphwright.tables.help import Span

_WEAKEST_LAST = (
    NotActionable.CONTACT,
    NotActionable.REFERS_ON,
    NotActionable.VAGUE,
    NotActionable.DESCRIPTION,
)
_DEFINITE = (BlockKind.CODE, BlockKind.TABLE_ROW)


def why_not_actionable(page: PageDraft, node: NodeDraft) -> NotActionable | None:
    """Return why a node's resolution does not do alone; None: it does.

    One order or one definite statement is enough. Of several reasons, that somebody must be asked
    goes before that it stands elsewhere, and that before what is vague.
    """
    if not node.resolution:
        return NotActionable.NO_RESOLUTION
    reasons = set()
    for span in node.resolution:
        for sentence in sentences(page.document.text, span.start, span.end):
            reason = _why_not(page, sentence)
            if reason is None:
                return None
            reasons.add(reason)
    return next((one for one in _WEAKEST_LAST if one in reasons), NotActionable.NO_RESOLUTION)


def _why_not(page: PageDraft, span: Span) -> NotActionable | None:
    """Return why a sentence of a resolution does not answer; None: it does."""
    sentence, kind = page.words(span), _kind_at(page, span.start)
    if sends_to_person(sentence):
        return NotActionable.CONTACT
    if refers_on(sentence) or _is_link(page, span):
        return NotActionable.REFERS_ON
    if kind in _DEFINITE:
        return None
    return _why_not_said(sentence, is_item=kind == BlockKind.LIST_ITEM)


def _why_not_said(sentence: str, *, is_item: bool) -> NotActionable | None:
    """Return why a sentence that sends nowhere does not answer; None: it does."""
    if describes_page(sentence):
        return NotActionable.DESCRIPTION
    if is_step(sentence):
        return None
    if is_vague(sentence):
        return NotActionable.VAGUE
    return None if is_item or is_statement(sentence) else NotActionable.DESCRIPTION


def _is_link(page: PageDraft, span: Span) -> bool:
    """Return whether a sentence is the words of a link and nothing else, as in lists of pages."""
    start, end = span.start, span.end - (page.words(span)[-1:] in {".", ":"})
    return any(
        mark.kind == MarkKind.LINK and mark.start <= start and end <= mark.end
        for mark in page.document.marks
    )


def _kind_at(page: PageDraft, offset: int) -> str | None:
    return next(
        (block.kind for block in page.document.blocks if block.start <= offset < block.end), None
    )
