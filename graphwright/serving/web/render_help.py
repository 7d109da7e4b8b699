"""Dialogues and help pages as HTML, like ``render``."""

from __future__ import annotations

from graphwright.pages.marks import Mark, marked_pieces
from graphwright.serving import help_models as models
from graphwright.serving.web.render import address, rendered

HERE = "/help"


def chat_page(found: models.DialogueAnswer | None, *, count: int, part: bool) -> str:
    """Return the page of a chat with its turns so far, or the latter alone (``part``)."""
    turns = found.dialogue.turns if found else ()
    return rendered(
        "help_turns.html.j2" if part else "help_chat.html.j2",
        title="Help",
        here=HERE,
        count=count,
        turns=turns,
        full=len(turns) >= models.MAX_TURNS,
        snapshot=found.snapshot if found else None,
    )


def pages_page(found: models.HelpPagesAnswer) -> str:
    """Return the list of help pages."""
    return rendered(
        "help_pages.html.j2",
        title="Help pages",
        here=HERE,
        pages=found.pages,
        snapshot=found.snapshot,
        json="/help/pages.json",
    )


def help_page(found: models.HelpPageAnswer) -> str:
    """Return a help page: its tree, and its text with resolutions and carried spans marked."""
    page = found.page
    marks = [
        Mark(span.start, span.end, kind)
        for node in page.nodes
        for kind, spans in (("resolution", node.resolution), ("carried", node.carried))
        for span in spans
    ]
    return rendered(
        "help_page.html.j2",
        title=page.title,
        here=HERE,
        page=page,
        pieces=marked_pieces(page.text, 0, marks),
        snapshot=found.snapshot,
        json=address("/help/page.json", page=page.document_id),
    )


def intents_page(found: models.HelpIntentsAnswer) -> str:
    """Return the problems that an utterance may mean."""
    return rendered(
        "help_intents.html.j2",
        title=found.intents.text,
        here=HERE,
        found=found.intents,
        snapshot=found.snapshot,
        json=address("/help/intents.json", text=found.intents.text),
    )
