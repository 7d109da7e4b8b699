"""What runs a build: the seam between the domain and an orchestrator.

The domain knows the steps (``graphwright.steps.pipeline``) and not who runs them. An engine is a
function that a package offers as an entry point of the group ``graphwright.engines``; this
project's own, ``dagster``, runs the build as one run of Dagster in the calling process.
"""

from __future__ import annotations

import dataclasses
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol

from graphwright.errors import SettingsError
from graphwright.settings import Settings

GROUP = "graphwright.engines"
DEFAULT = "dagster"


@dataclasses.dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: rows of each table, the snapshot published, seconds of each step.

    ``run_id`` is None where nothing had changed and nothing ran. ``warnings`` are the checks that
    failed without blocking the publication.
    """

    run_id: str | None
    rows: dict[str, int]
    snapshot: str
    seconds: dict[str, float]
    warnings: tuple[str, ...]


class Engine(Protocol):
    """Builds a graph."""

    def __call__(
        self,
        root: Path,
        settings: Settings,
        *,
        quiet: bool = False,
        max_cost: float | None = None,
        allow_shrinking: bool = False,
    ) -> BuildReport:
        """Bring the graph in the lake at ``root`` up to date and publish it if every check passes.

        ``quiet`` shows no progress; ``max_cost`` is a budget in money for the LLM of this build;
        ``allow_shrinking`` publishes also where a collection has lost more documents than the
        settings allow. Raises ``GraphwrightError`` that says what stopped the build.
        """


def load_engine(name: str = DEFAULT) -> Engine:
    """Return an engine by its name. Raises ``SettingsError`` that lists what is installed."""
    offered = {point.name: point for point in entry_points(group=GROUP)}
    if name not in offered:
        raise SettingsError(
            f"There is no build engine {name!r}, only {', '.join(sorted(offered)) or 'none'}.",
            remedy="Install the package that offers it; for this project's own, install it anew: "
            "make install, or pip install -e . in its checkout.",
        )
    engine: Engine = offered[name].load()
    return engine
