"""Routes of the page over web applications: HTML of the answers that ``guidance_api`` gives."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, FastAPI, Query
from starlette.responses import HTMLResponse

from graphwright.errors import NotFoundError
from graphwright.serving import guidance_functions, guidance_models
from graphwright.serving.http.api import asked
from graphwright.serving.http.front import Caller, CallerOf, FrontOf
from graphwright.serving.http.pages import PageRoute, PartOf
from graphwright.serving.web import render_guidance

router = APIRouter(
    route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse
)


@router.get("/guide")
async def guide_page(  # parameters come by name
    *,
    caller: CallerOf,
    front: FrontOf,
    question: str = "",
    at: str = "",
    application: str = "",
    hx_request: PartOf = None,
) -> HTMLResponse:
    """The page that asks how something is done, with the steps."""
    found = None
    if question.strip():
        request = asked(
            guidance_models.GuideRequest,
            question=question,
            at=at or None,
            application=application or None,
        )
        found = (await front.run(caller, guidance_functions.guide, request)).answer
    page = render_guidance.guide_page(
        found,
        question=question,
        at=at,
        application=application,
        applications=_applications(caller),
        answers=front.settings.answers is not None,
        part=hx_request is not None,
    )
    return HTMLResponse(page)


@router.get("/guide/answer")
async def answer_page(
    request: Annotated[guidance_models.AnswerGuideRequest, Query()],
    caller: CallerOf,
    front: FrontOf,
    hx_request: PartOf = None,
) -> HTMLResponse:
    """The steps in a language model's words, with what the graph says of each."""
    answer = (await front.run(caller, guidance_functions.answer_guide, request)).answer
    return HTMLResponse(render_guidance.answer_page(answer, part=hx_request is not None))


def _applications(caller: Caller) -> tuple[str, ...]:
    """Return the names of the applications that are published."""
    try:
        return tuple(sorted(caller.reader.applications.graph.applications))
    except NotFoundError:
        return ()


def add_guidance_pages(app: FastAPI) -> None:
    """Add the pages to an application."""
    app.include_router(router)
