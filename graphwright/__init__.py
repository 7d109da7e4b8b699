"""Graphwright: documents to a knowledge graph whose every fact leads back to its sentence.

The public interface: ``open_project`` gives a ``Project``, a lake and its settings, and that
builds, plans, answers and looks. Everything else in the package may change without notice.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphwright.engine import BuildReport
    from graphwright.errors import GraphwrightError
    from graphwright.graph.entity_card import EntityCard
    from graphwright.graph.snapshot import Snapshot
    from graphwright.inspection.verification import Verification
    from graphwright.planning.forecast import BuildForecast
    from graphwright.project import Project, open_project
    from graphwright.retrieval import Context
    from graphwright.settings import Settings

__all__ = [
    "BuildForecast",
    "BuildReport",
    "Context",
    "EntityCard",
    "GraphwrightError",
    "Project",
    "Settings",
    "Snapshot",
    "Verification",
    "open_project",
]

_HOMES = {
    "BuildForecast": "graphwright.planning.forecast",
    "BuildReport": "graphwright.engine",
    "Context": "graphwright.retrieval",
    "EntityCard": "graphwright.graph.entity_card",
    "GraphwrightError": "graphwright.errors",
    "Project": "graphwright.project",
    "Settings": "graphwright.settings",
    "Snapshot": "graphwright.graph.snapshot",
    "Verification": "graphwright.inspection.verification",
    "open_project": "graphwright.project",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for: a worker process, and ``--help``, need next to nothing of it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'graphwright' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
