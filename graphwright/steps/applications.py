"""The steps from kept observations of applications to their pages, states, actions and fields.

An observation is what the last whole crawl of an application saw; no step drives a browser. Rows
are pure functions of observations and the team's decisions (``graphwright.applications.rows``).
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import pyarrow as pa

from graphwright.applications.merges import Decision, read_decisions
from graphwright.applications.observation import Observation
from graphwright.applications.observation_store import load_observation, observation_digest
from graphwright.applications.rows import (
    ApplicationRows,
    application_row,
    application_rows,
    capture_rows,
    unused_row,
)
from graphwright.code_versions import Code, version_of
from graphwright.ids import bucket_of, fingerprint
from graphwright.settings import ApplicationSettings, Settings
from graphwright.steps.base.joint_tables import JointTablesStep
from graphwright.steps.base.step import Given, StepReport, Work, refresh, table_digest
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.bucketed.unit import Pool, Unit, UnitResult
from graphwright.steps.listed import ListedStep
from graphwright.store.lake import Lake, open_lake
from graphwright.tables import (
    Application,
    SourceDocument,
    UiAction,
    UiCapture,
    UiField,
    UiMerge,
    UiState,
    UnusedStateDecision,
    table_of,
)

Digests = tuple[tuple[str, str | None], ...]
"""The applications of the settings, each with the hash of what was seen of it, if anything was."""

_KEPT = 4
"""Observations and their rows that a process keeps: three steps read each."""


class _Seen:
    """What the lake keeps of the crawls of the settings' applications, read once for all steps."""

    def __init__(self, lake: Lake, settings: Settings) -> None:
        """Raise ``SettingsError`` for the team's decisions."""
        self._lake = lake
        self.applications, self._default = settings.applications, settings.access.default
        path = settings.decisions_path if settings.applications else None
        self.decisions = tuple(read_decisions(path))

    @functools.cached_property
    def said(self) -> str:
        """Return the fingerprint of the team's decisions."""
        return fingerprint(
            [(one.application, one.same, one.state, one.other) for one in self.decisions]
        )

    def named(self) -> Iterator[tuple[ApplicationSettings, tuple[str, ...]]]:
        """Yield each application of the settings with the groups that may see it."""
        for one in self.applications:
            yield one, one.groups or (self._default,)

    def digests(self) -> Digests:
        """Return the applications with the hashes of their observations, in order of the settings.

        Raises ``DamageError``.
        """
        names = (one.name for one in self.applications)
        return tuple((name, observation_digest(self._lake, name)) for name in names)

    def observations(self) -> Iterator[Observation]:
        """Yield what was seen of each application that was crawled. Raises ``DamageError``."""
        for name, digest in self.digests():
            if digest is not None:
                yield _observation(self._lake.root, name, digest)

    def rows(self) -> Iterator[ApplicationRows]:
        """Yield the rows of each application that was crawled. Raises ``DamageError``."""
        for name, digest in self.digests():
            if digest is not None:
                yield _rows(self._lake.root, name, digest, self.decisions)

    def unused(self) -> Iterator[UnusedStateDecision]:
        """Yield the decisions that decide nothing. Raises ``DamageError``."""
        crawled = {name for name, digest in self.digests() if digest is not None}
        for said in self.decisions:
            if said.application not in crawled:
                yield unused_row(said, "No application of this name was crawled.")
        for rows in self.rows():
            yield from rows.unused

    def listed(self) -> Iterator[Application]:
        """Yield the row of each application. Raises ``DamageError``."""
        known = {rows.application: rows for rows in self.rows()}
        for one, groups in self.named():
            yield application_row(one.name, one.home, groups, known.get(one.name))


@functools.lru_cache(maxsize=_KEPT)
def _observation(root: Path, name: str, _digest: str) -> Observation:
    seen = load_observation(open_lake(root), name, boxes=False)
    assert seen is not None, "It has a digest."
    return seen


@functools.lru_cache(maxsize=_KEPT)
def _rows(root: Path, name: str, digest: str, decisions: tuple[Decision, ...]) -> ApplicationRows:
    return application_rows(_observation(root, name, digest), decisions)


