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
from graphwright.tables import BlockKind, NotActionable
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
        reason = _why_not(page, span)
        if reason is None:
            return None
        reasons.add(reason)
    return next(reason for reason in _WEAKEST_LAST if reason in reasons)


def _why_not(page: PageDraft, span: Span) -> NotActionable | None:
    """Return why one piece of a resolution does not answer; None: it does."""
    sentence = page.words(span)
    if sends_to_person(sentence):
        return NotActionable.CONTACT
    if refers_on(sentence) and not _acts_first(sentence):
        return NotActionable.REFERS_ON
    if _kind_at(page, span.start) in _DEFINITE:
        return None
    if describes_page(sentence):
        return NotActionable.DESCRIPTION
    if is_step(sentence):
        return None
    if is_vague(sentence):
        return NotActionable.VAGUE
    if is_statement(sentence) or _kind_at(page, span.start) == BlockKind.LIST_ITEM:
        return None
    return NotActionable.DESCRIPTION


def _acts_first(sentence: str) -> bool:
    """Return whether an order stands before the reference: "Install it. See the guide"."""
    head, _, rest = sentence.partition(". ")
    return bool(rest) and not refers_on(head) and (is_step(head) or is_statement(head))


def _kind_at(page: PageDraft, offset: int) -> str | None:
    return next(
        (block.kind for block in page.document.blocks if block.start <= offset < block.end), None
    )
