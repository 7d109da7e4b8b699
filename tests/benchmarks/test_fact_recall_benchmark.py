from __future__ import annotations

from fact_recall import ServedLine, is_found, served_line

from graphwright.tables.triples import Qualifier

HEADING = Qualifier("table", "Read a Job Without Parameters", 0, 29)
LINE = "JobName, necessity: Mandatory (Read a Job Without Parameters)"


def own_form(word: str) -> frozenset[str]:
    return frozenset([word])


def test_the_heading_of_a_table_denies_nothing():
    line = served_line(LINE, [HEADING], 0.9)
    assert line == ServedLine(LINE, denies=False, score=0.9)
    assert is_found("JobName mandatory", [line], own_form, frozenset())


def test_a_fact_that_denies_is_not_one_that_states():
    line = served_line("JobName is not mandatory (Read a Job Without Parameters)", [HEADING], 0.9)
    assert line.denies
    assert not is_found("JobName mandatory", [line], own_form, frozenset())
