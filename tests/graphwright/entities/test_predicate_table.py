from __future__ import annotations

import pytest

from graphwright.entities.predicates import PACKAGED, load_predicates, predicate_rows
from graphwright.errors import SettingsError


def rows_of(tmp_path, text, *, closed=False):
    path = tmp_path / "predicates.yaml"
    path.write_text(text, encoding="utf-8")
    return {row.form: row for row in predicate_rows(path, closed=closed)}


def test_the_packaged_table_is_sound_and_written_as_the_graph_writes():
    rows = {row.form: row for row in predicate_rows(None, closed=False)}
    assert len(rows) > 50
    assert (rows["be owned by"].predicate, rows["be owned by"].inverse) == ("own", True)
    assert (rows["own"].predicate, rows["own"].inverse) == ("own", False)
    assert not {row.predicate for row in rows.values()} - {
        form for form, row in rows.items() if form == row.predicate
    }
    assert {row.source for row in rows.values()} == {""}
    assert {row.line for row in rows.values()} >= {load_predicates(PACKAGED)[0].line}


def test_the_file_of_the_team_comes_first_and_forms_are_folded(tmp_path):
    rows = rows_of(
        tmp_path,
        """# what we say
- predicate: Possess
  synonyms: own
  inverse: [Is  held by]
- {predicate: report to, functional: false}
""",
    )
    assert (rows["own"].predicate, rows["own"].line, rows["own"].source) == (
        *("possess", 2),
        "predicates.yaml",
    )
    assert (rows["be held by"].predicate, rows["be held by"].inverse) == ("possess", True)
    # The package says that these are forms of "own".
    assert (rows["be owned by"].predicate, rows["be owned by"].inverse) == ("possess", True)
    assert not rows["reports to"].functional
    assert rows["default value"].functional


def test_a_packaged_predicate_may_be_the_inverse_of_the_teams(tmp_path):
    rows = rows_of(tmp_path, "- {predicate: belong to, inverse: [own]}")
    assert (rows["be owned by"].predicate, rows["be owned by"].inverse) == ("belong to", False)
    assert (rows["own"].predicate, rows["own"].inverse) == ("belong to", True)


def test_a_closed_vocabulary_has_the_predicates_of_the_file_with_all_their_forms(tmp_path):
    rows = rows_of(tmp_path, "- {predicate: own}\n- {predicate: ship to}", closed=True)
    assert set(rows) == {
        *("own", "be owner of", "have ownership of", "be owned by", "owned by", "ship to"),
    }
    assert all(row.closed for row in rows.values())
    assert all(row.closed for row in predicate_rows(None, closed=True))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{a: b}", "holds a dict, but a list was expected"),
        ("- own", "line 1: a str was found"),
        ("- {predicate: own, line: 3}", "line 1: the key 'line'"),
        ("- {predicate: own, functional: maybe}", "line 1: functional"),
        ("\n- {predicate: own, opposite: x}", "line 2: opposite"),
        ("- {predicate: ' '}", "line 1: predicate"),
        (
            "- {predicate: own, inverse: [have]}\n- {predicate: have}",
            "line 2: 'have' says 'have' here and the inverse of 'own' in line 1",
        ),
        ("- {predicate: own, inverse: [own]}", "'own' says the inverse of 'own' here and 'own'"),
        ("- predicate: own\n  predicate: have", "stands in line 1 already"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, text, message):
    with pytest.raises(SettingsError, match=message):
        rows_of(tmp_path, text)


def test_an_empty_file_leaves_the_package_and_closes_nothing(tmp_path):
    assert rows_of(tmp_path, "") == {row.form: row for row in predicate_rows(None, closed=False)}
    with pytest.raises(SettingsError, match="has no predicate"):
        rows_of(tmp_path, "", closed=True)


def test_an_absent_file_is_named(tmp_path):
    with pytest.raises(SettingsError, match="cannot be read"):
        predicate_rows(tmp_path / "none.yaml", closed=False)
