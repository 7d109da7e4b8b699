"""The sources that there are, and what is said of an address that none reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.documents.sources.discover import discover
from graphwright.documents.sources.local import File
from graphwright.documents.sources.registry import FOLDER, SOURCES, is_local, source_of
from graphwright.documents.sources.source import Source
from graphwright.documents.sources.store import Store
from graphwright.errors import SourceError
from graphwright.settings import parse_settings


def test_an_address_belongs_to_the_source_of_its_scheme() -> None:
    members: list[Source] = [FOLDER, *SOURCES.values()]
    assert sum(source.local for source in members) == 2
    assert source_of("/plain/path.md") is source_of("FILE:///plain/path.md") is SOURCES["file"]
    assert source_of("HTTPS://host.test/a") is SOURCES["https"]
    assert isinstance(source_of("memory://kb"), Store)
    assert [is_local(a) for a in ("a.md", "file:///a.md", "http://a", "s3://a", "none://a")] == [
        True, True, False, False, False,
    ]  # fmt: skip


def test_an_unknown_scheme_is_told_what_there_is() -> None:
    told = r"^No source reads tickets://; there are file, http, https, and any that fsspec knows\."
    with pytest.raises(SourceError, match=told):
        source_of("tickets://board/7")


def test_an_unknown_scheme_is_a_row_with_its_problem() -> None:
    raw = {"collections": [{"name": "c", "urls": ["tickets://user:secret@board/7"]}]}
    (row,) = discover(parse_settings(raw, origin=Path("/sources.yaml")))
    assert row.path == "board/7"
    assert "No source reads tickets://" in (row.problem or "")
    assert "secret" not in repr(row)


def test_a_file_is_known_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("text")
    known = File().stat(str(tmp_path / "a.md"))
    assert known is not None
    assert (known.size, known.problem) == (4, None)
    assert known.modified.endswith("+00:00")
    assert File().read(str(tmp_path / "a.md"), 2).data == b"te"
    folder = File().stat(str(tmp_path))
    assert folder is not None
    assert "no file" in (folder.problem or "")
