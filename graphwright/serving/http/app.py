"""The application: routes over a service, behind the guard."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable, Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING

from fastapi import FastAPI

from graphwright.retrieval import STRATEGIES
from graphwright.serving.http.api import add_api
from graphwright.serving.http.assistants import add_assistants
from graphwright.serving.http.front import Front
from graphwright.serving.http.guard import Guard
from graphwright.serving.http.guidance_api import add_guidance_api
from graphwright.serving.http.guidance_pages import add_guidance_pages
from graphwright.serving.http.help_api import add_help_api
from graphwright.serving.http.help_pages import add_help_pages
from graphwright.serving.http.observed import Observed
from graphwright.serving.http.operation import add_operation, follow
from graphwright.serving.http.pages import add_pages
from graphwright.serving.http.problems import add_problems
from graphwright.serving.http.review_pages import add_review
from graphwright.serving.http.ticket_api import add_ticket_api
from graphwright.serving.http.ticket_pages import add_ticket_pages
from graphwright.serving.metrics import Metrics
from graphwright.serving.service import Service

if TYPE_CHECKING:
    from graphwright.review.session import ReviewSession


def create_app(
    service: Service,
    *,
    hosts: tuple[str, ...] = (),
    processes: int = 1,
    review: ReviewSession | None = None,
) -> FastAPI:
    """Return the application over a service; it follows what is published while it runs.

    ``hosts`` are names of this service in the header Host, beside those of the settings and of
    this machine. ``processes`` will run it, each forked from this one: they share what the settings
    allow them together. With ``review`` its pages are there, and whoever asks sees all that is
    published. Raises ``SettingsError`` where tokens or keys are wrong.
    """

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        service.start()
        try:
            async with running():
                yield
        finally:
            service.close()
            app.state.front.close()

    app = FastAPI(
        title="Graphwright",
        version=version("graphwright"),
        description="The published graph, read only: every fact with the sentence that states it.",
        lifespan=lifespan,
        docs_url=None,  # its page loads scripts from elsewhere
        redoc_url=None,
    )
    add_api(app)
    add_ticket_api(app)
    add_help_api(app)
    add_guidance_api(app)
    add_operation(app)
    running = add_assistants(app, service)
    add_pages(app)
    add_ticket_pages(app)
    add_help_pages(app)
    add_guidance_pages(app)
    if review is not None:
        add_review(app, review)
    add_problems(app)
    metrics = Metrics(list(_patterns(app.routes)), STRATEGIES.names)
    app.state.front = Front(service, metrics, processes, sees_all=review is not None)
    follow(service, metrics)
    app.add_middleware(Guard, settings=service.settings, hosts=hosts)
    app.add_middleware(Observed, metrics=metrics)  # around the guard: what it refuses counts too
    return app


def _patterns(routes: Iterable[object]) -> Iterator[str]:
    """Yield the patterns of routes, also of routers that were included and stay one entry."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from _patterns(inner.routes)
        elif isinstance(path := getattr(route, "path", None), str):
            yield path
