"""The real spaCy pipeline, loaded once for all tests of the extraction."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from extraction_texts import Extracted, extracted

from graphwright.language.pipeline import load_pipeline
from graphwright.settings import LanguageSettings

if TYPE_CHECKING:
    from spacy.language import Language

Extract = Callable[[str], Extracted]


@pytest.fixture(scope="session")
def nlp() -> Language:
    return load_pipeline(LanguageSettings())


@pytest.fixture(scope="session")
def extract(nlp: Language) -> Extract:
    return lambda marked: extracted(nlp, marked)


@pytest.fixture(scope="session")
def extract_names(nlp: Language) -> Extract:
    """Extract from a text whose "*label*", "`name`" and "[title]" are marks."""
    return lambda marked: extracted(nlp, marked, names=True)
