"""What who operates the service asks: is it alive, is it ready, how much does it do."""

from __future__ import annotations

import datetime
import logging
from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import JSONResponse, Response

from graphwright.publish.history.log import last_publication
from graphwright.serving.http.front import FrontOf
from graphwright.serving.http.problems import problem_response
from graphwright.serving.logs import LOGGER

if TYPE_CHECKING:
    from graphwright.errors import GraphwrightError
    from graphwright.serving.metrics import Metrics
    from graphwright.serving.service import Service

router = APIRouter(tags=["operation"])


@router.get("/health")
async def health() -> Response:
    """Say that the process answers."""
    return JSONResponse({"status": "alive"})


@router.get("/ready")
async def ready(front: FrontOf) -> Response:
    """Say that a snapshot is open and a question would be taken; else 503."""
    if front.pool.full:
        return problem_response(503, "As many requests wait as may.")
    return JSONResponse({"status": "ready"})


@router.get("/metrics")
async def metrics(request: Request, front: FrontOf) -> Response:
    """Return the metrics of all processes, as Prometheus reads them."""
    front.identity.groups_of(request.headers.get("authorization"))
    body, kind = front.metrics.text()
    return Response(body, headers={"Content-Type": kind})


def add_operation(app: FastAPI) -> None:
    """Add the routes to an application."""
    app.include_router(router)


def follow(service: Service, metrics: Metrics) -> None:
    """Let metrics and log tell which snapshot is served, and what keeps another from being."""
    log, told = logging.getLogger(LOGGER), [""]

    def served(snapshot: str) -> None:
        last = last_publication(service.project.root)
        at = datetime.datetime.fromisoformat(last.at) if last else datetime.datetime.now()
        metrics.snapshot_served(snapshot, at.timestamp())
        log.info("snapshot %s is served", snapshot)
        told[0] = ""

    def failed(error: GraphwrightError) -> None:
        if str(error) != told[0]:  # it is met twice a second
            log.error("what is published cannot be served: %s", error)
        told[0] = str(error)

    service.on_change, service.on_failure = served, failed
    served(service.current.snapshot.id)
