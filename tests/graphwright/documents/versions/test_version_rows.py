"""Which document took the place of which: words weighed, chains, circles and missing names."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.documents.versions.copies import pieces_of, words_of
from graphwright.documents.versions.file_names import read_path
from graphwright.documents.versions.sidecar import SidecarEntry
from graphwright.documents.versions.successors import Known, families_of
from graphwright.documents.versions.table import Texts, version_rows
from graphwright.settings import VersionSettings
from graphwright.tables import NOTHING_STATED, DocumentVersion, RejectedVersion, StatedVersion

Said = dict[str, StatedVersion]


def known(path: str, stated: StatedVersion = NOTHING_STATED, collection: str = "c") -> Known:
    uri, title = f"https://docs.test/{path}", f"Title of {path}"
    named = read_path(path, VersionSettings())
    return Known(f"id of {path}", collection, path, uri, title, stated, named)


def rows(
    said: Said, *entries: SidecarEntry, texts: dict[str, str] | None = None
) -> tuple[dict[str, DocumentVersion], list[RejectedVersion]]:
    """The rows by path; each document has a text of its own, unless one is given."""
    own = {f"id of {path}": (texts or {}).get(path, f"All about {path}.") for path in said}
    pieces = {document: pieces_of(text) for document, text in own.items()}
    words = {document: words_of(text) for document, text in own.items()}
    documents = [known(path, stated) for path, stated in said.items()]
    found, rejected = version_rows(documents, families_of(documents), entries, Texts(pieces, words))
    return {row.path: row for row in found}, rejected


def plain(*paths: str) -> Said:
    return dict.fromkeys(paths, NOTHING_STATED)


def entry(document: str, **said: Any) -> SidecarEntry:
    return SidecarEntry("v.yaml, documents[0]", document, None, StatedVersion(**said), ())


def successor_of(row: DocumentVersion) -> str | None:
    return row.superseded_by and row.superseded_by.removeprefix("id of ")


@pytest.mark.parametrize(
    ("paths", "old", "new"),
    [
        (("archive/policy.md", "policy.md"), "archive/policy.md", "policy.md"),
        (("a/archive/2021/policy.md", "a/policy.pdf"), "a/archive/2021/policy.md", "a/policy.pdf"),
        (("archive/gone.md", "policy.md"), "archive/gone.md", None),
        (("policy-v2.md", "policy-v10.md"), "policy-v2.md", "policy-v10.md"),
        (("policy (old).md", "policy.md"), "policy (old).md", "policy.md"),
        (("policy-old.md", "policy.md"), "policy-old.md", "policy.md"),
        (("archive/policy-v1.md", "policy-v2.md"), "archive/policy-v1.md", "policy-v2.md"),
    ],
)
def test_what_names_say(paths: tuple[str, ...], old: str, new: str | None) -> None:
    found, rejected = rows(plain(*paths))
    assert rejected == []
    assert {path for path, row in found.items() if row.superseded} == {old}
    assert successor_of(found[old]) == new
    assert found[old].said_by == "rule"


@pytest.mark.parametrize(
    "paths",
    [
        ("how-old.md",),
        ("policy.md", "policy-v2.md"),  # which is newer is not known
        ("a/policy-v1.md", "b/policy-v2.md"),
        ("policy-v2.md", "policy-v2.pdf"),
        ("report-2022.md", "report-2023.md"),
    ],
)
def test_what_names_do_not_say(paths: tuple[str, ...]) -> None:
    assert rows(plain(*paths)) == ({}, [])


def test_a_later_date_counts_only_where_the_texts_are_alike() -> None:
    said = plain(
        "hotels_2023-05.md", "hotels_2024-02.md", "minutes_2023-05.md", "minutes_2023-06.md"
    )
    found, _ = rows(
        said,
        texts={
            "hotels_2023-05.md": "The manager approves hotel costs above 100 EUR.",
            "hotels_2024-02.md": "The manager approves hotel costs above 150 EUR.",
            "minutes_2023-05.md": "The board chose a supplier. Kim asks for offers.",
            "minutes_2023-06.md": "All machines were repaired in June. The audit starts.",
        },
    )
    assert {path for path, row in found.items() if row.superseded} == {"hotels_2023-05.md"}
    assert successor_of(found["hotels_2023-05.md"]) == "hotels_2024-02.md"


def test_a_version_in_front_matter_orders_documents_of_one_title() -> None:
    documents = [
        Known("1", "c", "a.md", "", "Policy", StatedVersion(version="2"), read_path("a.md", RULES)),
        Known("2", "c", "b.md", "", "policy", StatedVersion(version="3"), read_path("b.md", RULES)),
        Known("3", "c", "c.md", "", "Other", StatedVersion(version="4"), read_path("c.md", RULES)),
    ]
    found, _ = version_rows(documents, families_of(documents), [], Texts({}, {}))
    assert [(row.document_id, row.superseded_by) for row in found if row.superseded] == [("1", "2")]


RULES = VersionSettings()


def test_a_chain_ends_at_the_newest_and_counts_as_one_document() -> None:
    found, _ = rows(plain(*(f"policy-v{number}.md" for number in range(1, 6))))
    assert [successor_of(found[f"policy-v{n}.md"]) for n in range(1, 6)] == [
        *(f"policy-v{n}.md" for n in range(2, 6)), None,
    ]  # fmt: skip
    assert {row.newest for row in found.values() if row.superseded} == {"id of policy-v5.md"}
    assert {row.same_as for row in found.values()} == {"id of policy-v5.md"}


@pytest.mark.parametrize(
    "name", ["b.md", "x/../b.md", "https://docs.test/b.md", "B", "title of b.md", " b.md "]
)
def test_names_that_mean_a_document(name: str) -> None:
    found, rejected = rows(plain("b.md") | {"a.md": StatedVersion(supersedes=(name,))})
    assert rejected == []
    assert successor_of(found["b.md"]) == "a.md"
    assert found["b.md"].said_by == "front_matter"
    assert found["b.md"].reason == f"supersedes: {' '.join(name.split())}" or name != name.strip()


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"a.md": StatedVersion(supersedes=("nothing.md",))}, "names no document"),
        ({"a.md": StatedVersion(supersedes=("a.md",))}, "names itself"),
        ({"a.md": StatedVersion(superseded_by=("x/../a.md",))}, "names itself"),
        (
            {"a.md": StatedVersion(supersedes=("p.md",)), **plain("x/p.md", "y/p.md")},
            "names 2 documents: c/x/p.md, c/y/p.md",
        ),
    ],
)
def test_names_that_mean_none(said: Said, reason: str) -> None:
    found, [row] = rows(said)
    assert found == {}
    assert reason in row.reason
    assert (row.place, row.said_by) == ("c/a.md", "front_matter")


def test_a_name_means_a_document_of_the_own_collection_before_a_better_one_of_another() -> None:
    said = StatedVersion(supersedes=("p.md",))
    documents = [
        known("x/p.md"), known("p.md", collection="other"), known("a.md", said),
        dataclasses.replace(known("q.md", StatedVersion(supersedes=("p.md",)), "third"),
                            document_id="third"),
    ]  # fmt: skip
    found, rejected = version_rows(documents, families_of(documents), [], Texts({}, {}))
    by = {row.path: row.superseded_by for row in found if row.superseded}
    assert by == {"x/p.md": "id of a.md", "p.md": "third"}
    assert [row.reason for row in rejected] == []


def test_what_says_that_it_is_superseded_is_so_whatever_it_names() -> None:
    found, [row] = rows({"a.md": StatedVersion(superseded_by=("nothing.md",))})
    assert (found["a.md"].superseded, found["a.md"].superseded_by) == (True, None)
    assert row.statement == "superseded_by: nothing.md"


@pytest.mark.parametrize("size", [2, 3, 50])
def test_a_circle_supersedes_nothing_and_is_told(size: int) -> None:
    said = {f"{n}.md": StatedVersion(supersedes=(f"{(n + 1) % size}.md",)) for n in range(size)}
    found, rejected = rows(said | {"old.md": StatedVersion(superseded_by=("0.md",))})
    assert {path for path, row in found.items() if row.superseded} == {"old.md"}
    assert len(rejected) == size
    assert all("take one another's place" in row.reason for row in rejected)


def test_in_a_circle_the_weightier_word_stays() -> None:
    found, [row] = rows({"p-v1.md": StatedVersion(supersedes=("p-v2.md",)), **plain("p-v2.md")})
    assert successor_of(found["p-v2.md"]) == "p-v1.md"
    assert not found["p-v1.md"].superseded
    assert row.said_by == "rule"


def test_the_sidecar_counts_more_than_names_and_front_matter() -> None:
    said = plain("archive/manual.md", "manual.md") | {"a.md": StatedVersion(valid_to="2020-01-01")}
    found, rejected = rows(
        said, entry("archive/manual.md", superseded=False), entry("a.md", valid_to="2030-01-01")
    )
    assert rejected == []
    assert set(found) == {"a.md"}
    assert found["a.md"].valid_to == "2030-01-01"


def test_the_old_one_ends_the_day_before_the_new_one_begins() -> None:
    said = plain("old.md") | {
        "new.md": StatedVersion(supersedes=("old.md",), valid_from="2024-01-01")
    }
    old = rows(said)[0]["old.md"]
    assert (old.valid_to, old.superseded_from) == ("2023-12-31", "2024-01-01")
    first = StatedVersion(supersedes=("old.md",), valid_from="0001-01-01")
    assert rows(plain("old.md") | {"new.md": first})[0]["old.md"].valid_to is None


NAMES = [f"{number}.md" for number in range(6)]
statements = st.builds(
    StatedVersion,
    superseded=st.sampled_from([None, None, True, False]),
    supersedes=st.lists(st.sampled_from([*NAMES, "none.md"]), max_size=3).map(tuple),
    superseded_by=st.lists(st.sampled_from([*NAMES, "none.md"]), max_size=2).map(tuple),
)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(st.sampled_from(NAMES), statements),
    st.lists(st.tuples(st.sampled_from(NAMES), statements), max_size=3),
    st.randoms(use_true_random=False),
)
def test_whatever_is_said_there_is_no_circle_and_no_order(
    said: Said, of_sidecar: list[tuple[str, StatedVersion]], chance: random.Random
) -> None:
    entries = [
        SidecarEntry(str(n), name, None, one, ()) for n, (name, one) in enumerate(of_sidecar)
    ]
    found, rejected = rows(said, *entries)
    for row in found.values():
        way, at = set[str](), row
        while at.superseded_by is not None:
            assert at.path not in way
            way.add(at.path)
            at = found[at.superseded_by.removeprefix("id of ")]
        assert row.newest == (at.document_id if way else None)
        assert row.superseded or not way
    other = list(said.items())
    chance.shuffle(other)
    again, rejected_again = rows(dict(other), *entries)
    assert again == found
    assert sorted(r.statement_id for r in rejected) == sorted(
        r.statement_id for r in rejected_again
    )
