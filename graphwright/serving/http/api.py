"""Routes that answer with JSON: below /api/v1, and beside pages under their address with .json."""

from __future__ import annotations

import functools
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Annotated, Any, TypeVar

import pydantic
from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse

from graphwright.serving import functions, models
from graphwright.serving.http.front import Answered, CallerOf, FrontOf
from graphwright.serving.http.problems import Problems

PREFIX = "/api/v1"
JSON = "application/json"
_DEEPEST = 20
"""Levels of JSON that a request may have; ours have one."""

ModelT = TypeVar("ModelT", bound=pydantic.BaseModel)


class _StrictRequest(Request):
    """A request whose JSON has no key twice, no NaN and few levels."""

    async def json(self) -> Any:
        """Return what the body holds; raise ``HTTPException`` 400 for what is no such JSON."""
        return strict_json(await self.body())


def strict_json(body: bytes) -> Any:
    """Return what JSON says; raise ``HTTPException`` 400 for what could be read in two ways."""
    if _depth(body) > _DEEPEST:
        raise HTTPException(400, f"The body has more than {_DEEPEST} levels.")
    try:
        return json.loads(
            body.decode("utf-8"), object_pairs_hook=_mapping, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError and JSONDecodeError too
        reason = error.args[0] if type(error) is ValueError else "it cannot be read"
        raise HTTPException(400, f"The body is no JSON in UTF-8: {reason}.") from None


def _depth(body: bytes) -> int:
    """Return how many brackets are open at most, those in texts counted too."""
    deepest = depth = 0
    for byte in body:
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice")
    return made


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


class StrictRoute(APIRoute):
    """A route that reads JSON strictly, and no parameter of its address twice."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler with the check before it."""
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            names = [name for name, _ in request.query_params.multi_items()]
            if len(names) != len(set(names)):
                raise HTTPException(400, "A parameter stands twice in the address.")
            return await handle(_StrictRequest(request.scope, request.receive))

        return strictly


def asked(model: type[ModelT], **values: Any) -> ModelT:
    """Return a request made of parts of the address; raise ``RequestValidationError``."""
    try:
        return model(**values)
    except pydantic.ValidationError as error:
        raise RequestValidationError(
            [{**problem, "loc": ("path", *problem["loc"])} for problem in error.errors()]
        ) from None


def answer_response(answered: Answered[Any]) -> Response:
    """Return an answer as JSON."""
    return Response(answered.body, media_type=JSON)


router = APIRouter(route_class=StrictRoute)
_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problems} for status in (400, 401, 404, 422, 503, 504)
}


