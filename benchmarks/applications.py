"""What a crawl of real applications gives and costs: Request Tracker 5 and Dagster's page.

    python benchmarks/applications.py [dagster] [request_tracker] [--actions N] [--growth]
        [--work FOLDER]

For each, one after the other: a first crawl (states, actions by outcome, seconds a state, summed
resident memory), whether the server's data is as before, a recrawl of the unchanged application,
one after a page has changed, and a clean crawl beside it, with which it is compared, as a whole and
state by state; then the labelled pairs of states. ``--actions`` lets each crawl open and press so
much at most, which the table says. ``--growth`` crawls Request Tracker with many states a template.
Ends with a table for docs/figures.md and one JSON object.
"""

import argparse
import dataclasses
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import process_memory
import yaml
from crawl_targets import DATA, Target, targets
from state_pairs import PairErrors, judged, load_pairs, row_of
from table_digests import changed

from graphwright.applications.merges import merge_states
from graphwright.applications.observation import Observation
from graphwright.applications.observation_store import (
    ApplicationFolder,
    load_observation,
    observation_bytes,
)
from graphwright.settings import ApplicationSettings
from graphwright.store.lake import Lake

COMMAND = Path(sys.executable).with_name("graphwright")
MEGABYTE = 1_000_000
GROWTH_STATES = 1_000


@dataclasses.dataclass(frozen=True, slots=True)
class Crawled:
    """A crawl as a command: its report, the memory of all its processes, and wall seconds."""

    report: Mapping[str, Any]
    peak_bytes: int
    shared_once_bytes: int
    growth: float
    seconds: float


