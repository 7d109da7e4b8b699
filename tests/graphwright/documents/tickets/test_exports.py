"""Exports of each tracker, and what is wrong with them, as rows and tickets."""

from __future__ import annotations

import itertools
import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphwright.documents.parse import ParseTask, parse_task
from graphwright.documents.sources import discover as discovery
from graphwright.documents.sources import exports as export_rows
from graphwright.documents.sources.discover import discover, read_bytes
from graphwright.documents.sources.exports import Expansion
from graphwright.documents.sources.pages import Pages
from graphwright.documents.sources.source import Found
from graphwright.documents.sources.watch import compare_scan, scan
from graphwright.documents.tickets.masking import Masking
from graphwright.documents.tickets.raw import RawTicket, Standard, read_record
from graphwright.errors import SettingsError
from graphwright.project import Project
from graphwright.settings import Settings, parse_settings
from graphwright.steps.parse import ParseStep
from graphwright.store.lake import Lake
from graphwright.tables import (
    ParsedDocument,
    RejectedDocument,
    SourceDocument,
    TicketRecord,
    table_of,
)


def issue(key: str, updated: str = "2024-01-02T00:00:00.000+0000", **fields: object) -> dict:
    return {"key": key, "fields": {"summary": f"Title of {key}", "updated": updated, **fields}}


