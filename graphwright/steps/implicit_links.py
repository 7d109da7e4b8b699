"""The step from titles' vectors to implicit links between tickets."""

from __future__ import annotations

import functools

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from graphwright.code_versions import Code, version_of
from graphwright.ids import fingerprint
from graphwright.steps.base.step import Given, StepReport, Work, refresh
from graphwright.steps.base.whole_tables import WholeTablesStep
from graphwright.store.lake import Lake
from graphwright.tables import ImplicitTicketLink, table_of
from graphwright.tickets.implicit_links import Threshold, implicit_links, thresholds
from graphwright.tickets.template import SUMMARY
from graphwright.vectors.embedder import embedder_fingerprint
from graphwright.vectors.vector_column import StoredVectors

_TABLE = "implicit_ticket_links"


class ImplicitLinksStep(WholeTablesStep):
    """Link tickets whose titles are near, by the threshold of the model of their vectors.

    A model for which none is known links nothing: its cosines cannot be told apart.
    """

    code = Code((__name__,), leaves_out=("graphwright.vectors.embedder",))
    name = _TABLE
    inputs = ("section_pieces", "section_embeddings")
    outputs = (_TABLE,)
    stale_reason = "it is not there, or titles or their vectors changed"

    @classmethod
    def of(cls, given: Given) -> ImplicitLinksStep:
        """Return the step for a lake and its settings."""
        embedding = given.settings.embedding
        model = embedder_fingerprint(embedding)
        return cls(given.settings.buckets, model, thresholds().get(embedding.model))

    def __init__(self, buckets: int, model: str, threshold: Threshold | None) -> None:
        self._buckets, self._model, self._threshold = buckets, model, threshold
        told = None if threshold is None else [threshold.theta, threshold.most_near]
        self.causes = {f"code.{self.name}": version_of(self.code), "threshold": fingerprint(told)}

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Make the table, unless it is current."""
        make = functools.partial(self._made, lake)
        report = refresh(lake, _TABLE, self.key(lake), make, self.causes)
        report.worked = report.total(_TABLE) if report.made else 0
        return report

    def _made(self, lake: Lake) -> pa.Table:
        links: list[ImplicitTicketLink] = []
        if self._threshold is not None:
            ids, vectors = self._titles(lake)
            links = implicit_links(ids, vectors, self._threshold, self._model)
        return table_of(ImplicitTicketLink).from_rows(links)

    def _titles(self, lake: Lake) -> tuple[list[str], np.ndarray]:
        """Return the ids of tickets, ascending, and the vectors of their titles."""
        columns = ["piece_id", "document_id", "section", "index"]
        parts = [lake.read("section_pieces", bucket, columns) for bucket in range(self._buckets)]
        pieces = pa.concat_tables(parts)
        is_title = pc.and_(pc.equal(pieces["section"], SUMMARY), pc.equal(pieces["index"], 0))
        titles = pieces.filter(is_title).sort_by([("document_id", "ascending")])
        embedded = lake.read("section_embeddings", columns=["id"])["id"]
        rows = pc.index_in(titles["piece_id"], value_set=embedded).to_numpy()
        order = np.argsort(rows)
        vectors = StoredVectors(lake.path("section_embeddings"))[rows[order]]
        found = np.empty_like(vectors)
        found[order] = vectors
        return titles["document_id"].to_pylist(), found
