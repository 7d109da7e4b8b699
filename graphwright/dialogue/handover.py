"""Handing over to a person: what they are given, so that nobody asks the user again."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.dialogue.reply import Candidate, Fact, HandOver, HandOverReason, Part
from graphwright.dialogue.settings import DialogueSettings
from graphwright.dialogue.state import State
from graphwright.dialogue.view import GraphView


def hand_over(
    reason: HandOverReason,
    state: State,
    facts: Sequence[Fact],
    candidates: Sequence[Candidate],
    contact: str | None,
) -> HandOver:
    """Return what a person gets. The user's last words close the transcript without a reply."""
    return HandOver(reason, state.transcript, tuple(candidates), tuple(facts), contact)


def contact_line(view: GraphView, settings: DialogueSettings, row: int | None) -> str | None:
    """Return whom to ask: the line of the node's collection, else of the only one that has one."""
    if row is not None:
        page = view.graph.pages.get(view.node(row).document_id)
        if page is not None and page.collection in settings.contacts:
            return settings.contacts[page.collection]
    lines = sorted(set(settings.contacts.values()))
    return lines[0] if len(lines) == 1 else None


def contact_part(line: str) -> Part:
    """Return a contact line, which is the settings' and no page's, as a part of a reply."""
    return Part(line, template="contact")
