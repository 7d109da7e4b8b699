from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
import uvicorn

from graphwright.graph.snapshot import Snapshot
from graphwright.project import Project
from graphwright.serving.http.app import create_app
from graphwright.serving.reader import Models, Reader
from graphwright.serving.service import Service
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


@pytest.fixture(scope="session")
def address(reader: Reader, models: Models) -> Iterator[str]:
    """Where the handbook is served over the wire, by a thread of this process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = create_app(Service(reader.project, models))
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()
