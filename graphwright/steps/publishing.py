"""The last step: the published snapshot, an immutable folder behind one atomic pointer."""

from __future__ import annotations

from graphwright.graph.kinds import APPLICATION_GRAPH, HELP_GRAPH, TICKET_GRAPH
from graphwright.graph.manifest import FORMAT_VERSION
from graphwright.graph.pointer import known_pointer, read_pointer
from graphwright.publish.history.origin import origin_of
from graphwright.publish.mapped_tables import TablePaths
from graphwright.publish.publish import is_published, publish_snapshot
from graphwright.publish.snapshot_files import REQUIRED
from graphwright.steps.base.step import Given, Step, StepReport, Work
from graphwright.store.lake import Lake
from graphwright.tables import TABLES
from graphwright.vectors.embedder import embedder_fingerprint

SNAPSHOT = "published_snapshot"


class PublishStep(Step):
    """The graph, its tables and its vectors under one manifest, for readers.

    It follows every table, so that nothing is published before all tables and their checks are
    new; what it reads of them is ``snapshot_files.REQUIRED``, and where there are tickets, help
    pages or applications, theirs.
    """

    name = SNAPSHOT
    inputs = tuple(TABLES)
    outputs = (SNAPSHOT,)
    group = "serving"
    stale_reason = "it is not of these tables"
    technologies = ("igraph", "arrow")

    @classmethod
    def of(cls, given: Given) -> PublishStep:
        """Return the step for a lake and its settings."""
        return cls(given)

    def __init__(self, given: Given) -> None:
        self._settings = given.settings
        self.causes = {
            "format": str(FORMAT_VERSION),
            "settings": self._settings.data_fingerprint,
            "embedding.model": embedder_fingerprint(self._settings.embedding),
        }

    def is_current(self, lake: Lake, bucket: int | None = None) -> bool:
        """Return whether the published snapshot is of the tables as they are."""
        return is_published(
            lake.root,
            _paths(lake),
            settings_fingerprint=self.causes["settings"],
            embedder_fingerprint=self.causes["embedding.model"],
            storage=lake.storage,
            checksum=lake.checksum,
        )

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Make the snapshot of the tables and point readers to it, if it is another."""
        before = known_pointer(lake.root)
        snapshot = publish_snapshot(
            lake.root,
            _paths(lake),
            settings_fingerprint=self.causes["settings"],
            embedder_fingerprint=self.causes["embedding.model"],
            keep=self._settings.keep_snapshots,
            origin=lambda: origin_of(lake, self._settings),
            storage=lake.storage,
            checksum=lake.checksum,
        )
        after = read_pointer(lake.root)
        made = (before and before.publication) != (after and after.publication)
        return StepReport(made=made, numbers={"snapshot": snapshot})

    def data_version(self, lake: Lake, table: str, bucket: int | None = None) -> str:
        """Return the id of the published snapshot."""
        pointer = read_pointer(lake.root)
        return "absent" if pointer is None else pointer.current


def _paths(lake: Lake) -> TablePaths:
    """Return the files of the tables that the snapshot is made from."""
    required = dict.fromkeys(REQUIRED)
    if lake.row_count("tickets"):
        required |= dict.fromkeys(TICKET_GRAPH.required)
    if lake.row_count("help_nodes"):
        required |= dict.fromkeys(HELP_GRAPH.required)
    if lake.row_count("ui_states"):
        required |= dict.fromkeys(APPLICATION_GRAPH.required)
    return {table: lake.sound_paths(table) for table in required}
