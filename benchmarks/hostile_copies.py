"""Try to hide facts by copies, and to mislead or stop a build by what is said of versions.

    .venv/bin/python benchmarks/hostile_copies.py [--keep FOLDER]

Each case is a collection of a few documents; all are sources of one build's first steps (find,
parse, versions), so that a case which harms another is seen. The last line is one JSON object:
cases, passed, and the names of those that failed.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # as a script, only this folder is on it

from graphwright.documents.sources.discover import discover
from graphwright.documents.versions.sidecar import sidecar_entries
from graphwright.errors import SettingsError
from graphwright.settings import Settings, parse_settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.pipeline import Pipeline
from graphwright.store.lake import Lake
from graphwright.tables import DocumentVersion, RejectedVersion, rows_of

Outcome = tuple[str, bool, str]
"""Name of a case, whether it went as it should, and a word on what was found."""

Files = Mapping[str, str | bytes]


@dataclasses.dataclass(frozen=True)
class Found:
    """What the tables say of a case's documents: versions by path, and reasons of refusals."""

    versions: Mapping[str, DocumentVersion]
    reasons: Sequence[str]
    parsed: frozenset[str]

    @property
    def superseded(self) -> set[str]:
        """Return the paths of the superseded documents."""
        return {path for path, row in self.versions.items() if row.superseded}

    @property
    def groups(self) -> list[int]:
        """Return how many documents each group of copies and versions has."""
        kept = [row.same_as for row in self.versions.values() if row.same_as]
        return sorted(kept.count(one) for one in set(kept))


@dataclasses.dataclass(frozen=True)
class Case:
    """Documents, rows of the sidecar (``document,column,value``), and what must come of them."""

    name: str
    files: Files
    right: Callable[[Found], bool]
    sidecar: Sequence[tuple[str, str, str]] = ()


def _policy(case: str, limit: str = "25,000") -> str:
    """Return a policy whose words are those of its case alone, or copies would cross cases."""
    return (
        f"The head of {case} approves every order above {limit} EUR.\n\n"
        f"The clerk of {case} files each invoice in Ledgerline.\n\n"
        f"The treasury pays all suppliers of {case} on Thursdays.\n"
    )


def _matter(**fields: str) -> str:
    lines = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return f"---\n{lines}---\n"


def _said(case: str, **fields: str) -> str:
    return _matter(**fields) + _policy(case, limit=f"{len(str(fields))},000")


_BOMB = "a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nsupersedes: [*b,*b,*b,*b]\n"

