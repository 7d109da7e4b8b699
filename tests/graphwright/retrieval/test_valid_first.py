"""What does not hold stands after what does, in every strategy, or is left out by setting."""

from __future__ import annotations

import datetime
import functools
from typing import TYPE_CHECKING

import pytest
from serving_lake import Documents, Rows, Section, make_rows, write_tables

from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.graph.validity import Validity, version_note
from graphwright.ids import document_id
from graphwright.language.question_pipeline import load_question_pipeline
from graphwright.publish.publish import publish_snapshot
from graphwright.retrieval import STRATEGIES, Strategy, StrategyParts, strategy_over
from graphwright.retrieval.valid_first import OUTDATED_FACTOR, lowered
from graphwright.settings import LanguageSettings
from graphwright.tables import DocumentVersion
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from spacy.language import Language

QUESTION = "Above which limit does a purchase order need a second approval?"
DAY = datetime.date(2026, 6, 1)


def limit(amount: str) -> list[Section]:
    order = f"purchase order above {amount} EUR"
    sentence = f"A {order} needs a second approval."
    return [Section("Limits", [(sentence, [(order, "need", "second approval", 0.9)])])]


POLICY = [Section("Invoices", [("The clerk archives invoices in Ledger.", [])])]

PAGES: Documents = {
    "limits.md": limit("25,000"),
    **{f"archive/limits-{year}.md": limit(f"{year - 2000},000") for year in range(2010, 2020)},
    "ended.md": limit("50"),
    "coming.md": limit("90,000"),
    **{f"office{number}/invoices.md": POLICY for number in range(4)},
    "old/invoices.md": POLICY,
    "travel.md": [Section("Travel", [("The travel desk books trains.", [])])],
    "canteen.md": [Section("Canteen", [("The canteen serves soup at noon.", [])])],
}


def version(path: str, **said: str | bool | None) -> DocumentVersion:
    plain: dict[str, str | bool | None] = dict.fromkeys(
        ("same_as", "valid_from", "valid_to", "superseded_by", "newest", "superseded_from",
         "said_by", "reason")
    )  # fmt: skip
    values = {**plain, "superseded": False, "title": path, "uri": "", **said}
    key = document_id("handbook", path)
    return DocumentVersion(document_id=key, collection="handbook", path=path, **values)  # type: ignore[arg-type]  # by name


NEW = document_id("handbook", "limits.md")
FIRST = document_id("handbook", "office0/invoices.md")
VERSIONS = [
    version("limits.md", title="Limits"),
    *(
        version(path, superseded=True, superseded_by=NEW, newest=NEW, valid_to="2019-12-31")
        for path in PAGES
        if path.startswith("archive")
    ),
    *(version(path, same_as=FIRST) for path in PAGES if path.startswith("office")),
    version("old/invoices.md", same_as=FIRST, superseded=True),
    version("ended.md", valid_to="2026-05-31"),
    version("coming.md", valid_from="2026-06-02"),
]


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Snapshot:
    rows: Rows = make_rows(PAGES, embedder)
    rows.document_versions = VERSIONS
    root = tmp_path_factory.mktemp("versions")
    publish_snapshot(
        root,
        write_tables(root / "tables", rows),
        settings_fingerprint="settings",
        embedder_fingerprint=embedder.fingerprint,
        keep=1,
    )
    return open_snapshot(root)


def strategy(
    name: str,
    snapshot: Snapshot,
    embedder: Embedder,
    day: datetime.date,
    *,
    leave_out: bool = False,
) -> Strategy:
    validity = Validity(snapshot, day, leave_out=leave_out)
    return strategy_over(name, StrategyParts(snapshot, lambda: embedder, question_nlp, validity))


@functools.cache
def question_nlp() -> Language:
    """Return the pipeline that parses questions, loaded once for all of these tests."""
    return load_question_pipeline(LanguageSettings())


