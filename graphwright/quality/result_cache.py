"""Results of checks, kept until the checks or the files that they read change.

A record beside the data, never data: it is bound to the very files (size, time of writing),
so a file that was replaced or edited by hand is checked again.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from graphwright.ids import fingerprint
from graphwright.quality.catalogue import run_checks
from graphwright.quality.check import Check, CheckResult, Severity
from graphwright.store.lake import file_signature, replacing
from graphwright.store.queries import Views


def cached_results(
    folder: Path, name: str, checks: Sequence[Check], views: Views
) -> list[CheckResult] | None:
    """Return the results of these checks over these files, or None where they are not known."""
    try:
        record = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        if record["of"] != _subject(checks, views):
            return None
        return [
            CheckResult(**result | {"severity": Severity(result["severity"])})
            for result in record["results"]
        ]
    except (OSError, ValueError, KeyError, TypeError):
        return None  # absent or damaged: the checks run again


def run_or_reuse(
    folder: Path, name: str, checks: Sequence[Check], views: Views, *, threads: int = 1
) -> list[CheckResult]:
    """Return the results of the checks, in order; they run only where a file or a check is new.

    ``name`` tells this group of checks from others in ``folder``. Raises ``LakeError`` like
    ``run_checks``.
    """
    known = cached_results(folder, name, checks, views)
    if known is not None:
        return known
    subject = _subject(checks, views)
    results = run_checks(checks, views, threads=threads)
    record = {"of": subject, "results": [dataclasses.asdict(result) for result in results]}
    with replacing(folder / f"{name}.json") as temporary:
        temporary.write_text(json.dumps(record), encoding="utf-8")
    return results


def tables_of(checks: Iterable[Check]) -> list[str]:
    """Return every table that the checks are about or read, in order."""
    return sorted({table for check in checks for table in (check.table, *check.reads)})


def _subject(checks: Sequence[Check], views: Views) -> str:
    """Return the fingerprint of the checks and of the files that they read."""
    files = {
        table: [(path.name, *file_signature(path)) for path in views[table]]
        for table in tables_of(checks)
    }
    return fingerprint([[repr(check) for check in checks], files])
