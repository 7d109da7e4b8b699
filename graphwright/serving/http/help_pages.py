"""Routes of the pages over help pages: a chat, and each page with its nodes marked."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, FastAPI, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from graphwright.errors import NotFoundError
from graphwright.serving import help_functions, help_models
from graphwright.serving.http.api import asked
from graphwright.serving.http.front import Caller, CallerOf, Front, FrontOf
from graphwright.serving.http.pages import PageRoute, PartOf
from graphwright.serving.web import render_help

router = APIRouter(
    route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse
)


@router.get("/help")
async def chat_page(caller: CallerOf, front: FrontOf) -> HTMLResponse:
    """The page of a chat that has not begun."""
    return HTMLResponse(await _chat(caller, front, (), part=False))


@router.post("/help")
async def chat_turn(
    request: Request, caller: CallerOf, front: FrontOf, hx_request: PartOf = None
) -> HTMLResponse:
    """The chat after a further utterance; the form brings those before it.

    The body is a form: ``said`` for each former utterance in order, ``say`` for the new one.
    """
    said = _utterances(await request.body())
    return HTMLResponse(await _chat(caller, front, said, part=hx_request is not None))


def _utterances(body: bytes) -> tuple[str, ...]:
    try:
        form = parse_qs(body.decode("utf-8"), max_num_fields=2 * help_models.MAX_TURNS)
    except ValueError:  # UnicodeDecodeError too
        raise HTTPException(400, "The body is no form in UTF-8, or has too many fields.") from None
    new = [one.strip() for one in form.get("say", []) if one.strip()]
    return (*form.get("said", []), *new[:1])


async def _chat(caller: Caller, front: Front, said: tuple[str, ...], *, part: bool) -> str:
    found = None
    if said:
        request = asked(help_models.DialogueRequest, utterances=said)
        found = (await front.run(caller, help_functions.dialogue, request)).answer
    return render_help.chat_page(found, count=_count(caller), part=part)


def _count(caller: Caller) -> int:
    """Return how many help pages are published."""
    try:
        return caller.reader.help.pages(0).total
    except NotFoundError:
        return 0


@router.get("/help/pages")
async def pages_page(caller: CallerOf, front: FrontOf) -> HTMLResponse:
    """The list of help pages."""
    found = (await front.run(caller, help_functions.help_pages)).answer
    return HTMLResponse(render_help.pages_page(found))


@router.get("/help/page")
async def help_page(
    request: Annotated[help_models.HelpPageRequest, Query()], caller: CallerOf, front: FrontOf
) -> HTMLResponse:
    """A help page with its nodes marked."""
    found = (await front.run(caller, help_functions.help_page, request)).answer
    return HTMLResponse(render_help.help_page(found))


@router.get("/help/intents")
async def intents_page(
    request: Annotated[help_models.HelpIntentsRequest, Query()], caller: CallerOf, front: FrontOf
) -> HTMLResponse:
    """The problems that an utterance may mean."""
    found = (await front.run(caller, help_functions.help_intents, request)).answer
    return HTMLResponse(render_help.intents_page(found))


def add_help_pages(app: FastAPI) -> None:
    """Add the pages to an application."""
    app.include_router(router)
