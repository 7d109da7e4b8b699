"""Embedders and vector stores are chosen by name, and an unknown name lists what there is."""

from pathlib import Path
from typing import get_args

import pytest

from graphwright.errors import SettingsError
from graphwright.settings import EmbeddingSettings, MilvusSettings
from graphwright.vectors.embedder import (
    EMBEDDERS,
    EmbedderKind,
    embedder_fingerprint,
    make_embedder,
)
from graphwright.vectors.vector_store import open_vector_store, place_of
from tests.graphwright.vectors.test_embedding_cache import HashEmbedder


def test_the_setting_allows_the_embedders_there_are() -> None:
    allowed = EmbeddingSettings.model_fields["provider"].annotation
    assert set(get_args(allowed)) == {*EMBEDDERS.names}


def test_an_unknown_embedder_lists_what_there_is() -> None:
    unknown = EmbeddingSettings.model_construct(provider="oracle")
    wrong = r"embedding\.provider is 'oracle', but there is only 'local', 'openai'"
    with pytest.raises(SettingsError, match=wrong):
        embedder_fingerprint(unknown)
    with pytest.raises(SettingsError, match=wrong):
        make_embedder(unknown, 1)


def test_an_embedder_of_ones_own_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EMBEDDERS, "_members", dict(EMBEDDERS))
    EMBEDDERS.register("hash", EmbedderKind(lambda *_: HashEmbedder(), lambda _: "hash_1"))
    own = EmbeddingSettings.model_construct(provider="hash")
    assert make_embedder(own, 1).fingerprint == embedder_fingerprint(own) == "hash_1"


def test_an_unknown_vector_store_lists_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="vector store is 'shelf', but there is only 'milvus'"):
        open_vector_store(MilvusSettings(), tmp_path, kind="shelf")
    with pytest.raises(SettingsError, match="there is only 'milvus'"):
        place_of(MilvusSettings(), tmp_path, kind="shelf")
