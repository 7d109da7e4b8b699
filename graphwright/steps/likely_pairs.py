"""The step from names to pairs of names that are alike, with the chance that both are one thing.

It reads nothing that seeds or the team say, so a changed decision scores and embeds nothing. The
vectors of names are kept in the lake's cache, by text: only new names are embedded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from graphwright.code_versions import Code, version_of
from graphwright.entities.likeness import Numbers
from graphwright.entities.name_words import Name
from graphwright.entities.scored_pairs import scored_pairs
from graphwright.ids import sha256_text
from graphwright.settings import EmbeddingSettings
from graphwright.steps.base.step import Given, StepReport, Work, refresh
from graphwright.steps.base.whole_tables import WholeTablesStep
from graphwright.steps.embedding import NAME_VECTORS, shared_folders, vectors_folder
from graphwright.store.lake import Lake
from graphwright.tables import TABLES, LikelyPair, table_of
from graphwright.vectors.embedder import embedder_fingerprint
from graphwright.vectors.embedding_cache import EmbeddingCache
from graphwright.vectors.embedding_texts import TEXTS_SCHEMA
from graphwright.vectors.vector_column import as_matrix

if TYPE_CHECKING:
    from graphwright.vectors.embedder import Embedder

_TRIPLE = ("triple_id", "sentence_id", "predicate_start", "predicate", "rule", "rejection",
           "subject_key", "object_key")  # fmt: skip
_MODEL = EmbeddingSettings()
"""The packaged model, whatever the graph's vectors are made with: the scores were fitted on it."""


class LikelyPairsStep(WholeTablesStep):
    """Score the pairs of names that are alike."""

    code = Code((__name__,))
    name = "likely_pairs"
    inputs = ("names", "resolved_triples")
    outputs = ("likely_pairs",)
    unit = "names"
    stale_reason = "it is not there, or of older input"
    technologies = ("onnx",)

    @classmethod
    def of(cls, given: Given) -> LikelyPairsStep:
        """Return the step for a lake, its settings and its connections."""
        return cls(given)

    def __init__(self, given: Given) -> None:
        self._buckets = given.settings.buckets
        self._view_of = given.view_of
        self._model = embedder_fingerprint(_MODEL)
        same = embedder_fingerprint(given.settings.embedding) == self._model
        packaged = _packaged(given.settings.worker_count)
        self._open_embedder = (given.open_embedder or packaged) if same else packaged
        self.causes = {
            f"code.{self.name}": version_of(self.code),
            "embedding.names": self._model,
        }

    def run(self, lake: Lake, work: Work) -> StepReport:
        """Embed the names that are new and score the pairs, unless the table is current."""
        embedded = 0

        def make() -> pa.Table:
            nonlocal embedded
            names = [Name(**row) for row in lake.read("names").to_pylist()]
            texts = _texts(names)
            cache = EmbeddingCache(
                vectors_folder(lake, NAME_VECTORS),
                shared=shared_folders(lake, self._view_of, NAME_VECTORS),
            )
            embedded = cache.missing(self._model, texts).num_rows
            work.on_start(embedded)
            if embedded:
                cache.ensure(self._open_embedder(), texts, work.on_progress)
            vectors = _vectors(cache, self._model, texts)
            cache.tidy(self._model, texts)
            found = scored_pairs(names, self._triples(lake), vectors)
            return table_of(LikelyPair).from_rows(found)

        report = refresh(lake, self.name, self.key(lake), make, self.causes)
        report.worked = report.total(self.name) if report.made else 0
        report.numbers = {"texts_embedded": embedded}
        return report

    def _triples(self, lake: Lake) -> pa.Table:
        parts = [lake.read("resolved_triples", b, _TRIPLE) for b in range(self._buckets)]
        found = pa.concat_tables(parts)
        return found.filter(pc.is_null(found["rejection"]))


def _packaged(workers: int) -> Callable[[], Embedder]:
    def open_embedder() -> Embedder:
        from graphwright.vectors.embedder import make_embedder  # noqa: PLC0415  # heavy

        return make_embedder(_MODEL, workers)

    return open_embedder


def _texts(names: Sequence[Name]) -> pa.Table:
    forms = [name.form for name in names]
    columns = [[name.key for name in names], forms, [sha256_text(form) for form in forms]]
    return pa.table(columns, schema=TEXTS_SCHEMA)


def _vectors(cache: EmbeddingCache, model: str, texts: pa.Table) -> Numbers:
    """Return the vector of each name, in order of key."""
    schema = TABLES["entity_embeddings"].schema
    parts = [as_matrix(batch["vector"]) for batch in cache.batches(model, texts, schema)]
    return np.concatenate(parts) if parts else np.zeros((0, 1))
