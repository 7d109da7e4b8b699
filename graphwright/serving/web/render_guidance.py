"""Guidance through web applications as HTML, like ``render``."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.serving import guidance_models as models
from graphwright.serving.web.part_picture import part_picture
from graphwright.serving.web.render import address, rendered

HERE = "/guide"


def guide_page(
    found: models.GuideAnswer | None,
    *,
    question: str,
    at: str,
    application: str,
    applications: Sequence[str],
    answers: bool,
    part: bool,
) -> str:
    """Return the page that asks with what was found, or the latter alone (``part``)."""
    query = {"question": question, "at": at or None, "application": application or None}
    return rendered(
        "guide_steps.html.j2" if part else "guide.html.j2",
        title=question or "How do I ...?",
        here=HERE,
        question=question,
        at=at,
        application=application,
        applications=applications,
        guidance=found and found.guidance,
        picture=found and part_picture(found.guidance),
        names={one.state_id: one.label for one in found.guidance.states} if found else {},
        answers=answers,
        answer_address=address("/guide/answer", **query),
        snapshot=found.snapshot if found else None,
        json=address("/guide.json", **query) if found else None,
    )


def answer_page(answer: models.AnswerGuideAnswer, *, part: bool) -> str:
    """Return steps in a model's words as a page, or as a part of the page that asks."""
    question = answer.guidance.question
    return rendered(
        "guide_words.html.j2" if part else "guide_words_page.html.j2",
        title=question,
        here=HERE,
        answer=answer,
        evidence=address("/guide", question=question),
        snapshot=answer.snapshot,
    )
