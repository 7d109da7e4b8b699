"""The walk strategy: passages by a walk over mentions from those that answer the question best.

It finds what the question does not say: a passage that shares an entity with one that is near the
question, and so on. Where the graph knows nothing of the question it ranks as ``hybrid`` does.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from graphwright.retrieval.asked import Asked, read_question
from graphwright.retrieval.blended_scores import lexical_scores
from graphwright.retrieval.context import Context, context_chunks
from graphwright.retrieval.cosines import Cosines, chunk_cosines
from graphwright.retrieval.explanation import FIRST, ChunkReason, ScoreList
from graphwright.retrieval.fact_ranking import FactRanking, Question
from graphwright.retrieval.link_walk import Linked, LinkWalk
from graphwright.retrieval.mention_walk import MentionWalk, Visits
from graphwright.retrieval.nearest_facts import NearestFacts, nearest_facts
from graphwright.retrieval.parameters import FACTS, WALK, WalkParameters
from graphwright.retrieval.question_models import QuestionModels
from graphwright.retrieval.question_names import QuestionNames, names_in
from graphwright.retrieval.ranking import rows_of, top
from graphwright.retrieval.seed_entities import Seed, context_entities
from graphwright.retrieval.weighted_rows import NOTHING, Weighted, weighted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray
    from spacy.tokens import Doc

    from graphwright.graph.snapshot import Snapshot
    from graphwright.graph.topology import Graph
    from graphwright.retrieval.strategy import StrategyParts

_TINY = float(np.finfo(float).tiny)


class WalkStrategy:
    """Chunks by how often a walk that starts at the question is there, and by blended score.

    It starts at the chunks of the best blended scores, or of a fact that is nearer, and, the less
    the more chunks they are in, at the entities that the question names (``WalkParameters``).
    """

    name = "walk"

    def __init__(
        self, parts: StrategyParts, parameters: WalkParameters = WALK, graph: Graph | None = None
    ) -> None:
        """Take another ``graph`` than the snapshot's for a comparison.

        Raises ``SnapshotError`` where the embedder is not the snapshot's.
        """
        self._snapshot = parts.snapshot
        self._valid_first = parts.valid_first
        self._same_text = parts.validity.repeated
        self._spelling = parts.spelling
        self._models = QuestionModels(parts)
        self._parameters = parameters
        self._walk = MentionWalk(graph or parts.snapshot.graph, parameters)
        self._links = LinkWalk(parts.snapshot.links, parameters)
        self._facts = FactRanking(parts, FACTS)

    def retrieve(self, query: str, k: int) -> Context:
        """Return the top ``k`` chunks, at most ``2 k`` facts and the entities that are named."""
        snapshot = self._snapshot
        vector, cosines, (names, asked, bm25) = self._models.read(
            query, lambda vector: chunk_cosines(snapshot, vector), self._understand
        )
        if not names.any_word:
            return names.nothing(query, self.name)
        seeds = names.name_like
        count = max(k, FACTS.passages)
        depth = self._valid_first.depth(count)
        found = self._search(vector, cosines, bm25, seeds, depth)
        every = top(found.scores, depth)
        ranked = self._valid_first.chunks(every, count)
        question = Question(query, vector, seeds, asked)
        return Context(
            query=query,
            strategy=self.name,
            chunks=context_chunks(snapshot, self._valid_first.chunks(every, k), found.why),
            relations=self._facts.rank(question, rows_of(ranked), 2 * k) if names.known else (),
            entities=context_entities(snapshot, seeds or names.seeds, vector),
            unknown=names.unknown,
        )

    def _understand(
        self, question: Doc, _: Callable[[], NDArray[np.float32]]
    ) -> tuple[QuestionNames, Asked, NDArray[np.floating]]:
        names = names_in(self._snapshot, question, self._spelling)
        bm25 = self._snapshot.lexical.scores(question.text)
        return names, read_question(question, names.name_like), bm25

    def _search(
        self,
        vector: NDArray[np.float32],
        cosines: Cosines,
        bm25: NDArray[np.floating],
        seeds: Sequence[Seed],
        depth: int,
    ) -> _Found:
        p = self._parameters
        lexical = lexical_scores(cosines, bm25)
        cosines.settled(FIRST, lexical)
        nearest = nearest_facts(self._snapshot, cosines, vector, lexical, p)
        start = self._start(cosines.settled(FIRST, nearest.added) + nearest.added, seeds)
        visits = self._walk.ranks(start)
        chunks = visits.chunks
        visited = np.zeros(len(lexical))
        visited[chunks.rows] = chunks.weights / chunks.weights.max(initial=_TINY)
        linked = self._add_found_from_first(visited, cosines, nearest.added, seeds)
        beside = nearest.added + visited / p.blend
        cosines.settled(max(depth, FIRST), beside)
        cosines.settled(FIRST)

        def blended() -> NDArray[np.float64]:
            return cosines.values + lexical

        def walked() -> NDArray[np.float64]:
            return p.blend * (cosines.values + nearest.added) + visited

        lists = {
            "dense": ScoreList(lambda: cosines.values, cosines.settle_near),
            "bm25": ScoreList(lambda: bm25),
            "blended": ScoreList(blended, lambda at, n: cosines.settle_near(at, n, lexical)),
            "walk": ScoreList(walked, lambda at, n: cosines.settle_near(at / p.blend, n, beside)),
        }
        ways = _Ways(self._walk, seeds, start, visits, linked, nearest)
        return _Found(self._snapshot, ways, walked(), lists)

    def _add_found_from_first(
        self,
        visited: NDArray[np.float64],
        cosines: Cosines,
        added: NDArray[np.float64],
        seeds: Sequence[Seed],
    ) -> Linked:
        """Add to the share of what the first chunks lead to beside the walk.

        That is each section about what one of them mentions, where the question names anything,
        and then the best passage of each document that theirs link to, which are returned.
        """
        p = self._parameters
        best = cosines.top(p.first_chunks, added + visited / p.blend)
        first = np.array(rows_of(best), dtype=np.int64)
        if seeds:
            named = self._walk.sections_named(first, self._same_text)
            visited[named.rows] += p.named * named.weights
        linked = self._links.linked_from(first, cosines, added + visited / p.blend)
        visited[linked.chunks.rows] += p.linked * linked.chunks.weights
        return linked

    def _start(self, blended: NDArray[np.float64], seeds: Sequence[Seed]) -> Visits:
        entities = self._start_entities(seeds)
        best = top(blended, self._parameters.start_chunks)
        rows = np.array([row for row, _ in best], dtype=np.int64)
        scores = np.array([score for _, score in best])
        likely = np.exp((scores - scores.max(initial=-np.inf)) / self._parameters.temperature)
        share = (1 - entities.total) / max(float(likely.sum()), _TINY)
        return Visits(weighted(rows, likely * share), entities)

    def _start_entities(self, seeds: Sequence[Seed]) -> Weighted:
        rows = np.array([seed.row for seed in seeds], dtype=np.int64)
        chunks = self._walk.chunks_of[rows]
        rows, chunks = rows[chunks > 0], chunks[chunks > 0]
        if not len(rows):
            return NOTHING
        rare = 1 / chunks
        share = self._parameters.seed_share * min(1.0, float(rare.sum()))
        return weighted(rows, rare / rare.sum() * share)


@dataclasses.dataclass(frozen=True, slots=True)
class _Ways:
    """How a search came to what it found: where it started, where it went, and what gained."""

    walk: MentionWalk
    seeds: Sequence[Seed]
    start: Visits
    visits: Visits
    linked: Linked
    nearest: NearestFacts


@dataclasses.dataclass(frozen=True, slots=True)
class _Found:
    """What a search found: the scores that rank chunks, each list, and the ways there."""

    snapshot: Snapshot
    ways: _Ways
    scores: NDArray[np.floating]
    lists: dict[str, ScoreList]

    def why(self, row: int) -> ChunkReason:
        """Return why a chunk was found."""
        scores = {name: scores.at(row) for name, scores in self.lists.items()}
        fact = self.ways.nearest.by.get(row)
        return ChunkReason(
            scores,
            fact=None if fact is None else self.snapshot.relation_texts([fact])[0],
            **self._way_to(row),
            **self._link_to(row),
        )

    def _way_to(self, row: int) -> dict[str, str | None]:
        """Return the name or the chunk from which the walk came, and the entity between."""
        ways = self.ways
        way = ways.walk.way_to(row, ways.start, ways.visits)
        if way is None:
            return {}
        chunk, entity = way
        name = self.snapshot.entity_name(entity)
        if chunk is not None:
            chunk_id, title = self.snapshot.chunk_place(chunk)
            return {"chunk": chunk_id, "title": title, "entity": name}
        phrase = next((seed.phrase for seed in ways.seeds if seed.row == entity), None)
        return {"seed": phrase, "entity": name}

    def _link_to(self, row: int) -> dict[str, str | None]:
        """Return the document whose link led to the chunk."""
        source = self.ways.linked.source_of(row)
        if source is None:
            return {}
        document_id, title = self.snapshot.document_place(source)
        return {"linked_from": document_id, "linked_title": title}