@pytest.mark.parametrize("name", STRATEGIES.names)
@pytest.mark.parametrize("k", [1, 3, 20])
def test_the_valid_version_stands_first(
    versions: Snapshot, embedder: Embedder, name: str, k: int
) -> None:
    context = strategy(name, versions, embedder, DAY).retrieve(QUESTION, k)
    assert "25,000" in context.chunks[0].text
    outdated = Validity(versions, DAY).documents()
    held = [chunk.citation.document_id not in outdated for chunk in context.chunks]
    assert held == sorted(held, reverse=True)
    if context.relations:
        assert "25,000" in context.relations[0].subject
    if k == 20:
        assert not all(held)  # what is superseded can still be found


@pytest.mark.parametrize("name", STRATEGIES.names)
def test_what_does_not_hold_is_left_out(versions: Snapshot, embedder: Embedder, name: str) -> None:
    asked = strategy(name, versions, embedder, DAY, leave_out=True)
    context = asked.retrieve(QUESTION, 20)
    assert "25,000" in context.chunks[0].text
    outdated = Validity(versions, DAY).documents()
    assert len(outdated) == 13
    quotes = [quote.citation for relation in context.relations for quote in relation.quotes]
    cited = {one.document_id for one in [*(c.citation for c in context.chunks), *quotes]}
    assert not cited & outdated


@pytest.mark.parametrize("name", STRATEGIES.names)
def test_the_day_is_that_of_the_question(versions: Snapshot, embedder: Embedder, name: str) -> None:
    later = datetime.date(2026, 6, 2)
    chunks = strategy(name, versions, embedder, later, leave_out=True).retrieve(QUESTION, 20).chunks
    texts = " ".join(chunk.text for chunk in chunks)
    assert "90,000" in texts
    assert " 50 EUR" not in texts


def test_a_strategy_that_is_kept_sees_the_next_day(versions: Snapshot) -> None:
    days = iter([DAY, DAY, datetime.date(2026, 6, 2)])
    validity = Validity(versions, today=lambda: next(days))
    first, second, third = (validity.documents() for _ in range(3))
    assert first == second
    assert first - third == {document_id("handbook", "coming.md")}


def test_citations_say_what_took_the_place_and_until_when(
    versions: Snapshot, embedder: Embedder
) -> None:
    chunks = strategy("dense", versions, embedder, DAY).retrieve(QUESTION, 20).chunks
    notes = {chunk.citation.uri.rpartition("/")[2]: chunk.citation for chunk in chunks}
    old = notes["limits-2011.md"]
    assert old.version_note == "superseded by Limits (limits.md), valid until 2019-12-31"
    assert old.superseded
    copied = version_note(versions, document_id("handbook", "old/invoices.md"))
    assert copied == "superseded by office0/invoices.md (office0/invoices.md)"
    assert notes["coming.md"].version_note == "valid from 2026-06-02"
    assert notes["limits.md"].version_note == notes["travel.md"].version_note == ""


@pytest.mark.parametrize("name", STRATEGIES.names)
@pytest.mark.parametrize("leave_out", [False, True])
def test_a_text_that_copies_repeat_stands_there_once_and_is_that_which_holds(
    versions: Snapshot, embedder: Embedder, name: str, *, leave_out: bool
) -> None:
    asked = strategy(name, versions, embedder, DAY, leave_out=leave_out)
    context = asked.retrieve("Where are invoices archived?", 20)
    [found] = [chunk for chunk in context.chunks if "archives invoices" in chunk.text]
    assert not found.citation.superseded
    assert context.chunks[0] == found
    assert len({chunk.chunk_id for chunk in context.chunks}) == len(context.chunks)


def test_scores_fall_whatever_their_sign() -> None:
    assert lowered(0.5) == pytest.approx(0.5 * OUTDATED_FACTOR)
    assert lowered(-0.5) < -0.5
    assert lowered(0) == 0
