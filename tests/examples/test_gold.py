"""The example's gold file says only what its documents say, and covers what it promises."""

from __future__ import annotations

import re
from collections import Counter
from typing import TypeAlias

import pytest
from gold_format import DOCUMENTS, EXAMPLES, Fact, Gold, load_gold

from graphwright.documents.parse import ParseTask, parse_task
from graphwright.documents.sources.discover import discover
from graphwright.entities.seed_concepts import load_seeds
from graphwright.settings import Settings, load_settings
from graphwright.tables import Block, BlockKind, ParsedDocument, RejectedDocument

Outcome: TypeAlias = ParsedDocument | RejectedDocument

FORMATS = {"pdf", "html", "docx", "pptx", "xlsx", "csv", "md", "txt"}


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def gold() -> Gold:
    return load_gold()


@pytest.fixture(scope="module")
def settings() -> Settings:
    return load_settings(EXAMPLES / "sources.yaml")


@pytest.fixture(scope="module")
def outcomes(settings: Settings) -> dict[str, Outcome]:
    """Each document but tickets and help pages, by its path in gold.yaml, parsed or rejected."""
    of_gold = {one.name for one in settings.collections if one.kind == "documents"}
    return {
        f"{source.collection}/{source.path}": parse_task(ParseTask(source, settings.parse)).row
        for source in discover(settings)
        if source.collection in of_gold
    }


@pytest.fixture(scope="module")
def parsed(outcomes: dict[str, Outcome]) -> dict[str, ParsedDocument]:
    return {path: o for path, o in outcomes.items() if isinstance(o, ParsedDocument)}


def cells_of(document: ParsedDocument, block: Block) -> tuple[str, ...]:
    return tuple(plain(document.text[cell.start : cell.end]) for cell in block.cells)


