"""The step from titles' vectors to implicit links between tickets.

All titles are compared with all others, which takes a minute for 30,000. What was found is kept
with the titles that it was found for, so that an edit of any other text compares nothing.
"""

from __future__ import annotations

import functools

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from graphwright.code_versions import Code, version_of
from graphwright.ids import fingerprint, sha256_bytes
from graphwright.steps.base.step import Given, StepReport, Work, refresh
from graphwright.steps.base.whole_tables import WholeTablesStep
from graphwright.store.kept_tables import keep_table, read_kept
from graphwright.store.lake import Lake
from graphwright.tables import ImplicitTicketLink, table_of
from graphwright.tickets.implicit_links import Threshold, implicit_links, thresholds
from graphwright.tickets.template import SUMMARY
from graphwright.vectors.embedder import embedder_fingerprint
from graphwright.vectors.vector_column import StoredVectors

_TABLE = "implicit_ticket_links"
_TITLES = b"graphwright.titles"


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
        table = table_of(ImplicitTicketLink)
        if self._threshold is None:
            return table.from_rows([])
        ids, rows, hashes = self._titles(lake)
        titles = fingerprint([self.causes, self._model, sha256_bytes("\n".join(hashes).encode())])
        path = lake.cache / _TABLE / "found.parquet"
        known = read_kept(path)
        if known is not None and (known.schema.metadata or {}).get(_TITLES) == titles.encode():
            return known.replace_schema_metadata(None).cast(table.schema)
        vectors = _vectors(lake, rows)
        made = table.from_rows(implicit_links(ids, vectors, self._threshold, self._model))
        keep_table(path, made, {_TITLES: titles.encode()})
        return made

    def _titles(self, lake: Lake) -> tuple[list[str], np.ndarray, list[str]]:
        """Return the ids of tickets, ascending, the rows of their titles' vectors, and of each
        title the ticket and what its vector was made of."""
        columns = ["piece_id", "document_id", "section", "index"]
        parts = [lake.read("section_pieces", bucket, columns) for bucket in range(self._buckets)]
        pieces = pa.concat_tables(parts)
        is_title = pc.and_(pc.equal(pieces["section"], SUMMARY), pc.equal(pieces["index"], 0))
        titles = pieces.filter(is_title).sort_by([("document_id", "ascending")])
        embedded = lake.read("section_embeddings", columns=["id", "text_hash"])
        rows = pc.index_in(titles["piece_id"], value_set=embedded["id"])
        ids = titles["document_id"].to_pylist()
        texts = embedded["text_hash"].take(rows).to_pylist()
        told = [f"{ticket} {text}" for ticket, text in zip(ids, texts, strict=True)]
        return ids, rows.to_numpy(), told


def _vectors(lake: Lake, rows: np.ndarray) -> np.ndarray:
    """Return the vectors of some rows of the table, in their order."""
    order = np.argsort(rows)
    vectors = StoredVectors(lake.path("section_embeddings"))[rows[order]]
    found = np.empty_like(vectors)
    found[order] = vectors
    return found
