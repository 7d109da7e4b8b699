"""Measure what an export of a published graph costs: time, size and memory, by format.

    .venv/bin/python benchmarks/export.py LAKE [--texts] [--times 1 10] [--formats nquads parquet]

Each export runs in a process of its own, with every layer. ``--times`` exports the graph's
entities, relations and evidence so many times in one go, as a graph of that size would be: memory
must not grow with it. Memory is what the process holds itself; the snapshot's mapped pages, which
the system takes back when it needs them, stand beside it. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import copy
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pyarrow as pa

from graphwright.export.export import FORMATS, export_snapshot
from graphwright.graph.snapshot import Snapshot, open_snapshot

_REPEATED = ("entities", "aliases", "relations", "evidence")
_SAMPLED_SECONDS = 0.02


def repeated(snapshot: Snapshot, times: int) -> Snapshot:
    """Return a snapshot whose facts are there several times, one whole set after another."""
    larger = copy.copy(snapshot)
    for name in _REPEATED:
        setattr(larger, name, pa.concat_tables([getattr(snapshot, name)] * times))
    return larger


class Memory(threading.Thread):
    """Watches this process: the most that it held itself, and with mapped pages, in MB."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.own = self.all = 0
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.wait(_SAMPLED_SECONDS):
            lines = Path("/proc/self/status").read_text().splitlines()
            sizes = {line.partition(":")[0]: line.split()[1] for line in lines if " kB" in line}
            self.own = max(self.own, int(sizes["RssAnon"]) >> 10)
            self.all = max(self.all, int(sizes["VmHWM"]) >> 10)

    def stop(self) -> None:
        self._ended.set()
        self.join()


def measure(lake: Path, format_: str, times: int, *, texts: bool) -> dict[str, Any]:
    """Export once into a temporary folder, and return what it cost."""
    snapshot = repeated(open_snapshot(lake), times)
    memory = Memory()
    memory.start()
    started, worked = time.perf_counter(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        made = export_snapshot(snapshot, format_, Path(folder) / "out", layers="all", texts=texts)
    seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - worked
    memory.stop()
    return {
        "format": format_,
        "relations": made.counts["relations"],
        "evidence": made.counts["evidence"],
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu_seconds, 1),
        "mb": round(sum(entry.bytes for entry in made.files.values()) / 1e6, 1),
        "peak_mb": memory.own,
        "peak_mb_with_mapped": memory.all,
    }


def measure_apart(lake: Path, format_: str, times: int, *, texts: bool) -> dict[str, Any]:
    """Measure in a new process, whose memory is that of the export alone."""
    command = [sys.executable, __file__, str(lake), "--formats", format_, "--times", str(times)]
    command += ["--here", *(["--texts"] if texts else [])]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", type=Path)
    parser.add_argument("--formats", nargs="+", choices=FORMATS.names, default=FORMATS.names)
    parser.add_argument("--times", nargs="+", type=int, default=[1])
    parser.add_argument("--texts", action="store_true")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        [format_], [times] = options.formats, options.times
        print(json.dumps(measure(options.lake, format_, times, texts=options.texts)))
        return
    runs = [
        measure_apart(options.lake, format_, times, texts=options.texts)
        for times in options.times
        for format_ in options.formats
    ]
    print("".join(f"{name:>21}" for name in runs[0]))
    for run in runs:
        print(
            "".join(
                f"{value:>21,}" if value != run["format"] else f"{value:>21}"
                for value in run.values()
            )
        )
    print(json.dumps({"exports": runs}))


if __name__ == "__main__":
    main()