class Exports:
    """A folder of exports with a lake beside it."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "exports"
        self.folder.mkdir()
        self.lake: Lake = Project(root / "lake").lake

    def write(self, name: str, content: object) -> None:
        data = content if isinstance(content, bytes | str) else json.dumps(content)
        (self.folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())

    def rows(self, **setting: object) -> dict[str, SourceDocument]:
        collection = {"name": "t", "folder": str(self.folder), "kind": "tickets", **setting}
        found = discover(Settings.model_validate({"collections": [collection]}), lake=self.lake)
        return {row.path: row for row in found}

    def ticket(self, row: SourceDocument) -> RawTicket:
        return read_record(read_bytes(row, 10**8, Pages.of(self.lake)))

    def parsed(self, row: SourceDocument) -> tuple[ParsedDocument, TicketRecord]:
        found = parse_task(
            ParseTask(
                row,
                Settings.model_validate({"collections": [{"name": "t", "folder": "."}]}).parse,
                Pages.of(self.lake),
            )
        )
        assert isinstance(found.row, ParsedDocument)
        assert found.ticket is not None
        return found.row, found.ticket


@pytest.fixture
def exports(tmp_path: Path) -> Exports:
    return Exports(tmp_path)


def problems(rows: dict[str, SourceDocument]) -> dict[str, str]:
    return {path: row.problem for path, row in rows.items() if row.problem is not None}


def test_jira_search_json_lines_and_single_issues_give_the_same_rows(exports: Exports) -> None:
    issues = [issue("AB-1", status={"name": "Open"}), issue("AB-2", labels=["x", "y"])]
    exports.write("search.json", {"issues": issues})
    search = exports.rows()
    assert sorted(search) == ["AB-1", "AB-2"]
    for name, content in (
        ("lines.jsonl", "\n".join(map(json.dumps, issues))),
        ("list.json", issues),
    ):
        for path in exports.folder.iterdir():
            path.unlink()
        exports.write(name, content)
        assert {p: r.sha256 for p, r in exports.rows().items()} == {
            p: r.sha256 for p, r in search.items()
        }


def test_a_jira_issue_has_its_parts_at_their_places(exports: Exports) -> None:
    link = {"type": {"outward": "blocks"}, "outwardIssue": {"key": "AB-9"}}
    exports.write("a.json", issue(
        "AB-1",
        description="h3. Steps\n# Open it\n# Close it\n{code}\nx = 1\n{code}\n*Expected:* none",
        environment="Linux\nPython 3",
        components=[{"name": "Core"}, {"name": "Web"}],
        issuelinks=[link],
        parent={"key": "AB-7"},
        comment={"comments": [
            {"body": "second", "created": "2024-02-01T10:00:00.000+0200"},
            {"body": "first", "created": "2024-01-01T10:00:00.000+0000"},
            {"body": " ", "created": "2024-03-01T10:00:00.000+0000"},
        ]},
    ))  # fmt: skip
    parsed, record = exports.parsed(exports.rows()["AB-1"])
    fields = {field.standard: field for field in record.fields}
    components, environment = fields["components"], fields["environment"]
    assert components.values == ("Core", "Web")
    assert parsed.text[components.start : components.end] == "Core, Web"
    assert parsed.text[environment.start : environment.end] == "Linux\nPython 3"
    assert [parsed.text[c.start : c.end] for c in record.comments] == ["first", "second"]
    assert record.comments[1].created == "2024-02-01T08:00:00+00:00"
    description = parsed.text[record.description_start : record.description_end]
    assert description == "Steps\n\nOpen it\n\nClose it\n\nx = 1\n\nExpected: none"
    kinds = [str(b.kind) for b in parsed.blocks if b.start >= (record.description_start or 0)]
    assert kinds[:5] == ["heading", "list_item", "list_item", "code", "paragraph"]
    assert [parsed.text[m.start : m.end] for m in parsed.marks] == ["Expected:"]
    links = {(x.name, x.direction, x.target_key) for x in record.links}
    assert links == {("blocks", "outward", "AB-9"), ("parent", "outward", "AB-7")}


def test_csv_by_usual_columns_and_by_a_map(exports: Exports) -> None:
    exports.write("jira.csv", (
        "Issue key,Summary,Comment,Comment,Outward issue link (Blocks),Custom field (Team)\n"
        'A-1,One,"01/Feb/24 3:04 PM;ann;Hello, you",loose,A-2,Blue\n'
        ",No key,,,,\n"
    ))  # fmt: skip
    rows = exports.rows()
    assert problems(rows) == {"jira.csv/row 3": "Row 3 of the export has no key."}
    ticket = exports.ticket(rows["A-1"])
    assert [c.text for c in ticket.comments] == ["Hello, you", "loose"]
    assert [(x.name, x.key) for x in ticket.links] == [("Blocks", "A-2")]
    exports.write("jira.csv", "Nummer;Titel\n7;Sieben\n")
    mapped = exports.rows(columns={"key": "Nummer", "title": "Titel"})
    assert exports.ticket(mapped["7"]).title == "Sieben"
    (problem,) = problems(exports.rows(columns={"key": "Nr"})).values()
    assert "no column 'Nr'" in problem


def test_bugzilla_in_json_and_xml(exports: Exports) -> None:
    exports.write("bugs.json", {"bugs": [{
        "id": 5, "summary": "Crash", "product": "P", "status": "RESOLVED", "dupe_of": 3,
        "blocks": [8], "comments": [{"text": "It crashes"}, {"text": "Fixed"}],
    }]})  # fmt: skip
    ticket = exports.ticket(exports.rows()["5"])
    assert (ticket.description, [c.text for c in ticket.comments]) == ("It crashes", ["Fixed"])
    assert {(x.name, x.key) for x in ticket.links} == {("duplicates", "3"), ("blocks", "8")}
    bug = "<bug><bug_id>{}</bug_id><short_desc>S</short_desc><dup_id>3</dup_id>" \
        "<long_desc><thetext>Body</thetext></long_desc></bug>"  # fmt: skip
    exports.write("bugs.xml", f"<bugzilla>{bug.format(6)}{bug.format(7)[:40]}")
    rows = exports.rows()
    assert exports.ticket(rows["6"]).description == "Body"
    assert problems(rows) == {
        "bugs.xml": "The export breaks off after 1 whole record(s); they were read."
    }


def test_github_issues_of_both_interfaces(exports: Exports) -> None:
    exports.write("rest.json", [{
        "number": 4, "title": "T", "body": "one\ntwo\n\n- item", "state": "closed",
        "html_url": "https://github.com/o/r/issues/4", "comments": 2, "user": {"login": "ann"},
    }])  # fmt: skip
    exports.write("cli.json", [{
        "number": 5, "title": "U", "body": "", "url": "https://github.com/o/r/issues/5",
        "createdAt": "2024-01-01T00:00:00Z", "comments": [{"body": "c", "author": {"login": "bo"}}],
    }])  # fmt: skip
    rows = exports.rows()
    assert rows["o/r#4"].uri == "https://github.com/o/r/issues/4"
    parsed, record = exports.parsed(rows["o/r#4"])
    description = parsed.text[record.description_start : record.description_end]
    assert description == "one\ntwo\n\nitem"
    assert exports.ticket(rows["o/r#5"]).values(Standard.CREATED) == ("2024-01-01T00:00:00+00:00",)


def test_mail_is_put_together_to_threads_over_files(exports: Exports) -> None:
    def mail(number: int, subject: str, *parents: int) -> str:
        above = " ".join(f"<{parent}@x.org>" for parent in parents)
        return (
            f"From: Ann Bo <ann@x.org>\nSubject: {subject}\nMessage-ID: <{number}@x.org>\n"
            f"Date: Mon, 0{number} Jan 2024 10:00:00 +0000\nReferences: {above}\n\nText {number}\n"
        )

    exports.write("box.mbox", f"From a 2024\n{mail(1, 'Help')}\nFrom b 2024\n{mail(3, 'Other')}")
    exports.write("reply.eml", mail(2, "Re: Help", 1))
    rows = exports.rows()
    found = {ticket.title: ticket for ticket in map(exports.ticket, rows.values())}
    assert {title: len(ticket.comments) for title, ticket in found.items()} == {
        "Help": 1, "Other": 0
    }  # fmt: skip
    assert "x.org" not in json.dumps([row.path for row in rows.values()])


BROKEN = {
    "truncated.json": (
        json.dumps({"issues": [issue("A-1"), issue("A-2"), issue("A-3")]})[:-60],
        {"A-1", "A-2"},
        {"truncated.json": "breaks off after 2 whole"},
    ),
    "broken.json": (
        json.dumps({"issues": [issue("A-1"), issue("A-2"), issue("A-3")]}).replace(
            '"Title of A-2"', '"Title" of A-2"'
        ),
        {"A-1", "A-3"},
        {"broken.json/record 2": "(A-2) is no JSON"},
    ),
    "lines.jsonl": (
        "\n".join([json.dumps(issue("A-1")), "{", json.dumps(issue("A-3")), "[1]"]),
        {"A-1", "A-3"},
        {"lines.jsonl/record 2": "is no JSON", "lines.jsonl/record 4": "is no ticket"},
    ),
    "twice.json": (
        json.dumps([issue("A-1", "2024-05-01T00:00:00Z"), issue("A-1")]),
        {"A-1"},
        {"twice.json/record 2": "has the key A-1"},
    ),
    "deep.json": (
        json.dumps([issue("A-1")])[:-1] + ',{"key":"A-2","fields":' + "[" * 99_999,
        {"A-1"},
        {"deep.json": "breaks off after 1"},
    ),
    "none.json": (json.dumps({"rows": [1]}), set(), {"none.json": "no ticket"}),
    "words.json": ("hello", set(), {"words.json": "is no JSON"}),
    "empty.csv": ("", set(), {"empty.csv": "is empty"}),
    "a.bin": (b"\x00\x01", set(), {"a.bin": "has none of the suffixes"}),
    "nothing.mbox": ("hello", set(), {"nothing.mbox/message 1": "is no mail"}),
    "latin.csv": ("key;title\n1;\xfcber".encode("cp1252"), {"1"}, {}),
    "absent.json": (
        json.dumps({"issues": [{"key": "A-1", "fields": {"summary": None, "comment": None}}]}),
        {"A-1"},
        {},
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_one_clear_row_and_harms_nothing_else(
    exports: Exports, name: str
) -> None:
    content, whole, wrong = BROKEN[name]
    exports.write(name, content)
    rows = exports.rows()
    found = problems(rows)
    assert rows.keys() - found.keys() == whole
    assert found.keys() == wrong.keys()
    for path, words in wrong.items():
        assert words in found[path]
        rejected = parse_task(ParseTask(rows[path], Settings.model_validate(
            {"collections": [{"name": "t", "folder": "."}]}).parse)).row  # fmt: skip
        assert isinstance(rejected, RejectedDocument)
        assert "export it again" in rejected.remedy


def test_of_two_exports_the_later_ticket_counts_and_a_full_export_deletes(exports: Exports) -> None:
    exports.write("a.json", [issue("A-1", "2024-05-01T00:00:00Z"), issue("A-2")])
    exports.write("b.json", [issue("A-1"), issue("A-2")])
    rows = exports.rows()
    assert rows["A-1"].location.endswith("a.json#A-1")
    assert rows["A-2"].location.endswith("b.json#A-2")
    (exports.folder / "b.json").unlink()
    exports.write("a.json", [issue("A-1")])
    assert exports.rows().keys() == {"A-1"}


def test_a_delta_never_deletes_and_its_later_tickets_count(exports: Exports) -> None:
    exports.write("a.json", [issue("A-1"), issue("A-2")])
    first = exports.rows(mode="delta")
    exports.lake.write(
        "source_documents", table_of(SourceDocument).from_rows(list(first.values())), key="k"
    )
    (exports.folder / "a.json").unlink()
    exports.write("b.json", [issue("A-2", "2024-05-01T00:00:00Z"), issue("A-3")])
    rows = exports.rows(mode="delta")
    assert rows.keys() == {"A-1", "A-2", "A-3"}
    assert exports.ticket(rows["A-1"]).title == "Title of A-1"
    assert rows["A-2"].location.endswith("b.json#A-2")
    assert exports.rows().keys() == {"A-2", "A-3"}


@given(
    edited=st.integers(0, 5),
    title=st.text(max_size=20),
    order=st.permutations(range(6)),
)
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_edit_of_any_ticket_redoes_one_and_equals_a_lake_that_is_new(
    tmp_path: Path, edited: int, title: str, order: list[int]
) -> None:
    with tempfile.TemporaryDirectory(dir=tmp_path) as folder:
        exports = Exports(Path(folder))
        issues = [issue(f"A-{n}", description=f"text {n}") for n in range(6)]
        exports.write("a.json", {"issues": issues})
        before = exports.rows()
        issues[edited]["fields"]["description"] = f"text {edited} {title.strip()}, edited"
        exports.write("a.json", {"issues": [issues[n] for n in order]})
        after = exports.rows()
        changed = {path for path in after if after[path].sha256 != before[path].sha256}
        assert changed == {f"A-{edited}"}
        assert units(before).keys() == units(after).keys()
        assert len(set(units(after).values()) - set(units(before).values())) == 1
        exports.lake = Project(Path(folder) / "another").lake
        assert exports.rows() == after
        assert all(exports.ticket(row).key == path for path, row in after.items())


def units(rows: dict[str, SourceDocument]) -> dict[str, str]:
    """Return the key of each document's unit in the step that parses."""
    limits = Settings.model_validate({"collections": [{"name": "t", "folder": "."}]}).parse
    step = ParseStep(list(rows.values()), limits, 1)
    return {unit.id: unit.content_key for unit in step.units(Lake(Path()), 0)}


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"mode": "delta"}, "need(s) 'kind: tickets'"),
        ({"kind": "tickets", "format": "jira", "columns": {"key": "K"}}, "not of 'jira'"),
        ({"kind": "tickets", "columns": {"titel": "K"}}, "'key', 'title'"),
        ({"kind": "tickets", "names": "keep", "salt_env": "SALT"}, "makes none"),
        ({"kind": "tickets", "format": "trello"}, "'jira'"),
    ],
)
def test_a_wrong_setting_says_what_is_wrong(setting: dict[str, object], words: str) -> None:
    collection = {"name": "t", "folder": ".", **setting}
    with pytest.raises(SettingsError, match=re.escape(words)):
        parse_settings({"collections": [collection]}, origin=Path("sources.yaml"))


