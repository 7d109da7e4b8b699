"""What readers said of tickets: a file with lines, and links of the next build."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ticket_rows import a_ticket

from graphwright.errors import SettingsError
from graphwright.tickets.edges import ticket_edges
from graphwright.tickets.feedback import Solved, add_feedback, feedback_text, read_feedback

ONE, TWO = a_ticket("SHOP-1"), a_ticket("SHOP-2")
names = st.text("ab#:,-\"' é", min_size=1).map(str.strip).filter(bool)
said = st.lists(st.tuples(names, names).filter(lambda pair: pair[0] != pair[1]))


@given(pairs=said)
def test_what_is_written_is_read(pairs: list[tuple[str, str]], tmp_path_factory) -> None:
    path = tmp_path_factory.mktemp("said") / "said.csv"
    lines = [Solved(*pair) for pair in pairs]
    path.write_text(feedback_text(lines), encoding="utf-8")
    assert read_feedback(path) == sorted(set(lines))


def test_a_line_is_added_once(tmp_path: Path) -> None:
    path = tmp_path / "said.csv"
    assert read_feedback(path) == []
    assert add_feedback(path, Solved("SHOP-2", "SHOP-1"))
    assert not add_feedback(path, Solved("SHOP-2", "SHOP-1"))
    assert path.read_text() == "solved_by,ticket\nSHOP-2,SHOP-1\n"


@pytest.mark.parametrize("line", ["SHOP-2", "SHOP-2,", "SHOP-2,SHOP-2", "a,b,c", ","])
def test_a_wrong_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "said.csv"
    path.write_text(f"solved_by,ticket\nSHOP-2,SHOP-1\n{line}\n")
    if line == ",":
        assert len(read_feedback(path)) == 1  # an empty row says nothing
        return
    with pytest.raises(SettingsError, match="line 3"):
        read_feedback(path)
    with pytest.raises(SettingsError, match="line 3"):
        add_feedback(path, Solved("SHOP-1", "SHOP-2"))
    assert path.read_text().endswith(f"{line}\n")


def test_it_is_a_link_while_both_tickets_are_there() -> None:
    other = a_ticket("SHOP-1", collection="market")
    lines = [Solved("shop:SHOP-2", "shop:SHOP-1"), Solved("SHOP-2", "SHOP-9"), Solved("X", "Y")]
    (edge,) = ticket_edges([ONE, TWO, other], [], lines)
    assert (edge.source_id, edge.kind, edge.target_id) == (
        TWO.document_id,
        "solve",
        ONE.document_id,
    )
    assert (edge.stated_by, edge.origins, edge.status) == ((), ("feedback",), "resolved")
    assert ticket_edges([ONE, other], [], lines) == []
    # a key of two collections names neither of their tickets
    assert ticket_edges([ONE, TWO, other], [], [Solved("SHOP-2", "SHOP-1")]) == []
