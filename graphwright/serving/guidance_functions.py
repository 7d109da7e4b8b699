"""What can be asked of published web applications: like ``functions``, from reader and request.

They raise ``NotFoundError`` where there are none, or no such application, ``PlanError`` for no
question, and ``SettingsError`` for a strategy that there is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.guidance.opened_applications import NOT_FOUND
from graphwright.serving import guidance_models as models
from graphwright.serving.answer_sources import prompt_of
from graphwright.serving.answerer import FAILURES, NO_MODEL, problem_of

if TYPE_CHECKING:
    from graphwright.serving.reader import Reader


def guide(reader: Reader, request: models.GuideRequest) -> models.GuideAnswer:
    """Return the steps in a web application from where a user stands to what is asked for.

    Each step names menu path, page and element; the last says what to fill in and what commits.
    """
    found = reader.applications.guide(
        request.question,
        request.at,
        application=request.application,
        page=request.page if isinstance(request, models.GuidePageRequest) else None,
        strategy=request.strategy,
    )
    return models.GuideAnswer(snapshot=reader.snapshot.id, guidance=found)


def guide_prompt(reader: Reader, request: models.GuidePromptRequest) -> models.GuidePromptAnswer:
    """Return the part of an application's graph that answers, as a prompt within some tokens."""
    prompt = reader.applications.prompt(
        request.question,
        request.at,
        application=request.application,
        strategy=request.strategy,
        tokens=request.tokens,
    )
    return models.GuidePromptAnswer(snapshot=reader.snapshot.id, prompt=prompt)


def answer_guide(reader: Reader, request: models.AnswerGuideRequest) -> models.AnswerGuideAnswer:
    """Return steps in a language model's words, each checked against the application's graph."""
    opened, answerer = reader.applications, reader.answerer
    found = opened.guide(
        request.question,
        request.at,
        application=request.application,
        strategy=request.strategy,
    )
    made = models.AnswerGuideAnswer(snapshot=reader.snapshot.id, guidance=found, problem=NO_MODEL)
    if answerer is None:
        return made
    system = prompt_of("guidance")
    told = {
        "model": answerer.settings.llm.model,
        "template": f"{system.name} v{system.version}",
        "problem": None,
    }
    if not found.found:
        return made.model_copy(update={**told, "text": NOT_FOUND})
    given = opened.given(
        request.question,
        request.at,
        application=request.application,
        strategy=request.strategy,
        tokens=request.tokens,
    )
    messages = [
        {"role": "system", "content": system.system},
        {"role": "user", "content": given.prompt.text},
    ]
    try:
        text = answerer.write(messages, "guidance").strip()
    except FAILURES as error:
        return made.model_copy(update={**told, "problem": problem_of(error)})
    steps = given.check(text)
    verified = bool(steps) and all(one.verdict in ("edge", "last") for one in steps)
    return made.model_copy(update={**told, "text": text, "steps": steps, "verified": verified})
