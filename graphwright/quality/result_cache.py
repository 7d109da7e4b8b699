"""Results of checks, kept until the check or a file that it reads changes.

A record beside the data, never data: each result is bound to its check and to the very files
(size, time of writing), so a file that was replaced or edited by hand is checked again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from graphwright.ids import fingerprint
from graphwright.quality.check import Check, CheckResult, Severity, tables_of
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.footer import file_signature
from graphwright.store.queries import Views
from graphwright.store.sealed_json import read_sealed_json, sealed_json


class ResultCache:
    """The results in one file, each under the name and table of its check."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, checks: Sequence[Check], views: Views) -> list[CheckResult | None]:
        """Return a result for each check, None where it must run; a damaged file holds none."""
        entries, keys = self._read(), _keys(checks, views)
        return [_result(entries.get(_entry(check)), keys[_entry(check)]) for check in checks]

    def store(self, checks: Sequence[Check], views: Views, results: Sequence[CheckResult]) -> None:
        """Keep results of checks over these files, beside those of other checks."""
        keys, entries = _keys(checks, views), self._read()
        for check, result in zip(checks, results, strict=True):
            entry = _entry(check)
            entries[entry] = {"key": keys[entry], "result": dataclasses.asdict(result)}
        with LOCAL_FILES.replacing(self._path) as temporary:
            temporary.write_text(sealed_json(entries), encoding="utf-8")

    def _read(self) -> dict[str, Any]:
        try:
            entries = read_sealed_json(self._path.read_bytes())
        except (OSError, ValueError):
            return {}
        return {name: entry for name, entry in entries.items() if isinstance(entry, dict)}


def _entry(check: Check) -> str:
    return f"{check.table}.{check.name}"


def _keys(checks: Sequence[Check], views: Views) -> dict[str, str]:
    """Return the fingerprint of each check and of the files that it reads."""
    files: Mapping[str, list[object]] = {
        table: [(path.name, *file_signature(path)) for path in views[table]]
        for table in tables_of(checks)
    }
    return {
        _entry(check): fingerprint(
            [repr(check), {table: files[table] for table in tables_of([check])}]
        )
        for check in checks
    }


def _result(entry: Any, key: str) -> CheckResult | None:
    """Return the result of an entry of this key; None of any other, or a damaged one."""
    try:
        if entry["key"] != key:
            return None
        return CheckResult(**entry["result"] | {"severity": Severity(entry["result"]["severity"])})
    except (ValueError, KeyError, TypeError):
        return None
