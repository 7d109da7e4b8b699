"""An embedder that asks OpenAI, or an endpoint that speaks its ``/v1/embeddings``.

Such a service does not promise the same bits for the same text on every call, so it is the cache
in ``embedding_cache``, which asks once for each text, that keeps a lake's vectors stable.
"""

from __future__ import annotations

import concurrent.futures
import os
import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING

import numpy as np

from graphwright import ids
from graphwright.errors import ModelError, public_address
from graphwright.vectors.embedder import encodable
from graphwright.vectors.model_files import DEFAULT_MODEL

if TYPE_CHECKING:
    import openai

    from graphwright.settings import EmbeddingSettings
    from graphwright.vectors.embedder import Progress, Vectors

OPENAI_MODEL = "text-embedding-3-large"
OPENAI_VERSION = "1"

_DIMENSIONS = {"text-embedding-3-large": 3072, "text-embedding-3-small": 1536}
_DETAIL_CHARACTERS = 300


class OpenAIEmbedder:
    """Asks for batches of texts, ``workers`` requests at once.

    ``timeout_seconds`` holds for one request and ``max_retries`` for one batch (the client waits
    longer after each, and obeys the service's Retry-After).
    """

    def __init__(
        self,
        settings: EmbeddingSettings,
        *,
        workers: int = 1,
        timeout_seconds: float = 60.0,
        max_retries: int = 4,
        batch_size: int = 128,
    ) -> None:
        self._model = _model_name(settings)
        self._fingerprint = openai_fingerprint(settings)
        self._asked = settings.dimensions
        self._known = settings.dimensions or _DIMENSIONS.get(self._model)
        self._key_name = settings.api_key_env
        self._key = _read_key(settings)
        self._workers = max(1, workers)
        self._batch_size = batch_size
        self._client = _client(settings, self._key, timeout_seconds, max_retries)

    @property
    def fingerprint(self) -> str:
        """Return model name and hash of endpoint, model and dimensions (never of the key)."""
        return self._fingerprint

    @property
    def dimensions(self) -> int:
        """Return the length of a vector; asks for one vector where only the model knows it."""
        if self._known is None:
            self._known = self._request(["dimensions"]).shape[1]
        return self._known

    def embed_query(self, text: str) -> Vectors:
        """Return the query's vector, float32 ``(dimensions,)``."""
        vector: Vectors = self._request([text])[0]
        return vector

    def embed_passages(self, texts: Sequence[str], on_progress: Progress | None = None) -> Vectors:
        """Return the passages' vectors, float32 ``(n, dimensions)``, in the order of ``texts``."""
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        starts = range(0, len(texts), self._batch_size)
        pool = concurrent.futures.ThreadPoolExecutor(self._workers, "embed")
        try:
            futures = {
                pool.submit(self._request, texts[start : start + self._batch_size]): start
                for start in starts
            }
            for future in concurrent.futures.as_completed(futures):
                batch, start = future.result(), futures[future]
                vectors[start : start + len(batch)] = batch
                if on_progress is not None:
                    on_progress(len(batch))
        finally:
            pool.shutdown(cancel_futures=True)
        return vectors

    def _request(self, texts: Sequence[str]) -> Vectors:
        import openai  # noqa: PLC0415  # slow to import

        inputs = [encodable(text) or " " for text in texts]  # the service refuses an empty text
        dimensions = openai.omit if self._asked is None else self._asked
        try:
            answer = self._client.embeddings.create(
                model=self._model, input=inputs, dimensions=dimensions
            )
            data = sorted(answer.data, key=lambda entry: entry.index)
            rows = [np.asarray(entry.embedding, dtype=np.float64) for entry in data]
        except openai.OpenAIError as error:
            # The cause is left out: a service may repeat the key, or a part of it, in its answer.
            raise self._explain(error) from None
        except (AttributeError, TypeError, ValueError) as error:
            raise self._error(f"gave an answer of another form ({error})") from None
        return self._checked(rows, len(inputs))

    def _checked(self, rows: list[np.ndarray], expected: int) -> Vectors:
        if len(rows) != expected:
            raise self._error(f"gave {len(rows)} vectors for {expected} texts")
        found = {row.shape for row in rows}
        wanted = {(self._known,)} if self._known is not None else found
        if found != wanted or [len(shape) for shape in found] != [1]:
            raise self._error(
                f"gave vectors of shape {sorted(found)}, but {sorted(wanted)} was expected",
                remedy="Set embedding.dimensions to what the model gives.",
            )
        matrix = np.stack(rows)
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        if not (np.isfinite(lengths).all() and (lengths > 0).all()):
            raise self._error("gave a vector that is zero or not finite")
        unit: Vectors = (matrix / lengths).astype(np.float32)
        return unit

    def _explain(self, error: openai.OpenAIError) -> ModelError:
        import openai  # noqa: PLC0415  # slow to import

        if isinstance(error, (openai.AuthenticationError, openai.PermissionDeniedError)):
            return self._error(
                f"refused the key (HTTP {error.status_code})",
                remedy=f"Check the key in the environment variable {self._key_name}.",
            )
        if isinstance(error, openai.APITimeoutError):
            return self._error(
                "did not answer in time",
                remedy="Build again: it goes on from here.",
                transient=True,
            )
        if isinstance(error, openai.APIConnectionError):
            return self._error(
                "cannot be reached",
                remedy="Check embedding.base_url and the network.",
                transient=True,
            )
        if isinstance(error, openai.APIStatusError):
            detail = self._without_secrets(error.message)
            return self._error(
                f"answered HTTP {error.status_code} for model {self._model!r}: {detail}",
                remedy="Check embedding.model, embedding.dimensions and the account's limits.",
                transient=_may_pass(error),
            )
        return self._error(f"failed: {self._without_secrets(str(error))}")

    def _error(self, what: str, remedy: str = "", transient: bool = False) -> ModelError:
        where = public_address(str(self._client.base_url))
        said = f"The embedding service at {where} {what}."
        return ModelError(said, remedy=remedy, transient=transient)

    def _without_secrets(self, text: str) -> str:
        return text.replace(self._key, "***")[:_DETAIL_CHARACTERS]


