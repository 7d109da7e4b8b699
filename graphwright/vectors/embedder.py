"""What an embedder is, which kinds there are, and how settings choose one.

The kinds stand in ``local_embedder`` (ONNX) and ``openai_embedder``; caching by text is in
``embedding_cache``. Nothing here opens a model until ``make_embedder`` is called.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from graphwright.registry import Registry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from graphwright.settings import EmbeddingSettings

    Vectors = NDArray[np.float32]

Progress = Callable[[int], None]
"""Called in the caller's thread with the number of texts finished since the last call."""


class Embedder(Protocol):
    """Turns texts into vectors of unit length, so that a dot product is a cosine."""

    @property
    def fingerprint(self) -> str:
        """Return what a vector depends on beside its text: model, file, limits, version."""

    @property
    def dimensions(self) -> int:
        """Return the length of a vector."""

    def embed_passages(self, texts: Sequence[str], on_progress: Progress | None = None) -> Vectors:
        """Return the vectors of what is searched in: float32 ``(n, dimensions)``, in order."""

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of what is searched for: float32 ``(dimensions,)``."""


def encodable(text: str) -> str:
    """Return the text with what UTF-8 cannot say (a broken byte in a shell's argument) as ``?``."""
    return text.encode("utf-8", "replace").decode("utf-8")


@dataclasses.dataclass(frozen=True)
class EmbedderKind:
    """A kind of embedder: how one is made, and what its fingerprint will be, told without a model.

    Both import what they need when they are called.
    """

    make: Callable[[EmbeddingSettings, int], Embedder]
    fingerprint: Callable[[EmbeddingSettings], str]


def _make_local(settings: EmbeddingSettings, workers: int) -> Embedder:
    from graphwright.vectors.local_embedder import LocalEmbedder  # noqa: PLC0415  # heavy

    return LocalEmbedder(settings, workers=workers)


def _local_fingerprint(settings: EmbeddingSettings) -> str:
    from graphwright.vectors.model_files import find_model, local_fingerprint  # noqa: PLC0415  # lazy

    return local_fingerprint(find_model(settings.model), settings.max_tokens)


def _make_openai(settings: EmbeddingSettings, workers: int) -> Embedder:
    from graphwright.vectors.openai_embedder import OpenAIEmbedder  # noqa: PLC0415  # lazy

    return OpenAIEmbedder(settings, workers=workers)


def _openai_fingerprint(settings: EmbeddingSettings) -> str:
    from graphwright.vectors.openai_embedder import openai_fingerprint  # noqa: PLC0415  # lazy

    return openai_fingerprint(settings)


EMBEDDERS: Registry[EmbedderKind] = Registry("embedding.provider")
"""Kinds of embedder by name; ``EmbeddingSettings.provider`` allows the same names."""

EMBEDDERS.register("local", EmbedderKind(_make_local, _local_fingerprint))
EMBEDDERS.register("openai", EmbedderKind(_make_openai, _openai_fingerprint))


def make_embedder(settings: EmbeddingSettings, workers: int) -> Embedder:
    """Return the embedder that the settings name; ``workers`` is how many texts it does at once.

    Raises ``ModelError`` when the model is absent or not the expected one, or the key is missing,
    and ``SettingsError`` for a provider that there is not.
    """
    return EMBEDDERS.get(settings.provider).make(settings, workers)


def embedder_fingerprint(settings: EmbeddingSettings) -> str:
    """Return the fingerprint that ``make_embedder(settings, ...)`` has, without loading a model.

    Raises ``ModelError`` when a local model's files are absent, else as ``make_embedder`` does.
    """
    return EMBEDDERS.get(settings.provider).fingerprint(settings)
