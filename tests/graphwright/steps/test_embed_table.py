"""Vectors brought up to date in Parquet and in a real Milvus Lite."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from graphwright.settings import Collection, EmbeddingSettings, Settings
from graphwright.steps.base.step import Given, StepReport, Work
from graphwright.steps.embedding import EMBEDDED, VectorTable, sought_count
from graphwright.store.lake import Lake
from graphwright.tables import TABLES, Chunk, Entity
from graphwright.vectors.embedder import embedder_fingerprint
from graphwright.vectors.milvus_store import MilvusStore

MODEL = embedder_fingerprint(EmbeddingSettings())
SETTINGS = Settings(collections=(Collection(name="c", folder="c"),), buckets=1)


class Embedder:
    """A vector of a text's length and first letters."""

    fingerprint = MODEL
    dimensions = 4

    def embed_passages(self, texts: list[str], on_progress: object = None) -> np.ndarray:
        return np.array([[len(t), *map(ord, t[:3])] for t in texts], dtype=np.float32)

    def embed_query(self, text: str) -> np.ndarray:
        vector: np.ndarray = self.embed_passages([text])[0]
        return vector


def made_lake(root: Path) -> Lake:
    lake = Lake(root)
    entities = [Entity(f"e{n}", f"Name {n}", f"name {n}", "Concept", None, False, 1, 1)
                for n in range(3)]  # fmt: skip
    chunks = [Chunk(f"c{n}", "d", n, 0, 9, f"Some text {n}", f"hash {n}", ("A",), None, None)
              for n in range(5)]  # fmt: skip
    lake.write("entities", TABLES["entities"].from_rows(entities), key="k")
    lake.write("chunks", TABLES["chunks"].from_rows(chunks), bucket=0, key="k")
    lake.write("relations", TABLES["relations"].empty(), key="k")
    for table in ("section_pieces", "help_intents"):
        lake.write(table, TABLES[table].empty(), bucket=0, key="k")
    for table in ("ui_states", "ui_actions"):
        lake.write(table, TABLES[table].empty(), key="k")
    return lake


def entity(number: int, *, concept: bool) -> Entity:
    kind = "Concept" if concept else "Number"
    return Entity(f"e{number}", f"Name {number}", f"name {number}", kind, None, False, 1, 1,
                  concept=concept)  # fmt: skip


def with_concepts(root: Path, *concepts: bool) -> Lake:
    lake, rows = Lake(root), [entity(n, concept=c) for n, c in enumerate(concepts)]
    lake.write("entities", TABLES["entities"].from_rows(rows), key=str(concepts))
    return lake


def embed(lake: Lake, table: str) -> StepReport:
    step = VectorTable(table).of(Given(lake, SETTINGS, open_embedder=Embedder))
    return step.run(lake, Work())


def counts_in_milvus(lake: Lake) -> dict[str, int]:
    with MilvusStore.lite(lake.milvus) as store:
        return {kind: store.count(kind, MODEL) for kind in EMBEDDED.values()}


HELD = {
    **{"entities": 3, "chunks": 5, "relations": 0, "section_pieces": 0, "help_intents": 0},
    **{"ui_states": 0, "ui_actions": 0},
}


def test_a_lost_folder_of_milvus_is_filled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On many file systems a folder that is made anew gets the inode of the lost one."""
    monkeypatch.setattr(
        "graphwright.steps.embedding.place_of",
        lambda settings, folder: "lite 1" if folder.is_dir() else "lite, not made yet",
    )
    lake = made_lake(tmp_path)
    for table in EMBEDDED:
        embed(lake, table)
    assert counts_in_milvus(lake) == HELD
    shutil.rmtree(lake.milvus)
    reports = {table: embed(lake, table) for table in EMBEDDED}
    assert {t: r.worked for t, r in reports.items()} == dict.fromkeys(EMBEDDED, 0)
    assert counts_in_milvus(lake) == HELD


def test_nothing_changed_opens_neither_model_nor_milvus(tmp_path: Path) -> None:
    lake = made_lake(tmp_path)
    embed(lake, "entity_embeddings")
    before = lake.milvus.stat().st_mtime_ns, lake.path("entity_embeddings").stat().st_mtime_ns
    report = embed(lake, "entity_embeddings")
    assert (report.total("entity_embeddings"), report.worked) == (3, 0)
    assert sum(report.numbers.values()) == 0
    after = lake.milvus.stat().st_mtime_ns, lake.path("entity_embeddings").stat().st_mtime_ns
    assert after == before


@pytest.mark.parametrize("before", [(True, False, True), (False, False, False)])
def test_what_becomes_a_concept_gets_its_vector_and_what_ceases_loses_it(
    tmp_path: Path, before: tuple[bool, ...]
) -> None:
    lake = with_concepts(tmp_path / "edited", *before)
    assert embed(lake, "entity_embeddings").worked == sum(before)
    after = (True, True, False)
    with_concepts(tmp_path / "edited", *after)
    report = embed(lake, "entity_embeddings")
    assert report.worked == sum(new and not old for old, new in zip(before, after, strict=True))
    clean = with_concepts(tmp_path / "clean", *after)
    embed(clean, "entity_embeddings")
    ours, theirs = (one.path("entity_embeddings").read_bytes() for one in (lake, clean))
    assert ours == theirs
    assert counts_in_milvus(lake)["entities"] == sought_count(lake, "entity_embeddings") == 2


def test_vectors_are_stored_as_they_are_and_the_rest_compressed(tmp_path: Path) -> None:
    lake = made_lake(tmp_path)
    embed(lake, "chunk_embeddings")
    group = pq.ParquetFile(lake.path("chunk_embeddings")).metadata.row_group(0)
    columns = [group.column(number) for number in range(group.num_columns)]
    codecs = {column.path_in_schema: column.compression for column in columns}
    assert codecs.pop("vector") == "UNCOMPRESSED"
    assert set(codecs.values()) == {"ZSTD"}
