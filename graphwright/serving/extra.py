"""Whether the packages of the extra ``serve`` are there."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable

from graphwright.errors import ExtraError

MODULES = {
    "fastapi": "fastapi",
    "jwt": "pyjwt",
    "mcp": "mcp",
    "opentelemetry": "opentelemetry-api",
    "prometheus_client": "prometheus-client",
    "python_multipart": "python-multipart",
    "starlette": "starlette",
    "uvicorn": "uvicorn",
}
"""Modules that the service imports, each with the package that brings it."""


def check_extra(modules: Iterable[str] = MODULES) -> None:
    """Raise ``ExtraError`` that names the packages of the service that are not installed."""
    absent = [MODULES.get(name, name) for name in modules if importlib.util.find_spec(name) is None]
    if absent:
        raise ExtraError(
            f"The service needs packages that are not installed: {', '.join(absent)}.",
            remedy="Run 'make serve' in a checkout, or 'pip install graphwright[serve]'.",
        )
