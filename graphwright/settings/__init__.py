"""What a user can set: ``sources.yaml`` read into typed, checked, frozen models.

Each capability's settings have a file of their own; ``project_settings`` puts them together, and
``read`` reads the file. Reading the sources is in ``graphwright.documents``; nothing here opens a
model.
"""

from graphwright.settings.applications import (
    ApplicationSettings,
    CrawlLimits,
    CrawlSettings,
    LoginSettings,
    ReadRequests,
)
from graphwright.settings.builds import CheckSettings, EntitySettings, RunSettings
from graphwright.settings.collections import Collection, GroupPattern
from graphwright.settings.documents import (
    ChunkSettings,
    CleanSettings,
    FetchSettings,
    LanguageSettings,
    ParseSettings,
    PdfSettings,
    VersionSettings,
)
from graphwright.settings.fields import EVERYBODY, NOBODY
from graphwright.settings.llm import LlmBatch, LlmBudget, LlmSettings
from graphwright.settings.project_settings import Settings
from graphwright.settings.read import load_settings, parse_settings
from graphwright.settings.serving import (
    AccessSettings,
    AnswerSettings,
    JwtSettings,
    RetrievalSettings,
    ServeLimits,
    ServeSettings,
)
from graphwright.settings.stores import EmbeddingSettings, MilvusSettings

__all__ = [
    "EVERYBODY",
    "NOBODY",
    "AccessSettings",
    "AnswerSettings",
    "ApplicationSettings",
    "CheckSettings",
    "ChunkSettings",
    "CleanSettings",
    "Collection",
    "CrawlLimits",
    "CrawlSettings",
    "EmbeddingSettings",
    "EntitySettings",
    "FetchSettings",
    "GroupPattern",
    "JwtSettings",
    "LanguageSettings",
    "LlmBatch",
    "LlmBudget",
    "LlmSettings",
    "LoginSettings",
    "MilvusSettings",
    "ParseSettings",
    "PdfSettings",
    "ReadRequests",
    "RetrievalSettings",
    "RunSettings",
    "ServeLimits",
    "ServeSettings",
    "Settings",
    "VersionSettings",
    "load_settings",
    "parse_settings",
]
