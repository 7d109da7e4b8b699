"""The interface of retrieval strategies, and choosing one by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from graphwright.errors import SettingsError
from graphwright.retrieval.baseline_strategies import Bm25Strategy, DenseStrategy, RrfStrategy
from graphwright.retrieval.graph_strategy import GraphStrategy
from graphwright.retrieval.walk_strategy import WalkStrategy

if TYPE_CHECKING:
    from graphwright.graph.snapshot import Snapshot
    from graphwright.retrieval.context import Context
    from graphwright.settings import LanguageSettings
    from graphwright.vectors.embedder import Embedder

STRATEGIES = tuple(
    strategy.name
    for strategy in (GraphStrategy, DenseStrategy, Bm25Strategy, RrfStrategy, WalkStrategy)
)
"""The names of all strategies."""


class Strategy(Protocol):
    """A way from a question to its context; the same question gives the same context."""

    @property
    def name(self) -> str:
        """Return the strategy's name."""

    def retrieve(self, query: str, k: int) -> Context:
        """Return the context of a question: at most ``k`` chunks (``k`` at least 1)."""


def make_strategy(
    name: str, snapshot: Snapshot, embedder: Embedder, language: LanguageSettings
) -> Strategy:
    """Return the strategy of a name over an opened snapshot.

    ``graph`` and ``walk`` load the spaCy pipeline that ``language`` names; ``bm25`` ignores the
    embedder.
    Raises ``SettingsError`` where the name is unknown, ``ModelError`` where the pipeline is absent
    and ``SnapshotError`` where the embedder is not the one that the snapshot was made with.
    """
    of_graph = {one.name: one for one in (GraphStrategy, WalkStrategy)}.get(name)
    if of_graph is not None:
        from graphwright.language.pipeline import load_pipeline  # noqa: PLC0415  # heavy

        snapshot.check_embedder(embedder)
        return of_graph(snapshot, embedder, load_pipeline(language))
    if name == DenseStrategy.name:
        return DenseStrategy(snapshot, embedder)
    if name == Bm25Strategy.name:
        return Bm25Strategy(snapshot)
    if name == RrfStrategy.name:
        return RrfStrategy(snapshot, embedder)
    raise SettingsError(
        f"There is no retrieval strategy {name!r}.", remedy=f"Choose one of {list(STRATEGIES)}."
    )
