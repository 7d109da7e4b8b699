from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from guidance_lake import build_desk

from graphwright.guidance.opened_applications import OpenedApplications, open_applications
from graphwright.project import Project

if TYPE_CHECKING:
    from graphwright.vectors.embedder import Embedder


@pytest.fixture(scope="session")
def desk_project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return build_desk(tmp_path_factory.mktemp("desk"))


@pytest.fixture(scope="session")
def desk(desk_project: Project, embedder: Embedder) -> OpenedApplications:
    return open_applications(desk_project.snapshot(), desk_project.settings, lambda: embedder)
