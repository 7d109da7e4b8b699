"""Routes of the pages for people: HTML of the answers that the same address gives as JSON."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import cache
from http import HTTPStatus
from importlib import resources
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from graphwright.errors import GraphwrightError
from graphwright.serving import functions, models
from graphwright.serving.http.api import asked
from graphwright.serving.http.front import CallerOf, FrontOf
from graphwright.serving.http.problems import message_of, refusal_headers, status_of
from graphwright.serving.pictures import picture_of
from graphwright.serving.web import render

_STATIC = {
    "htmx.min.js": "text/javascript",
    "cytoscape.min.js": "text/javascript",
    "graph.js": "text/javascript",
    "review.js": "text/javascript",
    "style.css": "text/css",
}
"""Every file that is given to a browser, by name; no path of an address is opened."""

_CACHED = {"Cache-Control": "public, max-age=3600"}


class PageRoute(APIRoute):
    """A route whose problems are told as a page, not as JSON."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler with its problems told as pages."""
        handle = super().get_route_handler()

        async def told(request: Request) -> Response:
            try:
                return await handle(request)
            except GraphwrightError as error:
                return _problem(status_of(error), message_of(error))
            except RequestValidationError as error:
                return _problem(422, message_of(error))
            except HTTPException as error:
                return _problem(error.status_code, str(error.detail))

        return told


def _problem(status: int, message: str) -> Response:
    page = render.problem_page(HTTPStatus(status).phrase, message)
    return HTMLResponse(page, status, headers=refusal_headers(status))


router = APIRouter(
    route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse
)
PartOf = Annotated[str | None, Header(alias="HX-Request")]
"""Set by htmx where a part of a page is asked for."""


@router.get("/")
async def ask_page(  # parameters come by name
    *,
    caller: CallerOf,
    front: FrontOf,
    q: str = "",
    strategy: str | None = None,
    k: int | None = None,
    hx_request: PartOf = None,
) -> HTMLResponse:
    """The page of questions, with what was found for one."""
    request = found = None
    if q.strip():
        given = {"strategy": strategy, "k": k}
        named = {name: value for name, value in given.items() if value is not None}
        request = asked(models.SearchRequest, question=q, **named)
        found = (await front.run(caller, functions.search, request)).answer
    strategies = (await front.run(caller, functions.strategies)).answer.strategies
    answers = front.settings.answers is not None
    part = hx_request is not None
    return HTMLResponse(render.ask_page(strategies, request, found, answers=answers, part=part))


@router.get("/answer")
async def answer_page(
    request: Annotated[models.AskRequest, Query()],
    caller: CallerOf,
    front: FrontOf,
    hx_request: PartOf = None,
) -> HTMLResponse:
    """The answer in words to a question."""
    answer = (await front.run(caller, functions.ask, request)).answer
    return HTMLResponse(render.answer_page(answer, part=hx_request is not None))


@router.get("/entity")
async def entity_page(
    request: Annotated[models.EntityRequest, Query()], caller: CallerOf, front: FrontOf
) -> HTMLResponse:
    """The page of an entity."""
    card = (await front.run(caller, functions.entity, request)).answer
    return HTMLResponse(render.entity_page(card, request))


@router.get("/evidence/{evidence_id}")
async def evidence_page(evidence_id: str, caller: CallerOf, front: FrontOf) -> HTMLResponse:
    """The page of a piece of evidence."""
    request = asked(models.EvidenceRequest, evidence_id=evidence_id)
    shown = (await front.run(caller, functions.evidence, request)).answer
    return HTMLResponse(render.evidence_page(shown))


@router.get("/evidence/{evidence_id}/page.png")
async def evidence_picture(evidence_id: str, caller: CallerOf, front: FrontOf) -> Response:
    """The page of the PDF that a piece of evidence stands on."""
    request = asked(models.EvidenceRequest, evidence_id=evidence_id)
    picture = await front.pool.run(picture_of, caller.reader, request)
    return Response(picture, media_type="image/png")


@router.get("/document/{document_id}")
async def document_page(  # parameters come by name
    *,
    document_id: str,
    caller: CallerOf,
    front: FrontOf,
    first: int = 0,
    passages: int = 20,
    chunk: str | None = None,
) -> HTMLResponse:
    """The page of a document, from a passage on, or the part that holds a chunk."""
    if chunk is not None:
        first = caller.reader.snapshot.place_of(document_id, chunk) // passages * passages
    request = asked(models.DocumentRequest, document_id=document_id, first=first, passages=passages)
    document = (await front.run(caller, functions.document, request)).answer
    return HTMLResponse(render.document_page(document, request))


@router.get("/document/{document_id}/at/{place}")
async def document_place(document_id: str, place: int, caller: CallerOf) -> Response:
    """Lead on to the passage of a document that holds a character of its text."""
    snapshot = caller.reader.snapshot
    chunks = snapshot.chunk_rows(snapshot.chunks_of(document_id))
    before = [chunk.chunk_id for chunk in chunks if chunk.start <= place]
    there = before[-1] if before else None
    query = f"?chunk={there}#c{there}" if there else ""
    return RedirectResponse(f"/document/{document_id}{query}", 303)


@router.get("/graph")
async def graph_page(
    request: Annotated[models.SubgraphRequest, Query()], caller: CallerOf, front: FrontOf
) -> HTMLResponse:
    """The page of the graph around an entity."""
    around = (await front.run(caller, functions.subgraph, request)).answer
    return HTMLResponse(render.graph_page(around, request))


@router.get("/changes")
async def changes_page(
    request: Annotated[models.ChangesRequest, Query()], caller: CallerOf, front: FrontOf
) -> HTMLResponse:
    """The page of what publications changed."""
    history = (await front.run(caller, functions.history)).answer
    changes = (await front.run(caller, functions.changes, request)).answer
    return HTMLResponse(render.changes_page(history, changes))


@router.get("/status")
async def status_page(caller: CallerOf, front: FrontOf) -> HTMLResponse:
    """The page of what is served."""
    status = (await front.run(caller, functions.status)).answer
    strategies = (await front.run(caller, functions.strategies)).answer
    return HTMLResponse(render.status_page(status, strategies))


@router.get("/static/{name}")
async def static_file(name: str) -> Response:
    """A script or style of the pages; the same for everybody."""
    if name not in _STATIC:
        raise HTTPException(404, "There is no such file.")
    return Response(_content(name), media_type=_STATIC[name], headers=_CACHED)


@cache
def _content(name: str) -> bytes:
    return (resources.files("graphwright.serving.web") / "static" / name).read_bytes()


def add_pages(app: FastAPI) -> None:
    """Add the pages to an application, behind all other routes."""
    app.include_router(router)
