"""What a pair of names has in common, as numbers: letters, words, use and neighbours.

A row of numbers a pair, for the model of ``pair_model``; what keeps two names apart whatever their
numbers say is in ``guards``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from rapidfuzz import fuzz, process
from rapidfuzz.distance import JaroWinkler

from graphwright.entities.likely_pairs import (
    Pairs,
    pieces_of,
    row_products,
    unit_rows,
    weighted,
    words_of,
)
from graphwright.entities.name_words import Name, code_words, letters
from graphwright.tables.entities import MentionForm

Numbers = np.ndarray[Any, np.dtype[np.float64]]
Vectors = np.ndarray[Any, np.dtype[Any]]
Neighbour = tuple[str, str, int]
"""What a triple says of a name: its predicate, the other name's key, and which end it is."""

FEATURES = (
    *("ratio", "sorted_ratio", "set_ratio", "partial_ratio", "jaro_winkler", "letters_ratio"),
    *("pieces_cosine", "words_shared", "words_held", "words_weight", "most_left", "least_left"),
    *("left_ratio", "left_starts", "one_within", "last_same", "first_same", "fewest_words"),
    *("most_words", "fewest_letters", "most_letters", "initials", "rarest_word"),
    *("facts_cosine", "facts_rarest", "neighbours_cosine", "neighbours_rarest"),
    *("predicates_cosine", "predicates_rarest", "least_facts", "most_facts", "one_triple"),
    *(
        "vectors_cosine",
        "use_known",
        "same_kind",
        "named",
        "least_capitals",
        "most_capitals",
        "code",
    ),
)
"""The columns of ``Likeness.of``, in their order."""


class Likeness:
    """What is known of each name, counted once, and compared for pairs of them.

    ``names`` are sorted by key; ``neighbours`` and ``vectors`` are theirs.
    """

    def __init__(
        self, names: Sequence[Name], neighbours: Sequence[Sequence[Neighbour]], vectors: Vectors
    ) -> None:
        self._letters = _Letters(names)
        self._words = _Words(names)
        self._neighbours = _Neighbours(names, neighbours)
        self._use = _Use(names)
        self._vectors = vectors

    def of(self, pairs: Pairs) -> Numbers:
        """Return the numbers of each pair, ``(pairs, FEATURES)``; those of one do not depend on
        the others, so that many pairs may be taken in parts.

        Ratios, cosines and shares are from 0 to 1; weights are logarithms of how rare a thing is
        among the names; -1 stands where one name has nothing that the other has not.
        """
        if not len(pairs):
            return np.zeros((0, len(FEATURES)))
        columns = {
            **self._letters.of(pairs),
            **self._words.of(pairs),
            **self._neighbours.of(pairs),
            **self._use.of(pairs),
            "vectors_cosine": np.einsum("ij,ij->i", *(self._vectors[at] for at in pairs.T)),
        }
        return np.stack([np.asarray(columns[name], dtype=np.float64) for name in FEATURES], axis=1)


class _Letters:
    def __init__(self, names: Sequence[Name]) -> None:
        self._keys = [name.key for name in names]
        self._in_order = [" ".join(sorted(key.split())) for key in self._keys]
        self._bare = [letters(key) for key in self._keys]
        self._pieces = unit_rows(*weighted([pieces_of(key) for key in self._keys]))
        self._lengths = np.array([len(key) for key in self._keys])

    def of(self, pairs: Pairs) -> dict[str, Any]:
        def measured(texts: Sequence[str], scorer: Any, most: float) -> Numbers:
            one, other = ([texts[at] for at in column] for column in pairs.T)
            found: Numbers = process.cpdist(one, other, scorer=scorer, dtype=np.float64)
            return found / most

        lengths = self._lengths[pairs]
        return {
            "ratio": measured(self._keys, fuzz.ratio, 100),
            "sorted_ratio": measured(self._in_order, fuzz.ratio, 100),
            "set_ratio": measured(self._keys, fuzz.token_set_ratio, 100),
            "partial_ratio": measured(self._keys, fuzz.partial_ratio, 100),
            "jaro_winkler": measured(self._keys, JaroWinkler.similarity, 1),
            "letters_ratio": measured(self._bare, fuzz.ratio, 100),
            "pieces_cosine": row_products(self._pieces, pairs),
            "fewest_letters": lengths.min(axis=1),
            "most_letters": lengths.max(axis=1),
        }


