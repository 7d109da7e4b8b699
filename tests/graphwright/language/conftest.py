"""The real resolver, loaded once for the tests of this folder."""

from __future__ import annotations

import pytest
from spacy.language import Language

from graphwright.language.coreference import CoreferenceResolver


@pytest.fixture(scope="session")
def resolver(nlp: Language) -> CoreferenceResolver:
    return CoreferenceResolver(nlp)
