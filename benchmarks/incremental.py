"""Measure what a change costs beside a full build, and that the graph is then a clean build's.

    .venv/bin/python benchmarks/incremental.py [FOLDER] [--share 0.01] [--documents N]
    .venv/bin/python benchmarks/incremental.py --synthetic 1000,10000,100000

The first builds a copy of the folder's first 200 files (or N; 0 takes all, which are three whole
builds of the folder and take as long), builds again with nothing changed,
edits a share of its text files (a sentence in the middle of each), deletes as many others, and
compares tables, snapshot and Milvus with a clean build of what is there then. Each build is a
process of its own. The second runs the global steps on made-up tables of so many documents, for a
first build and after a change of 1 % of the documents. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from build import DATA, timed_build
from edited_folder import copy_files, draw, edit
from lake_equality import differing, served_vectors, table_hashes
from synthetic_graph import growth, measure_apart

from graphwright.graph.pointer import read_pointer
from graphwright.settings import EmbeddingSettings

_COSTLY = ("parsed_documents", "annotations", "coreference_chains", "llm_triples")
"""The first table of each step that a deletion may not cost."""


def compare(lake: Path, clean: Path) -> dict[str, Any]:
    """Say whether two lakes hold the same graph, and which files and vectors differ."""
    pointers = [read_pointer(root) for root in (lake, clean)]
    snapshots = [pointer.current if pointer else None for pointer in pointers]
    tables = differing(table_hashes(lake), table_hashes(clean))
    embedding = EmbeddingSettings()
    vectors = differing(served_vectors(lake, embedding), served_vectors(clean, embedding))
    return {
        "equal_to_full": not tables and not vectors and snapshots[0] == snapshots[1] is not None,
        "tables_that_differ": tables,
        "vectors_that_differ": len(vectors),
        "snapshots": snapshots,
    }


def measure_folder(folder: Path, share: float, limit: int | None, workers: int) -> dict[str, Any]:
    """Return the figures of a folder."""
    with tempfile.TemporaryDirectory(prefix="graphwright-incremental-") as temporary:
        root = Path(temporary) / "documents" / folder.name
        lake, clean = Path(temporary) / "lake", Path(temporary) / "clean"
        paths = copy_files(folder, root, limit)
        edited, deleted = draw(paths, root, share)
        builds = {"full": timed_build(root, lake, workers)}
        builds["no_change"] = timed_build(root, lake, workers)
        for path in edited:
            edit(path)
        builds["edit"] = timed_build(root, lake, workers)
        for path in deleted:
            path.unlink()
        builds["delete"] = timed_build(root, lake, workers)
        builds["clean"] = timed_build(root, clean, workers)
        equality = compare(lake, clean)
    return {
        "folder": folder.name,
        "files": len(paths),
        "edited": len(edited),
        "deleted": len(deleted),
        **equality,
        **_shares(builds),
        "builds": builds,
    }


def _shares(builds: dict[str, dict[str, Any]]) -> dict[str, Any]:
    seconds = {name: report["wall_seconds"] for name, report in builds.items()}
    cpu = {name: report["cpu_seconds"] for name, report in builds.items()}
    start = seconds["no_change"]
    return {
        "full_seconds": seconds["full"],
        "no_change_seconds": start,
        "edit_seconds": seconds["edit"],
        "delete_seconds": seconds["delete"],
        "edit_share_of_full": round(seconds["edit"] / seconds["full"], 4),
        "edit_share_beyond_start": round((seconds["edit"] - start) / seconds["full"], 4),
        "edit_cpu_share_beyond_start": round((cpu["edit"] - cpu["no_change"]) / cpu["full"], 4),
        "delete_worked_on": {t: builds["delete"]["worked"].get(t, 0) for t in _COSTLY},
    }


def _show_folder(result: dict[str, Any]) -> None:
    print(f"\n{'build':<12}{'seconds':>10}{'peak MB':>10}  units worked on")
    for name, report in result["builds"].items():
        worked = ", ".join(f"{t} {n:,}" for t, n in report["worked"].items() if n) or "none"
        print(f"{name:<12}{report['wall_seconds']:>10,.1f}{report['peak_mb']:>10,}  {worked}")
    for key in ("equal_to_full", *(key for key in result if key.startswith("edit_"))):
        print(f"{key:<30}{result[key]}")


def measure_synthetic(sizes: Sequence[int], dimensions: int, workers: int) -> dict[str, Any]:
    """Return the figures of the global steps for each number of documents, and print them."""
    measured = []
    for documents in sizes:
        measured.append(measure_apart(documents, dimensions, workers))
        _show_size(measured[-1])  # at once: the next one may take ten times as long
    exponents = {part: growth(measured, part) for part in ("first", "one_percent_changed")}
    for part, steps in exponents.items():
        print(f"\ngrowth with the documents, {part} (1 is linear)")
        for name, exponent in steps.items():
            print(f"  {name:<22}{exponent:>12}")
    return {"sizes": measured, "growth_exponent": exponents}


def _show_size(size: dict[str, Any]) -> None:
    print(f"\n{size['documents']:,} documents, {size['triples']:,} triples")
    print(f"  {'step':<22}{'rows':>12}{'first s':>10}{'1 % s':>10}{'peak MB':>10}  (of cpu)")
    for name, step in size["first"].items():
        again = size["one_percent_changed"][name]
        print(
            f"  {name:<22}{step['rows']:>12,}{step['cpu_seconds']:>10,.2f}"
            f"{again['cpu_seconds']:>10,.2f}{step['peak_mb']:>10,}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=DATA)
    parser.add_argument("--share", type=float, default=0.01, help="share of the files to edit")
    parser.add_argument(
        "--documents", type=int, default=200, help="take the first so many files; 0 takes all"
    )
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--synthetic", metavar="N,N,...", help="numbers of made-up documents")
    parser.add_argument("--dimensions", type=int, default=384, help="of vectors; 0 leaves them out")
    options = parser.parse_args()
    if options.synthetic:
        sizes = sorted(int(size) for size in options.synthetic.split(","))
        workers = options.workers or len(os.sched_getaffinity(0))
        result = measure_synthetic(sizes, options.dimensions, workers)
    else:
        limit = options.documents or None
        result = measure_folder(options.folder, options.share, limit, options.workers)
        _show_folder(result)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
