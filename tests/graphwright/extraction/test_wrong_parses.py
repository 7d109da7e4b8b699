"""No parse, however wrong, makes the rules fail or go round without end."""

from __future__ import annotations

import random

from extraction_texts import parsed_of
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from graphwright.extraction.extract import read_chunk
from graphwright.extraction.reading.document import DocumentReading
from graphwright.language.annotate import annotate, chunk_inputs, read_doc

TEXTS = (
    "The clerk and the guard open the gate, which has a lock, unless it is closed by the owner.",
    "If you need keys, cards or coins, ask the clerk to send them to the harbour office.",
    "The price of the ticket to Oslo is between four and seven coins for each of the passengers.",
    "Use the lamp instead of a torch to find what was lost, or let the guard look for it.",
    "- Ferry: a boat that carries cars, trucks and passengers over the fjord without a bridge",
)
TAGS = [
    "NN", "NNS", "NNP", "VB", "VBZ", "VBP", "VBG", "VBN", "VBD", "JJ", "RB", "IN", "TO", "DT",
    "CC", "CD", "PRP", "WDT", "MD",
]  # fmt: skip
RELATIONS = [
    "nsubj", "nsubjpass", "dobj", "pobj", "prep", "conj", "cc", "advcl", "relcl", "acl", "xcomp",
    "ccomp", "pcomp", "amod", "compound", "det", "attr", "acomp", "agent", "aux", "auxpass",
    "mark", "advmod", "nummod", "appos", "punct", "npadvmod", "dative", "neg", "poss", "preconj",
    "ROOT",
]  # fmt: skip


@settings(deadline=None)
@given(text=st.sampled_from(TEXTS), rate=st.sampled_from([0.1, 0.3, 0.6]), seed=st.integers())
def test_rules_read_any_parse(nlp, text, rate, seed):
    parsed, chunk = parsed_of(text)
    ((annotation, sentences),) = annotate(nlp, chunk_inputs(parsed, [chunk]))
    wrong = _mixed_up(read_doc(annotation, nlp.vocab), rate, random.Random(seed))
    found = read_chunk(wrong, chunk, sentences, DocumentReading(parsed))
    assert found.failures == []


def _mixed_up(doc: Doc, rate: float, rng: random.Random) -> Doc:
    """Return a parse with some tags, relations and heads drawn at random; it stays a tree."""
    tags, relations, heads = ([getattr(t, name) for t in doc] for name in ("tag_", "dep_", "head"))
    above = [head.i for head in heads]
    for sentence in doc.sents:
        for index in range(sentence.start, sentence.end):
            tags[index] = rng.choice(TAGS) if rng.random() < rate else tags[index]
            relations[index] = rng.choice(RELATIONS) if rng.random() < rate else relations[index]
            drawn = rng.randrange(sentence.start, sentence.end)
            if rng.random() < rate and index not in _path(above, drawn):
                above[index] = drawn
    return Doc(
        doc.vocab,
        words=[token.text for token in doc],
        spaces=[bool(token.whitespace_) for token in doc],
        tags=tags,
        deps=relations,
        heads=above,
        lemmas=[token.lemma_ for token in doc],
        pos=[token.pos_ for token in doc],
    )


def _path(above: list[int], index: int) -> set[int]:
    """Return a word and all above it."""
    path = {index}
    while above[index] not in path:
        index = above[index]
        path.add(index)
    return path
