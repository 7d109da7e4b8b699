"""What can be asked of published help pages: like ``functions``, from a reader and a request.

They raise ``NotFoundError`` for what the help pages do not hold, or where there are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.serving import help_models as models
from graphwright.serving.dialogue_wording import worded

if TYPE_CHECKING:
    from graphwright.serving.reader import Reader


def dialogue_reply(reader: Reader, request: models.DialogueRequest) -> models.DialogueReplyAnswer:
    """Return the reply to the last of a user's utterances: a resolution, a question or a hand-over.

    Every sentence of it is a span of a help page or a template's words. Where a language model
    words resolutions (``serve.answers.dialogue``), its checked words stand beside them.
    """
    shown = reader.help.reply(request.utterances)
    reply = worded(shown, request.utterances[-1], reader.answerer)
    return models.DialogueReplyAnswer(snapshot=reader.snapshot.id, reply=reply)


def dialogue(reader: Reader, request: models.DialogueRequest) -> models.DialogueAnswer:
    """Return a whole dialogue, with node, facts and reason of each turn."""
    made = reader.help.dialogue(request.utterances)
    turns = tuple(
        turn.model_copy(update={"reply": worded(turn.reply, turn.said, reader.answerer)})
        for turn in made.turns
    )
    made = made.model_copy(update={"turns": turns})
    return models.DialogueAnswer(snapshot=reader.snapshot.id, dialogue=made)


def help_intents(reader: Reader, request: models.HelpIntentsRequest) -> models.HelpIntentsAnswer:
    """Return the problems of help pages that an utterance may mean."""
    found = reader.help.intents(request.text, request.k)
    return models.HelpIntentsAnswer(snapshot=reader.snapshot.id, intents=found)


def help_page(reader: Reader, request: models.HelpPageRequest) -> models.HelpPageAnswer:
    """Return a help page: its tree of problems, conditions and resolutions, with their places."""
    page = reader.help.show(request.page)
    return models.HelpPageAnswer(snapshot=reader.snapshot.id, page=page)


def help_pages(reader: Reader) -> models.HelpPagesAnswer:
    """Return the help pages by title."""
    return models.HelpPagesAnswer(snapshot=reader.snapshot.id, pages=reader.help.pages())
