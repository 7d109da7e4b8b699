"""Load the spaCy pipeline that every parse comes from, and say cheaply which one it is.

The tokenizer's rules are in ``graphwright.language.tokenizer``; running the pipeline over chunks
is in ``graphwright.language.annotate``.
"""

from __future__ import annotations

import importlib.metadata
from typing import TYPE_CHECKING

from graphwright.errors import ModelError
from graphwright.language.tokenizer import customise_tokenizer
from graphwright.settings import LanguageSettings

if TYPE_CHECKING:
    from spacy.language import Language

REQUIRED_PIPES = ("tagger", "parser", "attribute_ruler", "lemmatizer", "ner")
"""What the extraction rules read: tags, dependencies, parts of speech, lemmas and entities."""

_LIBRARIES = ("spacy", "thinc", "blis", "py3langid")
"""Distributions whose version can change a parse under the same model, or the language found."""


def load_pipeline(settings: LanguageSettings) -> Language:
    """Return the English spaCy pipeline that the settings name, with the technical tokenizer.

    Takes 0.5 to 1 s and about 100 MB for the small model: load it once a process.
    Raises ``ModelError`` where the model is not installed, is not English or lacks a component.
    """
    import spacy  # noqa: PLC0415  # heavy: only a process that parses pays for it

    name = settings.spacy_model
    try:
        nlp = spacy.load(name)
    except (OSError, ImportError) as error:
        raise ModelError(
            f"The spaCy model {name!r} cannot be loaded: {_first_line(error)}.",
            remedy=_install_remedy(name),
        ) from error
    _check(nlp, name)
    customise_tokenizer(nlp)
    return nlp


def pipeline_versions(settings: LanguageSettings) -> dict[str, str]:
    """Return what decides a parse and its language, by name: model and libraries.

    Reads package metadata only; no model is loaded. Raises ``ModelError`` where one is absent.
    """
    model = f"{settings.spacy_model} {_version(settings.spacy_model)}"
    libraries = {name: _version(name) for name in _LIBRARIES}
    return {"spacy_model": model, **libraries}


def pipeline_name(nlp: Language) -> str:
    """Return the pipeline's name and version, such as ``en_core_web_sm 3.8.0``."""
    return f"{nlp.lang}_{nlp.meta['name']} {nlp.meta['version']}"


def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        raise ModelError(
            f"The package {distribution!r} is not installed in this environment.",
            remedy=_install_remedy(distribution),
        ) from None


def _check(nlp: Language, name: str) -> None:
    if nlp.lang != "en":
        raise ModelError(
            f"The spaCy model {name!r} is for the language {nlp.lang!r}, but English was expected.",
            remedy="Name an English model in language.spacy_model.",
        )
    missing = [pipe for pipe in REQUIRED_PIPES if pipe not in nlp.pipe_names]
    if missing:
        raise ModelError(
            f"The spaCy model {name!r} has no {', '.join(missing)}; it has {nlp.pipe_names}.",
            remedy="Name a complete English model in language.spacy_model.",
        )


def _install_remedy(name: str) -> str:
    return (
        f"Install it with 'pip install {name}', or name an installed one in language.spacy_model."
    )


def _first_line(error: Exception) -> str:
    lines = str(error).splitlines() or [type(error).__name__]
    return lines[0].rstrip(".")