def crawl(root: Path, lake: Path, target: Target, *, clean: bool = False) -> Crawled:
    """Crawl a running application by the command that users have."""
    sources = _sources(root, target.settings)
    command = [str(COMMAND), "crawl", target.settings.name, "--json"]
    command += ["--sources", str(sources), "--lake", str(lake), *(["--clean"] if clean else [])]
    journal = ApplicationFolder(Lake(lake), target.settings.name).journal
    began = time.monotonic()
    process = subprocess.Popen(
        command,
        env={**os.environ, **target.secrets},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process_memory.Watch(process.pid, lambda: _lines(journal)) as watch:
        output, errors = process.communicate()
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{errors}")
    seconds = time.monotonic() - began
    (report,) = json.loads(output)
    grown = process_memory.growth(watch.samples)
    return Crawled(report, watch.peak, watch.shared_once, grown, seconds)


def _sources(root: Path, application: ApplicationSettings) -> Path:
    """Write settings with the application and one document, as a project must have one."""
    documents = root / "documents"
    documents.mkdir(parents=True, exist_ok=True)
    (documents / "note.md").write_text("# Note\n\nThe desk opens at nine.\n", encoding="utf-8")
    settings = {
        "collections": [{"name": "notes", "folder": "documents"}],
        "applications": [application.model_dump(mode="json", exclude_defaults=True)],
    }
    sources = root / "sources.yaml"
    sources.write_text(yaml.safe_dump(settings, sort_keys=False), encoding="utf-8")
    return sources


def _lines(path: Path) -> int:
    """Return how many results a crawl's journal holds; 0 where there is none."""
    try:
        return path.read_bytes().count(b"\n")
    except OSError:
        return 0


def measured(name: str, root: Path, actions: int | None) -> dict[str, Any]:
    """Return all measures of one application, of a crawl of so many actions at most."""
    with targets()[name](root / "server") as whole:
        target = whole if actions is None else limited(whole, actions=actions)
        lake, beside = root / "lake", root / "beside"
        before = target.fingerprint()
        first = crawl(root, lake, target)
        same = crawl(root, lake, target)
        touched, received = changed(before, target.fingerprint()), target.received()
        target.change()
        again = crawl(root, lake, target)
        clean = crawl(root, beside, target, clean=True)
        recrawled, cleaned = _seen(lake, name), _seen(beside, name)
        return {
            "application": name,
            "limit_of_actions": actions,
            **counts(first),
            "data_changed": list(touched),
            "requests": kinds_of(received),
            "recrawl_unchanged": round(same.seconds / first.seconds, 3),
            "recrawl_one_page": round(again.seconds / first.seconds, 3),
            "clean_seconds": round(clean.seconds, 1),
            "recrawl_equals_clean": observation_bytes(recrawled) == observation_bytes(cleaned),
            "agreement": agreement(recrawled, cleaned),
            "pairs": pair_measures(pair_errors(lake, name)),
        }


def limited(target: Target, **limits: int) -> Target:
    """Return an application whose crawls have other limits."""
    changed_limits = target.settings.limits.model_copy(update=limits)
    settings = target.settings.model_copy(update={"limits": changed_limits})
    return dataclasses.replace(target, settings=settings)


def counts(crawled: Crawled) -> dict[str, Any]:
    """Return what the first crawl found and cost."""
    report = crawled.report
    return {
        "status": report["status"],
        "states": report["states"],
        "outcomes": dict(report["outcomes"]),
        "seconds": round(crawled.seconds, 1),
        "seconds_a_state": round(crawled.seconds / max(1, report["states"]), 3),
        "peak_megabytes": round(crawled.peak_bytes / MEGABYTE),
        "shared_once_megabytes": round(crawled.shared_once_bytes / MEGABYTE),
        "unlisted_writes": list(report["unlisted"]),
    }


def kinds_of(received: Mapping[str, int]) -> dict[str, int]:
    """Return how many requests of each kind reached a server: queries, mutations."""
    kinds: Counter[str] = Counter()
    for operation, count in received.items():
        kinds[operation.partition(" ")[0]] += count
    return dict(sorted(kinds.items()))


def _seen(lake: Path, name: str) -> Observation:
    seen = load_observation(Lake(lake), name)
    assert seen is not None, lake
    return seen


def agreement(recrawl: Observation, clean: Observation) -> dict[str, int]:
    """Return how many states two crawls have, each and in common, and how many of these agree."""
    captures = [
        {state.identity: state.capture for state in seen.states} for seen in (recrawl, clean)
    ]
    common = captures[0].keys() & captures[1].keys()
    return {
        "recrawl": len(captures[0]),
        "clean": len(captures[1]),
        "common": len(common),
        "alike": sum(captures[0][identity] == captures[1][identity] for identity in common),
    }


def pair_errors(lake: Path, name: str) -> PairErrors | None:
    """Judge the merges of a crawl by the labelled pairs; None: no pairs or no crawl."""
    path = DATA / f"{name}_pairs.yaml"
    seen = load_observation(Lake(lake), name)
    if seen is None or not path.exists():
        return None
    return judged(load_pairs(path), seen, merge_states(seen, ()).leaders)


def pair_measures(errors: PairErrors | None) -> dict[str, Any] | None:
    """Return shares of wrong pairs, and the pairs themselves."""
    if errors is None:
        return None
    return {
        "found": errors.found,
        "same": errors.same,
        "missed_duplicates": round(errors.missed_share, 3),
        "false_merges": round(errors.false_share, 3),
        "missed": [row_of(pair) for pair in errors.missed],
        "false": [row_of(pair) for pair in errors.false],
    }


def grown(root: Path) -> dict[str, Any]:
    """Crawl Request Tracker with many states a template, and say how memory went."""
    with targets()["request_tracker"](root / "server") as target:
        many = limited(target, states=GROWTH_STATES, states_of_a_template=GROWTH_STATES)
        crawled = crawl(root, root / "lake", many)
        return {**counts(crawled), "memory_growth": round(crawled.growth, 3)}


def table_of(measures: list[Mapping[str, Any]]) -> str:
    """Return the measures as a table in Markdown, an application a column."""
    names = [str(one["application"]) for one in measures]
    lines = ["| | " + " | ".join(names) + " |", "|---|" + "---:|" * len(names)]
    for label, cell in _ROWS.items():
        lines.append(f"| {label} | " + " | ".join(str(cell(one)) for one in measures) + " |")
    return "\n".join(lines)


def _pairs(one: Mapping[str, Any], key: str) -> object:
    return one["pairs"][key] if one["pairs"] else "-"


_ROWS = {
    "addresses opened and elements pressed at most": lambda one: one["limit_of_actions"] or "-",
    "states": lambda one: one["states"],
    "actions": lambda one: sum(one["outcomes"].values()),
    "by outcome": lambda one: ", ".join(f"{k} {n}" for k, n in one["outcomes"].items() if n),
    "seconds a state": lambda one: one["seconds_a_state"],
    "resident memory, summed, MB": lambda one: one["peak_megabytes"],
    "of it with shared pages once, MB": lambda one: one["shared_once_megabytes"],
    "tables of the server that differ after it": lambda one: len(one["data_changed"]),
    "operations that reached the server": lambda one: (
        ", ".join(f"{kind} {count}" for kind, count in one["requests"].items()) or "-"
    ),
    "recrawl, nothing changed": lambda one: one["recrawl_unchanged"],
    "recrawl, one page changed": lambda one: one["recrawl_one_page"],
    "recrawl equals a clean crawl": lambda one: one["recrawl_equals_clean"],
    "states of the recrawl, of the clean crawl, in common, of these read alike": lambda one: (
        ", ".join(map(str, one["agreement"].values()))
    ),
    "labelled pairs found": lambda one: _pairs(one, "found"),
    "missed duplicates": lambda one: _pairs(one, "missed_duplicates"),
    "false merges": lambda one: _pairs(one, "false_merges"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*sorted(targets()), []])
    parser.add_argument("--actions", type=int, metavar="N")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--work", type=Path, help="Folder to work in, kept afterwards.")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        root = options.work or Path(temporary)
        measures = [
            measured(name, root / name, options.actions)
            for name in options.names or sorted(targets())
        ]
        result: dict[str, Any] = {"applications": measures}
        if options.growth:
            result["growth"] = grown(root / "growth")
    print(table_of(measures))
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