def rows_with_headers(document: ParsedDocument) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Each table row of a document with its header row, both as texts of cells."""
    return [
        (cells_of(document, block), cells_of(document, document.blocks[block.parent]))
        for block in document.blocks
        if block.kind == BlockKind.TABLE_ROW and block.parent is not None
    ]


def states_row(document: ParsedDocument, fact: Fact) -> bool:
    """Whether the fact's row stands under its header; in a PDF, whether its cells stand in a row.

    A PDF has no cells of its own: finding its tables is a matter of the parser, not of the example.
    """
    if document.format == "pdf":
        cells = r"[\s|]+".join(re.escape(cell) for cell in fact.row)
        return re.search(cells, plain(document.text)) is not None
    return any(
        row[: len(fact.row)] == fact.row and header == fact.header
        for row, header in rows_with_headers(document)
    )


def test_every_quote_stands_in_its_document(gold: Gold, parsed: dict[str, ParsedDocument]) -> None:
    texts = {path: plain(document.text) for path, document in parsed.items()}
    missing = [(path, quote) for path, quote in gold.quotes if quote not in texts.get(path, "")]
    assert missing == []


def test_every_table_fact_stands_in_a_row_under_its_header(
    gold: Gold, parsed: dict[str, ParsedDocument]
) -> None:
    facts = [fact for fact in gold.facts if fact.row]
    assert [fact for fact in facts if not states_row(parsed[fact.document], fact)] == []


def test_table_facts_name_their_cells(gold: Gold) -> None:
    for fact in gold.facts:
        if fact.row:
            assert fact.subject == fact.row[0], fact
            assert fact.object == dict(zip(fact.header, fact.row, strict=False))[fact.predicate]


def test_lead_ins_stand_above_their_items(gold: Gold, parsed: dict[str, ParsedDocument]) -> None:
    for fact in gold.facts:
        if fact.lead_in is not None and fact.sentence is not None:
            text = plain(parsed[fact.document].text)
            assert 0 <= text.find(fact.lead_in) < text.find(fact.sentence), fact


def test_mentions_are_words_of_their_sentences(gold: Gold) -> None:
    for coreference in gold.coreferences:
        pattern = rf"\b{re.escape(coreference.mention)}\b"
        assert re.search(pattern, coreference.sentence), coreference


def test_names_of_coreferences_stand_in_their_documents(
    gold: Gold, parsed: dict[str, ParsedDocument]
) -> None:
    for coreference in gold.coreferences:
        if coreference.name is not None:
            text = parsed[coreference.document].text.casefold()
            assert coreference.name.casefold() in text, coreference


def test_acronyms_are_introduced_where_the_file_says(
    gold: Gold, parsed: dict[str, ParsedDocument]
) -> None:
    for alias in gold.aliases:
        assert (alias.tier == "acronym") == (alias.introduced_in is not None), alias
        if alias.introduced_in is not None:
            introduction = f"{alias.canonical} ({alias.alias})"
            assert introduction in plain(parsed[alias.introduced_in].text), alias


def test_seed_aliases_are_declared(gold: Gold) -> None:
    declared = {(seed.name, seed.alias) for seed in load_seeds(EXAMPLES / "seed_concepts.yaml")}
    seeds = {(alias.canonical, alias.alias) for alias in gold.aliases if alias.tier == "seed"}
    assert seeds <= declared


def test_distinct_names_are_both_used(gold: Gold, parsed: dict[str, ParsedDocument]) -> None:
    corpus = "\n".join(plain(document.text) for document in parsed.values()).casefold()
    unused = [
        name for pair in gold.distinct for name in pair.names if name.casefold() not in corpus
    ]
    assert unused == []


def test_broken_documents_are_rejected_and_only_they(
    gold: Gold, outcomes: dict[str, Outcome]
) -> None:
    rejected = {path: o.status for path, o in outcomes.items() if isinstance(o, RejectedDocument)}
    assert rejected == {row.document: row.status for row in gold.rejected}


def test_duplicates_are_byte_for_byte_equal(gold: Gold) -> None:
    for group in gold.duplicates:
        assert len(group) > 1
        assert len({(DOCUMENTS / path).read_bytes() for path in group}) == 1


def test_every_document_that_is_named_exists(gold: Gold) -> None:
    missing = [path for path in sorted(gold.documents) if not (DOCUMENTS / path).is_file()]
    assert missing == []


def test_every_document_is_discovered(outcomes: dict[str, Outcome]) -> None:
    files = {p.relative_to(DOCUMENTS).as_posix() for p in DOCUMENTS.rglob("*") if p.is_file()}
    assert set(outcomes) == files


def test_every_format_has_several_documents_and_facts(
    gold: Gold, parsed: dict[str, ParsedDocument]
) -> None:
    documents = Counter(document.format for document in parsed.values())
    facts = Counter(fact.document.rsplit(".", 1)[1] for fact in gold.facts)
    assert set(documents) == set(facts) == FORMATS
    assert min(documents.values()) >= 4
    assert min(facts.values()) >= 5


def test_the_corpus_has_the_size_that_was_asked_for(parsed: dict[str, ParsedDocument]) -> None:
    assert len(parsed) >= 40
    assert 60_000 <= sum(len(document.text) for document in parsed.values()) <= 100_000


def test_the_gold_file_is_complete(gold: Gold) -> None:
    assert len(gold.facts) >= 60
    assert len(gold.aliases) >= 15
    assert len(gold.distinct) >= 8
    assert sum(coreference.name is not None for coreference in gold.coreferences) >= 20
    assert any(coreference.name is None for coreference in gold.coreferences)
    assert len(gold.questions) >= 30
    assert any(fact.negated for fact in gold.facts)
    assert any(fact.lead_in for fact in gold.facts)


def test_questions_name_their_sources(gold: Gold) -> None:
    texts = [question.question for question in gold.questions]
    assert "Which purchase orders need a second approval?" in texts
    assert len(set(texts)) == len(texts)
    for question in gold.questions:
        assert bool(question.documents) == (question.kind != "unanswerable"), question


def test_no_fact_is_listed_twice(gold: Gold) -> None:
    keys = [(f.document, f.subject, f.predicate, f.object) for f in gold.facts]
    assert [key for key, count in Counter(keys).items() if count > 1] == []
