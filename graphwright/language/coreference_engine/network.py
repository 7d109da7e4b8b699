"""coreferee's network: an ensemble that says how well each mention fits a pronoun.

The layers and weights are those of the trained model. The first layer is linear in what is said
of the pronoun, of the mention and of both; so its product with the first two is computed once a
word, not once a pair, and from the few columns that hold a 1: that saves nearly all of its work.
Dense products go through the parser's own routine, which has one thread and so one result.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphwright.errors import ModelError
from graphwright.language.coreference_engine.features import (
    PAIR_COLUMNS,
    POSITIONS,
    Described,
    Floats,
)

_SQUEEZED = 3
"""Numbers that a word vector is squeezed to, for the pronoun and for the mention."""
_LARGEST = 20.0
"""thinc clips what goes into a softmax to this, either way."""
_ROWS = 256
"""Pairs at a time: what they need stays in the processor's cache."""


Product = Callable[[Floats, Floats], Floats]


@dataclasses.dataclass(frozen=True)
class PairTable:
    """The pairs of a window, grouped by pronoun.

    ``pair`` is a row a pair; ``first`` and ``second`` are the places of its two members among
    ``pronouns`` and ``mentions``; ``lengths`` the number of pairs of each pronoun.
    """

    pronouns: Described
    mentions: Described
    pair: Floats
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    lengths: list[int]


class Network:
    """The ensemble, read from coreferee's thinc model."""

    def __init__(self, model: Any, width: int) -> None:
        """``width`` is the number of feature columns.

        Raises ``ModelError`` where the network reads something else.
        """
        from thinc.api import NumpyOps  # noqa: PLC0415  # heavy: only a process that resolves pays

        self._product: Product = NumpyOps().gemm
        self._members = [_Member(layer, width, self._product) for layer in _members(model)]
        self._pronoun = _stacked([member.pronoun for member in self._members])
        self._mention = _stacked([member.mention for member in self._members])

    def scores(self, table: PairTable) -> Floats:
        """Return the mean probability of each pair among those of its pronoun, in their order."""
        count = len(self._members)
        pronouns = np.split(self._described(table.pronouns, self._pronoun), count, axis=1)
        mentions = np.split(self._described(table.mentions, self._mention), count, axis=1)
        outputs = np.stack(
            [
                member.outputs(table, *described)
                for member, *described in zip(self._members, pronouns, mentions, strict=True)
            ],
            axis=1,
        )
        exponents = np.exp(np.clip(outputs, -_LARGEST, _LARGEST))
        starts = np.cumsum([0, *table.lengths[:-1]])
        exponents /= np.repeat(np.add.reduceat(exponents, starts, axis=0), table.lengths, axis=0)
        # One after the other, as coreferee adds them.
        total = np.zeros(len(exponents), dtype=np.float32)
        for column in exponents.T:
            total += column
        return total / np.float32(count)

    def _described(self, words: Described, weights: Floats) -> Floats:
        """What features and positions add to the first layer of all members, a row a word."""
        width = len(weights) - POSITIONS
        rows = self._product(words.positions, weights[width:])
        for place, columns in enumerate(words.columns):
            rows[place] += weights[columns].sum(axis=0)
        return rows


class _Member:
    """One network of the ensemble."""

    def __init__(self, layer: Any, width: int, product: Product) -> None:
        self._product = product
        inputs, *dense = layer.layers
        (hidden, self._bias), self._second, (last, self._last_bias) = map(_dense, dense)
        self._last = last[:, 0]
        self._squeezers = [_squeezer(branch) for branch in inputs.layers[:2]]
        described = width + POSITIONS
        expected = 2 * _SQUEEZED + 2 * described + PAIR_COLUMNS
        if len(hidden) != expected:
            raise ModelError(
                f"coreferee's network reads {len(hidden)} numbers a pair, "
                f"but its features give {expected}.",
                remedy="Install its model again: weights and feature table belong together.",
            )
        parts = np.cumsum([_SQUEEZED, _SQUEEZED, described, described])
        *self._squeezed, self.pronoun, self.mention, self._pair = np.split(hidden, parts)

    def outputs(self, table: PairTable, pronouns: Floats, mentions: Floats) -> Floats:
        """Return the network's answer to each pair, before the softmax.

        ``pronouns`` and ``mentions`` are what their features add to the first layer.
        """
        first = pronouns + self._from_vectors(0, table.pronouns.vectors) + self._bias
        second = mentions + self._from_vectors(1, table.mentions.vectors)
        answers = [
            self._answers(first, second, table, slice(start, start + _ROWS))
            for start in range(0, len(table.pair), _ROWS)
        ]
        return np.concatenate(answers)

    def _from_vectors(self, which: int, vectors: Floats) -> Floats:
        inner, outer = self._squeezers[which]
        squeezed = self._relu(self._relu(vectors, inner), outer)
        return self._product(squeezed, self._squeezed[which])

    def _answers(self, first: Floats, second: Floats, table: PairTable, part: slice) -> Floats:
        hidden = self._product(table.pair[part], self._pair)
        hidden += first[table.first[part]]
        hidden += second[table.second[part]]
        np.maximum(hidden, 0.0, out=hidden)
        answers: Floats = (self._relu(hidden, self._second) * self._last).sum(axis=1)
        return answers + self._last_bias

    def _relu(self, rows: Floats, layer: _Dense) -> Floats:
        weights, bias = layer
        activated: Floats = np.maximum(self._product(rows, weights) + bias, 0.0)
        return activated


_Dense = tuple[Floats, Floats]
"""A layer's weights, of shape (in, out), and its bias."""


def _stacked(parts: list[Floats]) -> Floats:
    return np.ascontiguousarray(np.hstack(parts))


def _members(model: Any) -> list[Any]:
    """Return the networks of the ensemble: chain(noop & concatenate(*members), softmax)."""
    return list(model.layers[0].layers[1].layers)


def _squeezer(branch: Any) -> tuple[_Dense, _Dense]:
    """The two layers of chain(get_vectors, chain(Relu, Relu))."""
    inner, outer = branch.layers[1].layers
    return _dense(inner), _dense(outer)


def _dense(node: Any) -> _Dense:
    return np.ascontiguousarray(node.get_param("W").T), node.get_param("b")
