"""The report page: whole, self-contained, and safe whatever the documents say."""

from __future__ import annotations

import shutil
from html.parser import HTMLParser

import pytest
from inspected_lake import HOSTILE, make_lake
from jinja2 import UndefinedError

from graphwright.display.grid import grid
from graphwright.errors import LakeError
from graphwright.inspection.lake_report import Trend
from graphwright.llm.answers.answer import Usage
from graphwright.llm.answers.budget import Spend
from graphwright.pages.environment import environment, render
from graphwright.pages.marks import Piece
from graphwright.pages.passage import MarkedBlock, MarkedCell
from graphwright.pages.report import report_html
from graphwright.settings import Collection, Settings
from graphwright.steps.base.llm_bill import note_run_usage
from graphwright.store.lake import Lake
from graphwright.tables import TABLES

SETTINGS = Settings(collections=(Collection(name="handbook", folder="handbook"),))

_VOID = {"meta", "img", "polyline"}


def macros(template: str) -> object:
    return environment().get_template(template).module


class Page(HTMLParser):
    """Collects tags, addresses and text, and sees that every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: list[str] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.addresses += [v or "" for name, v in attrs if name in ("href", "src")]
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in _VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    return make_lake(tmp_path_factory.mktemp("page") / "lake", ("Pump", "use", "Filter"))


@pytest.fixture(scope="module")
def page(lake):
    return Page(report_html(lake, SETTINGS))


def test_it_is_whole_and_needs_nothing_else(page):
    assert page.open == []
    assert {"script", "link", "iframe"} & page.tags == set()
    assert all(a.startswith(("#s", "data:image/png;base64,")) for a in page.addresses)


def test_it_shows_every_table_and_what_was_left_out(page):
    text = "\n".join(page.text)
    for table in TABLES:
        assert f"rows of {table}" in text
    for what in ("low_confidence", "Rejected triples by reason", "checks pass", "Pump"):
        assert what in text
    assert sum(a.startswith("data:") for a in page.addresses) == 4


def test_it_tells_what_an_llm_cost_and_nothing_where_none_was_asked(page, lake, tmp_path):
    assert "The LLM" not in page.text
    lake = Lake(shutil.copytree(lake.root, tmp_path / "lake"))
    usage, spent = Usage(calls=7, prompt_tokens=4321), Spend(calls=7, sent=4321)
    note_run_usage(lake, "0123456789", "llm_triples", usage, spent)
    text = Page(report_html(lake, SETTINGS)).text
    assert {"The LLM", "What the LLM cost, last build first", "4,321"} <= set(text)


def test_hostile_text_is_text(page):
    assert any("<script>alert(1)</script>" in text for text in page.text)
    assert not any("\x1b" in text for text in page.text)


def test_no_text_reorders_or_hides_what_stands_beside_it_on_a_page():
    hidden = "a\u202eb\U000e0041\u2066"
    made = render("base.html.j2", title=hidden, sections=[(hidden, lambda: hidden)])
    assert "a\\u202eb\\U000e0041\\u2066" in made
    assert made.replace("\n", "").isprintable()


def test_macros_escape_what_they_are_given():
    hostile, pieces = grid(HOSTILE, [HOSTILE], [[HOSTILE]]), [Piece(HOSTILE, ("quote",))]
    tables, marked = macros("tables.html.j2"), macros("marked.html.j2")
    made = [
        tables.grid_table(hostile),
        tables.grid_tables([], otherwise=HOSTILE),
        tables.trend_table([Trend(HOSTILE, [1, 3, 2])]),
        tables.folded(HOSTILE, caller=lambda: HOSTILE),
        marked.marked_text([Piece(HOSTILE, (HOSTILE,)), *pieces]),
        marked.marked_block(MarkedBlock("code", pieces)),
        marked.marked_block(MarkedBlock("table", rows=[[MarkedCell(pieces, header=True)]])),
        render("base.html.j2", title=HOSTILE, sections=[(HOSTILE, lambda: HOSTILE)]),
    ]
    for piece in made:
        assert "<script" not in piece
        assert Page(piece).open == []


def test_a_name_without_a_value_is_an_error():
    with pytest.raises(UndefinedError, match="'sections' is undefined"):
        render("base.html.j2", title="A page")


def test_a_trend_is_a_line_through_all_numbers():
    trend_table = macros("tables.html.j2").trend_table
    (row,) = trend_table([Trend("rows", [10, 20, 10])]).split("<tbody>")[1:]
    assert 'points="2.0,22.0 70.0,2.0 138.0,22.0"' in row
    assert "<svg" not in trend_table([Trend("rows", [10])])


def test_a_lake_without_tables(tmp_path):
    with pytest.raises(LakeError, match="no table in the lake"):
        report_html(Lake(tmp_path), SETTINGS)
