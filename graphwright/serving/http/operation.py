"""What who operates the service asks: is it alive, is it ready, how much does it do."""

from __future__ import annotations

import datetime
import logging
from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import JSONResponse, Response

from graphwright.errors import RequestError
from graphwright.llm.answers.budget import price
from graphwright.publish.history.log import last_publication
from graphwright.retrieval.chunk_search import log_failure
from graphwright.serving.http.front import Front, FrontOf
from graphwright.serving.http.problems import problem_response
from graphwright.serving.logs import LOGGER

if TYPE_CHECKING:
    from graphwright.errors import GraphwrightError, VectorStoreError
    from graphwright.serving.answerer import Asked
    from graphwright.serving.metrics import Metrics
    from graphwright.serving.service import Groups, Service

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
    groups = front.identity.groups_of(request.headers.get("authorization"))
    _check_metrics_are_for(groups, front)
    body, kind = front.metrics.text()
    return Response(body, headers={"Content-Type": kind})


def _check_metrics_are_for(groups: Groups, front: Front) -> None:
    """Raise ``RequestError``, ``forbidden``: metrics tell of what others ask and of all changes."""
    named = frozenset(front.settings.metrics_groups)
    if not (groups & named if named else not front.service.restricted):
        raise RequestError(
            "Metrics are for callers in one of the groups of serve.metrics_groups.",
            code="forbidden",
            remedy="Give the token of what collects them such a group.",
        )


def add_operation(app: FastAPI) -> None:
    """Add the routes to an application."""
    app.include_router(router)


def follow(service: Service, metrics: Metrics) -> None:
    """Let metrics and log tell what is served, what it used, and what failed it."""
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

    def called(asked: Asked) -> None:
        prices = service.settings.answers
        cost = prices and price(prices.llm, asked.prompt_tokens, asked.answer_tokens)
        metrics.llm_called(
            asked.strategy,
            asked.seconds,
            failed=asked.failed,
            tokens_in=asked.prompt_tokens,
            tokens_out=asked.answer_tokens,
            cost=float(cost or 0),
        )

    def store_failed(error: VectorStoreError) -> None:
        log_failure(error)
        metrics.milvus_failed()

    service.on_change, service.on_failure = served, failed
    service.on_view = metrics.view_made
    service.models.on_call, service.models.on_store_failure = called, store_failed
    served(service.current.snapshot.id)
