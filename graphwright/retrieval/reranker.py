"""A cross-encoder that reads question and passage together, and ranks passages again by it.

None is part of the package: a setting names the folder of one. It costs a run of a model for each
passage, so only the first few of a strategy's are read.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.errors import ModelError

if TYPE_CHECKING:
    from graphwright.graph.validity import Validity
    from graphwright.retrieval.context import Context, ContextChunk
    from graphwright.retrieval.strategy import Strategy

PASSAGES = 20
"""Passages that are read for a question, or as many as are asked for."""

SHARE = 0.5
"""Of the cross-encoder in a passage's score; the rest is the strategy's, from 0 to 1."""

_MAX_TOKENS = 512
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class Reranker:
    """A cross-encoder: an ONNX model with one output for a pair, or two (no, yes)."""

    def __init__(self, folder: Path) -> None:
        """Open ``model.onnx`` and ``tokenizer.json`` of a folder.

        Raises ``ModelError`` where one is absent, is not readable or has another output.
        """
        import onnxruntime  # noqa: PLC0415  # heavy
        import tokenizers  # noqa: PLC0415

        for name in ("model.onnx", "tokenizer.json"):
            if not (folder / name).is_file():
                raise _absent(folder, f"there is no {name}")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        try:
            self._tokenizer: Any = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
            self._session: Any = onnxruntime.InferenceSession(
                str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # noqa: BLE001  # the libraries' errors share no public base
            raise _absent(folder, str(error).splitlines()[0]) from None
        self._tokenizer.enable_truncation(max_length=_MAX_TOKENS, strategy="only_second")
        self._tokenizer.no_padding()
        self._folder = folder
        self._inputs = [entry.name for entry in self._session.get_inputs()]
        if unknown := set(self._inputs).difference(_INPUTS):
            raise _absent(folder, f"the model wants {', '.join(sorted(unknown))}")
        self.relevance("a question", "a passage")

    def relevance(self, question: str, passage: str) -> float:
        """Return how likely a passage answers a question, from 0 to 1; no other passage counts."""
        pair = self._tokenizer.encode(question, passage)
        values = dict(zip(_INPUTS, (pair.ids, pair.attention_mask, pair.type_ids), strict=True))
        asked = {name: np.array([values[name]], dtype=np.int64) for name in self._inputs}
        logits = np.asarray(self._session.run(None, asked)[0], dtype=np.float64).ravel()
        if len(logits) not in (1, 2):
            raise _absent(self._folder, f"the model gives {len(logits)} values for a pair")
        yes = float(logits[-1] - (logits[0] if len(logits) == 2 else 0))
        return 0.5 * (1 + math.tanh(yes / 2))


def _absent(folder: Path, problem: str) -> ModelError:
    return ModelError(
        f"There is no reranker in {folder}: {problem}.",
        remedy="Set retrieval.reranker to a folder with the model.onnx and tokenizer.json of a "
        "cross-encoder with one or two outputs, or leave it out.",
    )


class RerankedStrategy:
    """A strategy whose first passages are ranked again; facts and entities are its own."""

    def __init__(self, inner: Strategy, reranker: Reranker, validity: Validity) -> None:
        self._inner, self._reranker, self._validity = inner, reranker, validity

    @property
    def name(self) -> str:
        """Return the name of the strategy."""
        return self._inner.name

    def retrieve(self, query: str, k: int) -> Context:
        """Return the strategy's context with the best ``k`` of its first passages.

        A passage's score is half its likelihood and half the strategy's, which is 1 for the best
        that was read and 0 for the last. What does not hold stays behind what does.
        """
        found = self._inner.retrieve(query, max(k, PASSAGES))
        past = self._validity.documents()
        scored = [
            dataclasses.replace(chunk, score=round(score, 6))
            for chunk, score in zip(found.chunks, self._scores(query, found.chunks), strict=True)
        ]
        ranked = sorted(scored, key=lambda one: (one.citation.document_id in past, -one.score))
        return dataclasses.replace(
            found, chunks=tuple(ranked[:k]), relations=found.relations[: 2 * k]
        )

    def _scores(self, query: str, chunks: Sequence[ContextChunk]) -> list[float]:
        own = [chunk.score for chunk in chunks]
        least, most = min(own, default=0.0), max(own, default=0.0)
        return [
            SHARE * self._reranker.relevance(query, chunk.text)
            + (1 - SHARE) * ((chunk.score - least) / (most - least) if most > least else 1.0)
            for chunk in chunks
        ]
