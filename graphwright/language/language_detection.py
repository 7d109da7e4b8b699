"""Which texts are in another language than English: the parser would read facts into them.

What becomes of their sentences is in ``sentences``.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

SURE = 0.9
"""Probability from which a language is believed."""

MIN_LETTERS = 100
"""Fewer letters of the Latin alphabet than these are names as often as they are sentences."""

_NO_LANGUAGE = "zxx"


def other_language(text: str) -> str | None:
    """Return the code of the language (ISO 639) that a text surely is in, or None for English.

    Tables, code and short texts count as English, unless their letters are not Latin. Depends on
    the text alone. Source: py3langid, naive Bayes over byte n-grams (Lui and Baldwin, 2012).
    """
    letters = list(itertools.islice(filter(str.isalpha, text), MIN_LETTERS))
    latin = sum(map(str.isascii, letters))
    if len(letters) < MIN_LETTERS and latin * 2 >= len(letters):
        return None
    language, probability = _identifier().classify(text)
    if language in ("en", _NO_LANGUAGE) or probability < SURE:
        return None
    return str(language)


@functools.cache
def _identifier() -> LanguageIdentifier:
    # Loading takes half a second, and only processes that parse need it.
    from py3langid import langid  # noqa: PLC0415

    return langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
