"""How much processor time each part of a question takes with the default strategy.

Parts are timed where they are called, in the order in which they run; one that stands inside
another is indented. The embedding and the search by it run beside the parse. It is the time of the
thread that runs a part, which other programs on the machine change little; what a numeric library
does in threads of its own is not in it.
"""

from __future__ import annotations

import functools
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from spacy.language import Language

from graphwright.graph.lexical_index import LexicalIndex
from graphwright.retrieval import Strategy, walk_strategy
from graphwright.retrieval.fact_ranking import FactRanking
from graphwright.retrieval.mention_walk import MentionWalk
from graphwright.retrieval.walk_strategy import WalkStrategy
from graphwright.vectors.local_embedder import LocalEmbedder

PARTS: Sequence[tuple[str, Any, str]] = (
    ("embedding", LocalEmbedder, "embed_query"),
    ("cosines of all passages", walk_strategy, "chunk_cosines"),
    ("parse", Language, "__call__"),
    ("names and what is asked", WalkStrategy, "_understand"),
    ("BM25", LexicalIndex, "scores"),
    ("start, walk and scores", WalkStrategy, "_search"),
    ("  walk", MentionWalk, "ranks"),
    ("ranking of passages", walk_strategy, "top"),
    ("facts", FactRanking, "rank"),
    ("  candidates by cosine", FactRanking, "_near"),
    ("  candidates by what is asked", FactRanking, "_candidates"),
    ("  evidence of the first", FactRanking, "_quoted"),
    ("passages, citations, reasons", walk_strategy, "context_chunks"),
    ("entities", walk_strategy, "context_entities"),
)

WHOLE = "whole question, all threads"


def profile(strategy: Strategy, questions: Sequence[str], count: int) -> dict[str, float]:
    """Return the milliseconds of each part, and of all, for a question on the average."""
    with _timed() as times:
        started = time.process_time()
        for question in questions:
            strategy.retrieve(question, count)
        times[WHOLE] = time.process_time() - started
    names = [*(name for name, _, _ in PARTS), WHOLE]
    return {name: round(times[name] / len(questions) * 1000, 2) for name in names}


@contextmanager
def _timed() -> Iterator[dict[str, float]]:
    """Yield the seconds of each part, which grow as the parts are called."""
    times: dict[str, float] = defaultdict(float)
    with ExitStack() as patches:
        for name, owner, attribute in PARTS:
            work = getattr(owner, attribute)
            patches.enter_context(patch.object(owner, attribute, _timing(work, name, times)))
        yield times


def _timing(work: Callable[..., Any], name: str, times: dict[str, float]) -> Callable[..., Any]:
    @functools.wraps(work)
    def timed(*arguments: Any, **named: Any) -> Any:
        started = time.thread_time()
        result = work(*arguments, **named)
        times[name] += time.thread_time() - started
        return result

    return timed
