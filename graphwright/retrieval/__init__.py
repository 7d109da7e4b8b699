"""Retrieval: from a question to the chunks, relations and entities that answer it.

Strategies stand behind one interface: ``walk`` (personalised PageRank, for more than one hop),
``graph`` (SAP, Algorithm 2), ``pcst`` (subgraphs) and baselines without a graph, so that a user
sees whether the graph helps on their questions.
"""

from __future__ import annotations

from graphwright.retrieval.context import (
    Context,
    ContextChunk,
    ContextEntity,
    ContextRelation,
)
from graphwright.retrieval.options import RetrievalOptions
from graphwright.retrieval.registry import STRATEGIES, make_strategy, strategy_over
from graphwright.retrieval.strategy import Strategy, StrategyParts

__all__ = [
    "STRATEGIES",
    "Context",
    "ContextChunk",
    "ContextEntity",
    "ContextRelation",
    "RetrievalOptions",
    "Strategy",
    "StrategyParts",
    "make_strategy",
    "strategy_over",
]
