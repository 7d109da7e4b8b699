"""A project of three short texts, and its jobs run in this process against a real instance."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml
from dagster._core.definitions.data_version import CachingStaleStatusResolver, StaleStatus
from dagster._core.loader import LoadingContextForTest
from tiny_lake import TinyFolder

from assets.partitions import range_of_buckets
from dagster_project.definitions import definitions_of, resources_of
from dagster_project.environment import dagster_home
from dagster_project.sensors import watch_sources
from graphwright.project import Project, open_project

BUCKETS = 3
"""Fewer than the default: Dagster records each by itself, which takes most of a run's time."""

EVERY_BUCKET = range_of_buckets(range(BUCKETS))

TEXTS = {
    "handbook/payments.txt": "Halvorn pays suppliers every Thursday. The treasury team approves "
    "the payment run. The payment run uses Ledgerline.",
    "handbook/travel.txt": "The travel desk books every flight. Managers approve hotel bookings.",
    "platform/ledgerline.txt": "Ledgerline stores the journal entries. The approval service "
    "calls Ledgerline.",
}


EDITED = ("handbook/travel.txt", "The travel desk books every train.")
"""The edit that the fixture ``edited`` has built."""

PARSE = [
    "source_documents",
    "parsed_documents",
    "rejected_documents",
    "document_links",
    "ticket_records",
]


@dataclasses.dataclass(frozen=True)
class Tiny(TinyFolder):
    """A folder whose lake Dagster builds."""

    def settings(self, **more: Any) -> None:
        """Write the settings: no coreference, whose model takes long to load."""
        collections = [{"name": name, "folder": name} for name in ("handbook", "platform")]
        plain = {
            "collections": collections,
            "language": {"coreference": False},
            "buckets": BUCKETS,
            "workers": 1,
            "runs": {"retry_seconds": 0},
        }
        self.sources.write_text(yaml.safe_dump(plain | more), encoding="utf-8")

    @property
    def resources(self) -> dict[str, Any]:
        return dict(resources_of(self.project))

    @property
    def project(self) -> Project:
        return open_project(self.lake, sources=self.sources)

    @property
    def definitions(self) -> dg.Definitions:
        return definitions_of(self.project)

    @contextmanager
    def environment(self) -> Iterator[None]:
        """Name this project as a program does that loads the definitions by their module."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("GRAPHWRIGHT_LAKE", str(self.lake))
            patch.setenv("GRAPHWRIGHT_SOURCES", str(self.sources))
            patch.setenv("DAGSTER_HOME", str(dagster_home(self.lake)))
            yield

    @contextmanager
    def instance(self) -> Iterator[dg.DagsterInstance]:
        """Open the lake's own instance."""
        with dg.DagsterInstance.from_config(str(dagster_home(self.lake))) as instance:
            yield instance

    def run(
        self,
        instance: dg.DagsterInstance,
        job: str = "build",
        *,
        only: list[str] | None = None,
        tags: Mapping[str, str] | None = None,
        config: Mapping[str, Any] | None = None,
    ) -> dg.ExecuteInProcessResult:
        """Run a job, or some assets of it, in this process; return what came of it."""
        quiet = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
        resolved = self.definitions.resolve_job_def(job)
        result: dg.ExecuteInProcessResult = resolved.execute_in_process(
            instance=instance,
            asset_selection=None if only is None else [dg.AssetKey(name) for name in only],
            tags=EVERY_BUCKET if tags is None else tags,
            run_config={**quiet, **(config or {})},
            raise_on_error=False,
        )
        return result


def new_project(root: Path, texts: Mapping[str, str] = TEXTS) -> Tiny:
    """Make a project that is not built yet."""
    tiny = Tiny(root)
    for path, text in texts.items():
        tiny.write(path, text)
    tiny.settings()
    return tiny


def copy_of(built: Tiny, root: Path) -> Tiny:
    """Return a copy of a project, with its lake and the times of its files."""
    shutil.copytree(built.root, root)
    return Tiny(root)


def why(result: dg.ExecuteInProcessResult) -> str:
    """Return what made the steps of a run fail."""
    failures = (e.step_failure_data for e in result.all_events if e.is_step_failure)
    return "\n".join(f.error.to_string() for f in failures if f.error is not None)


def stale(instance: dg.DagsterInstance) -> set[tuple[str, str | None]]:
    """Return (asset, bucket) of all that the page shows as stale or missing."""
    graph = Tiny(Path(instance.root_directory).parents[1]).definitions.resolve_asset_graph()
    resolver = CachingStaleStatusResolver(instance, graph, LoadingContextForTest(instance))
    found: set[tuple[str, str | None]] = set()
    for key in graph.materializable_asset_keys:
        definition = graph.get(key).partitions_def
        for bucket in definition.get_partition_keys() if definition else [None]:
            if resolver.get_status(key, bucket) is not StaleStatus.FRESH:
                found.add((key.to_user_string(), bucket))
    return found


class Ticks:
    """Ticks of the sensor on the sources, one after another, with the cursor that it leaves."""

    def __init__(self, tiny: Tiny, instance: dg.DagsterInstance) -> None:
        self._tiny, self._instance = tiny, instance
        self._cursor: str | None = None
        self.reason = ""

    def tick(self) -> list[dg.RunRequest]:
        """Return what the sensor asks for; ``reason`` says why where that is nothing."""
        with dg.build_sensor_context(
            instance=self._instance, cursor=self._cursor, resources=self._tiny.resources
        ) as context:
            data = watch_sources.evaluate_tick(context)
        self._cursor, self.reason = data.cursor, data.skip_message or ""
        return list(data.run_requests or [])
