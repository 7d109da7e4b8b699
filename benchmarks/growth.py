"""Measure how time and memory of a first build grow with the number of documents.

    .venv/bin/python benchmarks/growth.py [FOLDER] [--documents 250 500 1000] [--workers N]

Builds each number of the folder's files (the first in order of path) into a new lake, in a process
of its own whose memory and processor time are watched with its children's. The last line is one
JSON object.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from build import DATA, timed_build
from incremental import copy_files


def grown(folder: Path, count: int, workers: int) -> dict[str, Any]:
    """Return what a first build of ``count`` files costs."""
    with tempfile.TemporaryDirectory() as temporary:
        source = Path(temporary) / folder.name
        files = len(copy_files(folder, source, count))
        report = timed_build(source, Path(temporary) / "lake", workers)
    rows = report["rows"]
    return {
        "files": files,
        "chunks": rows["chunks"],
        "triples": rows["resolved_triples"],
        "wall_seconds": report["wall_seconds"],
        "cpu_seconds": report["cpu_seconds"],
        "cpu_seconds_a_chunk": round(report["cpu_seconds"] / max(rows["chunks"], 1), 4),
        "peak_mb": report["peak_mb"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=DATA)
    parser.add_argument("--documents", nargs="+", type=int, default=[250, 500, 1000])
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    sizes = [grown(options.folder, count, options.workers) for count in options.documents]
    for name in sizes[0]:
        print(f"{name:<22}" + "".join(f"{size[name]:>14,}" for size in sizes))
    print(json.dumps({"folder": options.folder.name, "sizes": sizes}))


if __name__ == "__main__":
    main()
