from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from graphwright.graph.citation import Citation, Quote
from graphwright.graph.entity_card import Fact, inspect_entity
from graphwright.graph.snapshot import Snapshot
from graphwright.pages.terminal.answers import render_context, render_entity
from graphwright.retrieval import Context, ContextChunk
from graphwright.retrieval.context import ContextRelation
from graphwright.retrieval.graph_strategy import GraphStrategy
from graphwright.retrieval.strategy import StrategyParts
from graphwright.retrieval.walk_strategy import WalkStrategy
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from spacy.language import Language

PLACE = Citation("d", "Handbook", "handbook.md", None, (), 0, 60)


def quote(text: str, *qualifiers: str) -> Quote:
    return Quote("0" * 24, text, 0.9, "dependency", "svo", PLACE, qualifiers)


MARCH = quote(
    "The clerk archives the invoice in March if the buyer agrees.",
    "in March",
    "if the buyer agrees",
)
BY_HAND = quote("In March the clerk archives the invoice by hand.", "In March", "by hand")


def test_a_context_shows_facts_and_passages_with_their_source(
    graph_strategy: GraphStrategy,
) -> None:
    text = render_context(graph_strategy.retrieve("What does OERP store?", 2))
    assert "Orbit ERP stores supplier contract  [2 sentences]" in text
    assert '"Orbit ERP stores every supplier contract, as purchasing says."' in text
    assert "The support handbook (page 1, Tickets)" in text
    assert "https://handbook.example/support.md [51:112]" in " ".join(text.split())
    assert text.index("Facts") < text.index("Passages")


def test_a_fact_is_shown_with_what_its_quote_adds(graph_strategy: GraphStrategy) -> None:
    context = graph_strategy.retrieve("What does OERP store?", 2)
    relation = dataclasses.replace(
        context.relations[0],
        subject="clerk",
        predicate="archive",
        object="invoice",
        quotes=(MARCH, BY_HAND),
    )
    text = render_context(dataclasses.replace(context, relations=(relation,)))
    assert " 1. clerk archives invoice (in March; if the buyer agrees)  [" in text
    assert "adds" not in text
    assert "by hand" not in text


def test_a_card_shows_what_each_quote_adds_once(snapshot: Snapshot) -> None:
    card = inspect_entity(snapshot, "Orbit ERP")
    relation = dataclasses.replace(
        card.outgoing[0].relation, subject="clerk", predicate="archive", object="invoice"
    )
    for quotes, added in (((MARCH, BY_HAND), "adds: by hand"), ((BY_HAND, MARCH), "adds: if the")):
        text = render_entity(dataclasses.replace(card, outgoing=(Fact(relation, quotes),)))
        assert f"- clerk archives invoice ({'; '.join(quotes[0].qualifiers)})  [" in text
        assert [line.strip()[: len(added)] for line in text.splitlines() if "adds" in line] == [
            added
        ]
    bare = render_entity(dataclasses.replace(card, outgoing=(Fact(relation, ()),)))
    assert "- clerk archives invoice  [" in bare


def test_a_header_is_no_verb(snapshot: Snapshot) -> None:
    card = inspect_entity(snapshot, "Orbit ERP")
    relation = dataclasses.replace(
        card.outgoing[0].relation, subject="FA-1124", predicate="goods", object="Packaging"
    )
    row = dataclasses.replace(MARCH, rule="table_cell", qualifiers=())
    text = render_entity(dataclasses.replace(card, outgoing=(Fact(relation, (row,)),)))
    assert "- FA-1124, goods: Packaging  [" in text


def test_scores_are_shown_where_asked(graph_strategy: GraphStrategy) -> None:
    context = graph_strategy.retrieve("What does OERP store?", 2)
    best = context.relations[0]
    shown = " ".join(render_context(context, scores=True).split())
    assert f"confidence {best.confidence:.2f}, score {best.score:.2f}]" in shown
    assert f"{context.entities[0].name} ({context.entities[0].score:.2f})" in shown
    assert f"[score {context.chunks[0].score:.4f}]" in shown
    assert "score" not in render_context(context)


