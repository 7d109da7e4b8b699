"""The steps that list what the outside holds: documents, seed concepts, decisions of the team.

Such a table is listed anew each time, and written only where the list differs.
"""

from __future__ import annotations

import abc
import functools
from collections.abc import Iterable
from typing import Self

import pyarrow as pa

from graphwright.documents.sources.discover import discover
from graphwright.documents.sources.pages import Pages
from graphwright.documents.sources.remote import fetch_remote
from graphwright.entities.decisions import decision_table
from graphwright.entities.predicates import predicate_table
from graphwright.entities.seed_concepts import broader_table, seed_table
from graphwright.ids import fingerprint
from graphwright.settings import Settings
from graphwright.steps.base.step import Given, Step, StepReport, Work, refresh
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument, table_of

_OF_PARSING = ("document_id", "uri", "extractor", "sha256", "problem")
"""The columns of ``source_documents`` that parsing depends on."""


def listed_key(rows: pa.Table) -> str:
    """Return the key of a table that is listed anew each time."""
    return fingerprint(rows.to_pylist())


class ListedStep(Step):
    """A step that lists what the outside holds."""

    inputs = ()
    stale_reason = "its list changed"

    @functools.cached_property
    @abc.abstractmethod
    def listed(self) -> pa.Table:
        """Return the list as it is now, read once. Raises what looking raises."""

    @functools.cached_property
    def _key(self) -> str:
        return listed_key(self.listed)

    def is_current(self, lake: Lake, bucket: int | None = None) -> bool:
        """Return whether the table holds the list as it is now."""
        return lake.is_current(self.outputs[0], self._key)

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Write the list where it differs from what the table holds."""
        return refresh(lake, self.outputs[0], self._key, lambda: self.listed)


class SourcesStep(ListedStep):
    """Every document that the sources hold, with the hash of its bytes."""

    name = "source_documents"
    outputs = ("source_documents",)

    @classmethod
    def of(cls, given: Given) -> SourcesStep:
        """Return the step for a lake and its settings."""
        return cls(given)

    def __init__(self, given: Given) -> None:
        settings = given.settings
        self._given = given
        self.causes = {
            "collections": fingerprint(settings.for_data()["collections"]),
            "parse.max_bytes": str(settings.parse.max_bytes),
        }

    @functools.cached_property
    def listed(self) -> pa.Table:
        """Return the documents that are given, else those that are found now."""
        rows = self._given.documents
        if rows is None:
            settings, lake = self._given.settings, self._given.lake
            remote = fetch_remote(settings, Pages.of(lake))
            rows = discover(settings, lake.places, remote=remote, lake=lake)
        return table_of(SourceDocument).from_rows(rows)

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Write the list where it differs, and drop what was fetched of earlier ones."""
        report = super().run(lake, work)
        Pages.of(lake).drop_others(set(self.listed["sha256"].to_pylist()))
        return report

    def data_version(self, lake: Lake, table: str, bucket: int | None = None) -> str:
        """Return what parsing depends on: not the times that the table holds too."""
        columns = lake.read(table, columns=_OF_PARSING).columns
        return fingerprint(list(zip(*(column.to_pylist() for column in columns), strict=True)))


def sources_version(documents: Iterable[SourceDocument]) -> str:
    """Return the fingerprint of what parsing depends on in the list of documents."""
    return fingerprint([[getattr(one, name) for name in _OF_PARSING] for one in documents])


class TeamFileStep(ListedStep):
    """A step that lists what a file of the team says."""

    technologies = ("yaml",)

    @classmethod
    def of(cls, given: Given) -> Self:
        """Return the step for a lake and its settings."""
        return cls(given.settings)

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.causes = {}


class SeedsStep(TeamFileStep):
    """The concepts that the data team declared."""

    name = "seed_concepts"
    outputs = ("seed_concepts",)

    @functools.cached_property
    def listed(self) -> pa.Table:
        """Return the seed concepts of the file that the settings name."""
        return seed_table(self._settings.seed_path)


class BroaderStep(TeamFileStep):
    """What the data team puts above what: a table of its own, so that it changes no name."""

    name = "seed_broader"
    outputs = ("seed_broader",)

    @functools.cached_property
    def listed(self) -> pa.Table:
        """Return what the file that the settings name says is broader."""
        return broader_table(self._settings.seed_path)


class PredicatesStep(TeamFileStep):
    """Which predicates say the same, and which of them relations may have."""

    name = "predicates"
    outputs = ("predicates",)

    @functools.cached_property
    def listed(self) -> pa.Table:
        """Return the predicates of the package and of the file that the settings name."""
        closed = self._settings.predicate_vocabulary == "closed"
        return predicate_table(self._settings.predicates_path, closed=closed)


class DecisionsStep(TeamFileStep):
    """What the team decided about names."""

    name = "entity_decisions"
    outputs = ("entity_decisions",)

    @functools.cached_property
    def listed(self) -> pa.Table:
        """Return the decisions of the file that the settings name."""
        return decision_table(self._settings.decisions_path)
