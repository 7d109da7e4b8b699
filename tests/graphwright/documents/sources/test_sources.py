"""Discovery: which files are documents, their ids, addresses and problems; and reading them."""

from __future__ import annotations

import dataclasses
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem
from other_user import as_nobody

from graphwright.documents.sources.discover import discover, read_bytes
from graphwright.documents.sources.pages import NO_PAGES, Pages
from graphwright.documents.sources.remote import fetch_remote
from graphwright.documents.sources.watch import compare_scan, scan
from graphwright.errors import ChangedError, ParseError, SourceError
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import parse_settings
from graphwright.tables import SourceDocument, table_of


def find(
    base: Path, max_bytes: int = 1000, pages: Pages | None = None, **collection: Any
) -> dict[str, SourceDocument]:
    """The documents of one collection, by path."""
    raw: dict[str, object] = {
        "collections": [{"name": "docs", **collection}],
        "parse": {"max_bytes": max_bytes},
    }
    settings = parse_settings(raw, origin=base / "sources.yaml")
    found = discover(settings, remote=fetch_remote(settings, pages))
    assert [row.document_id for row in found] == sorted(row.document_id for row in found)
    table_of(SourceDocument).from_rows(found)
    return {row.path: row for row in found}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "docs"
    for path in ("a.md", "sub/b.MD", "sub/deep/c d.html", "drafts/x.md", "data.csv"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(f"text of {path}")
    for path in (".git/config", "sub/.hidden.md", "~$lock.docx"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("hidden")
    return root


def test_a_folder_is_read_recursively_without_hidden_files(folder: Path) -> None:
    found = find(folder.parent, folder="docs")
    assert sorted(found) == ["a.md", "data.csv", "drafts/x.md", "sub/b.MD", "sub/deep/c d.html"]
    row = found["sub/b.MD"]
    data = b"text of sub/b.MD"
    assert row.document_id == document_id("docs", "sub/b.MD")
    assert (row.format, row.size, row.sha256) == ("md", len(data), sha256_bytes(data))
    assert row.problem is None
    assert (row.modified or "").endswith("+00:00")
    assert row.location == str(folder / "sub/b.MD")
    assert read_bytes(row, 1000, NO_PAGES) == data


@pytest.mark.parametrize(
    ("include", "exclude", "expected"),
    [
        (["*.md"], [], ["a.md"]),
        (["**/*.md", "**/*.MD"], ["drafts/**"], ["a.md", "sub/b.MD"]),
        (["**/*"], ["sub", "drafts/"], ["a.md", "data.csv"]),
        (["sub/**/*.html"], [], ["sub/deep/c d.html"]),
        (["nothing"], [], []),
    ],
)
def test_patterns(
    folder: Path, include: list[str], exclude: list[str], expected: list[str]
) -> None:
    found = find(folder.parent, folder="docs", include=include, exclude=exclude)
    assert sorted(found) == expected


def test_citations_show_the_base_uri_or_the_path_alone(folder: Path) -> None:
    path = "sub/deep/c d.html"
    assert find(folder.parent, folder="docs")[path].uri == path
    based = find(folder.parent, folder="docs", base_uri="https://example.com/kb/")
    assert based[path].uri == "https://example.com/kb/sub/deep/c%20d.html"


def test_rows_but_for_their_location_do_not_depend_on_where_the_folder_is(folder: Path) -> None:
    before = find(folder.parent, folder="docs")
    folder.rename(folder.parent / "moved")
    after = find(folder.parent, folder="moved")
    assert [dataclasses.replace(row, location="") for row in before.values()] == [
        dataclasses.replace(row, location="") for row in after.values()
    ]


@pytest.mark.parametrize(("name", "found"), [("absent", "nothing"), ("docs/a.md", "a file")])
def test_a_missing_folder_is_one_clear_error(folder: Path, name: str, found: str) -> None:
    with pytest.raises(SourceError, match=f"but there is {found}. Correct 'folder'"):
        find(folder.parent, folder=name)


def test_links_are_followed_only_inside_the_folder(folder: Path) -> None:
    outside = folder.parent / "secret.md"
    outside.write_text("secret")
    (folder / "out.md").symlink_to(outside)
    (folder / "in.md").symlink_to(folder / "a.md")
    (folder / "again").symlink_to(folder / "sub")
    (folder / "away").symlink_to(folder.parent)
    (folder / "gone.md").symlink_to(folder / "nothing.md")
    found = find(folder.parent, folder="docs")
    assert "leads out" in (found["out.md"].problem or "")
    assert "leads out" in (found["away"].problem or "")
    assert found["out.md"].sha256 == ""
    assert found["in.md"].problem is None
    assert "cannot be read" in (found["gone.md"].problem or "")
    assert not any(path.startswith(("again/", "away/")) for path in found)


def test_large_files_are_rows_that_are_not_read(folder: Path) -> None:
    (folder / "big.md").write_bytes(b"x" * 1001)
    row = find(folder.parent, folder="docs")["big.md"]
    assert (row.size, row.sha256, row.problem) == (1001, "", "is larger than 1,000 bytes")


def test_files_and_folders_that_may_not_be_read_are_rows() -> None:
    with as_nobody() as root:
        (root / "docs" / "sub").mkdir(parents=True)
        for name in ("a.md", "b.md", "sub/c.md"):
            (root / "docs" / name).write_text("text")
        (root / "docs" / "a.md").chmod(0)
        (root / "docs" / "sub").chmod(0)
        found = find(root, folder="docs")
        (root / "docs" / "sub").chmod(0o700)
    assert found["b.md"].problem is None
    assert "cannot be read: Permission denied" in (found["a.md"].problem or "")
    assert "cannot be listed: Permission denied" in (found["sub"].problem or "")


def test_a_source_folder_that_may_not_be_listed_is_one_clear_error() -> None:
    with as_nobody() as root:
        (root / "docs").mkdir()
        (root / "docs").chmod(0)
        with pytest.raises(SourceError, match="cannot be listed: Permission denied"):
            find(root, folder="docs")
        (root / "docs").chmod(0o700)


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS refuses such names")
def test_a_name_that_is_not_text_is_a_row(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/bad\xff.md")).write_text("x")
    found = find(folder.parent, folder="docs")
    assert found["bad\\udcff.md"].problem == "its name is not valid UTF-8"


def test_reading_a_file_that_changed_or_vanished_or_grew(folder: Path) -> None:
    row = find(folder.parent, folder="docs")["a.md"]
    with pytest.raises(ParseError, match="more than 5 bytes"):
        read_bytes(row, 5, NO_PAGES)
    (folder / "a.md").write_text("other")
    with pytest.raises(ChangedError, match="changed while the build was running"):
        read_bytes(row, 1000, NO_PAGES)
    (folder / "a.md").unlink()
    with pytest.raises(SourceError, match="cannot be read: No such file"):
        read_bytes(row, 1000, NO_PAGES)


def test_of_a_file_that_grows_what_was_found_is_read(folder: Path) -> None:
    row = find(folder.parent, folder="docs")["a.md"]
    found = (folder / "a.md").read_bytes()
    for size in (1, 2_000):
        (folder / "a.md").write_bytes(found + b"x" * size)
        assert read_bytes(row, 1000, NO_PAGES) == found


@pytest.mark.parametrize("seconds", [400_000_000_000, -100_000_000_000, 1_700_000_000])
def test_a_time_outside_the_calendar_is_not_stated(seconds: int) -> None:
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as root:
        (Path(root) / "docs").mkdir()
        file = Path(root) / "docs" / "a.md"
        file.write_text("text")
        os.utime(file, (seconds, seconds))
        if file.stat().st_mtime != seconds:
            pytest.skip("no file system here has such times")
        row = find(Path(root), folder="docs")["a.md"]
        assert row.problem is None
        assert (row.modified is None) == (not 0 < seconds < 10**11)
        settings = parse_settings(
            {"collections": [{"name": row.collection, "folder": "docs"}]},
            origin=Path(root) / "sources.yaml",
        )
        file.write_text("TEXT")
        os.utime(file, (seconds + 10**9, seconds + 10**9))
        changes = compare_scan(settings, scan(settings), [row]).changes
        assert {name: str(change) for name, change in changes.items()} == {
            row.collection: "0 added, 1 edited, 0 removed"
        }


def test_plain_paths_and_file_urls(folder: Path) -> None:
    (folder / "data.csv").rename(folder / "the data.csv")
    paths = [str(folder / "a.md"), f"File://{folder}/the%20data.csv", str(folder / "gone.md")]
    found = find(folder.parent, urls=paths)
    assert {row.format for row in found.values()} == {"md", "csv"}
    assert {row.location for row in found.values()} == {
        str(folder / n) for n in ("a.md", "the data.csv", "gone.md")
    }
    assert [row.problem for row in found.values()].count(None) == 2


def test_fsspec_paths_and_folders(tmp_path: Path) -> None:
    pages = Pages(tmp_path)
    store = fsspec.filesystem("memory")
    store.pipe({"/kb/a.md": b"one", "/kb/sub/b.txt": b"two", "/kb/c.tmp": b"no", "/d.md": b"three"})
    try:
        found = find(
            Path("/"),
            pages=pages,
            urls=["memory://kb", "memory://d.md", "memory://none.md"],
            include=["**/*.md", "**/*.txt"],
        )
        good = {path: row for path, row in found.items() if row.problem is None}
        read = {path: read_bytes(row, 10, pages) for path, row in good.items()}
        assert read == {"a.md": b"one", "sub/b.txt": b"two", "d.md": b"three"}
        assert "cannot be read" in (found["none.md"].problem or "")
    finally:
        store.rm("/kb", recursive=True)
        store.rm("/d.md")


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        pages = {
            "/page": ("text/html; charset=utf-8", b"<p>page</p>"),
            "/a.md": ("text/plain", b"md"),
        }
        if self.headers["Authorization"] == "Basic dXNlcjpwYXNz":  # user:pass
            pages["/private.md"] = ("text/plain", b"for members")
        kind, body = pages.get(self.path, ("", b""))
        self.send_response(200 if kind else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test's output quiet."""


@pytest.fixture
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class Vault(MemoryFileSystem):
    """A store whose addresses name a host that the names of its files lack, as FTP's do."""

    protocol = "vault"
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        if "://" in path:
            path = urlsplit(path).path
        return "/" + path.strip("/")


def test_files_of_a_store_keep_host_and_user(tmp_path: Path) -> None:
    fsspec.register_implementation("vault", Vault, clobber=True)
    fsspec.filesystem("vault").pipe({"/kb/a.md": b"one", "/kb/sub/b.md": b"two"})
    raw = {"collections": [{"name": "c", "urls": ["vault://ann:secret@host/kb/"]}]}
    settings = parse_settings(raw, origin=Path("/sources.yaml"))
    pages = Pages(tmp_path)
    rows = fetch_remote(settings, pages)
    assert {row.path: row.location for row in rows} == {
        "a.md": "vault://host/kb/a.md",
        "sub/b.md": "vault://host/kb/sub/b.md",
    }
    assert not any("secret" in str(row) for row in rows)
    assert sorted(read_bytes(row, 10, pages) for row in rows) == [b"one", b"two"]


def test_a_web_page_that_is_refused_says_with_which_status(site: str) -> None:
    (row,) = find(Path("/"), urls=[f"http://{site}/none"]).values()
    assert "HTTP status 404" in (row.problem or "")


def test_web_pages(site: str, tmp_path: Path) -> None:
    pages = Pages(tmp_path)
    urls = [f"http://user:pass@{site}/page", f"http://{site}/a.md", f"http://{site}/none"]
    found = find(Path("/"), pages=pages, urls=urls)
    page = found[f"{site}/page"]
    assert (page.format, page.uri) == ("html", f"http://{site}/page")
    assert page.modified == "2015-10-21T07:28:00+00:00"
    assert read_bytes(page, 100, pages) == b"<p>page</p>"
    assert found[f"{site}/a.md"].format == "md"
    assert "cannot be read" in (found[f"{site}/none"].problem or "")
    assert not any("pass" in (row.problem or "") + row.uri for row in found.values())
    with pytest.raises(ParseError, match="more than 3 bytes"):
        read_bytes(page, 3, pages)


def test_a_password_is_used_and_stands_in_no_row(site: str, tmp_path: Path) -> None:
    address = f"http://user:pass@{site}/private.md"
    pages = Pages(tmp_path)
    (row,) = find(Path("/"), pages=pages, urls=[f"{address}#part"]).values()
    assert row.problem is None
    assert "pass" not in str(row)
    assert read_bytes(row, 100, pages) == b"for members"
    with pytest.raises(SourceError, match="no longer in the lake's cache") as refused:
        read_bytes(row, 100, NO_PAGES)
    assert "pass" not in str(refused.value)


def test_a_folder_that_cannot_be_listed_loses_no_document(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(SourceError, match=r"cannot be listed: Permission denied\. Give the user"):
        find(folder.parent, folder="docs")


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS refuses such names")
def test_a_folder_whose_name_is_not_text_and_cannot_be_listed_is_a_row(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/bad\xff")).mkdir()
    listed = os.scandir

    def refuse(path: Path) -> Any:
        if os.fsencode(path).endswith(b"\xff"):
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = find(folder.parent, folder="docs")
    assert found["bad\\udcff"].problem == "cannot be listed: Permission denied"


def test_pipes_and_links_in_a_circle_are_rows_and_keep_nobody_waiting(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    (folder / "circle.md").symlink_to("circle.md")
    found = find(folder.parent, folder="docs")
    assert "no file" in (found["pipe.txt"].problem or "")
    assert "symbolic links" in (found["circle.md"].problem or "")
    row = found["a.md"]
    (folder / "a.md").unlink()
    os.mkfifo(folder / "a.md")
    with pytest.raises(SourceError, match="no file"):
        read_bytes(row, 1000, NO_PAGES)
