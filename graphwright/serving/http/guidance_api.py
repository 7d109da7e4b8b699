"""Routes over web applications that answer with JSON: /api/v1/guide, and beside the page."""

from __future__ import annotations

import functools
from typing import Annotated

from fastapi import APIRouter, FastAPI, Query
from starlette.responses import Response

from graphwright.serving import guidance_functions, guidance_models
from graphwright.serving.http.api import PREFIX, StrictRoute, answer_response, answers_on
from graphwright.serving.http.front import CallerOf, FrontOf

_GUIDE = f"{PREFIX}/guide"

router = APIRouter(route_class=StrictRoute, tags=["guidance"])
_answers = functools.partial(answers_on, router)


@_answers(guidance_models.GuideAnswer, _GUIDE, "/guide.json")
async def guide(
    request: Annotated[guidance_models.GuideRequest, Query()], caller: CallerOf, front: FrontOf
) -> Response:
    """Return the steps from where a user stands to what is asked for."""
    return answer_response(await front.run(caller, guidance_functions.guide, request))


@_answers(guidance_models.GuideAnswer, _GUIDE, method="POST")
async def guide_page(
    request: guidance_models.GuidePageRequest, caller: CallerOf, front: FrontOf
) -> Response:
    """The same, also with the elements that a page plugin sees."""
    return answer_response(await front.run(caller, guidance_functions.guide, request))


@_answers(guidance_models.GuidePromptAnswer, f"{_GUIDE}/prompt", "/guide/prompt.json")
async def guide_prompt(
    request: Annotated[guidance_models.GuidePromptRequest, Query()],
    caller: CallerOf,
    front: FrontOf,
) -> Response:
    """Return the part of the graph that answers, as a prompt for a language model."""
    return answer_response(await front.run(caller, guidance_functions.guide_prompt, request))


@_answers(guidance_models.AnswerGuideAnswer, f"{_GUIDE}/answer", "/guide/answer.json")
async def answer_guide(
    request: Annotated[guidance_models.AnswerGuideRequest, Query()],
    caller: CallerOf,
    front: FrontOf,
) -> Response:
    """Return steps in a language model's words, each checked against the graph."""
    return answer_response(await front.run(caller, guidance_functions.answer_guide, request))


def add_guidance_api(app: FastAPI) -> None:
    """Add the routes to an application."""
    app.include_router(router)
