"""Measure views: what making one costs, again after an edit, and a question asked through one.

    .venv/bin/python benchmarks/access.py LAKE FOLDER [--place DIR] [--questions N] [--edit SHARE]

LAKE was built from FOLDER, as its one collection; a copy of it is worked on. Every second document
is for a group alone, so a caller without groups sees half. Told are, for the view of that half: the
seconds of making it and of bringing it up to date after an edit of 1 % of the files, beside those
of the builds before; its size, and how much of that it shares with the lake by links; the median
of a question to ``walk`` over the whole graph and through the view, in turns, and of opening the
view for each question alone. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from edited_folder import edited_copy

from graphwright.access.views import open_view
from graphwright.documents.sources.discover import discover
from graphwright.project import Project
from graphwright.settings import Settings

_NOBODY_IN: frozenset[str] = frozenset()


def timed(work: Callable[[], Any]) -> tuple[Any, dict[str, float]]:
    """Return what ``work`` gives, with its seconds by the clock and of processor time."""
    clock, processor = time.perf_counter(), time.process_time()
    made = work()
    spent = time.perf_counter() - clock, time.process_time() - processor
    return made, {"seconds": round(spent[0], 2), "cpu_seconds": round(spent[1], 2)}


def half_hidden(settings: Settings, folder: Path, place: Path) -> Settings:
    """Return the settings of a folder of which every second document is for one group."""
    collection = settings.collections[0].model_copy(update={"folder": str(folder)})
    plain = settings.model_copy(update={"collections": (collection,)})
    hidden = [document.path for document in discover(plain)][::2]
    sidecar = place / "groups.yaml"
    entries = [{"path": path.replace("[", "[[]"), "groups": ["board"]} for path in hidden]
    sidecar.write_text(json.dumps({"documents": entries}), encoding="utf-8")
    access = plain.access.model_copy(update={"sidecar": str(sidecar)})
    return plain.model_copy(update={"access": access})


def sizes(root: Path) -> dict[str, float]:
    """Return the megabytes of a view's tables and snapshots, and how many of them are shared."""
    found: dict[int, tuple[int, int]] = {}
    for path in root.rglob("*"):
        if path.is_file():
            stat = path.stat()
            found[stat.st_ino] = (stat.st_size, stat.st_nlink)
    mb = sum(size for size, _ in found.values()) / 1e6
    return {"mb": round(mb, 1), "own_mb": round(mb - _shared(found) / 1e6, 1)}


def _shared(found: dict[int, tuple[int, int]]) -> int:
    return sum(size for size, links in found.values() if links > 1)


def medians(project: Project, count: int) -> dict[str, float]:
    """Return median milliseconds of ``walk`` over all and through the view, asked in turns."""
    view = open_view(project, _NOBODY_IN)
    names = view.snapshot().entities["name"].to_pylist()
    asked = [f"What is {name}?" for name in names[:: max(1, len(names) // count)][:count]]
    whole, part = project.strategy("walk"), view.strategy("walk")
    spent: dict[str, list[float]] = {"whole": [], "view": [], "open": []}
    for question in [*asked[:3], *asked]:
        started = time.perf_counter()
        whole.retrieve(question, 5)
        between = time.perf_counter()
        open_view(project, _NOBODY_IN)
        opened = time.perf_counter()
        part.retrieve(question, 5)
        ended = time.perf_counter()
        spent["whole"].append(between - started)
        spent["view"].append(ended - between)
        spent["open"].append(opened - between)
    return {name: round(statistics.median(t[3:]) * 1000, 2) for name, t in spent.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("lake", type=Path)
    parser.add_argument("folder", type=lambda text: Path(text).resolve())
    parser.add_argument("--place", type=Path, help="where the copy goes, else a temporary folder")
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--edit", type=float, default=0.01)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.place) as name:
        place = Path(name)
        shutil.copytree(given.lake, place / "lake", ignore=shutil.ignore_patterns("dagster"))
        settings = half_hidden(Project(given.lake).settings, given.folder, place)
        print(json.dumps(measure(place, settings, given)))


def measure(place: Path, settings: Settings, given: argparse.Namespace) -> dict[str, Any]:
    """Return all figures."""
    found: dict[str, Any] = {}
    project = Project(place / "lake", given=settings)
    _, found["build"] = timed(project.build)
    view, found["view"] = timed(lambda: open_view(project, _NOBODY_IN))
    found["documents"] = [len(one.snapshot().documents) for one in (project, view)]
    found["size"] = sizes(view.root)
    folder = place / "edited" / given.folder.name
    found["edited_files"] = edited_copy(given.folder, folder, given.edit)
    edited = settings.collections[0].model_copy(update={"folder": str(folder)})
    project = Project(place / "lake", given=settings.model_copy(update={"collections": (edited,)}))
    _, found["edited_build"] = timed(project.build)
    _, found["edited_view"] = timed(lambda: open_view(project, _NOBODY_IN))
    found["walk_ms"] = medians(project, given.questions)
    return found


if __name__ == "__main__":
    main()