CASES: tuple[Case, ...] = (
    Case(
        "twelve copies of one policy",
        {f"office-{n}/policy.md": _policy("twelve") for n in range(12)},
        lambda found: found.groups == [12] and not found.superseded,
    ),
    Case(
        "copies with another header, footer and date",
        {
            f"{n}.md": f"Office {n}\n\n{_policy('header')}\n\nPrinted 2023-05-{n:02}"
            for n in range(1, 9)
        },
        lambda found: found.groups == [8],
    ),
    Case(
        "one page as Markdown, HTML and text",
        {
            "policy.md": _policy("formats"),
            "policy.html": "".join(f"<p>{line}</p>" for line in _policy("formats").split("\n\n")),
            "policy.txt": _policy("formats"),
        },
        lambda found: found.groups == [3] and not found.superseded,
    ),
    Case(
        "copies that differ in case, quotation marks and spaces",
        {"a.txt": _policy("marks"), "b.txt": _policy("marks").upper().replace(" ", "  ")},
        lambda found: found.groups == [2],
    ),
    Case(
        "filled forms that share half of their text are no copies",
        {
            f"form-{n}.txt": _policy("form")
            + "\n\n".join(f"Answer {n}.{k} is {n * k}." for k in range(20))
            for n in range(12)
        },
        lambda found: found.groups == [],
    ),
    Case(
        "a page that quotes a notice is no copy of it",
        {"notice.txt": _policy("notice"), "page.txt": _policy("notice") + _policy("own page") * 2},
        lambda found: found.groups == [],
    ),
    Case(
        "documents without words are no copies",
        {"a.txt": "*** --- ***", "b.txt": "*** --- ***"},
        lambda found: found.groups == [],
    ),
    Case(
        "an archived page with its successor",
        {"archive/p.md": _policy("archived", "10,000"), "p.md": _policy("archived")},
        lambda found: (
            found.superseded == {"archive/p.md"}
            and found.versions["archive/p.md"].superseded_by == found.versions["p.md"].document_id
        ),
    ),
    Case(
        "an archived page alone",
        {"_ARCHIVE_/2019/p.md": _policy("alone")},
        lambda found: found.superseded == {"_ARCHIVE_/2019/p.md"},
    ),
    Case(
        "version 10 is newer than version 9",
        {f"p-v{n}.md": _policy("numbers", f"{n}") for n in (1, 9, 10)},
        lambda found: found.superseded == {"p-v1.md", "p-v9.md"},
    ),
    Case(
        "a version of a million digits is a name",
        {"p-v" + "9" * 200 + ".md": _policy("digits"), "p-v2.md": _policy("digits two")},
        lambda found: not found.superseded,
    ),
    Case(
        "dates that there are not",
        {"p_2023-13.md": _policy("nodate"), "p_2023-99-99.md": _policy("nodate two")},
        lambda found: not found.superseded,
    ),
    Case(
        "an older date of an alike text",
        {"h_2023-05.md": _policy("dated", "1"), "h_2024-02.md": _policy("dated", "2")},
        lambda found: found.superseded == {"h_2023-05.md"},
    ),
    Case(
        "minutes of two months are no versions",
        {
            "m_2023-05.md": "The board chose a supplier of steel. Kim asks for three offers.",
            "m_2023-06.md": "All machines were repaired. Auditors arrive soon with forms.",
        },
        lambda found: not found.superseded,
    ),
    Case(
        "a chain of three hundred versions",
        {f"p-v{n}.txt": f"Chain step {n} moves item {n}." for n in range(300)},
        lambda found: (
            len(found.superseded) == 299
            and len({row.newest for row in found.versions.values() if row.superseded}) == 1
        ),
    ),
    Case(
        "two documents that supersede each other",
        {"a.md": _said("each a", supersedes="b.md"), "b.md": _said("each b", supersedes="a.md")},
        lambda found: not found.superseded and len(found.reasons) == 2,
    ),
    Case(
        "a circle of fifty",
        {f"{n}.md": _said(f"circle {n}", supersedes=f"{(n + 1) % 50}.md") for n in range(50)},
        lambda found: not found.superseded and len(found.reasons) == 50,
    ),
    Case(
        "a document that supersedes itself",
        {"a.md": _said("itself", supersedes="a.md", superseded_by="./x/../a.md")},
        lambda found: not found.superseded and len(found.reasons) == 2,
    ),
    Case(
        "a document that supersedes what is not there",
        {"a.md": _said("missing", supersedes="[gone.md, ../../../etc/passwd, '', '..', '/']")},
        lambda found: not found.superseded and len(found.reasons) >= 4,
    ),
    Case(
        "a name that means two documents",
        {
            "a.md": _said("ambiguous", supersedes="p.md"),
            "x/p.md": _policy("ambiguous x"),
            "y/p.md": _policy("ambiguous y"),
        },
        lambda found: (
            not found.superseded and any("names 2 documents" in one for one in found.reasons)
        ),
    ),
    Case(
        "front matter that nests, aliases and lies about its kind",
        {
            "bomb.md": f"---\n{_BOMB}---\n" + _policy("bomb"),
            "kinds.md": _said(
                "kinds", supersedes="{a: [b]}", valid_to="[1, 2]", superseded="maybe"
            ),
            "tag.md": _said("tag", supersedes="!!python/object/apply:os.system ['true']"),
        },
        lambda found: found.parsed == {"bomb.md", "kinds.md", "tag.md"} and not found.superseded,
    ),
    Case(
        "days that no calendar has",
        {
            "a.md": _said("days a", valid_to="2023-02-30", valid_from="0000-00-00"),
            "b.md": _said("days b", valid_to="9" * 6000),
            "c.md": _said("days c", valid_to="99999-01-01", date="12345678901234567890"),
        },
        lambda found: found.parsed == {"a.md", "b.md", "c.md"} and not found.versions,
    ),
    Case(
        "the first and the last day that there are",
        {
            "old.md": _policy("first day"),
            "new.md": _said(
                "last day", supersedes="old.md", valid_from="0001-01-01", valid_to="9999"
            ),
        },
        lambda found: (
            found.superseded == {"old.md"} and found.versions["new.md"].valid_to == "9999-12-31"
        ),
    ),
    Case(
        "a sidecar that overrules a folder",
        {"archive/manual.md": _policy("overruled")},
        lambda found: not found.superseded,
        (("archive/manual.md", "superseded", "false"),),
    ),
    Case(
        "a sidecar that names nothing, twice, and badly",
        {"a.md": _policy("badly")},
        lambda found: found.versions["a.md"].valid_to == "2024-12-31",
        (("a.md", "valid_to", "2024"), ("none.md", "valid_to", "2024"), ("a.md", "valid_to", "x")),
    ),
    Case(
        "names with signs that mean something elsewhere",
        {
            "p (v1) [x]*?.md": _policy("signs one", "1"),
            "p'; DROP TABLE x;-- -v2.md": _policy("signs two", "2"),
            "\u202egnp.exe-v1.md": _policy("signs three", "3"),
        },
        lambda found: len(found.parsed) == 3 and not found.superseded,
    ),
)

