"""How texts are embedded, and where vectors are kept."""

from __future__ import annotations

from typing import Literal

import pydantic

from graphwright.settings.fields import Address, SettingsModel, Variable


class EmbeddingSettings(SettingsModel):
    """The embedding model: local ONNX by default, OpenAI's by setting.

    ``provider`` is the name of one of ``graphwright.vectors.embedder.EMBEDDERS``, repeated here so
    that another is refused where ``sources.yaml`` is read, with file and key.
    """

    provider: Literal["local", "openai"] = "local"
    model: str = "bge-small-en-v1.5"
    max_tokens: int = pydantic.Field(512, ge=16, le=8192)
    base_url: Address | None = None
    api_key_env: Variable = "OPENAI_API_KEY"
    dimensions: int | None = pydantic.Field(None, ge=1)


class MilvusSettings(SettingsModel):
    """Where the vectors are served; no URI means Milvus Lite inside the lake.

    ``prefix`` is how the names of its collections begin.
    """

    uri: str | None = None
    prefix: str = pydantic.Field("graphwright", pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")
    token_env: Variable = "MILVUS_TOKEN"  # noqa: S105  # the name of a variable, not a secret
