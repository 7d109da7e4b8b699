"""Measure what made-up tickets cost a build, an edit of one, and the comparing of their titles.

    .venv/bin/python benchmarks/ticket_scale.py [--tickets 1000 5000] [--workers N]
                                                [--titles 30000] [--max-tokens N] [--folder FOLDER]

Each number of tickets is one export of Jira, built with ``extractor: none`` into a lake of its own;
then nothing is changed, and then one ticket is edited, three times: the median counts. The same
edits in an export of few tickets are the start: what is above it is what an edit costs among many,
as a share of the full build. Then the published tickets are asked, by keys and by problems told in
words. Each build is a process, whose memory and processor time are watched with its children's.
``--titles`` compares that many made-up vectors of titles, of which some are near one another.
``--max-tokens`` cuts the texts that are embedded, where a machine is too slow for a large size;
``--folder`` takes the tickets.jsonl of a folder in place of made-up ones, and asks nothing. The
last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from build import timed_build
from process_memory import own_peak_mb

from graphwright.project import Project
from graphwright.settings import EmbeddingSettings
from graphwright.tickets.implicit_links import implicit_links, thresholds

EDITS = 3
"""Edits of one ticket, of which the median counts: a second of noise is a tenth of an edit."""
ASKED = 50
"""Questions of each kind."""
FEW = 20
"""Tickets of the export whose edit is the start."""
MODEL = EmbeddingSettings().model
DIMENSIONS = 384
_GROUP = 3
"""Titles that tell of one thing, in the vectors that are compared."""
_NEARNESS = 0.1
"""How far the vectors of one thing stand apart."""

_THINGS = (
    "invoice list", "login page", "export job", "label printer", "stock report", "price rule",
    "delivery note", "search field", "order form", "user group", "mail queue", "scanner",
    "backup task", "tax table", "voucher", "time sheet", "calendar view", "import wizard",
    "audit log", "payment service", "pick list", "chart", "barcode reader", "session cache",
)  # fmt: skip
_FAULTS = (
    "stays empty", "shows the wrong sum", "stops after an hour", "loses its filter",
    "is slow with many rows", "prints twice", "rejects valid dates", "forgets the language",
    "opens the wrong record", "fails with a time-out", "cannot be closed", "hides the last line",
)  # fmt: skip
_WHEN = (
    "after the update", "on Mondays", "for new customers", "with a long name", "in the night run",
    "behind the proxy", "with two currencies", "on the tablet", "after a restart", "for guests",
    "with an old browser", "in the second branch", "while a backup runs", "without a mouse",
)  # fmt: skip
_SEEN = "The review board has seen it too."
_CAUSES = ("a missing index", "an old driver", "a wrong time zone", "a full disk", "a stale cache")


def made_up(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """Return issues of Jira: a third with headings, a third with a list of steps, the rest plain.

    Each has up to two comments, and two of five a link to one of the fifty before it.
    """
    draw = random.Random(seed)
    return [_issue(number, draw) for number in range(1, count + 1)]


def _issue(number: int, draw: random.Random) -> dict[str, Any]:
    thing, other = draw.sample(_THINGS, 2)
    fault, when, cause = draw.choice(_FAULTS), draw.choice(_WHEN), draw.choice(_CAUSES)
    place = f"branch {draw.randrange(10_000)}"
    steps = f"# Open the {thing} of {place}\n# Choose the {other}\n# Wait for the list\n"
    seen = f"The {thing} {fault}."
    told = (
        f"h3. Steps to reproduce\n{steps}h3. Actual result\n{seen}\n"
        f"h3. Expected result\nThe {thing} works {when}.\n"
        f"h3. Environment\nVersion 4.{number % 9}\n",
        f"{steps}\n{seen}\n\nIt should work {when}.\n",
        f"{seen} We saw it {when} at {place}, and the {other} was not touched.\n",
    )
    said = [f"The cause is {cause} of the {thing}.", f"Fixed in 4.{number % 9}.1: {cause} is gone."]
    linked = number > 1 and draw.random() < 0.4
    target = f"MADE-{number - draw.randrange(1, min(number, 51))}" if linked else ""
    links = [{"type": {"name": "Duplicate"}, "outwardIssue": {"key": target}}] if linked else []
    return {
        "key": f"MADE-{number}",
        "fields": {
            "summary": f"{thing.capitalize()} {fault} {when} at {place}",
            "description": told[number % 3],
            "created": f"2024-{number % 12 + 1:02}-{number % 28 + 1:02}T08:00:00.000+0000",
            "status": {"name": draw.choice(("Open", "Closed"))},
            "priority": {"name": draw.choice(("High", "Low"))},
            "components": [{"name": thing}],
            "comment": {"comments": [_comment(one) for one in said[: draw.randrange(3)]]},
            "issuelinks": links,
        },
    }


def _comment(body: str) -> dict[str, Any]:
    return {"author": {"name": "someone"}, "body": body, "created": "2024-12-30T08:00:00.000+0000"}


def _sources(place: Path, folder: Path, max_tokens: int) -> Path:
    collection = {"name": "made", "folder": str(folder), "kind": "tickets", "format": "jira"}
    settings = {
        "collections": [collection | {"extractor": "none"}],
        "embedding": {"max_tokens": max_tokens},
    }
    place.write_text(yaml.safe_dump(settings), encoding="utf-8")
    return place


def measure_size(
    issues: list[dict[str, Any]], workers: int, max_tokens: int, *, asked: bool = True
) -> dict[str, dict[str, Any]]:
    """Return the reports of a first build, of one without a change, and of one ticket's edit."""
    with tempfile.TemporaryDirectory(prefix="graphwright-tickets-") as temporary:
        place = Path(temporary)
        (place / "exports").mkdir()
        export = place / "exports" / "tickets.jsonl"
        sources = _sources(place / "sources.yaml", place / "exports", max_tokens)

        def build() -> dict[str, Any]:
            _write(export, issues)
            return timed_build(sources, place / "lake", workers)

        builds = {"first": build(), "no_change": build()}
        edits = []
        for number in range(1, EDITS + 1):
            fields = issues[number * len(issues) // (EDITS + 1)]["fields"]
            fields["description"] = f"{fields['description'] or ''}\n{_SEEN}\n"
            edits.append(build())
        builds["one_edited"] = _median(edits)
        if asked:
            builds["asked"] = ask_times(Project(place / "lake", sources), issues)
    return builds


def _median(reports: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the report of the median time, with the median of the processor's times."""
    ordered = sorted(reports, key=lambda report: float(report["wall_seconds"]))
    cpu = statistics.median(report["cpu_seconds"] for report in reports)
    return {**ordered[len(ordered) // 2], "cpu_seconds": cpu}


def read_folder(folder: Path) -> list[dict[str, Any]]:
    """Return the issues of a folder's export."""
    lines = (folder / "tickets.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def ask_times(project: Project, issues: list[dict[str, Any]]) -> dict[str, float]:
    """Return the median and the 90th percentile of milliseconds a question, once all is warm.

    Half of the questions name a ticket, half tell the problem of one in words.
    """
    tickets = project.tickets()
    asked = [issues[at * len(issues) // ASKED] for at in range(ASKED)]
    named = [f"What is the status of the tickets that {one['key']} duplicates?" for one in asked]
    told = [f"What was the cause: {one['fields']['summary']}?" for one in asked]
    for question in (*named[:2], *told[:2]):
        tickets.ask(question)
    found = {}
    for name, questions in (("named", named), ("told", told), ("all", [*named, *told])):
        times = []
        for question in questions:
            began = time.perf_counter()
            tickets.ask(question)
            times.append(1000 * (time.perf_counter() - began))
        for share in (50, 90):
            found[f"{name}_p{share}_ms"] = round(float(np.percentile(times, share)), 1)
    return found


def _write(export: Path, issues: list[dict[str, Any]]) -> None:
    export.write_text("".join(f"{json.dumps(one)}\n" for one in issues), encoding="utf-8")


def compare_titles(count: int) -> dict[str, Any]:
    """Return seconds and memory of comparing made-up vectors, of which groups are near."""
    draw = np.random.default_rng(1)
    things = draw.normal(size=(-(-count // _GROUP), DIMENSIONS))
    vectors = np.repeat(things, _GROUP, axis=0)[:count]
    vectors += _NEARNESS * draw.normal(size=vectors.shape)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    ids = [f"{number:07}" for number in range(count)]
    before, started = own_peak_mb(), time.perf_counter()
    found = implicit_links(ids, vectors.astype(np.float32), thresholds()[MODEL], MODEL)
    seconds = time.perf_counter() - started
    return {
        "titles": count,
        "links": len(found),
        "seconds": round(seconds, 1),
        "added_mb": own_peak_mb() - before,
    }


def measure(
    exports: dict[str, list[dict[str, Any]]], workers: int, max_tokens: int, *, asked: bool
) -> dict[str, Any]:
    """Return the figures of each export, and what an edit costs beyond the start."""
    few = measure_size(made_up(FEW), workers, max_tokens)["one_edited"]
    found: dict[str, Any] = {"start": few}
    for name, issues in exports.items():
        builds = found[name] = measure_size(issues, workers, max_tokens, asked=asked)
        first, edited = builds["first"], builds["one_edited"]
        for figure in ("wall_seconds", "cpu_seconds"):
            builds[f"edit_beyond_start_{figure}"] = round(
                (edited[figure] - few[figure]) / first[figure], 4
            )
        _show(len(issues), builds, few)
    return found


def _show(count: int, builds: dict[str, Any], few: dict[str, Any]) -> None:
    print(f"\n{count:,} tickets")
    reports = {name: builds[name] for name in ("first", "no_change", "one_edited")}
    for name, report in {**reports, f"one edited of {FEW}": few}.items():
        wall, cpu, peak = (report[key] for key in ("wall_seconds", "cpu_seconds", "peak_mb"))
        print(f"  {name:<20}{wall:>9} s {cpu:>9} s of processor {peak:>6} MB")
    first = builds["first"]
    print(f"  milliseconds of processor a ticket {1000 * first['cpu_seconds'] / count:.1f}")
    for figure in ("wall_seconds", "cpu_seconds"):
        share = builds[f"edit_beyond_start_{figure}"]
        print(f"  edit beyond the start, share of the first build, {figure} {share}")
    print(f"  asked {builds.get('asked')}")
    print(f"  worked on { ({name: n for name, n in builds['one_edited']['worked'].items() if n}) }")
    slow = sorted(first["seconds"].items(), key=lambda entry: -entry[1])[:8]
    print("  slowest steps " + ", ".join(f"{name} {seconds:.1f}" for name, seconds in slow))


def main() -> None:
    """Read the arguments and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tickets", nargs="*", type=int, default=[1000, 5000])
    parser.add_argument("--titles", type=int, default=30_000)
    parser.add_argument("--max-tokens", type=int, default=512)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--folder", type=Path, help="take the tickets.jsonl of a folder")
    options = parser.parse_args()
    found: dict[str, Any] = {"max_tokens": options.max_tokens}
    if options.folder:
        exports = {options.folder.name: read_folder(options.folder)}
        found |= measure(exports, options.workers, options.max_tokens, asked=False)
    else:
        exports = {str(count): made_up(count) for count in options.tickets}
        if exports:
            found |= measure(exports, options.workers, options.max_tokens, asked=True)
        if options.titles:
            found["implicit_links"] = compare_titles(options.titles)
            print(found["implicit_links"])
    print(json.dumps(found))


if __name__ == "__main__":
    main()
