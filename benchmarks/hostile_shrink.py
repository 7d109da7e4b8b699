"""Sources that vanish, settings that are broken, lakes that are misnamed, and what is said of each.

    .venv/bin/python benchmarks/hostile_shrink.py

Each case must end in one error of ours that holds the right word, or let an honest change through;
and nothing may be written. One line a case, then one JSON object: cases, passed, failed (names).
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
from typer.testing import CliRunner

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # as a script, only this folder is on it

from dagster_project.cli import app
from dagster_project.page_process import check_port
from graphwright.documents.sources.discover import discover
from graphwright.entities.seed_concepts import load_seeds
from graphwright.errors import GraphwrightError
from graphwright.graph.arrow_file import write_arrow
from graphwright.graph.pointer import Pointer, snapshots_root, write_pointer
from graphwright.quality.shrinkage import readable_documents, refuse_shrinking
from graphwright.settings import load_settings, parse_settings
from graphwright.store.storage import open_storage

Case = tuple[str, bool, str]
"""Name, whether it went as it should, and what was said."""

_PAGES = 20
_PLAIN = "collections:\n  - {name: a, folder: docs}\n"

_SETTINGS = {
    "empty": ("", "holds nothing"),
    "only_a_comment": ("# later\n", "holds nothing"),
    "a_list": ("- a\n", "holds list"),
    "a_word": ("handbook\n", "holds str"),
    "key_twice": (_PLAIN + "buckets: 2\nbuckets: 3\n", "stands in line 3 already"),
    "collections_twice": (_PLAIN + _PLAIN, "stands in line 1 already"),
    "folder_twice": ("collections:\n  - {name: a, folder: x, folder: y}\n", "'folder'"),
    "quoted_key_twice": (_PLAIN + "buckets: 2\n'buckets': 3\n", "stands in line 3 already"),
    "colon_lost": (_PLAIN + "buckets 3\n", "could not find expected ':'"),
    "key_lost": (_PLAIN + ": 3\n", "line 3"),
    "value_lost": ("collections:\n", "a list was expected"),
    "name_lost": ("collections:\n  - {folder: docs}\n", "collections.0.name: is missing"),
    "folder_lost": ("collections:\n  - {name: a, folder: }\n", "either 'folder' or 'urls'"),
    "folder_empty": ("collections:\n  - {name: a, folder: ''}\n", "collections.0.folder"),
    "key_misspelt": ("colections: []\n", "colections: is no setting"),
    "key_a_number": (_PLAIN + "7: x\n", "7: a key is the name of a setting"),
    "key_a_list": (_PLAIN + "? [1]\n: 2\n", "unhashable key"),
    "dash_lost": ("collections: {name: a, folder: docs}\n", "a list was expected"),
    "two_documents": (_PLAIN + "---\n" + _PLAIN, "but found another document"),
    "no_such_date": (_PLAIN + "runs: 2001-99-99\n", "month must be in 1..12"),
    "brackets": ("[" * 5000, "recursion"),
    "tab": ("collections:\n\t- a\n", "cannot start any token"),
    "null_byte": (_PLAIN + "\0", "special characters"),
    "unknown_anchor": (_PLAIN + "buckets: *many\n", "undefined alias"),
    "python_object": (_PLAIN + "runs: !!python/object/apply:os.getcwd []\n", "constructor"),
    "no_number": (_PLAIN + "buckets: !!int x\n", "invalid literal"),
}
"""Files of settings, with the word that tells what is wrong with each."""

_SEEDS = {
    "alias_key_twice": ("concepts:\n  - {name: a, aliases: [b], aliases: [c]}\n", "'aliases'"),
    "concepts_twice": ("concepts: []\nconcepts: []\n", "stands in line 1 already"),
    "no_such_date": ("concepts: 2001-99-99\n", "month must be in 1..12"),
    "brackets": ("[" * 5000, "recursion"),
}

_LAKES = ("a?b", "a?", "?", "a%41b", "%00", "50%25", "deep?er/lake")


def cases(scratch: Path) -> Iterator[Case]:
    """Yield what became of each case; ``scratch`` is an empty folder."""
    yield from _wrong_files(scratch, "settings", _SETTINGS, load_settings)
    yield from _wrong_files(scratch, "seeds", _SEEDS, load_seeds)
    yield from _lost_documents(scratch)
    yield from _commands(scratch)
    yield from _addresses()


def _said(work: Callable[[], object]) -> str:
    """Return the message of an error of ours; nothing where all went well. Others are raised."""
    try:
        work()
    except GraphwrightError as error:
        return str(error)
    return ""


def _case(name: str, work: Callable[[], object], word: str) -> Case:
    """Return a case that must say a word, or nothing where the word is empty."""
    try:
        said = _said(work)
    except Exception as error:  # noqa: BLE001  # that is what the suite looks for
        return name, False, repr(error)
    return name, word in said and bool(word) == bool(said), said or "goes on"


def _wrong_files(
    scratch: Path,
    kind: str,
    texts: Mapping[str, tuple[str, str]],
    read: Callable[[Path], object],
) -> Iterator[Case]:
    for name, (text, word) in texts.items():
        path = scratch / f"{kind}-{name}.yaml"
        path.write_text(text)
        yield _case(f"{kind}/{name}", lambda path=path: read(path), word)  # type: ignore[misc]


# --- documents that are lost ---


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def _dangling(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
        path.symlink_to(folder / "gone" / path.name)


def _pipes(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
        os.mkfifo(path)


def _folders(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
        path.mkdir()


def _hide(folder: Path) -> None:
    for path in folder.iterdir():
        path.rename(path.with_name(f".{path.name}"))


def _lock_files(folder: Path) -> None:
    for path in folder.iterdir():
        path.rename(path.with_name(f"~${path.name}"))


def _quarter(folder: Path) -> None:
    for path in sorted(folder.iterdir())[: _PAGES // 4]:
        path.unlink()


def _fifth(folder: Path) -> None:
    for path in sorted(folder.iterdir())[: _PAGES // 5]:
        path.unlink()


def _rename(folder: Path) -> None:
    (folder / "new").mkdir()
    for path in sorted(folder.glob("*.txt")):
        path.rename(folder / "new" / path.name)


def _rewrite(folder: Path) -> None:
    for path in folder.iterdir():
        path.write_text("Another text.")


def _nothing(folder: Path) -> None:
    """Leave all as it is."""


_LOST = "Collection 'a' has"
_NAMED = {"name": "a", "folder": "docs"}
_LOSSES: dict[str, tuple[Callable[[Path], None], Mapping[str, Any], str]] = {
    "emptied": (_empty, {}, _LOST),
    "dangling_links": (_dangling, {}, _LOST),
    "pipes": (_pipes, {}, _LOST),
    "folders_of_their_names": (_folders, {}, _LOST),
    "hidden": (_hide, {}, _LOST),
    "lock_files": (_lock_files, {}, _LOST),
    "a_quarter": (_quarter, {}, _LOST),
    "folder_gone": (shutil.rmtree, {}, "but there is nothing"),
    "pattern_mistyped": (_nothing, {"collections": [_NAMED | {"include": ["**/*.tx"]}]}, _LOST),
    "all_excluded": (_nothing, {"collections": [_NAMED | {"exclude": ["**"]}]}, _LOST),
    "limit_of_bytes": (_nothing, {"parse": {"max_bytes": 1}}, _LOST),
    "another_folder": (_nothing, {"collections": [_NAMED | {"folder": "other"}]}, _LOST),
    "no_server": (
        _nothing,
        {"collections": [{"name": "a", "urls": [f"http://127.0.0.1:9/{i}" for i in range(20)]}]},
        _LOST,
    ),
    "no_store": (
        _nothing,
        {"collections": [{"name": "a", "urls": ["memory://nothing-is-here"]}]},
        _LOST,
    ),
    "taken_out": (_nothing, {"collections": [{"name": "b", "folder": "other"}]}, "not name any"),
    "renamed_collection": (_nothing, {"collections": [_NAMED | {"name": "A"}]}, "not name any"),
    "a_fifth": (_fifth, {}, ""),
    "renamed_files": (_rename, {}, ""),
    "rewritten_files": (_rewrite, {}, ""),
    "switched_off": (_empty, {"checks": {"lost_share": 1}}, ""),
    "half_is_allowed": (_quarter, {"checks": {"lost_share": 0.5}}, ""),
}
"""What becomes of the documents, the settings then, and the word that refuses it."""


def _lost_documents(scratch: Path) -> Iterator[Case]:
    for name, (change, settings, word) in _LOSSES.items():
        place = scratch / f"lost-{name}"
        (place / "other").mkdir(parents=True)
        (place / "other/page.txt").write_text("A page.")
        (place / "docs").mkdir()
        for page in range(_PAGES):
            (place / f"docs/page-{page}.txt").write_text(f"Page {page}.")
        _publish(place / "lake", _PAGES)
        change(place / "docs")
        raw = {"collections": [_NAMED], **settings}
        yield _case(f"lost/{name}", lambda place=place, raw=raw: _look(place, raw), word)  # type: ignore[misc]


def _publish(lake: Path, documents: int) -> None:
    """Point readers to a snapshot of so many documents of one collection."""
    folder = snapshots_root(lake) / "published"
    folder.mkdir(parents=True)
    write_arrow(folder / "documents.arrow", pa.table({"collection": ["a"] * documents}))
    write_pointer(open_storage(lake), lake, Pointer("published", ("published",)))


def _look(place: Path, raw: dict[str, object]) -> None:
    """Look at the sources as a build does before it makes anything."""
    settings = parse_settings(raw, origin=place / "sources.yaml")
    refuse_shrinking(place / "lake", readable_documents(discover(settings)), settings)


# --- the command line ---


def _invoke(*arguments: object) -> None:
    result = CliRunner().invoke(app, list(map(str, arguments)))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception


def _commands(scratch: Path) -> Iterator[Case]:
    docs, file, built = (scratch / name for name in ("docs", "file", "built"))
    docs.mkdir()
    file.write_text("a file")
    _publish(built, 1)
    for name in _LAKES:
        lake = scratch / name
        planned = _case(
            f"lake/{name}",
            lambda lake=lake: _invoke("build", "--source", docs, "--lake", lake),  # type: ignore[misc]
            "databases cannot have in their path",
        )
        yield planned[0], planned[1] and not lake.exists(), planned[2]
    both = ("plan", "--source", docs, "--sources", file, "--lake", scratch / "new")
    yield _case("sources/named_twice", lambda: _invoke(*both), "named twice")
    for command in (("build",), ("plan",), ("ui",), ("ask", "Who?"), ("report",)):
        lost = (*command, "--lake", built)
        yield _case(f"settings_lost/{command[0]}", lambda lost=lost: _invoke(*lost), "are gone")  # type: ignore[misc]
    for command in (("plan",), ("status",), ("ui",), ("sql", "SELECT 1"), ("diff",)):
        wrong = (*command, "--lake", file)
        yield _case(f"lake_a_file/{command[0]}", lambda wrong=wrong: _invoke(*wrong), "is a file")  # type: ignore[misc]
    for name, lake in (("first", built), ("none", scratch / "nothing")):
        compared = ("diff", "--lake", lake)
        yield _case(
            f"diff/{name}",
            lambda compared=compared: _invoke(*compared),  # type: ignore[misc]
            "nothing to compare",
        )


def _addresses() -> Iterator[Case]:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        yield _case("page/busy_port", lambda: check_port("127.0.0.1", port), str(port))
        yield _case("page/busy_everywhere", lambda: check_port("0.0.0.0", port), str(port))
    for host in ("no such host", "203.0.113.7", "\udcff", "http://127.0.0.1"):
        name = host.encode("ascii", "backslashreplace").decode()
        yield _case(f"page/{name}", lambda host=host: check_port(host, port), "address")  # type: ignore[misc]
    yield _case("page/free_port", lambda: check_port("127.0.0.1", port), "")


def main() -> None:
    """Print one line a case and a summary; the exit status says whether all went well."""
    failed, count = [], 0
    with tempfile.TemporaryDirectory() as temporary:
        for name, passed, said in cases(Path(temporary)):
            count += 1
            failed += [] if passed else [name]
            print(f"{' ' if passed else '!'} {name[:36]:36} {' '.join(said.split())[:150]}")
    print(json.dumps({"cases": count, "passed": count - len(failed), "failed": failed}))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
