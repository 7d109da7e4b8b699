"""MCP's tools under /mcp of the application: streamable HTTP without sessions.

Each call is one request with its own credentials, so any process of the service can answer it.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.routing import Route

from graphwright.errors import RequestError
from graphwright.serving.assistants.tools import Function, make_server
from graphwright.serving.assistants.tools import Headers as CallHeaders
from graphwright.serving.http.problems import problem_response, status_of

if TYPE_CHECKING:
    from fastapi import FastAPI
    from pydantic import BaseModel
    from starlette.types import ASGIApp, Receive, Scope, Send

    from graphwright.serving import models
    from graphwright.serving.http.front import Front
    from graphwright.serving.service import Service

PATH = "/mcp"

Running = Callable[[], contextlib.AbstractAsyncContextManager[None]]


class _Identified:
    """Refuses who is not known before anything of MCP reads the request, and pages of elsewhere."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != headers.get("host"):
            refusal = problem_response(403, "A page of another site asks, which is not allowed.")
            await refusal(scope, receive, send)
            return
        try:
            scope["app"].state.front.identity.groups_of(headers.get("authorization"))
        except RequestError as error:
            await problem_response(status_of(error), str(error))(scope, receive, send)
            return
        await self._app(scope, receive, send)


def add_assistants(app: FastAPI, service: Service) -> Running:
    """Add the route, and return what runs while the application does."""

    async def ask(
        headers: CallHeaders, function: Function, request: BaseModel | None
    ) -> models.Answer:
        front: Front = app.state.front
        caller = await front.caller((headers or {}).get("authorization"))
        answered: models.Answer = (await front.run(caller, function, request)).answer
        return answered

    server = make_server(ask, answers=service.settings.answers is not None)
    # Hosts are the guard's matter, and who asks, with their origin, is told above.
    security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    inner = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        transport_security=security,
    )
    for route in inner.routes:
        assert isinstance(route, Route)
        endpoint: Any = _Identified(route.app)
        app.router.routes.append(Route(route.path, endpoint, methods=None, include_in_schema=False))

    @contextlib.asynccontextmanager
    async def running() -> AsyncIterator[None]:
        async with server.session_manager.run():
            yield

    return running
