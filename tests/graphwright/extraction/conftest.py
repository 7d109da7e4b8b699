"""Extracting from marked-up texts with the real pipeline."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from extraction_texts import Extracted, extracted

if TYPE_CHECKING:
    from spacy.language import Language

Extract = Callable[[str], Extracted]


@pytest.fixture(scope="session")
def extract(nlp: Language) -> Extract:
    return lambda marked: extracted(nlp, marked)


@pytest.fixture(scope="session")
def extract_names(nlp: Language) -> Extract:
    """Extract from a text whose "*label*", "`name`" and "[title]" are marks."""
    return lambda marked: extracted(nlp, marked, names=True)