def _may_pass(error: openai.APIStatusError) -> bool:
    """Say whether a status is of a busy or failing service, not of an account without credit."""
    busy = error.status_code == HTTPStatus.TOO_MANY_REQUESTS and error.code != "insufficient_quota"
    return busy or error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR


def openai_fingerprint(settings: EmbeddingSettings) -> str:
    """Return the fingerprint of the model that the settings name at the endpoint they name."""
    model = _model_name(settings)
    parts = {
        "version": OPENAI_VERSION,
        "base_url": settings.base_url,
        "model": model,
        "dimensions": settings.dimensions,
    }
    name = re.sub(r"[^A-Za-z0-9.-]+", "-", model).strip(".-") or "model"
    return f"{name}_{ids.fingerprint(parts)[:16]}"


def _model_name(settings: EmbeddingSettings) -> str:
    """Return the model asked for; the local default means that the user named none."""
    return OPENAI_MODEL if settings.model == DEFAULT_MODEL else settings.model


def _read_key(settings: EmbeddingSettings) -> str:
    key = os.environ.get(settings.api_key_env, "").strip()
    if not key:
        raise ModelError(
            f"The environment variable {settings.api_key_env} holds no key for the embedding "
            f"model {_model_name(settings)}.",
            remedy="Set it, or set embedding.provider to local (an endpoint that needs no key "
            "takes any word).",
        )
    return key


def _client(
    settings: EmbeddingSettings, key: str, timeout_seconds: float, max_retries: int
) -> openai.OpenAI:
    import openai  # noqa: PLC0415  # slow to import

    return openai.OpenAI(
        api_key=key,
        base_url=settings.base_url,
        timeout=timeout_seconds,
        max_retries=max_retries,
    )
