"""The step that lays the manual beside the application: paths that it names, states it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import pyarrow as pa

from graphwright.applications.documented_paths import documented_paths, menu_graphs
from graphwright.applications.undocumented import undocumented_states
from graphwright.code_versions import Code, version_of
from graphwright.ids import fingerprint
from graphwright.settings import ApplicationSettings, Settings
from graphwright.steps.base.joint_tables import JointTablesStep
from graphwright.steps.base.step import Given, table_digest
from graphwright.steps.bucketed.rows import bucket_rows
from graphwright.store.lake import Lake
from graphwright.tables import (
    Application,
    DocumentedPath,
    ParsedDocument,
    UiAction,
    UiCapture,
    UiField,
    UiState,
    UndocumentedState,
    rows_of,
    table_of,
)

Row = TypeVar("Row")


class DocumentedPathsStep(JointTablesStep):
    """Find the menu paths that documents name, where they lead, and the states that none names.

    Only the documents of an application's collections are its manual: all where it names none.
    """

    code = Code((__name__,))
    name = "documented_paths"
    inputs = (
        *("parsed_documents", "applications"),
        *("ui_captures", "ui_states", "ui_actions", "ui_fields"),
    )
    outputs = ("documented_paths", "undocumented_states")
    stale_reason = "it is not there, or documents or what was crawled changed"

    @classmethod
    def of(cls, given: Given) -> DocumentedPathsStep:
        """Return the step for a lake and its settings."""
        return cls(given.settings)

    def __init__(self, settings: Settings) -> None:
        self._applications, self._buckets = settings.applications, settings.buckets
        said = [[one.name, sorted(one.documents)] for one in self._applications]
        self.causes = {
            f"code.{self.name}": version_of(self.code),
            "manuals": fingerprint(said),
        }

    def key(self, lake: Lake) -> str:
        """Return the key of all tables. ``LakeError`` where what they are made from is absent.

        Without an application no document is read, so none changes it.
        """
        names = self.inputs if self._applications else self.inputs[1:]
        digests = [table_digest(lake, name, self._buckets) for name in names]
        return fingerprint([self.causes, digests])

    def made(self, lake: Lake) -> dict[str, pa.Table]:
        """Return both tables."""
        states = rows_of(UiState, lake.read("ui_states"))
        crawled = {one.name for one in rows_of(Application, lake.read("applications"))}
        graphs = menu_graphs(
            sorted(crawled),
            states,
            rows_of(UiAction, lake.read("ui_actions")),
            self._rows(lake, UiCapture),
            rows_of(UiField, lake.read("ui_fields")),
        )
        paths: list[DocumentedPath] = []
        bare: list[UndocumentedState] = []
        for one in self._applications:
            if one.name not in crawled:
                continue
            manual, graph = list(self._manual(lake, one)), graphs[one.name]
            own = list(documented_paths(manual, [graph]))
            paths += own
            bare += undocumented_states(graph.states.values(), own, manual)
        return {
            "documented_paths": table_of(DocumentedPath).from_rows(paths),
            "undocumented_states": table_of(UndocumentedState).from_rows(bare),
        }

    def _manual(self, lake: Lake, application: ApplicationSettings) -> Iterator[ParsedDocument]:
        for bucket in range(self._buckets):
            wanted = application.documents or None
            yield from bucket_rows(lake, ParsedDocument, bucket, "collection", wanted)

    def _rows(self, lake: Lake, row: type[Row]) -> list[Row]:
        return [
            one
            for bucket in range(self._buckets)
            for one in bucket_rows(lake, row, bucket, "", None)
        ]
