"""The fast engine gives coreferee's answers: on the examples, on made-up text, on what is near."""

from __future__ import annotations

import csv
import logging
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc

from graphwright.language.coreferee_model import load_annotator
from graphwright.language.coreference_engine import engine
from graphwright.language.coreference_engine.engine import (
    Fast,
    Stock,
    make_engine,
    why_not_fast,
)
from graphwright.language.coreference_engine.grammar import Judgement
from graphwright.language.coreference_engine.words import morph_features, morph_values

# coreferee ignores this warning where it is imported, and pytest shows it all the same.
pytestmark = pytest.mark.filterwarnings("ignore:.*W007:UserWarning")

PROJECT = Path(__file__).resolve().parents[3]
EXAMPLES = PROJECT / "examples" / "documents"
SHARED = PROJECT.parent / "shared" / "data" / "coreference"


class Both:
    """Both engines, asked the same."""

    def __init__(self, nlp: Language) -> None:
        annotator = load_annotator(nlp)
        self.nlp = nlp
        self.fast, self.stock = Fast(annotator), Stock(annotator)

    def differ(self, doc: Doc, start: int, end: int) -> list[object]:
        """Return both answers where they differ, else nothing."""
        window = doc[start:end].as_doc()
        vectors = self.nlp.get_pipe("tok2vec").predict([window])[0]  # type: ignore[attr-defined]  # Language.get_pipe is typed as any callable
        fast = self.fast.resolve(doc, start, end, vectors)
        stock = self.stock.resolve(doc, start, end, vectors)
        return [] if fast == stock else [window.text, fast, stock]

    def compare(self, texts: Iterable[str], sentences: int) -> int:
        """Compare both on windows of so many sentences; return how many windows there were."""
        windows = 0
        for doc in self.nlp.pipe(texts):
            for start, end in windows_of(doc, sentences):
                assert self.differ(doc, start, end) == []
                windows += 1
        return windows


def windows_of(doc: Doc, sentences: int) -> Iterator[tuple[int, int]]:
    sents = list(doc.sents)
    for first in range(0, len(sents), sentences):
        yield sents[first].start, sents[min(first + sentences, len(sents)) - 1].end


@pytest.fixture(scope="module")
def both(nlp: Language) -> Both:
    return Both(nlp)


def test_equal_on_every_window_of_the_examples(both: Both) -> None:
    files = sorted(p for p in EXAMPLES.rglob("*") if p.suffix in (".md", ".txt"))
    texts = [path.read_text(encoding="utf-8")[:2000] for path in files]
    assert both.compare(texts, 3) > 100


@pytest.mark.long
def test_equal_on_gap(both: Both) -> None:
    path = SHARED / "gap_dev" / "gap-validation.tsv"
    if not path.is_file():
        pytest.skip("GAP is not here")
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert both.compare([row["Text"] for row in rows[:60]], 99) == 60


@pytest.mark.long
def test_equal_on_novels(both: Both) -> None:
    texts = sorted((SHARED / "litbank").glob("*.txt"))
    if not texts:
        pytest.skip("LitBank is not here")
    assert both.compare([t.read_text(encoding="utf-8")[:1200] for t in texts[::10]], 99) == 10


SUBJECTS = ["The server", "Ada and Bob", "SAP", "It", "They", "She", "A tool or the user", "This"]
VERBS = ["starts", "hurt", "said that he saw", "wanted to help", "is a part of", "closes before"]
OBJECTS = [
    "it.", "them.", "himself.", "the server.", "her friends.", "“his own house” and the yard.",
    "the servers, the tools and their users.", "the company that built it.", "Ms Byron.",
]  # fmt: skip
SENTENCE = st.tuples(*map(st.sampled_from, (SUBJECTS, VERBS, OBJECTS))).map(" ".join)


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(SENTENCE, min_size=1, max_size=7).map(" ".join))
def test_equal_on_any_text(both: Both, text: str) -> None:
    both.compare([text], 99)


def test_a_window_may_be_a_part_of_a_parse(both: Both, nlp: Language) -> None:
    doc = nlp("The fan spins. The pump is new. It cools the room. Then it stops. We like it.")
    sents = list(doc.sents)
    assert both.differ(doc, sents[1].start, sents[3].end) == []


def test_nothing_to_resolve_is_no_chain(both: Both, nlp: Language) -> None:
    doc = nlp("Save the file.")
    vectors = nlp.get_pipe("tok2vec").predict([doc])[0]  # type: ignore[attr-defined]  # as above
    answer = both.fast.resolve(doc, 0, len(doc), vectors)
    assert (answer.chains, answer.candidates) == ([], {})


def test_a_judgement_replaces_coreferees(both: Both, nlp: Language) -> None:
    doc = nlp("The gateway is new. It was closed when the disk failed.")
    vectors = nlp.get_pipe("tok2vec").predict([doc])[0]  # type: ignore[attr-defined]  # as above
    it = next(token.i for token in doc if token.text == "It")
    gateway = next(token.i for token in doc if token.text == "gateway")
    assert both.fast.resolve(doc, 0, len(doc), vectors).chains == []
    judgement = Judgement(pronouns=frozenset({it}), things=frozenset())
    answer = both.fast.resolve(doc, 0, len(doc), vectors, judgement)
    assert answer.chains == [[(gateway,), (it,)]]
    assert answer.candidates[it][0] == gateway


def test_another_version_gets_coreferee_itself(
    nlp: Language, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    annotator = load_annotator(nlp)
    assert isinstance(make_engine(annotator, has_vectors=False), Fast)
    monkeypatch.setattr(engine, "COREFEREE_VERSION", "9.9.9")
    with caplog.at_level(logging.WARNING):
        assert isinstance(make_engine(annotator, has_vectors=False), Stock)
    assert "9.9.9" in caplog.text


def test_word_vectors_get_coreferee_itself() -> None:
    assert why_not_fast(has_vectors=False) == ""
    assert "word vectors" in why_not_fast(has_vectors=True)


def test_morphology_is_read_as_spacy_reads_it(nlp: Language) -> None:
    doc = nlp("She gave herself their own books, which he had written for those that read them.")
    for token in doc:
        morph = str(token.morph)
        assert morph_features(morph) == frozenset(token.morph)
        for key in ("Number", "Gender", "Person", "Reflex"):
            assert list(morph_values(morph, key)) == token.morph.get(key)
