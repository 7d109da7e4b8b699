"""Measure what help pages cost a build, an edit, and a reply.

    .venv/bin/python benchmarks/help_scale.py [FOLDER] [--workers N]

FOLDER has ``pages/`` and ``inquiries.jsonl``. Its pages are built as plain documents and as
``kind: help``, each in a process of its own and with facts, as by default; then one page is edited.
Replies are timed over the published snapshot, first turns and second ones, the question's vector
included; each inquiry is asked once before. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from build import timed_build
from edited_folder import draw, edit

from graphwright.dialogue.opened_help import OpenedHelp
from graphwright.project import Project

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "help" / "arduino"
_PATTERN = r"articles/(\d+)"


def sources_file(place: Path, pages: Path, kind: str) -> Path:
    """Write the settings of a collection of pages and return their file."""
    collection = {"name": "pages", "folder": str(pages), "extractor": "dependency", "kind": kind}
    if kind == "help":
        collection |= {"link_pattern": _PATTERN, "contact": "Write to support."}
    place.write_text(yaml.safe_dump({"collections": [collection]}), encoding="utf-8")
    return place


def measure_builds(pages: Path, place: Path, workers: int) -> dict[str, dict[str, Any]]:
    """Return the reports of both builds and of one after the edit of a page."""
    plain = sources_file(place / "plain.yaml", pages, "documents")
    helping = sources_file(place / "help.yaml", pages, "help")
    builds = {
        "plain": timed_build(plain, place / "plain", workers),
        "help": timed_build(helping, place / "help", workers),
        "no_change": timed_build(helping, place / "help", workers),
    }
    paths = sorted(path for path in pages.rglob("*") if path.is_file())
    edited, _ = draw(paths, pages, 1 / len(paths))
    for path in edited:
        edit(path)
    builds["one_page"] = timed_build(helping, place / "help", workers)
    return builds


def measure_replies(opened: OpenedHelp, inquiries: Sequence[str]) -> dict[str, Any]:
    """Return milliseconds of first replies, and of second ones to the first option or to thanks.

    A dialogue asks for a whole reply each turn, so a second one makes the first again if it is not
    remembered.
    """
    for text in inquiries:
        opened.search.search(text)  # the models are loaded, and no reply is remembered
    firsts, seconds = [], []
    for text in inquiries:
        started = time.perf_counter()
        first = opened.reply([f"{text} "])
        firsts.append(time.perf_counter() - started)
        answer = first.options[0].label if first.options else "That does not help."
        started = time.perf_counter()
        opened.reply([f"{text} ", answer])
        seconds.append(time.perf_counter() - started)
    return {"first": _spread(firsts), "second": _spread(seconds)}


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    middle, high = np.quantile(np.asarray(seconds) * 1000, [0.5, 0.95])
    return {"p50_ms": round(float(middle), 2), "p95_ms": round(float(high), 2)}


def measure(folder: Path, workers: int) -> dict[str, Any]:
    """Return all figures of a folder."""
    rows = (folder / "inquiries.jsonl").read_text(encoding="utf-8").splitlines()
    inquiries = [json.loads(row)["text"] for row in rows]
    with tempfile.TemporaryDirectory(prefix="graphwright-help-") as temporary:
        place = Path(temporary)
        shutil.copytree(folder / "pages", place / "pages")
        builds = measure_builds(place / "pages", place, workers)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        started = time.perf_counter()
        opened = Project(place / "help").help()
        opened.search.search("a first question loads the models")
        seconds = time.perf_counter() - started
        replies = measure_replies(opened, inquiries)
        megabytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return {
        "folder": folder.name,
        "build_factor_wall": _ratio(builds, "wall_seconds"),
        "build_factor_cpu": _ratio(builds, "cpu_seconds"),
        "one_page_worked_on": {k: n for k, n in builds["one_page"]["worked"].items() if n},
        "one_page_share": round(
            builds["one_page"]["wall_seconds"] / builds["help"]["wall_seconds"], 3
        ),
        "open_seconds": round(seconds, 2),
        "open_megabytes": round(megabytes),
        "replies": replies,
        "builds": builds,
    }


def _ratio(builds: dict[str, dict[str, Any]], figure: str) -> float:
    return round(float(builds["help"][figure]) / float(builds["plain"][figure]), 3)


def main() -> None:
    """Read the arguments and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    found = measure(options.folder, options.workers)
    for name, value in found.items():
        if name != "builds":
            print(f"{name:<22}{value}")
    for name, report in found["builds"].items():
        wall, cpu, peak = (report[k] for k in ("wall_seconds", "cpu_seconds", "peak_mb"))
        print(f"{name:<12}{wall:>8} s {cpu:>8} s of processor {peak:>6} MB")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
