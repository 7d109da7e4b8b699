"""The bundled model's graph beside the same weights in plain NumPy, in floats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
import pytest

from graphwright.settings import EmbeddingSettings
from graphwright.vectors.local_embedder import LocalEmbedder
from graphwright.vectors.model_files import DEFAULT_MODEL, find_model
from graphwright.vectors.row_scaled_model import _Weights

HEADS, WIDTH = 12, 32


class FloatEncoder:
    """An encoder as the paper of BERT has it, with each bias where the file has it."""

    def __init__(self) -> None:
        self.weights = _Weights.of(onnx.load(find_model(DEFAULT_MODEL).model))

    def vector(self, ids: Sequence[int]) -> Any:
        """Return the vector of the first token, of unit length."""
        tables = ("word_embeddings", "position_embeddings", "token_type_embeddings")
        words, places, types = (self.weights.table(name).astype(np.float64) for name in tables)
        rows = words[list(ids)] + places[: len(ids)] + types[0]
        rows = self.normalised(rows, "embeddings.LayerNorm")
        for number in range(12):
            place = f"encoder.layer.{number}"
            outer = f"{place}.attention.output"
            mixed = self.attended(rows, f"{place}.attention.self")
            rows = self.normalised(rows + self.dense(mixed, f"{outer}.dense"), f"{outer}.LayerNorm")
            wide = self.dense(rows, f"{place}.intermediate.dense")
            done = self.dense(_gelu(wide), f"{place}.output.dense")
            rows = self.normalised(rows + done, f"{place}.output.LayerNorm")
        return rows[0] / np.linalg.norm(rows[0])

    def attended(self, rows: Any, place: str) -> Any:
        names = ("query", "key", "value")
        queries, keys, values = (
            self.dense(rows, f"{place}.{name}").reshape(len(rows), HEADS, WIDTH).swapaxes(0, 1)
            for name in names
        )
        scores = np.exp(queries @ keys.swapaxes(1, 2) / np.sqrt(WIDTH))
        shares = scores / scores.sum(axis=-1, keepdims=True)
        return (shares @ values).swapaxes(0, 1).reshape(len(rows), HEADS * WIDTH)

    def dense(self, rows: Any, place: str) -> Any:
        weights, columns = self.weights.dense[place]
        return rows @ (weights * columns.astype(np.float64)) + self.weights.arrays[f"{place}.bias"]

    def normalised(self, rows: Any, place: str) -> Any:
        about = rows - rows.mean(axis=-1, keepdims=True)
        even = about / np.sqrt((about**2).mean(axis=-1, keepdims=True) + 1e-12)
        weight, bias = (self.weights.arrays[f"{place}.{part}"] for part in ("weight", "bias"))
        return even * weight + bias


def _gelu(values: Any) -> Any:
    return values * 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (values + 0.044715 * values**3)))


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder(EmbeddingSettings())


@pytest.fixture(scope="module")
def exact() -> FloatEncoder:
    return FloatEncoder()


@pytest.mark.parametrize(
    "text",
    [
        "Purchase order",
        "A purchase order above 10,000 euros needs a second approval.",
        "The harbour master signs the list before a ship leaves. " * 12,
        "???",
    ],
)
def test_a_vector_is_nearly_that_of_the_weights_in_floats(
    embedder: LocalEmbedder, exact: FloatEncoder, text: str
) -> None:
    vector = embedder.embed_passages([text])[0]
    assert vector @ exact.vector(embedder._tokens(text)) > 0.997