SIDECARS: Mapping[str, bytes] = {
    "v.yaml": b"documents: {a: b}",
    "list.yaml": b"- a",
    "nul.yaml": b"documents: [\x00]",
    "deep.yaml": b"[" * 20_000,
    "utf16.yaml": "documents: []".encode("utf-16"),
    "columns.csv": b"path,valid_to\na,b\n",
    "empty.csv": b"",
    "field.csv": b'document\n"' + b"x" * 200_000 + b'"\n',
    "v.exe": b"MZ",
}
"""Sidecars that are none; each must be one error that says so."""


def cases(folder: Path | None = None) -> Iterator[Outcome]:
    """Yield the outcome of each case; files and lake are written below ``folder``."""
    if folder is None:
        with tempfile.TemporaryDirectory() as temporary:
            yield from cases(Path(temporary))
        return
    found = _build(folder)
    for number, case in enumerate(CASES):
        one = found[_name(number)]
        said = f"{len(one.superseded)} superseded, groups {one.groups}, {len(one.reasons)} reasons"
        yield case.name, case.right(one), said
    for name, data in SIDECARS.items():
        yield f"sidecar {name}", *_refused(Path(name), data)


def _refused(path: Path, data: bytes) -> tuple[bool, str]:
    try:
        sidecar_entries(path, data)
    except SettingsError as error:
        return "sidecar" in str(error), "refused"
    return False, "read"


def _name(number: int) -> str:
    return f"case-{number:02}"


def _build(folder: Path) -> dict[str, Found]:
    """Find, parse and compare the documents of all cases; return what was found by collection."""
    for number, case in enumerate(CASES):
        for path, content in case.files.items():
            target = folder / _name(number) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)
    settings = _settings(folder)
    lake = Lake(folder / "lake")
    pipeline = Pipeline(Given(lake, settings, discover(settings)))
    for name in ("source_documents", "parse", "document_versions"):
        pipeline.run(pipeline.step(name), Work(range(settings.buckets), settings.worker_count))
    return {_name(number): _found(lake, settings, _name(number)) for number in range(len(CASES))}


def _settings(folder: Path) -> Settings:
    entries = [
        {"collection": _name(number), "document": document, column: value}
        for number, case in enumerate(CASES)
        for document, column, value in case.sidecar
    ]
    (folder / "sidecar.yaml").write_text(json.dumps({"documents": entries}), encoding="utf-8")
    raw = {
        "collections": [{"name": _name(n), "folder": _name(n)} for n in range(len(CASES))],
        "buckets": 4,
        "versions": {"sidecar": "sidecar.yaml"},
    }
    return parse_settings(raw, origin=folder / "sources.yaml")


def _found(lake: Lake, settings: Settings, collection: str) -> Found:
    versions = rows_of(DocumentVersion, lake.read("document_versions"))
    rejected = rows_of(RejectedVersion, lake.read("rejected_versions"))
    parsed = [
        row["path"]
        for bucket in range(settings.buckets)
        for row in lake.read("parsed_documents", bucket, ("collection", "path")).to_pylist()
        if row["collection"] == collection
    ]
    return Found(
        {row.path: row for row in versions if row.collection == collection},
        [row.reason for row in rejected if row.place.startswith(f"{collection}/")],
        frozenset(parsed),
    )


def main() -> None:
    """Print a line a case, and a summary as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="write files and lake here and keep them")
    outcomes = list(cases(parser.parse_args().keep))
    for name, passed, word in outcomes:
        print(f"{'passed' if passed else 'FAILED':8} {name}: {word}")  # a benchmark
    failed = [name for name, passed, _ in outcomes if not passed]
    summary = {"cases": len(outcomes), "passed": len(outcomes) - len(failed), "failed": failed}
    print(json.dumps(summary))  # a benchmark


if __name__ == "__main__":
    main()
