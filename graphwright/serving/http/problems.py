"""From errors to statuses, and the one form of what an answer without an answer says.

    {"error": "not_found", "message": "No entity is named 'X'. ...", "problems": []}

``problems`` lists what is wrong with a request, each with its ``place`` and a ``message``. No
value that was sent is repeated there, nor a path of the server's machine anywhere.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import pydantic
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from graphwright.errors import (
    GraphwrightError,
    NotFoundError,
    PlanError,
    RequestError,
    SettingsError,
)
from graphwright.serving.logs import LOGGER
from graphwright.serving.web import render

if TYPE_CHECKING:
    from collections.abc import Mapping

FAILED = "The service could not make the answer."

NOT_READY = "What would answer is not ready. Ask again in a moment."

RETRY_SECONDS = 1
"""After how many seconds a client may ask a full service again."""

_CODES = {
    400: "bad_request",
    401: "denied",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    413: "too_large",
    414: "too_large",
    431: "too_large",
    415: "unsupported",
    421: "wrong_host",
    422: "invalid",
    500: "failed",
    503: "full",
    504: "overdue",
}
_STATUSES = {
    "denied": 401,
    "forbidden": 403,
    "too_large": 422,
    "invalid": 422,
    "full": 503,
    "overdue": 504,
}
_HEADERS = {
    401: {"WWW-Authenticate": 'Bearer, Basic realm="graphwright", charset="UTF-8"'},
    503: {"Retry-After": str(RETRY_SECONDS)},
}


class Problem(pydantic.BaseModel):
    """What is wrong with a part of a request."""

    place: str
    message: str


class Problems(pydantic.BaseModel):
    """Why there is no answer."""

    error: str
    message: str
    problems: tuple[Problem, ...] = ()


def problem_response(
    status: int,
    message: str,
    problems: Iterable[Problem] = (),
    headers: Mapping[str, str] = {},
    code: str | None = None,
) -> Response:
    """Return the answer that says why there is none; ``code`` is the word for it."""
    told = Problems(
        error=code or _CODES.get(status, "failed" if status >= 500 else "refused"),
        message=message,
        problems=tuple(problems),
    )
    body = told.model_dump_json().replace("<", "\\u003c")  # harmless where it is taken for a page
    return Response(
        body, status, {**refusal_headers(status), **headers}, media_type="application/json"
    )


def refusal_headers(status: int) -> dict[str, str]:
    """Return the headers that tell a client what to do about a status."""
    return dict(_HEADERS.get(status, {}))


def status_of(error: GraphwrightError) -> int:
    """Return the HTTP status that tells an error."""
    if isinstance(error, RequestError):
        return _STATUSES[error.code]
    if isinstance(error, NotFoundError):
        return 404
    if error.transient:
        return 503
    return 400 if isinstance(error, SettingsError | PlanError) else 500


def message_of(error: GraphwrightError | RequestValidationError) -> str:
    """Return what a caller is told of an error; what is no caller's fault is logged."""
    if isinstance(error, RequestValidationError):
        first = _problems(error)[0]
        return f"{first.place}: {first.message}."
    if not isinstance(error, RequestError) and status_of(error) >= 500:
        # Its message may name places of this machine.
        logging.getLogger(LOGGER).error("an answer failed", exc_info=error)
        return NOT_READY if error.transient else FAILED
    return str(error)


def _problems(error: RequestValidationError) -> list[Problem]:
    return [
        Problem(place=_place(found["loc"]), message=str(found["msg"]))
        for found in error.errors()[:20]
    ]


async def _own(_request: Request, error: Exception) -> Response:
    assert isinstance(error, GraphwrightError)
    code = error.code if isinstance(error, RequestError) else None
    return problem_response(status_of(error), message_of(error), code=code)


async def _invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return problem_response(422, message_of(error), _problems(error))


def _place(location: tuple[Any, ...]) -> str:
    """Return where something wrong stands; names of fields that a client made up are cut."""
    return ".".join(str(part)[:60] for part in location) or "request"


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    standard = HTTPStatus(error.status_code).phrase
    if "text/html" in request.headers.get("accept", ""):  # a person's browser
        message = error.detail if error.detail != standard else "There is no such page."
        page = render.problem_page(standard, message)
        return HTMLResponse(page, error.status_code, headers=error.headers)
    message = error.detail if error.detail != standard else f"{standard}: see /openapi.json."
    return problem_response(error.status_code, message, headers=error.headers or {})


def add_problems(app: FastAPI) -> None:
    """Let an application tell each error in the one form."""
    app.add_exception_handler(GraphwrightError, _own)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
