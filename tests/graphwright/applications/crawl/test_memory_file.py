"""What a crawl leaves to the next, written and read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.applications.capture import Capture, ElementPlace, Reading
from graphwright.applications.crawl.exchanges import Answered
from graphwright.applications.crawl.journal import has_memory, memory_text, read_memory
from graphwright.applications.crawl.wire import Asked
from graphwright.applications.crawl.work import First, Landing, Result
from graphwright.store.sealed_json import sealed_json
from graphwright.tables.applications import ActionOutcome, UiElement

_PLACE = "http://site/"
_ELEMENT = UiElement("e", "button", "Help", "main", (), None, None, "role", None)
_CAPTURE = Capture("/", "Home", (), (), (), (), (), (_ELEMENT,), ())
_READING = Reading(_CAPTURE, _PLACE, {"e": ElementPlace("b", None, None)}, {}, ("/s.js",))
_ASKED = Asked("GET", _PLACE, "document", {"accept": "text/html"}, "")
_WAY = First(("visit", _PLACE), 0, None, _READING, (Answered(_ASKED, "digest"),))
_RESULTS = {_WAY.key: Result(ActionOutcome.DONE, Landing("s", "c", "d", _PLACE))}
_FIRST = {"s": _WAY}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "memory.jsonl"
    found.write_text(memory_text("kind", _RESULTS, _FIRST), encoding="utf-8")
    return found


def test_what_was_kept_is_read_by_the_same_kind_of_crawl_alone(path: Path) -> None:
    assert read_memory(path, "kind") == (_RESULTS, _FIRST)
    assert has_memory(path, "kind")
    assert read_memory(path, "another") == ({}, {})
    assert not has_memory(path, "another")


def test_what_was_cut_off_is_as_if_it_was_not_there(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    for kept in range(len(lines)):
        path.write_bytes(b"".join(lines[:kept]))
        assert read_memory(path, "kind") == ({}, {})


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [{}],
        [
            {"about": "kind", "results": 1, "states": 1},
            {"state": "s", "first": ["visit", _PLACE], "depth": 0, "referer": None},
        ],
        [
            {"about": "kind", "format": 2, "kept": [1, 1, 1]},
            {"key": ["visit", _PLACE], "result": 7},
            {"state": "s", "first": "nothing"},
        ],
    ],
)
def test_what_another_version_wrote_is_as_if_it_was_not_there(
    path: Path, lines: list[dict[str, object]]
) -> None:
    path.write_text("".join(f"{sealed_json(line)}\n" for line in lines), encoding="utf-8")
    assert read_memory(path, "kind") == ({}, {})
