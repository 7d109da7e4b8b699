"""What a crawl has finished, kept line by line: a crawl that was killed goes on from it.

A line is the result of one piece of work. Each carries the hash of what it says; a line that was
cut off, and all after it, are left out.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphwright.applications.crawl.exchanges import Answered, request_id
from graphwright.applications.crawl.wire import Asked
from graphwright.applications.crawl.work import First, Key, Result
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.sealed_json import read_sealed_json, sealed_json

if TYPE_CHECKING:
    import pydantic


_FORMAT = 2


@functools.cache
def _adapter() -> pydantic.TypeAdapter[Result]:
    import pydantic  # noqa: PLC0415  # builds a validator, which takes a moment

    return pydantic.TypeAdapter(Result)


@functools.cache
def _ways() -> pydantic.TypeAdapter[First]:
    import pydantic  # noqa: PLC0415  # builds a validator, which takes a moment

    return pydantic.TypeAdapter(First)


def result_record(result: Result) -> dict[str, Any]:
    """Return a result as JSON has it."""
    record: dict[str, Any] = _adapter().dump_python(result, mode="json", exclude_defaults=True)
    return record


def result_of(record: Mapping[str, Any]) -> Result:
    """Return the result that a record holds; raises ``ValueError`` where it holds none."""
    return _adapter().validate_python(record, strict=False)


class Journal:
    """The results of a crawl that is under way, in a file; ``about`` tells crawls apart."""

    def __init__(self, path: Path, about: str) -> None:
        self._path = path
        self._about = about
        self._done: dict[Key, Result] = {}

    def open(self) -> int:
        """Read what is finished of the same crawl, begin anew else; return how much there is."""
        lines = list(self._lines())
        if not lines or lines[0] != {"about": self._about}:
            LOCAL_FILES.delete(self._path)
            self._write({"about": self._about})
            return 0
        for line in lines[1:]:
            for key, record in line["results"]:
                self._done[tuple(key)] = result_of(record)
        self._rewrite(lines)
        return len(self._done)

    def _lines(self) -> Iterator[dict[str, Any]]:
        if not self._path.is_file():
            return
        with self._path.open("rb") as file:
            for line in file:
                try:
                    yield read_sealed_json(line)
                except ValueError:
                    return

    def _rewrite(self, lines: list[dict[str, Any]]) -> None:
        """Leave out what was cut off, so that lines can be added again."""
        with LOCAL_FILES.replacing(self._path) as file:
            file.write_text("".join(f"{sealed_json(line)}\n" for line in lines), encoding="utf-8")

    def _write(self, record: Mapping[str, Any]) -> None:
        LOCAL_FILES.append(self._path, f"{sealed_json(record)}\n".encode())

    def get(self, key: Key) -> Result | None:
        """Return the result of work that is finished, None else."""
        return self._done.get(key)

    def add(self, results: Mapping[Key, Result]) -> None:
        """Note the results of a piece of work, but those that another time might end otherwise.

        Raises ``StorageError`` where the disk refuses.
        """
        lasting = {key: result for key, result in results.items() if not result.transient}
        if lasting:
            records = [[list(key), result_record(result)] for key, result in lasting.items()]
            self._write({"results": records})

    def end(self) -> None:
        """Forget all: the crawl has come to its end."""
        LOCAL_FILES.delete(self._path)


def memory_text(about: str, results: Mapping[Key, Result], first: Mapping[str, First]) -> str:
    """Return what a later crawl may take over, as lines of JSON.

    Results stand without readings, which the ways to states have.
    """
    asked = {
        request_id(one.asked): one.asked for way in first.values() for one in way.exchange or ()
    }
    lines: list[Mapping[str, Any]] = [_head(about, results, first, asked)]
    for key in sorted(results):
        plain = result_record(results[key].without_reading())
        lines.append({"key": list(key), "result": plain})
    lines += [{"request": name, "asked": dataclasses.asdict(asked[name])} for name in sorted(asked)]
    lines += [{"state": state, "first": _way_record(way)} for state, way in sorted(first.items())]
    return "".join(f"{sealed_json(line)}\n" for line in lines)


def has_memory(path: Path, about: str) -> bool:
    """Say whether something may be taken over, by the first line alone."""
    try:
        with path.open("rb") as file:
            return _is_head(read_sealed_json(file.readline()), about)
    except (OSError, ValueError):
        return False


def read_memory(path: Path, about: str) -> tuple[dict[Key, Result], dict[str, First]]:
    """Return what the last crawl found out; nothing where it was another kind of crawl.

    What is damaged is as if it was not there: the crawl then looks for itself.
    """
    if not has_memory(path, about):
        return {}, {}
    try:
        lines = [read_sealed_json(line.encode()) for line in path.read_text("utf-8").splitlines()]
        results = {tuple(line["key"]): result_of(line["result"]) for line in lines if "key" in line}
        asked = {line["request"]: Asked(**line["asked"]) for line in lines if "request" in line}
        first = {line["state"]: _way_of(line["first"], asked) for line in lines if "state" in line}
        return (results, first) if lines[0] == _head(about, results, first, asked) else ({}, {})
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}, {}


def _head(about: str, *parts: Mapping[Any, Any]) -> dict[str, Any]:
    """Return what the first line says: which kind of crawl, and how much was kept of it."""
    return {"about": about, "format": _FORMAT, "kept": [len(part) for part in parts]}


def _is_head(line: object, about: str) -> bool:
    match line:
        case {"about": said, "format": number, "kept": [results, *_]}:
            return (said, number) == (about, _FORMAT) and results != 0
    return False


def _way_record(way: First) -> dict[str, Any]:
    """Return a way as JSON has it: its requests, which states share, by their ids."""
    exchange = way.exchange
    plain: dict[str, Any] = _ways().dump_python(
        dataclasses.replace(way, exchange=None), mode="json", exclude_defaults=True
    )
    if exchange is not None:
        plain["exchange"] = [[request_id(one.asked), one.answer] for one in exchange]
    return plain


def _way_of(record: Mapping[str, Any], asked: Mapping[str, Asked]) -> First:
    exchange = record.get("exchange")
    way = _ways().validate_python({**record, "exchange": None}, strict=False)
    if exchange is None:
        return way
    answered = tuple(Answered(asked[name], answer) for name, answer in exchange)
    return dataclasses.replace(way, exchange=answered)


def about_text(*parts: object) -> str:
    """Return what tells one kind of crawl from another."""
    return json.dumps(parts, sort_keys=True, default=str)
