"""Retrieval: from a question to the chunks, relations and entities that answer it.

Five strategies stand behind one interface: ``graph`` (SAP, Algorithm 2), ``walk`` (personalised
PageRank, for more than one hop) and the baselines ``dense``, ``bm25`` and ``rrf``, so that a user
sees whether the graph helps on their questions.
"""

from __future__ import annotations

from graphwright.retrieval.context import (
    Context,
    ContextChunk,
    ContextEntity,
    ContextRelation,
)
from graphwright.retrieval.registry import STRATEGIES, make_strategy
from graphwright.retrieval.strategy import Strategy, StrategyParts

__all__ = [
    "STRATEGIES",
    "Context",
    "ContextChunk",
    "ContextEntity",
    "ContextRelation",
    "Strategy",
    "StrategyParts",
    "make_strategy",
]
