"""Measure guidance over a made-up application of 10,000 states, and its Steiner trees.

    .venv/bin/python benchmarks/guidance_scale.py [--states N] [--actions N] [--pcst-fast FOLDER]

Each strategy's time for a question is measured with the embedding of the question. Worth of the
trees of ``paper`` is compared with those that the package ``pcst_fast`` finds, unrooted, one
cluster, pruning ``gw`` (G-Retriever's) and ``strong`` (its best). FOLDER is where it is installed,
if not in this environment. Version 1.0.10 from a wheel returns wrong trees under numpy 2 without a
word, so a small tree is asked for first; where that fails, or there is no such package, the
comparison is left out. The last line is JSON.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import random
import statistics
import sys
import time
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from graphwright.graph.application_graph import ApplicationGraph
from graphwright.graph.lexical_index import LexicalIndex
from graphwright.guidance.asked import GuidanceParts, Question
from graphwright.guidance.paper_strategy import ACTIONS, COST, STATES, PaperStrategy
from graphwright.guidance.strategies import GUIDANCE_STRATEGIES
from graphwright.retrieval.steiner_tree import Tree
from graphwright.settings import EmbeddingSettings
from graphwright.tables.applications import (
    ActionKind,
    ActionOutcome,
    Application,
    CrawlStatus,
    UiAction,
    UiState,
)
from graphwright.vectors.embedder import make_embedder

QUESTIONS = 200
TIMED = ("guide", "paper", "states_ways")
VERBS = ("Create", "Edit", "Delete", "Search", "Import", "Export", "Approve", "Assign", "Show")
NOUNS = (
    *("orders", "invoices", "customers", "users", "groups", "queues", "tickets", "assets"),
    *("reports", "templates", "price lists", "shipments", "payments", "contracts", "projects"),
    *("calendars", "holidays", "passwords", "roles", "dashboards", "backups", "devices", "rooms"),
)
PLACES = ("", " of a site", " of a team", " in the archive", " for a customer", " by month")
PHRASES = tuple(" ".join(parts) for parts in itertools.product(VERBS, NOUNS))

PRUNINGS = ("gw", "strong")
Pcst = Callable[..., tuple[Any, Any]]


def synthetic(states: int, actions: int, embed: Callable[[list[str]], Any]) -> Any:
    """Return files of an application that is nearly a tree, with further links between states."""
    draw = random.Random(0)
    parents = [draw.randrange(n // 12, n) if n else 0 for n in range(states)]
    edges = [(parents[n], n) for n in range(1, states)]
    edges += [(draw.randrange(states), draw.randrange(states)) for _ in range(actions - len(edges))]
    named = [PHRASES[draw.randrange(len(PHRASES))] for _ in range(states)]
    where = [PLACES[draw.randrange(len(PLACES))] for _ in range(states)]
    labels = [name + place for name, place in zip(named, where, strict=True)]
    rows = [_state(n, label) for n, label in enumerate(labels)]
    acts = [_action(n, source, target, labels) for n, (source, target) in enumerate(edges)]
    home = Application(
        name="large",
        home="http://large.example/",
        scripts="",
        status=CrawlStatus.COMPLETE,
        home_state_id=rows[0].state_id,
        everybody=True,
        groups=(),
    )
    files = types.SimpleNamespace(graph=ApplicationGraph([home], rows, acts))
    files.state_vectors = _vectors(labels, embed, 1)
    files.action_vectors = _vectors([labels[target] for _, target in edges], embed, 2)
    files.state_words = LexicalIndex.of([one.text for one in rows])
    return files


def _state(number: int, label: str) -> UiState:
    return UiState(
        state_id=f"{number:024x}",
        application="large",
        label=label,
        menu_path=(label,),
        template=f"/{number}",
        address=f"http://large.example/{number}",
        replay=(),
        depth=0,
        capture_id=f"{number:024x}",
        text=f"{label}\n{number}",
    )


def _action(number: int, source: int, target: int, labels: Sequence[str]) -> UiAction:
    return UiAction(
        action_id=f"{number:024x}",
        application="large",
        state_id=f"{source:024x}",
        element_key=str(number),
        role="link",
        name=labels[target],
        region="main",
        menu_path=(),
        kind=ActionKind.OPEN,
        outcome=ActionOutcome.DONE,
        target_id=f"{target:024x}",
        request=None,
        detail=None,
        text=f"{labels[target]}\non {labels[source]}",
    )


def _vectors(labels: Sequence[str], embed: Callable[[list[str]], Any], seed: int) -> Any:
    """Return the vectors of labels, each moved a little, so that no two are the same."""
    distinct = sorted(set(labels))
    known = dict(zip(distinct, embed(distinct), strict=True))
    noise = np.random.default_rng(seed).normal(0, 0.01, (len(labels), len(known[distinct[0]])))
    moved = np.stack([known[label] for label in labels]) + noise
    return (moved / np.linalg.norm(moved, axis=1, keepdims=True)).astype(np.float32)


def questions(states: int) -> list[tuple[str, int]]:
    """Return questions, each with the row of the state that its user is in."""
    draw = random.Random(1)
    asked = [
        f"How do I {draw.choice(PHRASES).lower()}{draw.choice(PLACES)}?" for _ in range(QUESTIONS)
    ]
    return [(f"{text} ({number})", draw.randrange(states)) for number, text in enumerate(asked)]


def timed(parts: GuidanceParts, name: str, asked: Sequence[tuple[str, int]]) -> dict[str, float]:
    """Return the times of a strategy in milliseconds, the first question left out."""
    strategy = GUIDANCE_STRATEGIES.get(name)(parts)
    among = np.ones(len(parts.graph.states), dtype=np.bool_)
    took = []
    for text, start in asked:
        began = time.perf_counter()
        strategy.find(Question(text, start, among, parts.embed))
        took.append(1000 * (time.perf_counter() - began))
    return {
        "first_ms": round(took[0], 1),
        "p50_ms": round(statistics.median(took[1:]), 1),
        "p95_ms": round(float(np.percentile(took[1:], 95)), 1),
    }


def load_pcst(folder: Path | None) -> Pcst | None:
    """Return the package's function where it gives the right answer to a small question."""
    if folder is not None:
        sys.path.append(str(folder))
    try:
        found: Pcst = importlib.import_module("pcst_fast").pcst_fast
    except ImportError:
        print("pcst_fast is not installed: its trees are not compared")
        return None
    edges = np.array([[0, 1], [1, 2], [2, 3]], dtype=np.int64)
    nodes, kept = found(edges, np.array([1.0, 0, 5, 0]), np.full(3, 0.5), -1, 1, "gw", 0)
    if sorted(nodes.tolist()) != [0, 1, 2] or sorted(kept.tolist()) != [0, 1]:
        print("pcst_fast gives a wrong tree here: its trees are not compared")
        return None
    return found


