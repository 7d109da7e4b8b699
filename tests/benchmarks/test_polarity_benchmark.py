from __future__ import annotations

import pytest
from extraction_texts import extracted
from polarity import FORMS, keeps, straight

from graphwright.extraction.resolve import resolve_triples
from graphwright.language.pipeline import load_pipeline
from graphwright.settings import LanguageSettings


@pytest.fixture(scope="module")
def nlp():
    return load_pipeline(LanguageSettings())


@pytest.mark.parametrize(
    ("text", "form", "kept"),
    [
        ("Only the owner opens the gate.", "only", True),
        ("The owner doesn’t open the gate.", "not", True),
        ("The owner opens the gate, and only the maid locks it.", "only", False),
    ],
)
def test_a_fact_keeps_the_words_of_a_form_or_does_not(nlp, text, form, kept):
    triples = resolve_triples(extracted(nlp, text).triples, [], 0)
    (fact,) = [t for t in triples if (t.subject_key, t.object_key) == ("owner", "gate")]
    assert keeps(fact, form) is kept
    assert FORMS[form].search(straight(text))


@pytest.mark.parametrize(
    ("text", "form"),
    [("The read-only replica", "only"), ("a few users", "few"), ("not only keys", "not")],
)
def test_what_looks_like_a_form_is_none(text, form):
    assert FORMS[form].search(text) is None
