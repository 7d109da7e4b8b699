"""The public interface is what ``__all__`` says, is quick to import, and every method works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import graphwright
from graphwright import GraphwrightError, open_project


def test_every_exported_name_is_there_and_no_other() -> None:
    assert sorted(graphwright.__all__) == graphwright.__all__
    assert set(graphwright.__all__) == set(graphwright._HOMES)
    for name in graphwright.__all__:
        assert getattr(graphwright, name).__module__.startswith("graphwright.")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        graphwright.nothing  # noqa: B018  # looking is the test


def test_importing_it_loads_no_heavy_library() -> None:
    code = "import graphwright, sys; print([m for m in sys.modules if m.split('.')[0] in {heavy}])"
    heavy = {"dagster", "docling", "duckdb", "numpy", "pyarrow", "pymilvus", "spacy"}
    program = [sys.executable, "-c", code.format(heavy=heavy)]
    ended = subprocess.run(program, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"


def test_a_lake_without_a_build_says_what_to_do(tmp_path: Path) -> None:
    project = open_project(tmp_path / "lake")
    for asked in (lambda: project.settings, project.plan, lambda: project.ask("Who?")):
        with pytest.raises(GraphwrightError, match=r"Build first|Run a build first"):
            asked()
    assert list(tmp_path.iterdir()) == []


def test_settings_are_named_once(tmp_path: Path) -> None:
    with pytest.raises(GraphwrightError, match="by sources and by folder"):
        open_project(tmp_path, sources=tmp_path / "sources.yaml", folder=tmp_path)
