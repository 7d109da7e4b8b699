"""coreferee's network: an ensemble that says how well each mention fits a pronoun.

The layers and weights are those of the trained model. The first layer is linear in what is said
of the pronoun, of the mention and of both; so its product with the first two is computed once a
word, not once a pair, which saves nearly all of its work.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from graphwright.errors import ModelError
from graphwright.language.coreference_engine.features import PAIR_COLUMNS, Floats

_SQUEEZED = 3
"""Numbers that a word vector is squeezed to, for the pronoun and for the mention."""
_LARGEST = 20.0
"""thinc clips what goes into a softmax to this, either way."""
_ROWS = 256
"""Pairs at a time: what they need stays in the processor's cache."""


@dataclasses.dataclass(frozen=True)
class PairTable:
    """The pairs of a window, grouped by pronoun.

    ``pronouns`` and ``mentions`` are a row each: features with position, and the word vector;
    ``pair`` is a row a pair; ``first`` and ``second`` name its two rows in the former.
    """

    pronouns: Floats
    pronoun_vectors: Floats
    mentions: Floats
    mention_vectors: Floats
    pair: Floats
    first: np.ndarray
    second: np.ndarray
    lengths: list[int]


@dataclasses.dataclass(frozen=True)
class _Dense:
    """A dense layer: weights of shape (in, out) and bias."""

    weights: Floats
    bias: Floats

    def __call__(self, rows: Floats) -> Floats:
        return rows @ self.weights + self.bias

    def relu(self, rows: Floats) -> Floats:
        return np.maximum(self(rows), 0.0)


class Network:
    """The ensemble, read from coreferee's thinc model."""

    def __init__(self, model: Any, width: int) -> None:
        """``width`` is that of a mention's features with its position.

        Raises ``ModelError`` where the network reads something else.
        """
        self._members = [_Member(layer, width) for layer in _members(model)]

    def scores(self, table: PairTable) -> Floats:
        """Return the mean probability of each pair among those of its pronoun, in their order."""
        outputs = np.stack([member.outputs(table) for member in self._members], axis=1)
        exponents = np.exp(np.clip(outputs, -_LARGEST, _LARGEST))
        starts = np.cumsum([0, *table.lengths[:-1]])
        sums = np.add.reduceat(exponents, starts, axis=0)
        exponents /= np.repeat(sums, table.lengths, axis=0)
        # One after the other, as coreferee adds them.
        total = np.zeros(len(exponents), dtype=np.float32)
        for column in exponents.T:
            total += column
        return total / np.float32(len(self._members))


class _Member:
    """One network of the ensemble."""

    def __init__(self, layer: Any, width: int) -> None:
        inputs, *dense = layer.layers
        hidden, self._second, self._last = map(_dense, dense)
        expected = 2 * _SQUEEZED + 2 * width + PAIR_COLUMNS
        if len(hidden.weights) != expected:
            raise ModelError(
                f"coreferee's network reads {len(hidden.weights)} numbers a pair, "
                f"but its features give {expected}.",
                remedy="Install its model again: weights and feature table belong together.",
            )
        self._squeezers = [_squeezer(branch) for branch in inputs.layers[:2]]
        parts = np.cumsum([_SQUEEZED, _SQUEEZED, width, width])
        vectors, others, pronoun, mention, pair = np.split(hidden.weights, parts)
        self._pronoun = np.vstack([vectors, pronoun])
        self._mention = np.vstack([others, mention])
        self._pair = pair
        self._bias = hidden.bias

    def outputs(self, table: PairTable) -> Floats:
        """Return the network's answer to each pair, before the softmax."""
        both = zip(self._squeezers, (table.pronoun_vectors, table.mention_vectors), strict=True)
        squeezed = [outer.relu(inner.relu(vectors)) for (inner, outer), vectors in both]
        pronouns = np.hstack([squeezed[0], table.pronouns]) @ self._pronoun + self._bias
        mentions = np.hstack([squeezed[1], table.mentions]) @ self._mention
        answers = [
            self._answers(pronouns, mentions, table, slice(start, start + _ROWS))
            for start in range(0, len(table.pair), _ROWS)
        ]
        return np.concatenate(answers)

    def _answers(self, pronouns: Floats, mentions: Floats, table: PairTable, part: slice) -> Floats:
        hidden = table.pair[part] @ self._pair
        hidden += pronouns[table.first[part]]
        hidden += mentions[table.second[part]]
        np.maximum(hidden, 0.0, out=hidden)
        return self._last(self._second.relu(hidden))[:, 0]


def _members(model: Any) -> list[Any]:
    """Return the networks of the ensemble: chain(noop & concatenate(*members), softmax)."""
    return list(model.layers[0].layers[1].layers)


def _squeezer(branch: Any) -> tuple[_Dense, _Dense]:
    """The two layers of chain(get_vectors, chain(Relu, Relu))."""
    inner, outer = branch.layers[1].layers
    return _dense(inner), _dense(outer)


def _dense(node: Any) -> _Dense:
    return _Dense(np.ascontiguousarray(node.get_param("W").T), node.get_param("b"))