class ApplicationsStep(ListedStep):
    """The applications of the settings, with where their last crawl stands.

    Its key is of what the list is made from: near states are looked at only where that is another.
    """

    code = Code((__name__,))
    name = "applications"
    outputs = ("applications",)
    stale_reason = "an application was crawled, or its settings or the team's decisions changed"

    @classmethod
    def of(cls, given: Given) -> ApplicationsStep:
        """Return the step for a lake and its settings."""
        return cls(given)

    def __init__(self, given: Given) -> None:
        self._seen = _Seen(given.lake, given.settings)
        self.causes = {f"code.{self.name}": version_of(self.code)}

    @functools.cached_property
    def listed(self) -> pa.Table:
        """Return the applications as the settings and the kept observations have them."""
        return table_of(Application).from_rows(self._seen.listed())

    @property
    def _key(self) -> str:
        seen = self._seen
        said = [(one.name, one.home, groups) for one, groups in seen.named()]
        return fingerprint([self.causes, said, seen.digests(), seen.said])

    def is_current(self, lake: Lake, bucket: int | None = None) -> bool:
        """Return whether the table is of the applications and observations as they are."""
        return lake.is_current(self.name, self._key)

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Write the list where it, or what a crawl saw, is another."""
        return refresh(lake, self.name, self._key, lambda: self.listed, self.causes)

    def data_version(self, lake: Lake, table: str, bucket: int | None = None) -> str:
        """Return what later steps depend on: the list, and what was seen."""
        return fingerprint([super().data_version(lake, table, bucket), self._seen.digests()])


class CapturesStep(BucketStep):
    """The pages that crawls read, in canonical form; the unit is a page.

    A page's bucket is that of its application and address template.
    """

    code = Code((__name__,))
    name = "ui_captures"
    outputs = ("ui_captures",)
    inputs = ("applications",)
    unit_column = "capture_id"
    unit = "pages"
    batch = 256

    @classmethod
    def of(cls, given: Given) -> CapturesStep:
        """Return the step for a lake and its settings."""
        return cls(given)

    def __init__(self, given: Given) -> None:
        super().__init__({}, Pool(inline_units=1_000_000))
        self._seen = _Seen(given.lake, given.settings)
        self._buckets = given.settings.buckets
        self._known: tuple[Digests, Mapping[int, Mapping[str, UiCapture]]] | None = None

    def units(self, lake: Lake, bucket: int) -> list[Unit]:
        """Return a unit for each page of the bucket."""
        return [
            Unit(one, fingerprint([self.version, one]), "") for one in sorted(self._pages(bucket))
        ]

    def bucket_key(self, lake: Lake, bucket: int) -> str:
        """Return the fingerprint of what was seen: pages are read only where that is another."""
        return fingerprint([self.version, self._seen.digests()])

    def documents(self, sources: Sequence[SourceDocument]) -> Set[str]:
        """Return no document: pages are none."""
        return frozenset()

    def payloads(self, lake: Lake, bucket: int, units: Sequence[Unit]) -> list[Any]:
        """Return the row of each unit."""
        pages = self._pages(bucket)
        return [pages[unit.id] for unit in units]

    @property
    def work(self) -> Callable[[list[Any]], list[UnitResult]]:
        """Return the function that makes rows of a batch of pages."""
        return _rows_of_pages

    def _pages(self, bucket: int) -> Mapping[str, UiCapture]:
        digests = self._seen.digests()
        if self._known is None or self._known[0] != digests:
            self._known = digests, self._by_bucket()
        return self._known[1].get(bucket, {})

    def _by_bucket(self) -> Mapping[int, Mapping[str, UiCapture]]:
        found: defaultdict[int, dict[str, UiCapture]] = defaultdict(dict)
        for seen in self._seen.observations():
            for row in capture_rows(seen):
                place = fingerprint([row.application, row.template])
                found[bucket_of(place, self._buckets)][row.capture_id] = row
        return found


def _rows_of_pages(pages: list[UiCapture]) -> list[UnitResult]:
    return [UnitResult({"ui_captures": [page]}) for page in pages]


class StatesStep(JointTablesStep):
    """Make states of what was seen, near ones merged, with their actions and fields."""

    code = Code((__name__,))
    name = "ui_states"
    inputs = ("applications", "ui_captures")
    outputs = ("ui_states", "ui_actions", "ui_fields", "ui_merges", "unused_state_decisions")
    stale_reason = "it is not there, or an application or the team's decisions changed"

    @classmethod
    def of(cls, given: Given) -> StatesStep:
        """Return the step for a lake and its settings. Raises ``SettingsError`` for decisions."""
        return cls(given)

    def __init__(self, given: Given) -> None:
        self._seen = _Seen(given.lake, given.settings)
        self._buckets = given.settings.buckets
        self.causes = {
            f"code.{self.name}": version_of(self.code),
            "state_decisions": self._seen.said,
        }

    def key(self, lake: Lake) -> str:
        """Return the key of all tables. ``LakeError`` where what they are made from is absent."""
        before = [table_digest(lake, name, self._buckets) for name in self.inputs]
        return fingerprint([self.causes, before, self._seen.digests()])

    def made(self, lake: Lake) -> dict[str, pa.Table]:
        """Return all tables."""
        rows = list(self._seen.rows())
        return {
            "ui_states": table_of(UiState).from_rows(r for one in rows for r in one.states),
            "ui_actions": table_of(UiAction).from_rows(r for one in rows for r in one.actions),
            "ui_fields": table_of(UiField).from_rows(r for one in rows for r in one.fields),
            "ui_merges": table_of(UiMerge).from_rows(r for one in rows for r in one.merges),
            "unused_state_decisions": table_of(UnusedStateDecision).from_rows(
                {(r.application, r.state, r.other): r for r in self._seen.unused()}.values()
            ),
        }