def test_people_are_salted_by_the_variable_that_is_named(
    exports: Exports, monkeypatch: pytest.MonkeyPatch
) -> None:
    exports.write("a.json", [issue("A-1", reporter={"name": "ann"})])
    plain = exports.ticket(exports.rows()["A-1"]).values(Standard.REPORTER)
    monkeypatch.setenv("TICKET_SALT", "pepper")
    salted = exports.ticket(exports.rows(salt_env="TICKET_SALT")["A-1"]).values(Standard.REPORTER)
    assert plain != salted
    monkeypatch.delenv("TICKET_SALT")
    with pytest.raises(SettingsError, match="TICKET_SALT, which is empty"):
        exports.rows(salt_env="TICKET_SALT")


def test_the_watch_sees_an_edited_ticket(exports: Exports) -> None:
    exports.write("a.json", [issue("A-1"), issue("A-2")])
    collection = {"name": "t", "folder": str(exports.folder), "kind": "tickets"}
    found = Settings.model_validate({"collections": [collection]})
    known = discover(found, lake=exports.lake)
    assert compare_scan(found, scan(found), known).changes == {}
    exports.write("a.json", [issue("A-1"), issue("A-2", labels=["new"])])
    compared = compare_scan(found, scan(found), known)
    assert str(compared.changes["t"]) == "0 added, 1 edited, 0 removed"
    assert compared.waiting_since is not None


