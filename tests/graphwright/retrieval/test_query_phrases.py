from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graphwright.retrieval.query_phrases import noun_phrases

if TYPE_CHECKING:
    from spacy.language import Language


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which purchase orders need a second approval?", ["purchase orders", "second approval"]),
        ("Who is the owner of the Helios portal?", ["owner", "Helios portal"]),
        ("What does OERP hold?", ["OERP"]),
        ("How is VBBS read in S/4HANA?", ["VBBS", "S/4HANA"]),
        ("Who founded the Bank of England?", ["Bank of England"]),
        ("Where does Maria Keller work?", ["Maria Keller"]),
        ("What did she say?", []),
        ("", []),
    ],
)
def test_phrases_of_a_question(nlp: Language, question: str, expected: list[str]) -> None:
    found = noun_phrases(nlp(question))
    assert [phrase for phrase in expected if phrase not in found] == []
    if not expected:
        assert found == []


def test_question_words_and_determiners_are_no_names(nlp: Language) -> None:
    found = noun_phrases(nlp("Which company that our supplier owns made this part?"))
    starts = {phrase.split()[0].lower() for phrase in found}
    assert found
    assert starts.isdisjoint({"which", "that", "our", "this"})


def test_phrases_are_distinct_and_in_order(nlp: Language) -> None:
    question = "Does Orbit ERP send invoices, or does Orbit ERP store contracts?"
    found = noun_phrases(nlp(question))
    assert len(found) == len(set(found))
    assert [question.index(phrase) for phrase in found] == sorted(
        question.index(phrase) for phrase in found
    )
