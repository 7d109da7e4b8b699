"""Who sees which document: the last rule that speaks of it, and what cannot be understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.documents.groups.rules import GroupRule, groups_of, settings_rules
from graphwright.documents.groups.sidecar import sidecar_rules
from graphwright.errors import SettingsError
from graphwright.settings import parse_settings
from graphwright.tables import SourceDocument


def document(collection: str, path: str) -> SourceDocument:
    uri = f"https://wiki.example.com/{collection}/{path}"
    return SourceDocument(path, collection, path, uri, "", "md", "dependency", 0, None, "", None)


DOCUMENTS = [
    document("hr", "people.md"),
    document("hr", "public/travel.md"),
    document("hr", "public/deep/visa.md"),
    document("handbook", "travel.md"),
]
COLLECTIONS = [
    {
        "name": "hr",
        "folder": "hr",
        "groups": ["hr"],
        "group_patterns": [{"path": "public/**", "groups": ["everybody"]}],
    },
    {"name": "handbook", "folder": "handbook"},
]


def rules_of(*sidecar: GroupRule) -> list[GroupRule]:
    settings = parse_settings({"collections": COLLECTIONS}, origin=Path("/sources.yaml"))
    return [*settings_rules(settings), *sidecar]


def seen(rules: list[GroupRule], default: str = "everybody") -> dict[str, object]:
    rows, _ = groups_of(DOCUMENTS, rules, default)
    return {row.document_id: "everybody" if row.everybody else row.groups for row in rows}


def test_the_last_rule_decides_alone() -> None:
    narrowed = GroupRule("line 2", None, "public/deep/*", ("board", "hr"))
    assert seen(rules_of(narrowed)) == {
        "people.md": ("hr",),
        "public/travel.md": "everybody",
        "public/deep/visa.md": ("board", "hr"),
        "travel.md": "everybody",
    }


def test_a_rule_may_be_for_addresses_and_for_one_collection() -> None:
    address = GroupRule("line 2", None, "https://wiki.example.com/handbook/*", ("staff",))
    hidden = GroupRule("line 3", "hr", "**/travel.md", ("nobody",))
    found = seen(rules_of(address, hidden))
    assert found["travel.md"] == ("staff",)
    assert found["public/travel.md"] == ()


def test_what_nothing_is_said_of_is_for_nobody_where_that_is_set() -> None:
    assert seen(rules_of(), "nobody")["travel.md"] == ()


def test_a_rule_that_speaks_of_no_document_is_a_row() -> None:
    typing_error = GroupRule("groups.csv, line 2", "hr", "pubic/**", ("board",))
    _, unused = groups_of(DOCUMENTS, rules_of(typing_error), "everybody")
    assert [(row.place, row.path) for row in unused] == [("groups.csv, line 2", "pubic/**")]


def test_both_forms_of_the_sidecar_say_the_same() -> None:
    csv = b"Collection,path,groups\nhr,public/**,everybody\n,**/visa.md,board; legal team\n"
    yaml = (
        b"documents:\n- {collection: hr, path: public/**, groups: everybody}\n"
        b"- path: '**/visa.md'\n  groups: [board, legal team]\n"
    )
    read = [sidecar_rules(Path(n), d) for n, d in (("g.csv", csv), ("g.yaml", yaml))]
    assert [[(r.collection, r.path, r.groups) for r in rules] for rules in read] == [
        [("hr", "public/**", ("everybody",)), (None, "**/visa.md", ("board", "legal team"))]
    ] * 2
    assert [rule.place for rule in read[0]] == ["g.csv, line 2", "g.csv, line 3"]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("g.csv", b"path,groups\na.md,hr\nb.md,\n", "line 3: groups"),
        ("g.csv", b"path,groups\n,hr\n", "line 2: path"),
        ("g.csv", b"path,groups\na.md,hr,board\n", "line 2: it has"),
        ("g.csv", b"path,groups\na.md,everybody;hr\n", "'everybody' stands alone"),
        ("g.csv", b"path,group\na.md,hr\n", "'groups' were expected"),
        ("g.yaml", b"documents:\n- path: a.md\n  groups: [hr]\n- path: b.md\n", "line 4: groups"),
        ("g.yaml", b"documents:\n- a.md\n", "line 2: a mapping was expected"),
        ("g.yaml", b"documents:\n- {path: a.md, grups: [hr]}\n", "it has grups"),
        ("g.yaml", b"- a\n", "must hold the key 'documents'"),
        ("g.yaml", b"documents: [", "not readable"),
        ("g.txt", b"", "ends in '.txt'"),
    ],
)
def test_a_line_that_cannot_be_understood_stops_the_build(
    name: str, data: bytes, said: str
) -> None:
    with pytest.raises(SettingsError) as error:
        sidecar_rules(Path(name), data)
    assert said in str(error.value)


def test_settings_refuse_groups_beside_everybody() -> None:
    wrong = {"name": "hr", "folder": "hr", "groups": ["everybody", "hr"]}
    with pytest.raises(SettingsError, match="stands alone"):
        parse_settings({"collections": [wrong]}, origin=Path("/sources.yaml"))