def test_what_was_expanded_is_expanded_again_only_where_a_file_or_setting_changed(
    exports: Exports, monkeypatch: pytest.MonkeyPatch
) -> None:
    exports.write("a.json", [issue("A-1", reporter={"name": "ann"})])
    exports.write("b.txt", "no export")
    expanded: list[str] = []
    real = discovery.Expansion.add

    def add(self: Expansion, found: Found, data: bytes) -> Iterator[SourceDocument]:
        expanded.append(found.path)
        yield from real(self, found, data)

    monkeypatch.setattr(discovery.Expansion, "add", add)
    made = exports.rows()
    assert expanded == ["a.json", "b.txt"]

    def again(**setting: object) -> list[str]:
        """Compare the exports, without a lake that keeps records; return what was expanded."""
        expanded.clear()
        collection = {"name": "t", "folder": str(exports.folder), "kind": "tickets", **setting}
        found = Settings.model_validate({"collections": [collection]})
        rows = discover(found)
        fresh = {row.path: row for row in discover(found, lake=exports.lake)}
        assert {row.path: row for row in rows} == fresh
        return expanded[: -len(list(exports.folder.iterdir()))]

    assert again() == []
    assert made
    assert again(names="keep") == ["a.json", "b.txt"]
    exports.write("a.json", [issue("A-1"), issue("A-2")])
    assert again(names="keep") == ["a.json", "b.txt"]
    assert again(names="keep") == []
    (exports.folder / "b.txt").unlink()
    assert again(names="keep") == ["a.json"]


