"""Whether merged names help retrieval: question sets with the merges, and with all taken back.

    .venv/bin/python benchmarks/merged_retrieval.py [FOLDER...] [--lakes FOLDER] [--workers N]

Each FOLDER (``retrieval.py``; HotpotQA and MuSiQue where none is given) becomes a graph. Then every
merge that a tier made unasked is taken back by a decision (cannot-link), and the graph is built
again: neither texts nor facts differ. Printed are the figures of each strategy that reads the
graph on both, and the 95 % interval of a paired bootstrap over questions of what the merges add.
The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import yaml
from graphs import build_files
from retrieval import (
    DATA,
    QuestionSet,
    build_graph,
    hash_of,
    load,
    paired_interval,
    parts_of,
    score_all,
)

from graphwright.retrieval import STRATEGIES
from graphwright.settings import Settings
from graphwright.store.lake import Lake

SETS = ("hotpotqa_train100", "musique_train100")
READS_GRAPH = ("walk", "graph", "pcst")
SHOWN = ("recall_at_5", "all_gold_at_5", "mrr")


def undone(root: Path) -> int:
    """Write a decision against each merge of a lake, and return how many there are."""
    rows = Lake(root / "lake").read("entity_merges").to_pylist()
    pairs = sorted((row["alias_key"], row["target_key"]) for row in rows if row["accepted"])
    said = [{"cannot_link": list(pair)} for pair in pairs]
    (root / "decisions.yaml").write_text(yaml.safe_dump(said, allow_unicode=True), "utf-8")
    return len(pairs)


def tables_of(questions: QuestionSet, lake: Path, settings: Settings) -> dict[str, Any]:
    """Return the figures of each question by strategy."""
    parts = parts_of(lake, settings)
    made = {name: make for name, make in STRATEGIES if name in READS_GRAPH}
    return {name: score_all(make(parts), questions) for name, make in made.items()}


def measured(questions: QuestionSet, root: Path, workers: int | None) -> dict[str, Any]:
    """Return the figures of a set with its merges and without."""
    apart = root.with_name(f"{root.name}-apart")
    settings = build_graph(questions, root, workers)
    with_merges = tables_of(questions, root / "lake", settings)
    if not apart.exists():
        shutil.copytree(root, apart)
    merges = undone(root)
    pages = {f"{hash_of(id_)}.html": page for id_, page in questions.pages.items()}
    told = build_files(pages, apart, workers, decisions=str(root / "decisions.yaml"))
    left = Lake(apart / "lake").read("entity_merges").to_pylist()
    without = tables_of(questions, apart / "lake", told)
    figures: dict[str, Any] = {"merges": merges, "left": sum(row["accepted"] for row in left)}
    for name, table in with_merges.items():
        for key in SHOWN:
            ours, theirs = table[key], without[name][key]
            low, high = paired_interval(ours, theirs)
            figures[f"{name} {key}"] = [
                round(float(value), 4) for value in (ours.mean(), theirs.mean(), low, high)
            ]
    return figures


def main() -> None:
    """Print the figures of each set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="*", type=Path, default=[DATA / name for name in SETS])
    parser.add_argument("--lakes", type=Path, help="keep the graphs here and build on them")
    parser.add_argument("--workers", type=int, help="worker processes of the build")
    options = parser.parse_args()
    told = {}
    with tempfile.TemporaryDirectory() as temporary:
        for folder in options.folders:
            root = (options.lakes or Path(temporary)) / folder.name
            told[folder.name] = found = measured(load(folder), root, options.workers)
            print(f"{folder.name}: {found['merges']} merges taken back, {found['left']} left")
            print(f"{'':<24}{'merged':>10}{'apart':>10}{'interval of what merging adds':>34}")
            for name, values in found.items():
                if isinstance(values, list):
                    merged, apart, low, high = values
                    print(f"{name:<24}{merged:>10}{apart:>10}{low:>24} to {high}")
    print(json.dumps(told))


if __name__ == "__main__":
    main()
