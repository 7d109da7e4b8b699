"""The two models of a question: what they find is the same alone and beside other questions."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import spacy

from graphwright.errors import ModelError
from graphwright.retrieval.question_models import OTHERS_WAIT, QuestionModels
from graphwright.retrieval.strategy import StrategyParts

_TIME_LIMIT = 30


class _Embedder:
    """Gives the length of a text as its vector; fails on an empty one."""

    def embed_query(self, text: str) -> Any:
        if not text:
            raise ModelError("The text is empty.", remedy="Ask something.")
        return np.array([len(text)], dtype=np.float32)


def _models() -> QuestionModels:
    parts = SimpleNamespace(embedder=_Embedder(), pipeline=spacy.blank("en"))
    return QuestionModels(cast(StrategyParts, parts))


def _read(models: QuestionModels, query: str) -> tuple[float, float, tuple[int, float]]:
    def understand(doc: Any, vector: Callable[[], Any]) -> tuple[int, float]:
        return len(doc), float(vector()[0])

    vector, found, understood = models.read(query, lambda v: float(v[0]) * 2, understand)
    return float(vector[0]), found, understood


def test_both_searches_get_the_vector() -> None:
    assert _read(_models(), "two words") == (9.0, 18.0, (2, 9.0))


def test_an_error_of_the_embedder_is_raised_and_the_next_question_is_answered() -> None:
    models = _models()
    with pytest.raises(ModelError):
        _read(models, "")
    assert _read(models, "word") == (4.0, 8.0, (1, 4.0))


def test_a_question_beside_another_finds_the_same() -> None:
    models, within, go_on = _models(), threading.Event(), threading.Event()

    def search(_: Any) -> None:
        within.set()
        assert go_on.wait(_TIME_LIMIT)

    first = threading.Thread(target=models.read, args=("one", search, lambda doc, vector: None))
    first.start()
    try:
        assert within.wait(_TIME_LIMIT)
        assert _read(models, "two words") == (9.0, 18.0, (2, 9.0))
        with pytest.raises(ModelError):
            _read(models, "")
    finally:
        go_on.set()
        first.join()


@pytest.mark.parametrize("wait", [False, True])
def test_a_question_is_parsed_in_its_own_thread_where_others_wait(wait: bool) -> None:
    token = OTHERS_WAIT.set(wait)
    try:
        _, _, parsed_in = _models().read("one", lambda v: v, lambda *_: threading.get_ident())
    finally:
        OTHERS_WAIT.reset(token)
    assert (parsed_in == threading.get_ident()) is wait
