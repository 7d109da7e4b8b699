"""Graphs for benchmarks, made by the project's own steps; what is measured on them is elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from graphwright.settings import Settings, parse_settings

COLLECTION = "corpus"


def build_files(
    files: Mapping[str, str], root: Path, workers: int | None, **more: object
) -> Settings:
    """Build and publish in ``root / "lake"`` the graph of texts by file name; return its settings.

    The files stand in ``root / "documents"`` then; a lake that is there is built upon. ``more`` are
    other settings.
    """
    from dagster_project.build import build  # noqa: PLC0415  # heavy, and scoring needs none of it

    folder = root / "documents"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    raw: dict[str, object] = {
        "collections": [{"name": COLLECTION, "folder": str(folder)}],
        **more,
    }
    if workers:
        raw["workers"] = workers
    settings = parse_settings(raw, origin=root / "sources.yaml")
    build(root / "lake", settings, quiet=True)
    return settings
