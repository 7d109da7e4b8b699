from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from serving_lake import Rows

from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.retrieval.mention_walk import MentionWalk
from graphwright.retrieval.strategy import StrategyParts
from graphwright.retrieval.walk_strategy import WalkStrategy
from graphwright.retrieval.weighted_rows import Weighted
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from spacy.language import Language

    from graphwright.retrieval.context import Context

ODD = ["", "   ", "?!...", "€€ §§ 例え 👍", "Wo werden Bestellungen genehmigt?", "word " * 4_000]


@pytest.fixture
def ask(snapshot: Snapshot, embedder: Embedder, nlp: Language) -> Callable[[str], Context]:
    strategy = WalkStrategy(StrategyParts(snapshot, lambda: embedder, lambda: nlp))
    return lambda question: strategy.retrieve(question, 3)


def test_each_passage_says_why_it_is_there(ask: Callable[[str], Context]) -> None:
    context = ask("Who uses Orbit ERP?")
    for chunk in context.chunks:
        assert chunk.why is not None
        assert list(chunk.why.scores) == ["dense", "bm25", "blended", "walk"]
    first = context.chunks[0]
    assert first.why is not None
    assert first.why.scores["walk"].rank == 1
    assert any(chunk.why and chunk.why.seed == "Orbit ERP" for chunk in context.chunks)
    assert context.to_dict()["chunks"][0]["why"]["scores"]["walk"]["rank"] == 1


def test_a_passage_whose_fact_is_nearer_says_which(ask: Callable[[str], Context]) -> None:
    chunks = ask("What does Orbit ERP store?").chunks
    told = {chunk.why.fact: chunk.text for chunk in chunks if chunk.why}
    assert "in Orbit ERP" in told["plant manager use Orbit ERP"]


def test_facts_come_from_the_passages_and_from_the_names(ask: Callable[[str], Context]) -> None:
    context = ask("What does Orbit ERP store?")
    assert context.relations[0].text == "Orbit ERP store supplier contract"
    why = context.relations[0].why
    assert why is not None
    assert (why.passage, why.names, why.words) == (1, ("Orbit ERP",), ("store",))
    assert len({fact.relation_id for fact in context.relations}) == len(context.relations)


@pytest.mark.parametrize("question", ODD, ids=range(len(ODD)))
def test_any_text_is_answered(ask: Callable[[str], Context], question: str) -> None:
    context = ask(question)
    assert len(context.chunks) in {0, 3}
    assert not context.relations
    assert context == ask(question)


def test_an_empty_graph_has_no_answer(
    tmp_path: Path, publish: Callable[..., str], embedder: Embedder, nlp: Language
) -> None:
    publish(Rows())
    empty = open_snapshot(tmp_path / "lake")
    context = WalkStrategy(StrategyParts(empty, lambda: embedder, lambda: nlp)).retrieve(
        "Where are orders kept?", 3
    )
    assert (context.chunks, context.relations, context.entities) == ((), (), ())


@pytest.mark.parametrize(("question", "times"), [("Who uses Orbit ERP?", 1), ("trains", 0)])
def test_sections_gain_only_where_the_question_names_something(
    ask: Callable[[str], Context], monkeypatch: pytest.MonkeyPatch, question: str, times: int
) -> None:
    looked, sections = [], MentionWalk.sections_named

    def watched(walk: MentionWalk, *first: Any) -> Weighted:
        looked.append(first)
        return sections(walk, *first)

    monkeypatch.setattr(MentionWalk, "sections_named", watched)
    assert ask(question).chunks
    assert len(looked) == times
