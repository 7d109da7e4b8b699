"""What who operates the service asks: is it alive, is it ready, how much does it do."""

from __future__ import annotations

from fastapi import APIRouter, FastAPI
from starlette.responses import JSONResponse, Response

from graphwright.serving.http.front import FrontOf
from graphwright.serving.http.problems import problem_response

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


def add_operation(app: FastAPI) -> None:
    """Add the routes to an application."""
    app.include_router(router)
