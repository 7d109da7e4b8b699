"""The real pipeline and resolver, loaded once for the tests of this folder."""

from __future__ import annotations

import pytest
from spacy.language import Language

from graphwright.language.coreference import CoreferenceResolver
from graphwright.language.pipeline import load_pipeline
from graphwright.settings import LanguageSettings


@pytest.fixture(scope="session")
def nlp() -> Language:
    return load_pipeline(LanguageSettings())


@pytest.fixture(scope="session")
def resolver(nlp: Language) -> CoreferenceResolver:
    return CoreferenceResolver(nlp)
