from __future__ import annotations

import pytest
from extraction_texts import parsed_of
from hypothesis import given
from hypothesis import strategies as st

from graphwright.language.annotate import annotate, chunk_inputs, read_doc
from graphwright.language.apostrophes import APOSTROPHES, with_straight_apostrophes


@given(st.text("ab n't ’‘ʼ´'.“", max_size=30))
def test_only_apostrophes_inside_words_change_and_no_offset_does(text):
    straight = with_straight_apostrophes(text)
    assert len(straight) == len(text)
    changed = [i for i, (a, b) in enumerate(zip(text, straight, strict=True)) if a != b]
    assert all(text[i] in APOSTROPHES and straight[i] == "'" for i in changed)
    assert all(text[i - 1].isalnum() or text[i - 1] in APOSTROPHES for i in changed)


@pytest.mark.parametrize("sign", APOSTROPHES)
def test_a_parse_is_that_of_the_straight_text_with_the_words_as_written(nlp, sign):
    texts = [
        f"The key isn{sign}t stored. It can{sign}t be read.",
        "The key isn't stored. It can't be read.",
    ]
    docs = []
    for text in texts:
        parsed, chunk = parsed_of(text)
        ((annotation, _),) = annotate(nlp, chunk_inputs(parsed, [chunk]))
        docs.append(read_doc(annotation, nlp.vocab))
    curly, straight = docs
    assert curly.text.strip() == texts[0]
    for attribute in ("tag_", "dep_", "lemma_", "ent_type_", "is_sent_start"):
        assert [getattr(t, attribute) for t in curly] == [getattr(t, attribute) for t in straight]


def test_a_quotation_keeps_its_signs():
    assert with_straight_apostrophes("the ‘Save’ button") == "the ‘Save’ button"
