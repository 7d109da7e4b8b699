"""Facts of other layers than knowledge answer where they are asked for; steps by the walk, too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from serving_lake import LAYERS, Documents, Section, make_rows

from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.pages.terminal.answers import render_context
from graphwright.retrieval.registry import STRATEGIES
from graphwright.retrieval.strategy import StrategyParts
from graphwright.tables import Layer
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from spacy.language import Language

MANUAL: Documents = {
    "manual.md": [
        Section(
            "Winch",
            [
                ("Open the winch cover.", [("winch", "involve opening", "winch cover", 0.9)]),
                ("See Winch Repairs.", [("winch", "refer to", "Winch Repairs", 0.9)]),
                ("The winch lifts two tons.", [("winch", "lift", "two tons", 0.9)]),
            ],
        )
    ]
}


@pytest.fixture
def manual(embedder: Embedder, publish: Callable[..., str], lake: Path) -> Snapshot:
    publish(make_rows(MANUAL, embedder))
    return open_snapshot(lake)


@pytest.mark.parametrize("name", ["walk", "graph"])
def test_facts_are_of_knowledge_and_steps_unless_all_are_asked_for(
    manual: Snapshot, embedder: Embedder, nlp: Language, name: str
) -> None:
    found, steps = {}, {Layer.PROCEDURE} if name == "walk" else set()
    for navigation in (False, True):
        parts = StrategyParts(manual, lambda: embedder, lambda: nlp, navigation=navigation)
        context = STRATEGIES.get(name)(parts).retrieve("What does the winch lift or open?", 5)
        told = context.to_dict()["relations"]
        found[navigation] = {fact["predicate"]: fact["layer"] for fact in told}
        lines = render_context(context).splitlines()
        marked = {layer for layer in Layer if any(line.endswith(f", {layer}]") for line in lines)}
        assert marked == ({Layer.PROCEDURE, Layer.NAVIGATION} if navigation else steps)
    knowledge = {"lift": Layer.KNOWLEDGE.value}
    also = {predicate: layer for predicate, layer in LAYERS.items() if layer in steps}
    assert found == {False: knowledge | also, True: knowledge | LAYERS}
