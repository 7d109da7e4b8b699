from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import spacy
import yaml
from spacy.language import Language
from spacy.ml.models.tok2vec import (
    MaxoutWindowEncoder,
    MishWindowEncoder,
    MultiHashEmbed,
    build_Tok2Vec_model,
)
from spacy.tokens import Doc

from graphwright.language.question_pipeline import load_question_pipeline
from graphwright.language.token_encoder import as_one_graph
from graphwright.settings import LanguageSettings

GOLD = Path(__file__).parents[3] / "examples" / "gold.yaml"
ODD = ["", " ", "a", "x\n\ny", "?!", "ABC-12/9 OERP's 4711", "é 漢字 😀", "how to " * 60]


@pytest.fixture(scope="module")
def quick() -> Language:
    return load_question_pipeline(LanguageSettings())


def told(doc: Doc) -> list[tuple[Any, ...]]:
    return [
        (
            t.text,
            t.tag_,
            t.pos_,
            t.dep_,
            t.head.i,
            t.lemma_,
            t.ent_type_,
            t.ent_iob_,
            t.is_sent_start,
        )
        for t in doc
    ]


def questions() -> list[str]:
    gold = yaml.safe_load(GOLD.read_text(encoding="utf-8"))
    return [one["question"] for one in gold["questions"]] + ODD


def test_both_encoders_are_one_graph_each(quick: Language) -> None:
    models = [model_of(quick, name) for name in ("tok2vec", "tagger", "parser", "ner")]
    names = [node.name for model in models for node in model.walk()]
    assert names.count("tokens_as_one_graph") == 2
    assert "expand_window" not in names


def model_of(nlp: Language, name: str) -> Any:
    component: Any = nlp.get_pipe(name)
    return component.model


def test_a_question_is_parsed_as_by_the_pipeline_of_builds(nlp: Language, quick: Language) -> None:
    for question in questions():
        assert told(quick(question)) == told(nlp(question))
    assert [told(doc) for doc in quick.pipe(ODD)] == [told(doc) for doc in nlp.pipe(ODD)]


def test_vectors_are_the_same_but_for_rounding(nlp: Language, quick: Language) -> None:
    docs = [nlp.make_doc(question) for question in ODD if question]
    for found, expected in zip(
        model_of(quick, "tok2vec").predict(docs),
        model_of(nlp, "tok2vec").predict(docs),
        strict=True,
    ):
        np.testing.assert_allclose(found, expected, atol=1e-4)


@pytest.mark.parametrize("window", [1, 2])
def test_any_encoder_of_the_form_is_read(nlp: Language, window: int) -> None:
    """With other numbers of features, layers and pieces; another window is left as it is."""
    encode = MaxoutWindowEncoder(width=32, depth=3, window_size=window, maxout_pieces=2)
    model = untrained(encode)
    made = as_one_graph(model)
    if window != 1:
        assert made is None
        return
    docs = [nlp.make_doc("Orbit ERP stores 12 contracts.")]
    np.testing.assert_allclose(made.predict(docs)[0], model.predict(docs)[0], atol=1e-4)
    with pytest.raises(NotImplementedError):
        made(docs, is_train=True)


def test_an_encoder_of_another_form_is_left(nlp: Language) -> None:
    encode = MishWindowEncoder(width=32, depth=2, window_size=1)
    assert as_one_graph(untrained(encode)) is None
    assert as_one_graph(model_of(nlp, "tagger")) is None


def test_an_encoder_with_vectors_of_words_is_left() -> None:
    nlp = spacy.blank("en")
    nlp.vocab.set_vector("Orbit", np.ones(8, dtype=np.float32))
    encode = MaxoutWindowEncoder(width=32, depth=2, window_size=1, maxout_pieces=3)
    embed = MultiHashEmbed(width=32, attrs=["NORM"], rows=[100], include_static_vectors=True)
    model = build_Tok2Vec_model(embed, encode)
    model.initialize([nlp("Orbit ERP")])
    assert as_one_graph(model) is None


def untrained(encode: Any) -> Any:
    attributes, rows = ["NORM", "SHAPE", "PREFIX"], [200, 100, 100]
    embed = MultiHashEmbed(width=32, attrs=attributes, rows=rows, include_static_vectors=False)
    model = build_Tok2Vec_model(embed, encode)
    model.initialize()
    return model
