from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graphwright.graph.snapshot import Snapshot
from graphwright.pages.terminal.answers import render_context
from graphwright.retrieval import STRATEGIES
from graphwright.retrieval.graph_strategy import GraphStrategy
from graphwright.retrieval.strategy import StrategyParts
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from spacy.language import Language

NAMELESS = [
    ("asdf qwer", ("asdf qwer",), False),
    ("zxcv", ("zxcv",), False),
    ("Who signs the Zorblax treaty?", ("Zorblax treaty",), True),
]


@pytest.mark.parametrize("name", ["graph", "walk"])
@pytest.mark.parametrize(("question", "unknown", "passages"), NAMELESS)
def test_a_question_that_names_nothing_has_no_facts(
    snapshot: Snapshot, embedder: Embedder, nlp: Language, name: str, question: str,
    unknown: tuple[str, ...], passages: bool,
) -> None:  # fmt: skip
    strategy = STRATEGIES.get(name)(StrategyParts(snapshot, lambda: embedder, lambda: nlp))
    context = strategy.retrieve(question, 3)
    assert (context.relations, context.entities) == ((), ())
    assert context.unknown == unknown
    assert context.to_dict()["unknown"] == list(unknown)
    assert bool(context.chunks) is passages
    assert f"The graph knows nothing of: {unknown[0]}\n" in render_context(context)


def test_what_is_unknown_is_told_beside_what_is_known(graph_strategy: GraphStrategy) -> None:
    context = graph_strategy.retrieve("Does OERP store the Zorblax treaty?", 2)
    assert context.relations
    assert context.unknown == ("Zorblax treaty",)
