"""The coreference step keeps a row for each chunk that it fails on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from spacy.language import Language

from graphwright.ids import content_id, document_id, sha256_text
from graphwright.language.annotate import ChunkInput, annotate
from graphwright.settings import LanguageSettings
from graphwright.steps.base import language_models
from graphwright.steps.base.language_models import load_resolver, loaded_pipeline, loaded_resolver
from graphwright.steps.coreference import CoreferenceStep
from graphwright.tables import Annotation, Block, Chunk, Sentence

# coreferee ignores this warning where it is imported, and pytest shows it all the same.
pytestmark = pytest.mark.filterwarnings("ignore:.*W007:UserWarning")

Payload = tuple[Annotation, Chunk, list[Sentence]]
TEXT = "The server sends mail. It keeps a copy."


@pytest.fixture(scope="module")
def nlp() -> Iterator[Language]:
    load_resolver(LanguageSettings())
    yield loaded_pipeline()
    language_models._loaded.clear()


def payload(nlp: Language, text: str) -> Payload:
    document = document_id("tests", "steps.md")
    block = Block(0, "paragraph", 0, 0, len(text), (), None, None, None, None, None, ())
    chunk = Chunk(
        content_id("chunk", document, 0), document, 0, 0, len(text), text, sha256_text(text),
        (), None, None,
    )  # fmt: skip
    ((annotation, sentences),) = annotate(nlp, [ChunkInput(chunk, (block,), None, None)])
    return annotation, chunk, sentences


def test_a_chunk_without_failure_has_mentions_only(nlp: Language) -> None:
    (result,) = CoreferenceStep(LanguageSettings()).work([payload(nlp, TEXT)])
    assert [row.name for row in result.rows["coreference_chains"]] == ["The server"]
    assert result.rows.get("coreference_failures", []) == []
    assert result.final


def test_a_chunk_that_fails_is_a_row_with_the_reason(
    nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No word vectors: what a pipeline without a tok2vec would give.
    monkeypatch.setattr(loaded_resolver(), "_vectors", None)
    failing, fine = payload(nlp, TEXT), payload(nlp, "Save the file.")
    first, second = CoreferenceStep(LanguageSettings()).work([failing, fine])
    (row,) = first.rows["coreference_failures"]
    assert (row.chunk_id, row.document_id) == (failing[1].chunk_id, failing[1].document_id)
    assert row.detail.startswith("ModelError: There are vectors for 0 words")
    assert row.chunk_id not in row.detail
    assert first.final
    assert second.rows.get("coreference_failures", []) == []
