"""How texts are embedded, where vectors are kept, and what is checked of a build."""

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


class CheckSettings(SettingsModel):
    """Thresholds of checks: ``lost_share`` and ``lost_documents`` stop a publication, others warn.

    A collection may lose this share of its published documents, or fewer documents than this.
    """

    lost_share: float = pydantic.Field(0.2, ge=0, le=1)
    lost_documents: int = pydantic.Field(5, ge=1)
    parsed_share: float = pydantic.Field(0.9, ge=0, le=1)
    sentence_yield: float = pydantic.Field(0.2, ge=0, le=1)
    waiting_hours: float = pydantic.Field(26.0, gt=0)
    review_queue: int = pydantic.Field(500, ge=0)


class EntitySettings(SettingsModel):
    """Which names are one: whether an LLM is asked about pairs that the score leaves open."""

    llm: bool = False


class RunSettings(SettingsModel):
    """When builds run by themselves, and what they do about what may pass."""

    nightly: str = "0 2 * * *"
    timezone: str = "UTC"
    retries: int = pydantic.Field(2, ge=0)
    retry_seconds: float = pydantic.Field(10.0, ge=0)
    wait_seconds: float = pydantic.Field(3600.0, ge=0)
