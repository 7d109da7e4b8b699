"""The application: routes over a service, behind the guard."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from importlib.metadata import version

from fastapi import FastAPI

from graphwright.serving.http.api import add_api
from graphwright.serving.http.assistants import add_assistants
from graphwright.serving.http.front import Front
from graphwright.serving.http.guard import Guard
from graphwright.serving.http.operation import add_operation
from graphwright.serving.http.pages import add_pages
from graphwright.serving.http.problems import add_problems
from graphwright.serving.service import Service


def create_app(service: Service, *, hosts: tuple[str, ...] = ()) -> FastAPI:
    """Return the application over a service; it follows what is published while it runs.

    ``hosts`` are names of this service in the header Host, beside those of the settings and of
    this machine. Raises ``SettingsError`` where tokens or keys are wrong.
    """
    front = Front(service)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        service.start()
        try:
            async with running():
                yield
        finally:
            service.close()
            front.close()

    app = FastAPI(
        title="Graphwright",
        version=version("graphwright"),
        description="The published graph, read only: every fact with the sentence that states it.",
        lifespan=lifespan,
        docs_url=None,  # its page loads scripts from elsewhere
        redoc_url=None,
    )
    app.state.front = front
    add_api(app)
    add_operation(app)
    running = add_assistants(app, front)
    add_pages(app)
    add_problems(app)
    app.add_middleware(Guard, settings=service.settings, hosts=hosts)
    return app
