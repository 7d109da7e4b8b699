"""Run every hostile suite and print how many cases passed, one line a suite.

    .venv/bin/python benchmarks/hostile_suites.py [--only NAME]

Files that are parsed (``hostile.py``, without the large ones), copies and versions, damaged lakes,
questions, lost sources and broken settings, terminals, and web servers. Minutes. The last line is
one JSON object: cases, passed, and the names of those that failed by suite; for files also hung,
escaped and harmed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # as a script, only this folder is on it

from benchmarks import (
    hostile,
    hostile_copies,
    hostile_damage,
    hostile_questions,
    hostile_shrink,
    hostile_terminal,
    hostile_web,
)
from graphwright.settings import ParseSettings

Found = tuple[str, bool, str]
"""Name of a case, whether it passed, and a word on what was seen."""


def _files() -> Iterator[Found]:
    seen: list[tuple[hostile.Case, hostile.Outcome]] = []
    with tempfile.TemporaryDirectory() as scratch:
        measures = hostile.run(
            hostile.chosen(short=True, only=""),
            ParseSettings(),
            Path(scratch),
            lambda case, outcome: seen.append((case, outcome)),
        )
    for case, outcome in seen:
        passed = not (hostile.wrong(case, outcome) or hostile.leaked(outcome))
        yield case.name, passed, f"{outcome.status}: {outcome.reason}"
    kept = {key: measures[key] for key in ("hung", "over_memory", "escaped", "harmed")}
    yield "what stands beside the files", not any(kept.values()), str(kept)


def _sources() -> Iterator[Found]:
    with tempfile.TemporaryDirectory() as scratch:
        yield from hostile_shrink.cases(Path(scratch))


SUITES: dict[str, Callable[[], Iterable[Found]]] = {
    "files": _files,
    "copies": hostile_copies.cases,
    "damage": hostile_damage.cases,
    "questions": hostile_questions.cases,
    "sources": _sources,
    "terminal": hostile_terminal.cases,
    "web": hostile_web.cases,
}


def main() -> None:
    """Read the arguments, run the suites and print a line for each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", choices=SUITES, help="one suite")
    only = parser.parse_args().only
    total, failed = 0, {}
    for suite in [only] if only else SUITES:
        found = list(SUITES[suite]())
        missed = [f"{name}: {word}" for name, passed, word in found if not passed]
        print(f"{suite:10} {len(found) - len(missed):4} of {len(found)}", *missed, sep="\n    ")
        total += len(found)
        if missed:
            failed[suite] = missed
    missed_in_all = sum(map(len, failed.values()))
    print(json.dumps({"cases": total, "passed": total - missed_in_all, "failed": failed}))


if __name__ == "__main__":
    main()
