"""What one changed decision costs beside a full run of the global steps, on a built lake.

    .venv/bin/python benchmarks/decision_cost.py LAKE [--embedded]

The lake is copied. First the global steps (all that are not split by document, and no publishing)
run as if their tables, what they keep of names and the vectors were not there, as in a first build
(``--embedded``: with every text embedded already, which is stricter). Then two names that are
written often are declared one, and the steps run again; then that is taken back. Printed is the
processor time of each step, the share of the second and third run of the first, and the texts that
were embedded. Once it is taken back, all tables are those of the first run. The last line is one
JSON object.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from lake_equality import differing, table_hashes

from graphwright.settings import Collection, Settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.bucketed.step import BucketStep
from graphwright.steps.pipeline import Pipeline
from graphwright.steps.publishing import PublishStep
from graphwright.store.lake import Lake
from graphwright.tables import TABLES


def buckets_of(root: Path) -> int:
    """Return the number of buckets of a lake."""
    return len(list((root / "tables" / "chunks").glob("*.parquet")))


def often_written(lake: Lake) -> tuple[str, str]:
    """Return two names in many facts that no step joins."""
    rows = sorted(lake.read("names").to_pylist(), key=lambda row: (-row["mentions"], row["key"]))
    return rows[10]["form"], rows[20]["form"]


def run(lake: Lake, settings: Settings, made_by: set[str]) -> dict[str, dict[str, float]]:
    """Run the steps and return the processor time and the texts embedded of each that did any."""
    pipeline, told = Pipeline(Given(lake, settings, documents=())), {}
    for step in pipeline:
        if step.name in made_by:
            started = time.process_time()
            report = step.run(lake, Work())
            if report.made or report.worked:
                embedded = (report.numbers or {}).get("texts_embedded", 0)
                told[step.name] = {
                    "cpu_seconds": round(time.process_time() - started, 2),
                    "texts_embedded": embedded,
                }
    return told


def global_steps(pipeline: Pipeline) -> set[str]:
    """Return the names of the steps from the list of seeds on that are not split by document."""
    names = [step.name for step in pipeline]
    first = names.index("names")
    return {
        step.name
        for step in pipeline
        if names.index(step.name) >= first
        and not isinstance(step, BucketStep | PublishStep)
        and not step.name.startswith(("ui_", "quiz", "applications", "documented"))
    } | {"entity_decisions"}


def measured(source: Path, *, embedded: bool) -> dict[str, Any]:
    """Return the figures of a lake."""
    with tempfile.TemporaryDirectory(prefix="graphwright-decision-") as temporary:
        root, file = Path(temporary) / "lake", Path(temporary) / "decisions.yaml"
        shutil.copytree(source, root, ignore=shutil.ignore_patterns("snapshots", "milvus"))
        lake = Lake(root)
        collection = Collection(name="c", folder=temporary)
        settings = Settings(
            collections=(collection,), buckets=buckets_of(root), decisions=str(file), workers=1
        )
        file.write_text("", encoding="utf-8")
        names = global_steps(Pipeline(Given(lake, settings, documents=())))
        with lake.exclusive():
            if embedded:
                run(lake, settings, names)  # Whatever was not embedded yet is now.
            else:
                shutil.rmtree(lake.cache / "embeddings")
            for name in names:
                for table in {name} & TABLES.keys():
                    lake.path(table).unlink()
            shutil.rmtree(lake.cache / "name_mentions")
            runs = {"full": run(lake, settings, names)}
            before = table_hashes(root)
            one, other = often_written(lake)
            said = json.dumps([one, other], ensure_ascii=False)
            file.write_text(f"- must_link: {said}\n", encoding="utf-8")
            runs["decided"] = run(lake, settings, names)
            file.write_text("", encoding="utf-8")
            runs["taken_back"] = run(lake, settings, names)
            differ = differing(table_hashes(root), before)
    seconds = {
        name: sum(step["cpu_seconds"] for step in steps.values()) for name, steps in runs.items()
    }
    return {
        "decision": [one, other],
        "runs": runs,
        "cpu_seconds": {name: round(value, 2) for name, value in seconds.items()},
        "share": round(seconds["decided"] / seconds["full"], 3),
        "share_taken_back": round(seconds["taken_back"] / seconds["full"], 3),
        "texts_embedded": sum(one["texts_embedded"] for one in runs["decided"].values()),
        "tables_that_differ": differ,
    }


def main() -> None:
    """Print the processor time of each step and of each run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("lake", type=Path)
    parser.add_argument("--embedded", action="store_true")
    options = parser.parse_args()
    told = measured(options.lake, embedded=options.embedded)
    for name, steps in told["runs"].items():
        for step, figures in steps.items():
            print(f"{name:<12}{step:<28}{figures['cpu_seconds']:>9.2f} s")
        print(f"{name:<40}{told['cpu_seconds'][name]:>9.2f} s")
    print(json.dumps(told))


if __name__ == "__main__":
    main()
