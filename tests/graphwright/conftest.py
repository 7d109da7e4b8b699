"""Fixtures of all tests of the domain: the real models, and a small published lake."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from serving_lake import HANDBOOK, Rows, make_rows, write_tables

from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.language.pipeline import load_pipeline
from graphwright.publish.publish import publish_snapshot
from graphwright.retrieval.graph_strategy import GraphStrategy
from graphwright.retrieval.strategy import StrategyParts
from graphwright.settings import EmbeddingSettings, LanguageSettings
from graphwright.vectors.embedder import Embedder, make_embedder

if TYPE_CHECKING:
    from spacy.language import Language

Publish = Callable[..., str]


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return make_embedder(EmbeddingSettings(), 1)


@pytest.fixture(scope="session")
def nlp() -> Language:
    return load_pipeline(LanguageSettings())


@pytest.fixture(scope="session")
def handbook(embedder: Embedder) -> Rows:
    return make_rows(HANDBOOK, embedder)


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    return tmp_path / "lake"


@pytest.fixture
def other(handbook: Rows) -> Rows:
    """The handbook's rows with a definition of one entity."""
    changed = copy.copy(handbook)
    first, *rest = handbook.entities
    changed.entities = [dataclasses.replace(first, definition="Something else."), *rest]
    return changed


@pytest.fixture
def publish(tmp_path: Path, embedder: Embedder) -> Publish:
    """Return a function that publishes rows into the lake at ``tmp_path / "lake"``."""

    def run(rows: Rows, *, keep: int = 5, settings: str = "settings", buckets: int = 2) -> str:
        paths = write_tables(tmp_path / f"tables-{buckets}", rows, buckets)
        return publish_snapshot(
            tmp_path / "lake",
            paths,
            settings_fingerprint=settings,
            embedder_fingerprint=embedder.fingerprint,
            keep=keep,
        )

    return run


@pytest.fixture(scope="session")
def snapshot(
    tmp_path_factory: pytest.TempPathFactory, handbook: Rows, embedder: Embedder
) -> Snapshot:
    root = tmp_path_factory.mktemp("published")
    publish_snapshot(
        root,
        write_tables(root / "tables", handbook),
        settings_fingerprint="settings",
        embedder_fingerprint=embedder.fingerprint,
        keep=5,
    )
    return open_snapshot(root, verify=True)


@pytest.fixture(scope="session")
def graph_strategy(snapshot: Snapshot, embedder: Embedder, nlp: Language) -> GraphStrategy:
    return GraphStrategy(StrategyParts(snapshot, lambda: embedder, lambda: nlp))