class _Words:
    def __init__(self, names: Sequence[Name]) -> None:
        self._words = [words_of(name) for name in names]
        self._counts, self._weights = weighted(self._words)
        self._number = np.array([len(found) for found in self._words])
        self._rarest = _heaviest(self._counts, self._weights)
        # Texts that are compared as wholes are numbers here, equal where the texts are.
        numbered: dict[str, int] = {}
        self._first, self._last, self._initials, self._joined = (
            np.array([numbered.setdefault(text, len(numbered)) for text in texts], dtype=np.int64)
            for texts in (
                ("".join(words[:1]) for words in self._words),
                ("".join(words[-1:]) for words in self._words),
                ("".join([word[:1] for word in words]) for words in self._words),
                ("".join(words) for words in self._words),
            )
        )

    def of(self, pairs: Pairs) -> dict[str, Any]:
        weights = self._weights
        one, other = self._counts[pairs[:, 0]], self._counts[pairs[:, 1]]
        both = one.minimum(other)
        shared, first, second = (_weight(found, weights) for found in (both, one, other))
        left, right = (_heaviest(found - both, weights) for found in (one, other))
        number = self._number[pairs]
        shorter = np.where(number[:, 0] <= number[:, 1], pairs[:, 0], pairs[:, 1])
        return {
            "words_shared": shared / np.maximum(first + second - shared, 1e-9),
            "words_held": shared / np.maximum(np.minimum(first, second), 1e-9),
            "words_weight": shared,
            "most_left": np.maximum(left, right),
            "least_left": np.minimum(left, right),
            "one_within": (left == 0) | (right == 0),
            "fewest_words": number.min(axis=1),
            "most_words": number.max(axis=1),
            "rarest_word": self._rarest[shorter],
            "last_same": _agree(self._last[pairs]),
            "first_same": _agree(self._first[pairs]),
            "initials": self._are_initials(pairs),
            **self._left(pairs),
        }

    def _are_initials(self, pairs: Pairs) -> Any:
        """Return whether one name is the initials of the other."""
        number, initials, joined = (
            of_name[pairs] for of_name in (self._number, self._initials, self._joined)
        )
        shortened = (initials == joined[:, ::-1]).any(axis=1)
        return shortened & (number[:, 0] != number[:, 1])

    def _left(self, pairs: Pairs) -> dict[str, Any]:
        """Return how alike the words are that differ, run together: -1 where a name has none."""
        words = self._words
        left = [_words_left(words[one], words[other]) for one, other in pairs.tolist()]
        right = [_words_left(words[other], words[one]) for one, other in pairs.tolist()]
        ratio: Numbers = process.cpdist(left, right, scorer=fuzz.ratio, dtype=np.float64) / 100
        ratio[[not (one and other) for one, other in zip(left, right, strict=True)]] = -1.0
        starts = [_start_alike(one, other) for one, other in zip(left, right, strict=True)]
        return {"left_ratio": ratio, "left_starts": starts}


def _agree(numbers: np.ndarray[Any, np.dtype[np.int64]]) -> Any:
    """Return whether both names of each pair have one number."""
    return numbers[:, 0] == numbers[:, 1]


def _words_left(words: Sequence[str], others: Sequence[str]) -> str:
    """Return the words of one name that the other has not, run together."""
    return "".join([word for word in words if word not in others])


def _start_alike(one: str, other: str) -> float:
    """Return 1 where one text starts with the other, .5 where only their first letters agree."""
    if not one or not other or one[0] != other[0]:
        return 0.0
    return 0.5 + 0.5 * (one.startswith(other) or other.startswith(one))


class _Neighbours:
    def __init__(self, names: Sequence[Name], neighbours: Sequence[Sequence[Neighbour]]) -> None:
        facts = [sorted(set(found)) for found in neighbours]
        others = [sorted({other for _, other, _ in found}) for found in facts]
        predicates = [sorted({(predicate, end) for predicate, _, end in found}) for found in facts]
        items: dict[str, Sequence[Iterable[Hashable]]] = {
            "facts": facts,
            "neighbours": others,
            "predicates": predicates,
        }
        self._counted = {name: weighted(of_rows) for name, of_rows in items.items()}
        self._units = {name: unit_rows(*counted) for name, counted in self._counted.items()}
        self._number = np.log1p(np.array([len(of_name) for of_name in facts]))
        self._met = [set(of_name) for of_name in others]
        self._keys = [name.key for name in names]

    def of(self, pairs: Pairs) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, (counts, weights) in self._counted.items():
            found[f"{name}_cosine"] = row_products(self._units[name], pairs)
            both = counts[pairs[:, 0]].minimum(counts[pairs[:, 1]])
            found[f"{name}_rarest"] = _heaviest(both, weights)
        number = self._number[pairs]
        found["least_facts"], found["most_facts"] = number.min(axis=1), number.max(axis=1)
        found["one_triple"] = [self._keys[other] in self._met[one] for one, other in pairs.tolist()]
        return found


class _Use:
    def __init__(self, names: Sequence[Name]) -> None:
        self._kinds = np.array([name.kind for name in names])
        self._capitals = np.array([_capitals(name.form) for name in names])
        self._is_code = np.array([bool(code_words(name.form)) for name in names])

    def of(self, pairs: Pairs) -> dict[str, Any]:
        kinds, capitals = self._kinds[pairs], self._capitals[pairs]
        return {
            "use_known": (kinds != "").all(axis=1),
            "same_kind": (kinds[:, 0] == kinds[:, 1]) & (kinds[:, 0] != ""),
            "named": (kinds == MentionForm.NAME.value).sum(axis=1),
            "least_capitals": capitals.min(axis=1),
            "most_capitals": capitals.max(axis=1),
            "code": self._is_code[pairs].sum(axis=1),
        }


def _capitals(form: str) -> float:
    """Return the share of words of a form that start with a capital."""
    words = form.split()
    return sum(word[0].isupper() for word in words) / max(len(words), 1)


def _weight(counts: Any, weights: Numbers) -> Numbers:
    return np.asarray(counts @ weights, dtype=np.float64).ravel()


def _heaviest(counts: Any, weights: Numbers) -> Numbers:
    found = (counts > 0).multiply(weights[None, :]).tocsr()
    return np.asarray(found.max(axis=1).todense(), dtype=np.float64).ravel()
