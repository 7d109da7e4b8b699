"""All that ``sources.yaml`` can say, in one model, and which of it shapes data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import pydantic

from graphwright.errors import without_credentials
from graphwright.ids import fingerprint
from graphwright.settings.applications import ApplicationSettings, CrawlSettings
from graphwright.settings.builds import CheckSettings, EntitySettings, RunSettings
from graphwright.settings.collections import Collection
from graphwright.settings.cores import cores
from graphwright.settings.documents import (
    ChunkSettings,
    FetchSettings,
    LanguageSettings,
    ParseSettings,
    VersionSettings,
)
from graphwright.settings.fields import Owner, SettingsModel
from graphwright.settings.llm import LlmSettings
from graphwright.settings.serving import AccessSettings, RetrievalSettings, ServeSettings
from graphwright.settings.stores import EmbeddingSettings, MilvusSettings

_NOT_DATA: dict[str, Any] = {
    **dict.fromkeys(("workers", "keep_snapshots", "verify_snapshots", "owners"), True),
    **dict.fromkeys(("milvus", "checks", "runs", "retrieval", "serve", "access"), True),
    **dict.fromkeys(("decisions", "ticket_feedback", "help_overrides"), True),
    **dict.fromkeys(("predicates", "predicate_vocabulary"), True),
    **dict.fromkeys(("state_decisions", "crawl"), True),
    "versions": {"sidecar"},
    "collections": {"__all__": {"folder", "groups", "group_patterns", "template", "contact"}},
    "fetch": {"timeout_seconds", "at_once"},
    "parse": {"timeout_seconds": True, "memory_mb": True, "pdf": {"artifacts_path"}},
    "llm": {
        *("base_url", "api_version", "api_key_env", "timeout_seconds", "max_retries"),
        *("concurrency", "requests_per_minute", "tokens_per_minute", "input_price"),
        *("output_price", "budget", "mode", "batch"),
    },
    "embedding": {"base_url", "api_key_env"},
    # How an application is crawled shapes what is seen of it, and tables are made of that.
    "applications": {
        "__all__": {
            *("login", "reads", "deny", "exclude", "limits", "contexts", "viewport", "locale"),
            *("timezone", "row_texts", "sandbox", "reset", "groups"),
        }
    },
}
"""Places, limits of work and keys: two builds that differ in these alone make the same tables."""


class Settings(SettingsModel):
    """Everything that ``sources.yaml`` can say."""

    collections: tuple[Collection, ...] = pydantic.Field(min_length=1)
    seed_concepts: str | None = None
    decisions: str | None = None
    predicates: str | None = None
    predicate_vocabulary: Literal["open", "closed"] = "open"
    ticket_feedback: str | None = None
    help_overrides: str | None = None
    applications: tuple[ApplicationSettings, ...] = ()
    state_decisions: str | None = None
    crawl: CrawlSettings = CrawlSettings()
    buckets: int = pydantic.Field(16, ge=1, le=4096)
    confidence_threshold: float = pydantic.Field(0.66, ge=0, le=1)
    keep_snapshots: int = pydantic.Field(5, ge=1)
    verify_snapshots: bool = False
    workers: int | None = pydantic.Field(None, ge=1)
    owners: tuple[Owner, ...] = ()
    fetch: FetchSettings = FetchSettings()
    parse: ParseSettings = ParseSettings()
    versions: VersionSettings = VersionSettings()
    chunk: ChunkSettings = ChunkSettings()
    language: LanguageSettings = LanguageSettings()
    llm: LlmSettings = LlmSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    milvus: MilvusSettings = MilvusSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    checks: CheckSettings = CheckSettings()
    entities: EntitySettings = EntitySettings()
    runs: RunSettings = RunSettings()
    access: AccessSettings = AccessSettings()
    serve: ServeSettings = ServeSettings()

    @pydantic.model_validator(mode="after")
    def _names_are_distinct(self) -> Settings:
        _check_distinct("collection", [one.name for one in self.collections])
        _check_distinct("application", [one.name for one in self.applications])
        return self

    @pydantic.model_validator(mode="after")
    def _applications_fit(self) -> Settings:
        known = {collection.name for collection in self.collections}
        for application in self.applications:
            if unknown := sorted(set(application.documents) - known):
                raise ValueError(
                    f"'documents' of application {application.name!r} names no collection: "
                    f"{unknown}; there are {sorted(known)}"
                )
        return self

    @property
    def seed_path(self) -> Path | None:
        """Return the path of the seed concepts, if there are any."""
        return None if self.seed_concepts is None else Path(self.seed_concepts)

    @property
    def decisions_path(self) -> Path | None:
        """Return the path of what the team decided about names, if it is named."""
        return None if self.decisions is None else Path(self.decisions)

    @property
    def predicates_path(self) -> Path | None:
        """Return the path of the team's own predicates, if it is named."""
        return None if self.predicates is None else Path(self.predicates)

    @property
    def feedback_path(self) -> Path | None:
        """Return the path of what readers said of tickets, if it is named."""
        return None if self.ticket_feedback is None else Path(self.ticket_feedback)

    @property
    def overrides_path(self) -> Path | None:
        """Return the path of what the team says of help pages, if it is named."""
        return None if self.help_overrides is None else Path(self.help_overrides)

    @property
    def state_decisions_path(self) -> Path | None:
        """Return the path of what the team says of states that are one or two, if it is named."""
        return None if self.state_decisions is None else Path(self.state_decisions)

    def for_data(self) -> dict[str, object]:
        """Return the settings that shape data, apart from places, limits of work and keys."""
        named = self.model_dump(mode="json", exclude=_NOT_DATA)
        if not self.applications:
            del named["applications"]  # a lake without any stays what it was before there were any
        for collection in named["collections"]:
            collection["urls"] = [without_credentials(url) for url in collection["urls"]]
        for application in named.get("applications", ()):
            application["home"] = without_credentials(application["home"])
        return named | {"seed_concepts": self.seed_concepts is not None}

    @property
    def data_fingerprint(self) -> str:
        """Return the hash of the settings that shape data."""
        return fingerprint(self.for_data())

    @property
    def worker_count(self) -> int:
        """Return the number of worker processes: the setting, else the cores we may use."""
        return self.workers or cores()


def _check_distinct(kind: str, names: Sequence[str]) -> None:
    double = sorted({name for name in names if names.count(name) > 1})
    if double:
        raise ValueError(f"{kind} names must differ, but these repeat: {double}")
