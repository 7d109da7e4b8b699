"""The language models of this process, each loaded once: what the workers of steps share."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from graphwright.settings import LanguageSettings

if TYPE_CHECKING:
    from spacy.language import Language

    from graphwright.language.coreference import CoreferenceResolver

_loaded: dict[str, Any] = {}
"""What this process has loaded: the settings and their pipeline, and the resolver if needed."""

FEW_CHUNKS = 96
"""So many chunks take less than the two models in each worker process of two steps."""


def load_language(settings: LanguageSettings) -> None:
    """Load the spaCy pipeline in the process that works, unless it has it."""
    from graphwright.language.pipeline import load_pipeline  # noqa: PLC0415  # heavy

    if _loaded.get("settings") != settings:
        _loaded.clear()
        _loaded.update(settings=settings, nlp=load_pipeline(settings))


def load_resolver(settings: LanguageSettings) -> None:
    """Load the spaCy pipeline and coreferee in the process that works, unless it has them."""
    from graphwright.language.coreference import CoreferenceResolver  # noqa: PLC0415

    load_language(settings)
    if "resolver" not in _loaded:
        _loaded["resolver"] = CoreferenceResolver(_loaded["nlp"])


def loaded_pipeline() -> Language:
    """Return the pipeline that ``load_language`` loaded."""
    pipeline: Language = _loaded["nlp"]
    return pipeline


def loaded_resolver() -> CoreferenceResolver:
    """Return the resolver that ``load_resolver`` loaded."""
    resolver: CoreferenceResolver = _loaded["resolver"]
    return resolver


@functools.cache
def blank_pipeline() -> Language:
    """Return an English pipeline without a model: what reads parses needs no more."""
    import spacy  # noqa: PLC0415  # heavy

    return spacy.blank("en")


def load_vocabulary() -> None:
    """Make the blank pipeline in the process that works."""
    blank_pipeline()