def lines_of(*issues: dict) -> str:
    return "\n".join(map(json.dumps, issues))


def test_only_lines_that_are_new_are_read_and_rows_are_as_if_all_were(
    exports: Exports, monkeypatch: pytest.MonkeyPatch
) -> None:
    masked_keys: list[str] = []
    real = export_rows.masked

    def masked(ticket: RawTicket, masking: Masking) -> RawTicket:
        masked_keys.append(ticket.key)
        return real(ticket, masking)

    monkeypatch.setattr(export_rows, "masked", masked)

    def read(*issues: dict, **setting: object) -> list[str]:
        """Return the keys that were read; the rows are those of a lake that knows nothing."""
        exports.write("a.jsonl", lines_of(*issues))
        masked_keys.clear()
        rows, keys = exports.rows(**setting), list(masked_keys)
        lake, exports.lake = exports.lake, Project(exports.folder.parent / f"{next(numbers)}").lake
        assert exports.rows(**setting) == rows
        exports.lake = lake
        assert all(exports.ticket(row).key == row.path for row in rows.values() if row.sha256)
        return keys

    numbers = itertools.count()
    first, second = issue("A-1", reporter={"name": "ann"}), issue("A-2", description="a@b.org")
    assert read(first, second) == ["A-1", "A-2"]
    assert read(second, first) == []
    edited = issue("A-2", "2024-01-03T00:00:00.000+0000", description="c@d.org")
    assert read(first, edited) == ["A-2"]
    assert read(first, edited, {"key": 5}, second) == []  # a broken one, and an older A-2
    assert read(first, edited, names="keep") == ["A-1", "A-2"]
    assert read(first, edited, names="keep", masking=False) == ["A-1", "A-2"]


def test_a_line_whose_record_is_lost_is_read_again(exports: Exports) -> None:
    exports.write("a.jsonl", lines_of(issue("A-1"), issue("A-2")))
    before = exports.rows()
    pages = Pages.of(exports.lake).folder
    (pages / before["A-1"].sha256).unlink()
    (pages / before["A-2"].sha256).write_bytes(b"cut")
    assert exports.rows() == before
    assert {exports.ticket(row).key for row in before.values()} == {"A-1", "A-2"}


def test_damaged_notes_of_read_lines_cost_nothing_but_time(exports: Exports) -> None:
    exports.write("a.jsonl", lines_of(issue("A-1"), issue("A-2")))
    before = exports.rows()
    (kept,) = exports.lake.cache.rglob("read_records/t.parquet")
    kept.write_bytes(kept.read_bytes()[:100])
    assert exports.rows() == before
