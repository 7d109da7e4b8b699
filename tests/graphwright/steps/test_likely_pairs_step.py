"""Pairs of names are scored with the packaged model's vectors, whatever the graph's are."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import synthetic_graph
from benchmarks.synthetic_graph import write_tables
from graphwright.settings import Collection, EmbeddingSettings, Settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.likely_pairs import LikelyPairsStep
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake
from graphwright.vectors.embedder import Embedder


def _never() -> Embedder:
    raise AssertionError("the graph's embedder is not asked about pairs of names")


def test_another_embedder_of_the_graph_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(synthetic_graph, "BUCKETS", 2)
    lake = Lake(tmp_path)
    write_tables(lake, 3, 0)
    settings = Settings(
        collections=(Collection(name="synthetic", folder=str(tmp_path)),),
        buckets=2,
        workers=1,
        embedding=EmbeddingSettings(provider="openai", model="text-embedding-3-small"),
    )
    given = Given(lake, settings, documents=(), open_embedder=_never)
    for step in Pipeline(given):
        if step.name in ("repeated_sentences", "names"):
            step.run(lake, Work())
    report = LikelyPairsStep.of(given).run(lake, Work())
    assert report.numbers["texts_embedded"] == lake.read("names").num_rows > 0
