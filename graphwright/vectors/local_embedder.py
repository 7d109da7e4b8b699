"""An embedder that runs a local ONNX model on the CPU with onnxruntime and tokenizers.

Finding and checking the model's files is in ``model_files``. A text's vector depends on the text
alone. The bundled model is run as ``row_scaled_model`` makes it, in batches of texts of equal token
count; any other model, whose texts may have a part in each other's vectors, one text at a time.
"""

from __future__ import annotations

import concurrent.futures
import functools
import itertools
import math
import queue
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime
import tokenizers

from graphwright.errors import ModelError
from graphwright.vectors.embedder import encodable
from graphwright.vectors.model_files import ModelFiles, find_model, local_fingerprint
from graphwright.vectors.row_scaled_model import row_scaled

if TYPE_CHECKING:
    from graphwright.settings import EmbeddingSettings
    from graphwright.vectors.embedder import Progress, Vectors

_BATCH_TOKENS = 512
"""Tokens of a batch, or one text: more were not faster, as their rows leave the caches."""

_TOKENS_A_SESSION = 4000
"""So many take longer than opening another session: after a small edit one is enough."""


class LocalEmbedder:
    """Runs up to ``workers`` sessions of one thread each, in threads (the runtime frees the GIL).

    A session for each thread was measured to be faster than one session that threads share.
    """

    def __init__(self, settings: EmbeddingSettings, *, workers: int = 1) -> None:
        files = find_model(settings.model)
        self._files = files
        self._fingerprint = local_fingerprint(files, settings.max_tokens)
        self._tokenizer = _open_tokenizer(files, settings.max_tokens)
        self._workers = workers
        self._sessions = [_first_session(files)]
        self._inputs = [entry.name for entry in self._sessions[0].get_inputs()]
        self._dimensions = int(self._one("dimensions").shape[0])

    @property
    def fingerprint(self) -> str:
        """Return model name and hash of model file, tokenizer, token limit and pooling."""
        return self._fingerprint

    @property
    def dimensions(self) -> int:
        """Return the length of a vector."""
        return self._dimensions

    def embed_query(self, text: str) -> Vectors:
        """Return the query's vector, float32 ``(dimensions,)``, with the model's query prefix."""
        return self._one(self._files.query_prefix + text)

    def embed_passages(self, texts: Sequence[str], on_progress: Progress | None = None) -> Vectors:
        """Return the passages' vectors, float32 ``(n, dimensions)``, in the order of ``texts``."""
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        tokens = [self._tokens(self._files.passage_prefix + text) for text in texts]
        self._open_sessions(sum(len(row) for row in tokens))
        free: queue.SimpleQueue[Any] = queue.SimpleQueue()
        for session in self._sessions:
            free.put(session)

        def embed_batch(positions: list[int]) -> int:
            session = free.get()
            try:
                found = self._embed(session, [tokens[position] for position in positions])
            finally:
                free.put(session)
            for position, vector in zip(positions, found, strict=True):
                vectors[position] = _unit(vector, texts[position])
            return len(positions)

        batch = _BATCH_TOKENS if self._files.is_row_scaled else 1
        self._in_threads(embed_batch, list(_batches(tokens, batch)), on_progress)
        return vectors

    def _open_sessions(self, tokens: int) -> None:
        wanted = min(self._workers, tokens // _TOKENS_A_SESSION)
        while len(self._sessions) < wanted:
            self._sessions.append(_open_session(self._files))

    def _in_threads(
        self,
        work: Callable[[list[int]], int],
        slices: Sequence[list[int]],
        on_progress: Progress | None,
    ) -> None:
        pool = concurrent.futures.ThreadPoolExecutor(len(self._sessions), "embed")
        try:
            futures = [pool.submit(work, positions) for positions in slices]
            for future in concurrent.futures.as_completed(futures):
                done = future.result()
                if on_progress is not None:
                    on_progress(done)
        finally:
            pool.shutdown(cancel_futures=True)  # an error or Ctrl-C does not wait for the rest

    def _one(self, text: str) -> Vectors:
        return _unit(self._embed(self._sessions[0], [self._tokens(text)])[0], text)

    def _tokens(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(encodable(text)).ids
        return ids

    def _embed(self, session: Any, tokens: Sequence[list[int]]) -> Vectors:
        """Return the vectors ``(n, d)``, of any length, of texts of equal token count."""
        ids_ = np.array(tokens, dtype=np.int64)
        values = {
            "input_ids": ids_,
            "attention_mask": np.ones_like(ids_),
            "token_type_ids": np.zeros_like(ids_),
        }
        output = session.run(None, {name: values[name] for name in self._inputs})[0]
        return _pool(output, self._files)


def _open_tokenizer(files: ModelFiles, max_tokens: int) -> Any:
    if files.longest is not None and max_tokens > files.longest:
        raise ModelError(
            f"embedding.max_tokens is {max_tokens}, but {files.name} reads at most "
            f"{files.longest} tokens.",
            remedy=f"Set embedding.max_tokens to {files.longest} or less.",
        )
    try:
        tokenizer = tokenizers.Tokenizer.from_file(str(files.tokenizer))
    except Exception as error:  # noqa: BLE001  # the library raises bare Exception
        raise ModelError(f"{files.tokenizer} is not a readable tokenizer: {error}.") from None
    # Tokenizer files carry the truncation and padding of their training; ours come from settings.
    tokenizer.enable_truncation(max_length=max_tokens)
    tokenizer.no_padding()
    return tokenizer


@functools.lru_cache(maxsize=1)
def _first_session(files: ModelFiles) -> Any:
    """Return a session that all embedders of a model share: a small build opens three of them."""
    return _open_session(files)


def _open_session(files: ModelFiles) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        model = row_scaled(files.model) if files.is_row_scaled else str(files.model)
        if files.is_row_scaled:
            # It is lean already: the fusions of a higher level were measured to be slower.
            basic = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
            options.graph_optimization_level = basic
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # noqa: BLE001  # its exceptions share no public base
        raise ModelError(
            f"onnxruntime cannot load {files.model}: {error}.",
            remedy="Install the model again, or set embedding.model to another folder.",
        ) from None


def _batches(tokens: Sequence[list[int]], most: int) -> Iterator[list[int]]:
    """Yield positions of texts of equal token count, of about ``most`` tokens together.

    The longest texts come first, so that all threads end at about the same time. Texts of one count
    are cut evenly: a batch of what is left over would be a small one, and these cost more a token.
    """
    order = sorted(range(len(tokens)), key=lambda position: -len(tokens[position]))
    for length, group in itertools.groupby(order, key=lambda position: len(tokens[position])):
        alike = list(group)
        count, most_texts = len(alike), max(1, most // max(1, length))
        parts = math.ceil(count / most_texts)
        for part in range(parts):
            yield alike[count * part // parts : count * (part + 1) // parts]


def _pool(output: Vectors, files: ModelFiles) -> Vectors:
    """Return vectors ``(n, d)`` from a model's output: ``(n, tokens, d)``, or these already."""
    if output.ndim == 2:
        return output
    pooled: Vectors = output[:, 0] if files.pooling == "cls" else output.mean(axis=1)
    return pooled


def _unit(vector: Vectors, text: str) -> Vectors:
    exact = vector.astype(np.float64)
    length = math.sqrt(float(exact @ exact))
    if not math.isfinite(length) or length == 0:
        raise ModelError(
            f"The embedding model gave no usable vector (length {length}) for the text "
            f"{text[:60]!r}.",
            remedy="Check that model.onnx fits its tokenizer.json.",
        )
    return (vector / length).astype(np.float32)
