"""What coreferee's network reads about a word, a mention and a pair of both.

After ``TendenciesAnalyzer`` of coreferee 1.5.0 (MIT licence). A word's features are the columns
that hold a 1; the network is in ``network``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphwright.language.coreference_engine.candidates import Candidate
from graphwright.language.coreference_engine.grammar import Grammar

Floats = NDArray[np.float32]

POSITIONS = 7
"""Numbers that say where a mention stands; they follow its features."""
PAIR_COLUMNS = 5
"""Numbers that say how a mention and a pronoun stand to each other."""

_BLOCKS = (
    "tags",
    "morphs",
    "ent_types",
    "lefthand_deps_to_children",
    "righthand_deps_to_children",
    "lefthand_deps_to_parents",
    "righthand_deps_to_parents",
    "parent_tags",
    "parent_morphs",
    "parent_lefthand_deps_to_children",
    "parent_righthand_deps_to_children",
)


@dataclasses.dataclass(frozen=True)
class Described:
    """Some mentions: the columns that hold a 1, a row of positions and a row of vector for each."""

    columns: list[list[int]]
    positions: Floats
    vectors: Floats


class FeatureColumns:
    """The column of each value of each feature that the model was trained with."""

    def __init__(self, table: Any) -> None:
        self._columns: list[dict[str, int]] = []
        self.width = 0
        for block in _BLOCKS:
            values = getattr(table, block)
            self._columns.append({value: self.width + i for i, value in enumerate(values)})
            self.width += len(values)

    def of(self, block: int, values: Iterable[str]) -> set[int]:
        """Return the columns of those of the values that are known."""
        known = self._columns[block]
        return {known[value] for value in values if value in known}


class Features:
    """The features of the words of one window, each computed once."""

    def __init__(self, grammar: Grammar, columns: FeatureColumns, vectors: Floats) -> None:
        self._grammar = grammar
        self._words = grammar.words
        self._columns = columns
        self._vectors = vectors
        self._norms = np.sqrt((vectors**2).sum(axis=1))
        self._own: dict[tuple[int, bool], frozenset[int]] = {}
        self._places: dict[int, list[int]] = {}

    def described(self, mentions: list[tuple[int, bool]]) -> Described:
        """Return what the network reads of each mention alone."""
        positions = [self.position(root, whole) for root, whole in mentions]
        return Described(
            columns=[sorted(self.columns(root, whole)) for root, whole in mentions],
            positions=np.array(positions, dtype=np.float32),
            vectors=self._mean_vectors(mentions),
        )

    def _mean_vectors(self, mentions: list[tuple[int, bool]]) -> Floats:
        rows = self._vectors[[root for root, _ in mentions]]
        for position, (root, whole) in enumerate(mentions):
            if whole:
                words = list(self._grammar.mention(root, whole=True))
                rows[position] = self._vectors[words].mean(axis=0)
        return rows

    def columns(self, root: int, whole: bool) -> frozenset[int]:
        """Return the columns that hold a 1 for a mention (get_feature_map)."""
        key = (root, whole)
        if key not in self._own:
            self._own[key] = frozenset(self._find_columns(root, whole))
        return self._own[key]

    def position(self, root: int, whole: bool) -> list[int]:
        """Return the numbers that say where a mention stands (get_position_map)."""
        grammar = self._grammar
        siblings = len(grammar.siblings[root])
        coordinated = grammar.governor[root] is not None
        count = -1 if coordinated or (siblings and not whole) else siblings
        return [*self._place(root), count, int(coordinated)]

    def pair(self, anaphor: int, candidate: Candidate) -> tuple[float, ...]:
        """Return how a pronoun and a mention stand to each other (get_compatibility_map)."""
        words, root = self._words, candidate.root
        mine = self.columns(anaphor, False)
        return (
            anaphor - root,
            words.sentence[anaphor] - words.sentence[root],
            int(self._is_above(root, anaphor)),
            self._similarity(root, anaphor),
            len(mine & self.columns(root, candidate.whole)),
        )

    def _find_columns(self, root: int, whole: bool) -> set[int]:
        words, of = self._words, self._columns.of
        found = of(0, [words.tag[root]]) | of(2, [words.ent_type[root]])
        for i in self._grammar.mention(root, whole=whole):
            left, right = self._deps_of_children(i)
            found |= of(1, words.morphs[i]) | of(3, left) | of(4, right)
        if words.dep[root] == "ROOT":
            return found
        head = words.head[root]
        if root != head:
            found |= of(5 if root < head else 6, [words.dep[root]])
        left, right = self._deps_of_children(head)
        found |= of(7, [words.tag[head]]) | of(8, words.morphs[head])
        return found | of(9, left) | of(10, right)

    def _deps_of_children(self, index: int) -> tuple[list[str], list[str]]:
        words = self._words
        children = words.children[index]
        left = [words.dep[child] for child in children if child < index]
        return left, [words.dep[child] for child in children if child > index]

    def _place(self, index: int) -> list[int]:
        if index not in self._places:
            self._places[index] = self._find_place(index)
        return self._places[index]

    def _find_place(self, index: int) -> list[int]:
        words = self._words
        above = words.ancestors(index)
        start = words.sentence_starts[words.sentence[index]]
        root = words.dep[index] == "ROOT"
        return [
            index - start,
            len(above),
            sum(words.pos[i] in ("VERB", "") for i in above),
            sum(len(words.ancestors(i)) == len(above) for i in range(start, index)),
            -1 if root else words.children[words.head[index]].index(index),
        ]

    def _is_above(self, root: int, anaphor: int) -> bool:
        """Whether the mention, the word it is coordinated with, or a head of these is above."""
        words, governor = self._words, self._grammar.governor[root]
        above = words.ancestors(anaphor)
        return any(
            i in above or (words.dep[i] != "ROOT" and words.head[i] in above)
            for i in ((root,) if governor is None else (root, governor))
        )

    def _similarity(self, root: int, anaphor: int) -> float:
        """The cosine of both words; coreferee takes it for two that are no heads of a sentence."""
        words, norms = self._words, self._norms
        if words.dep[root] == "ROOT" or words.dep[anaphor] == "ROOT":
            return -1.0
        if words.orth[root] == words.orth[anaphor]:
            return 1.0
        if not norms[root] or not norms[anaphor]:
            return 0.0
        product = np.dot(self._vectors[root], self._vectors[anaphor])
        return float(product / (norms[root] * norms[anaphor]))