def answers_on(
    router: APIRouter, model: type[models.Answer], *paths: str, method: str = "GET"
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add a handler to a router under its paths; the first is the one that OpenAPI shows."""

    def add(handler: Callable[..., Any]) -> Callable[..., Any]:
        for number, path in enumerate(paths):
            router.add_api_route(
                path,
                handler,
                methods=[method],
                response_model=model,
                responses=_REFUSALS,
                include_in_schema=number == 0,
                operation_id=f"{handler.__name__}",
            )
        return handler

    return add


_answers = functools.partial(answers_on, router)


@_answers(models.SearchAnswer, f"{PREFIX}/search", "/search.json")
async def search(
    request: Annotated[models.SearchRequest, Query()], caller: CallerOf, front: FrontOf
) -> Response:
    """Return the passages, facts and entities that answer a question."""
    return answer_response(await front.run(caller, functions.search, request))


@_answers(models.SearchAnswer, f"{PREFIX}/search", method="POST")
async def search_long(request: models.SearchRequest, caller: CallerOf, front: FrontOf) -> Response:
    """The same for a question that is too long for an address."""
    return answer_response(await front.run(caller, functions.search, request))


@_answers(models.AskAnswer, f"{PREFIX}/ask", "/ask.json")
async def ask(
    request: Annotated[models.AskRequest, Query()], caller: CallerOf, front: FrontOf
) -> Response:
    """Return an answer in words with checked citations, where a language model is set."""
    return answer_response(await front.run(caller, functions.ask, request))


@_answers(models.AskAnswer, f"{PREFIX}/ask", method="POST")
async def ask_long(request: models.AskRequest, caller: CallerOf, front: FrontOf) -> Response:
    """The same for a question that is too long for an address."""
    return answer_response(await front.run(caller, functions.ask, request))


@router.post(f"{PREFIX}/ask/stream", responses=_REFUSALS, response_class=Response)
async def ask_stream(request: models.AskRequest, caller: CallerOf, front: FrontOf) -> Response:
    """Return server-sent events: ``evidence``, ``words`` as they come, last ``answer``, checked."""
    parts = front.stream(caller, request)
    first = await anext(parts)  # what is refused is refused before anything is sent
    return StreamingResponse(_events(first, parts), media_type="text/event-stream")


async def _events(
    first: models.AskAnswer | str, parts: AsyncIterator[models.AskAnswer | str]
) -> AsyncIterator[str]:
    """Yield the parts of an answer as events, each with JSON as its data."""
    assert not isinstance(first, str)
    yield f"event: evidence\ndata: {first.model_dump_json()}\n\n"
    async for part in parts:
        if isinstance(part, str):
            yield f"event: words\ndata: {json.dumps(part)}\n\n"
        else:
            yield f"event: answer\ndata: {part.model_dump_json()}\n\n"


@_answers(models.EntityAnswer, f"{PREFIX}/entity", "/entity.json")
async def entity(
    request: Annotated[models.EntityRequest, Query()], caller: CallerOf, front: FrontOf
) -> Response:
    """Return an entity's names, merges, facts with quotes, mentions and steps."""
    return answer_response(await front.run(caller, functions.entity, request))


@_answers(models.SubgraphAnswer, f"{PREFIX}/subgraph", "/graph.json")
async def subgraph(
    request: Annotated[models.SubgraphRequest, Query()], caller: CallerOf, front: FrontOf
) -> Response:
    """Return the entities around one, and the relations among them."""
    return answer_response(await front.run(caller, functions.subgraph, request))


@_answers(
    models.EvidenceAnswer, f"{PREFIX}/evidence/{{evidence_id}}", "/evidence/{evidence_id}.json"
)
async def evidence(evidence_id: str, caller: CallerOf, front: FrontOf) -> Response:
    """Return a piece of evidence in its passage."""
    request = asked(models.EvidenceRequest, evidence_id=evidence_id)
    return answer_response(await front.run(caller, functions.evidence, request))


@_answers(
    models.DocumentAnswer, f"{PREFIX}/document/{{document_id}}", "/document/{document_id}.json"
)
async def document(
    document_id: str,
    caller: CallerOf,
    front: FrontOf,
    first: int = 0,
    passages: int = 20,
) -> Response:
    """Return a document's passages in order, with the facts that each states."""
    request = asked(models.DocumentRequest, document_id=document_id, first=first, passages=passages)
    return answer_response(await front.run(caller, functions.document, request))


@_answers(models.HistoryAnswer, f"{PREFIX}/history", "/history.json")
async def history(caller: CallerOf, front: FrontOf) -> Response:
    """Return the publications that are recorded, the newest first."""
    return answer_response(await front.run(caller, functions.history))


@_answers(models.ChangesAnswer, f"{PREFIX}/changes", "/changes.json")
async def changes(
    request: Annotated[models.ChangesRequest, Query()], caller: CallerOf, front: FrontOf
) -> Response:
    """Return what a publication changed, and why."""
    return answer_response(await front.run(caller, functions.changes, request))


@_answers(models.StrategiesAnswer, f"{PREFIX}/strategies", "/strategies.json")
async def strategies(caller: CallerOf, front: FrontOf) -> Response:
    """Return the retrieval strategies that there are."""
    return answer_response(await front.run(caller, functions.strategies))


@_answers(models.StatusAnswer, f"{PREFIX}/status", "/status.json")
async def status(caller: CallerOf, front: FrontOf) -> Response:
    """Return what is served: counts, models, when it was published."""
    return answer_response(await front.run(caller, functions.status))


def add_api(app: FastAPI) -> None:
    """Add the routes to an application."""
    app.include_router(router)