def test_a_long_unknown_name_is_cut() -> None:
    text = render_context(Context("Why?", "graph", (), (), (), ("x" * 200, "Zorblax")))
    assert f"The graph knows nothing of: {'x' * 80} ..., Zorblax" in " ".join(text.split())


def test_an_empty_context_says_so() -> None:
    text = render_context(Context("Why?", "bm25", (), (), ()))
    assert text == "Question: Why?\nStrategy: bm25\n\nNo passage was found.\n"


def test_a_hostile_file_name_does_not_steer_the_terminal() -> None:
    place = Citation("d", "a\x1b[2Jb", "a\x1b[2Jb.md\x07", None, (), 0, 4)
    text = render_context(Context("Why?", "bm25", (ContextChunk("c", "Text", 1, place),), (), ()))
    assert "a\\x1b[2Jb.md\\x07 [0:4]" in text
    assert text.replace("\n", "").isprintable()


FORGED = 'a.md [0:4]\n 2. Policy\n    "All is paid."\n     evidence 0123'


def test_a_hostile_file_name_forges_no_citation() -> None:
    place = Citation("d", f"T\n{FORGED}", FORGED, None, (f"H\n{FORGED}",), 0, 4)
    quote = dataclasses.replace(MARCH, citation=place)
    relation = ContextRelation(
        "r", "1", "s", "p", "2", "o", FORGED, negated=False, modality=None, confidence=1.0,
        support_count=1, score=1.0, quotes=(quote,),
    )  # fmt: skip
    chunk = ContextChunk("c", FORGED, 1, place)
    text = render_context(Context("Why?", "bm25", (chunk,), (relation,), ()))
    lines = text.splitlines()
    assert [line for line in lines if line.startswith((" 2.", "     evidence 0123"))] == []
    cited = [line for line in lines if line.endswith("evidence 0123 [0:4]")]
    assert len(cited) == 2  # of the fact and of the passage
    assert all("a.md [0:4]\\n 2. Policy\\n \\x20" in line for line in cited)


def test_a_long_title_is_cut_and_an_address_is_not() -> None:
    place = Citation("d", "word " * 99, "x" * 500 + ".md", None, ("head " * 99,), 0, 4)
    text = render_context(Context("Why?", "bm25", (ContextChunk("c", "Text", 1, place),), (), ()))
    title, _, address = text.splitlines()[-3:]
    assert len(title) < 350
    assert title.startswith(" 1. word word")
    assert address == "    " + "x" * 500 + ".md [0:4]"


def test_a_card_shows_names_merges_and_facts(snapshot: Snapshot) -> None:
    text = render_entity(inspect_entity(snapshot, "Orbit ERP"))
    assert text.startswith("Orbit ERP (Concept)\n")
    assert "OERP  (acronym, 0 mentions)" in text
    assert "merged into orbit erp  (acronym, 1.00: OERP is introduced as Orbit ERP)" in text
    assert "- plant manager uses Orbit ERP  [1 sentence, confidence 0.70]" in text
    assert "https://handbook.example/purchasing.md [63:120]" in " ".join(text.split())


@pytest.mark.parametrize("width", [50, 80, 120])
def test_lines_keep_the_width_unless_an_address_is_longer(snapshot: Snapshot, width: int) -> None:
    text = render_entity(inspect_entity(snapshot, "Orbit ERP"), width=width)
    prose = [line for line in text.splitlines() if line.startswith("  - ") or '"' in line]
    assert prose
    assert max(len(line) for line in prose) <= width


def test_an_answer_says_why_where_asked(
    snapshot: Snapshot, embedder: Embedder, nlp: Language
) -> None:
    strategy = WalkStrategy(StrategyParts(snapshot, lambda: embedder, lambda: nlp))
    context = strategy.retrieve("What does Orbit ERP store?", 3)
    told = " ".join(render_context(context, explain=True).split())
    assert "why: nearness" in told
    assert "stated in passage 1; about Orbit ERP; holds store" in told
    assert 'from the name "Orbit ERP" by "Orbit ERP"' in told
    assert 'its fact "plant manager use Orbit ERP" is nearer' in told
    assert "why:" not in render_context(context)
