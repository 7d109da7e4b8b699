"""The retrieval strategies there are, by name. Another is a class and a line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from graphwright.registry import Registry
from graphwright.retrieval.baseline_strategies import (
    Bm25Strategy,
    DenseStrategy,
    HybridStrategy,
    RrfStrategy,
)
from graphwright.retrieval.graph_strategy import GraphStrategy
from graphwright.retrieval.options import RetrievalOptions
from graphwright.retrieval.pcst_strategy import PcstStrategy
from graphwright.retrieval.reranker import RerankedStrategy
from graphwright.retrieval.strategy import MakeStrategy, Strategy, StrategyParts
from graphwright.retrieval.walk_strategy import WalkStrategy

if TYPE_CHECKING:
    from spacy.language import Language

    from graphwright.graph.snapshot import Snapshot
    from graphwright.graph.validity import Validity
    from graphwright.settings import LanguageSettings
    from graphwright.vectors.embedder import Embedder

STRATEGIES: Registry[MakeStrategy] = Registry("The retrieval strategy")
STRATEGIES.register(GraphStrategy.name, GraphStrategy)
STRATEGIES.register(WalkStrategy.name, WalkStrategy)
STRATEGIES.register(PcstStrategy.name, PcstStrategy)
STRATEGIES.register(DenseStrategy.name, DenseStrategy)
STRATEGIES.register(Bm25Strategy.name, Bm25Strategy)
STRATEGIES.register(RrfStrategy.name, RrfStrategy)
STRATEGIES.register(HybridStrategy.name, HybridStrategy)


def make_strategy(
    name: str,
    snapshot: Snapshot,
    open_embedder: Callable[[], Embedder],
    language: LanguageSettings,
    validity: Validity | None = None,
    *,
    navigation: bool = False,
    options: RetrievalOptions | None = None,
) -> Strategy:
    """Return the strategy of a name over an opened snapshot.

    The embedder is opened where the strategy compares vectors, and the spaCy pipeline that
    ``language`` names is loaded where it parses questions. ``validity`` says as of which day the
    documents are judged, by default today; ``navigation`` that facts may be of every layer;
    ``options`` are what the settings choose beside.
    Raises ``SettingsError`` where the name is unknown, ``ModelError`` where the pipeline is absent
    and ``SnapshotError`` where the embedder is needed and not the one of the snapshot.
    """

    def load() -> Language:
        from graphwright.language.question_pipeline import load_question_pipeline  # noqa: PLC0415

        return load_question_pipeline(language)

    parts = StrategyParts(
        snapshot, open_embedder, load, validity, navigation=navigation, options=options
    )
    return strategy_over(name, parts)


def strategy_over(name: str, parts: StrategyParts) -> Strategy:
    """Return the strategy of a name, its passages ranked again where there is a reranker.

    Raises as ``make_strategy``.
    """
    strategy, reranker = STRATEGIES.get(name)(parts), parts.options.reranker
    return RerankedStrategy(strategy, reranker, parts.validity) if reranker else strategy
