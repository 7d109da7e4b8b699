"""Routes over help pages that answer with JSON: below /api/v1/help, and beside the pages."""

from __future__ import annotations

import functools
from typing import Annotated

from fastapi import APIRouter, FastAPI, Query
from starlette.responses import Response

from graphwright.serving import help_functions, help_models
from graphwright.serving.http.api import PREFIX, StrictRoute, answer_response, answers_on
from graphwright.serving.http.front import CallerOf, FrontOf

_HELP = f"{PREFIX}/help"

router = APIRouter(route_class=StrictRoute, tags=["help"])
_answers = functools.partial(answers_on, router)


@_answers(help_models.DialogueReplyAnswer, f"{_HELP}/reply", method="POST")
async def dialogue_reply(
    request: help_models.DialogueRequest, caller: CallerOf, front: FrontOf
) -> Response:
    """Return the reply to the last of a user's utterances; nothing is kept between calls."""
    return answer_response(await front.run(caller, help_functions.dialogue_reply, request))


@_answers(help_models.DialogueAnswer, f"{_HELP}/dialogue", method="POST")
async def dialogue(
    request: help_models.DialogueRequest, caller: CallerOf, front: FrontOf
) -> Response:
    """Return a whole dialogue, with node, facts and reason of each turn."""
    return answer_response(await front.run(caller, help_functions.dialogue, request))


@_answers(help_models.HelpIntentsAnswer, f"{_HELP}/intents", "/help/intents.json")
async def help_intents(
    request: Annotated[help_models.HelpIntentsRequest, Query()], caller: CallerOf, front: FrontOf
) -> Response:
    """Return the problems of help pages that an utterance may mean."""
    return answer_response(await front.run(caller, help_functions.help_intents, request))


@_answers(help_models.HelpPageAnswer, f"{_HELP}/page", "/help/page.json")
async def help_page(
    request: Annotated[help_models.HelpPageRequest, Query()], caller: CallerOf, front: FrontOf
) -> Response:
    """Return a help page with its tree."""
    return answer_response(await front.run(caller, help_functions.help_page, request))


@_answers(help_models.HelpPagesAnswer, f"{_HELP}/pages", "/help/pages.json")
async def help_pages(caller: CallerOf, front: FrontOf) -> Response:
    """Return the help pages by title."""
    return answer_response(await front.run(caller, help_functions.help_pages))


def add_help_api(app: FastAPI) -> None:
    """Add the routes to an application."""
    app.include_router(router)
