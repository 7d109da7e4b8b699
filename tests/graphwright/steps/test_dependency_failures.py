"""A rule that fails on a sentence, or on a document, stops neither the others nor the step."""

from __future__ import annotations

from typing import Any

import pytest
from extraction_texts import parsed_of
from spacy.language import Language

from graphwright.errors import ExtractorError
from graphwright.extraction import chunk_parse, extract
from graphwright.extraction.reading import document
from graphwright.language.annotate import annotate, chunk_inputs
from graphwright.steps.base.language_models import load_vocabulary
from graphwright.steps.bucketed.unit import Rows
from graphwright.steps.dependency_triples import DependencyStep

TEXT = "The clerk checks the vault. The server sends mail. The buyer signs the order."


def read(nlp: Language) -> Rows:
    """Return what the step makes of a document of three sentences."""
    load_vocabulary()
    parsed, chunk = parsed_of(TEXT)
    ((annotation, sentences),) = annotate(nlp, chunk_inputs(parsed, [chunk]))
    (result,) = DependencyStep().work([("1", parsed, [(annotation, chunk, sentences)])])
    assert result.final
    return result.rows


def failing(error: Exception, where: str = "") -> Any:
    """Return a rule that fails on sentences that hold a word."""

    def rule(reading: Any, candidate: Any) -> bool:
        if where in reading.tree.slice(reading.first, reading.last):
            raise error
        return False

    return rule


def subjects(rows: Rows) -> list[str]:
    return [triple.subject for triple in rows["dependency_triples"]]


def test_without_a_fault_there_is_no_row(nlp: Language) -> None:
    rows = read(nlp)
    assert (subjects(rows), rows["dependency_failures"]) == (["clerk", "server", "buyer"], [])


def test_a_sentence_that_a_rule_fails_on_is_a_row_and_the_others_are_read(
    nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = IndexError("no token at <Tree at 0x7f3a>")
    monkeypatch.setattr(extract, "is_doubtful", failing(fault, "server"))
    rows = read(nlp)
    assert subjects(rows) == ["clerk", "buyer"]
    (row,) = rows["dependency_failures"]
    assert row.detail == "IndexError: no token at <Tree at 0x>, in rule"
    assert row.sentence_id not in {triple.sentence_id for triple in rows["dependency_triples"]}


@pytest.mark.parametrize(
    ("module", "name"), [(chunk_parse, "repaired_tree"), (document, "Headings")]
)
def test_what_fails_for_a_chunk_or_a_document_is_a_row_for_each_sentence(
    nlp: Language, monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise KeyError("heading")

    monkeypatch.setattr(module, name, broken)
    rows = read(nlp)
    assert (subjects(rows), rows["procedure_steps"]) == ([], [])
    assert [row.detail for row in rows["dependency_failures"]] == [
        "KeyError: 'heading', in broken"
    ] * 3
    assert len({row.sentence_id for row in rows["dependency_failures"]}) == 3


@pytest.mark.parametrize("error", [ExtractorError("A chunk is stale."), MemoryError()])
def test_what_is_no_fault_of_a_rule_stops_the_step(
    nlp: Language, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(extract, "is_doubtful", failing(error))
    with pytest.raises(type(error)):
        read(nlp)
