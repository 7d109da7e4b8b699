"""A build without Dagster: the pipeline's steps in their order, each with its checks.

It costs a fraction of a whole build, for tests of what many builds in a row leave behind. That it
makes the same bytes as ``graphwright build`` is tested in ``test_two_builds_are_identical``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from graphwright.documents.sources.discover import discover
from graphwright.planning.staleness import find_stale
from graphwright.quality.run import run_checks_at
from graphwright.settings import Settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.embedding import EmbedStep
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake
from graphwright.tables import TABLES

Worked = dict[str, int]
"""Bucketed step, or table of vectors, to the units or texts that it worked on."""


@contextlib.contextmanager
def unchecked() -> Iterator[None]:
    """Publish without checks, which change no row and take half of the time of a small lake."""
    with mock.patch.object(Pipeline, "_check_before_publishing"):
        yield


def build_plainly(settings: Settings, root: Path, *, checked: bool = True) -> Worked:
    """Bring the lake up to date with the sources, publish it, and return what was worked on.

    Without checks it is for a build that a checked one follows, or is compared with.
    """
    lake = Lake(root)
    with lake.exclusive(), contextlib.nullcontext() if checked else unchecked():
        pipeline = Pipeline(Given(lake, settings, discover(settings, lake.places, lake=lake)))
        stale = find_stale(pipeline)
        work, worked = Work(sorted(stale.buckets), settings.worker_count), Worked()
        for step in pipeline:
            made = stale.reasons.keys() & set(step.outputs)
            report = pipeline.run(step, work) if made else None
            if step.bucketed or isinstance(step, EmbedStep):
                worked[step.name] = report.worked if report else 0
            for table in step.outputs if made and checked else ():
                _check(lake, settings, table)
    return worked


def _check(lake: Lake, settings: Settings, table: str) -> None:
    results = run_checks_at(lake, table, settings) if table in TABLES else []
    failed = [result for result in results if result.blocking and not result.passed]
    assert not failed, failed
