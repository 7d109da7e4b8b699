from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graphwright.graph.snapshot import Snapshot
from graphwright.project import Project
from graphwright.serving.reader import Models, Reader
from graphwright.settings import Settings

if TYPE_CHECKING:
    from spacy.language import Language

    from graphwright.vectors.embedder import Embedder


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings.model_validate({"collections": [{"name": "handbook", "folder": "."}]})


@pytest.fixture(scope="session")
def models(settings: Settings, embedder: Embedder, nlp: Language) -> Models:
    made = Models(settings)
    made.__dict__.update(embedder=embedder, pipeline=nlp)  # as the first question would
    return made


@pytest.fixture(scope="session")
def reader(snapshot: Snapshot, settings: Settings, models: Models) -> Reader:
    project = Project(snapshot.folder.parents[1], given=settings)
    return Reader(project, snapshot, models)
