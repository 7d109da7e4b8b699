"""An embedder that runs a local ONNX model on the CPU with onnxruntime and tokenizers.

Finding and checking the model's files is in ``model_files``. Each text is embedded alone: the
bundled model is quantised to int8 with scales over the whole batch, so in a batch a text's vector
would depend on its neighbours (Graphwright promises that it depends on the text alone).
"""

from __future__ import annotations

import concurrent.futures
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

if TYPE_CHECKING:
    from graphwright.settings import EmbeddingSettings
    from graphwright.vectors.embedder import Progress, Vectors

_SLICE_CHARACTERS = 250
"""Texts a thread takes at once, in characters: few, so that threads end together."""

_SLICES_A_SESSION = 32
"""So many slices take longer than opening another session: after a small edit one is enough."""


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
        self._sessions = [_open_session(files)]
        self._inputs = [entry.name for entry in self._sessions[0].get_inputs()]
        self._dimensions = int(self._embed(self._sessions[0], "dimensions").shape[0])

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
        return self._embed(self._sessions[0], self._files.query_prefix + text)

    def embed_passages(self, texts: Sequence[str], on_progress: Progress | None = None) -> Vectors:
        """Return the passages' vectors, float32 ``(n, dimensions)``, in the order of ``texts``."""
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        slices = list(_slices(texts))
        wanted = min(self._workers, len(slices) // _SLICES_A_SESSION)
        while len(self._sessions) < wanted:
            self._sessions.append(_open_session(self._files))
        free: queue.SimpleQueue[Any] = queue.SimpleQueue()
        for session in self._sessions:
            free.put(session)

        def embed_slice(positions: list[int]) -> int:
            session = free.get()
            try:
                for position in positions:
                    text = self._files.passage_prefix + texts[position]
                    vectors[position] = self._embed(session, text)
            finally:
                free.put(session)
            return len(positions)

        self._in_threads(embed_slice, slices, on_progress)
        return vectors

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

    def _embed(self, session: Any, text: str) -> Vectors:
        encoding = self._tokenizer.encode(encodable(text))
        ids_ = np.array([encoding.ids], dtype=np.int64)
        values = {
            "input_ids": ids_,
            "attention_mask": np.ones_like(ids_),
            "token_type_ids": np.zeros_like(ids_),
        }
        output = session.run(None, {name: values[name] for name in self._inputs})[0][0]
        return _unit(_pool(output, self._files), text)


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


def _open_session(files: ModelFiles) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(
            str(files.model), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # noqa: BLE001  # its exceptions share no public base
        raise ModelError(
            f"onnxruntime cannot load {files.model}: {error}.",
            remedy="Install the model again, or set embedding.model to another folder.",
        ) from None


def _slices(texts: Sequence[str]) -> Iterator[list[int]]:
    """Yield positions, longest texts first, so that all threads end at about the same time."""
    order = sorted(range(len(texts)), key=lambda position: -len(texts[position]))
    part: list[int] = []
    size = 0
    for position in order:
        part.append(position)
        size += len(texts[position]) + 1
        if size >= _SLICE_CHARACTERS:
            yield part
            part, size = [], 0
    if part:
        yield part


def _pool(output: Vectors, files: ModelFiles) -> Vectors:
    """Return one vector from a model's output: token vectors ``(tokens, d)``, or ``(d,)``."""
    if output.ndim == 1:
        return output
    pooled: Vectors = output[0] if files.pooling == "cls" else output.mean(axis=0)
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