def compared(parts: GuidanceParts, asked: Sequence[tuple[str, int]], pcst: Pcst) -> dict[str, Any]:
    """Return how much ours are worth as shares of the package's, and the times of both."""
    strategy = PaperStrategy(parts)
    among = np.ones(len(parts.graph.states), dtype=np.bool_)
    ratios: dict[str, list[float]] = {pruning: [] for pruning in PRUNINGS}
    ours_ms, theirs_ms = [], []
    for text, start in asked:
        _, prizes, edge_prizes = strategy.prizes(Question(text, start, among, parts.embed))
        began = time.perf_counter()
        tree = strategy.tree(prizes, edge_prizes)
        ours_ms.append(1000 * (time.perf_counter() - began))
        ours = _worth(strategy, tree, prizes, edge_prizes)
        for pruning in PRUNINGS:
            began = time.perf_counter()
            given = (strategy, len(parts.graph.states), prizes, edge_prizes)
            worth = theirs(*given, lambda *asked, p=pruning: pcst(*asked, -1, 1, p, 0))
            theirs_ms.append(1000 * (time.perf_counter() - began))
            if worth > 0:  # what is left may cost more than it holds
                ratios[pruning].append(ours / worth)
    return {
        "ours_ms": round(statistics.median(ours_ms), 1),
        "theirs_ms": round(statistics.median(theirs_ms), 1),
        **{pruning: _told(found, len(asked)) for pruning, found in ratios.items()},
    }


def _told(ratios: Sequence[float], asked: int) -> dict[str, float]:
    return {
        "median": round(statistics.median(ratios), 4),
        "least": round(min(ratios), 4),
        "most": round(max(ratios), 4),
        "theirs_worth_nothing": asked - len(ratios),
    }


def _worth(
    strategy: PaperStrategy, tree: Tree, prizes: dict[int, float], edge_prizes: dict[int, float]
) -> float:
    """Return prizes less costs, counted anew from the tree's nodes and edges."""
    held = sum(prizes.get(node, 0.0) for node in tree.nodes)
    return held + sum(edge_prizes.get(edge, 0.0) - COST for edge in tree.edges)


def theirs(
    strategy: PaperStrategy,
    states: int,
    prizes: dict[int, float],
    edge_prizes: dict[int, float],
    pcst: Pcst,
) -> float:
    """Return the worth of the package's tree; an edge that pays is a node in its middle."""
    pairs, costs = strategy.pairs, np.full(len(strategy.pairs), COST)
    nodes = np.zeros(states + len(edge_prizes))
    for node, prize in prizes.items():
        nodes[node] = prize
    further: list[tuple[int, int]] = []
    kept = np.ones(len(pairs), dtype=np.bool_)
    for edge, prize in edge_prizes.items():
        if prize <= COST:
            costs[edge] -= prize
            continue
        kept[edge], middle = False, states + len(further) // 2
        nodes[middle] = prize - COST
        further += [(int(pairs[edge, 0]), middle), (middle, int(pairs[edge, 1]))]
    every = np.concatenate([pairs[kept], np.array(further, np.int64).reshape(-1, 2)])
    paid = np.concatenate([costs[kept], np.zeros(len(further))])
    found, edges = pcst(every, nodes, paid)
    return float(nodes[found].sum() - paid[edges].sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=10_000)
    parser.add_argument("--actions", type=int, default=12_000)
    parser.add_argument("--pcst-fast", type=Path, help="The folder that holds the package.")
    given = parser.parse_args()
    embedder = make_embedder(EmbeddingSettings(), 2)
    files = synthetic(given.states, given.actions, embedder.embed_passages)
    parts = GuidanceParts(files, embedder.embed_query, embedder.embed_passages)
    asked = questions(given.states)
    told: dict[str, Any] = {"states": given.states, "actions": given.actions}
    told["prized"] = {"states": STATES, "actions": ACTIONS, "cost": COST}
    for name in TIMED:
        told[name] = timed(parts, name, asked)
        print(f"{name}: {told[name]}")
    pcst = load_pcst(given.pcst_fast)
    if pcst is not None:
        told["share_of_pcst_fast"] = compared(parts, asked, pcst)
        print(f"worth as a share of pcst_fast's: {told['share_of_pcst_fast']}")
    print(json.dumps(told))


if __name__ == "__main__":
    main()
