"""What is checked of a build, which names it takes for one, and when builds run."""

from __future__ import annotations

import pydantic

from graphwright.settings.fields import SettingsModel


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
