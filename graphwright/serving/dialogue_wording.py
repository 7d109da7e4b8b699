"""A resolution in a model's words, said only where they say what it says (Recruit, section 2.2)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from graphwright.dialogue.dialogue_views import ShownReply, Wording
from graphwright.dialogue.reply import ReplyAction
from graphwright.dialogue.rewording import faults
from graphwright.serving.answer_sources import prompt_of
from graphwright.serving.answerer import FAILURES, problem_of

if TYPE_CHECKING:
    from graphwright.serving.answerer import Answerer


def worded(reply: ShownReply, said: str, answerer: Answerer | None) -> ShownReply:
    """Return a reply with its wording, where it is a resolution and a model words these.

    The spans go out as they are where the model does not answer or a check finds a fault.
    """
    if answerer is None or not answerer.settings.dialogue or reply.action != ReplyAction.RESOLUTION:
        return reply
    prompt = prompt_of("dialogue")
    template = f"{prompt.name} v{prompt.version}"
    try:
        text = answerer.write(_messages(reply, said), "dialogue").strip()
    except FAILURES as error:
        wording = Wording(template=template, problem=problem_of(error))
    else:
        found = faults(reply.parts, text)
        wording = Wording(template=template, text=None if found else text, faults=found)
    return reply.model_copy(update={"wording": wording})


def _messages(reply: ShownReply, said: str) -> list[dict[str, str]]:
    told = {"user": said, "pieces": [part.text for part in reply.parts]}
    return [
        {"role": "system", "content": prompt_of("dialogue").system},
        {"role": "user", "content": json.dumps(told, ensure_ascii=False)},
    ]
