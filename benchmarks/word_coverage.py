"""How much of a fact's words a text holds: a stand-in for an LLM that is asked the same.

Words are compared by their base forms, because one graph says "emerge from" where another, and
the fact, say "emerges from". How well the share predicts an LLM's verdicts is printed by whoever
uses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from spacy.language import Language

_WORD = re.compile(r"[^\W_]+")
_PARTS_OF_SPEECH = ("NOUN", "VERB", "ADJ")

Forms = Callable[[str], frozenset[str]]
"""Returns the base forms that a lower-case word can have."""


class BaseForms:
    """The base forms of English words by the rules and exceptions of spaCy's lemmatizer."""

    def __init__(self, nlp: Language) -> None:
        self._vocab = nlp.vocab
        self._lemmatizer = nlp.get_pipe("lemmatizer")
        self._known: dict[str, frozenset[str]] = {}

    def __call__(self, word: str) -> frozenset[str]:
        """Return the word itself with what it can be a form of, as noun, verb and adjective."""
        if word not in self._known:
            self._known[word] = frozenset([word]).union(*map(self._lemmas, *self._readings(word)))
        return self._known[word]

    def _readings(self, word: str) -> tuple[Sequence[str], Sequence[str]]:
        return [word] * len(_PARTS_OF_SPEECH), _PARTS_OF_SPEECH

    def _lemmas(self, word: str, part_of_speech: str) -> Iterable[str]:
        from spacy.tokens import Doc  # noqa: PLC0415  # heavy

        doc = Doc(self._vocab, words=[word], pos=[part_of_speech])
        return (lemma.lower() for lemma in self._lemmatizer.rule_lemmatize(doc[0]))


def content_words(text: str, stop_words: frozenset[str]) -> list[str]:
    """Return the distinct words of a text that are no stop words, in lower case and in order."""
    found = dict.fromkeys(_WORD.findall(text.lower()))
    return [word for word in found if word not in stop_words]


def forms_in(texts: Iterable[str], forms: Forms) -> frozenset[str]:
    """Return every base form of every word of the texts."""
    words = {word for text in texts for word in _WORD.findall(text.lower())}
    return frozenset().union(*map(forms, words))


def coverage(words: Sequence[str], held: frozenset[str], forms: Forms) -> float:
    """Return the share of ``words`` that share a base form with what is held; 0 without words."""
    if not words:
        return 0.0
    return sum(not forms(word).isdisjoint(held) for word in words) / len(words)


def area_under_curve(scores: NDArray[np.float64], labels: NDArray[np.bool_]) -> float:
    """Return the chance that a positive scores above a negative, ties as half (ROC AUC).

    Not a number where one of the two is missing.
    """
    positives, negatives = scores[labels], scores[~labels]
    if not len(positives) or not len(negatives):
        return float("nan")
    ordered = np.sort(negatives)
    below = np.searchsorted(ordered, positives, side="left")
    ties = np.searchsorted(ordered, positives, side="right") - below
    return float((below + ties / 2).sum() / (len(positives) * len(negatives)))


def matching_threshold(scores: NDArray[np.float64], labels: NDArray[np.bool_]) -> float:
    """Return the score from which on as many facts lie as are labelled true, as near as can be."""
    candidates = np.unique(scores)
    shares = [(scores >= candidate).mean() for candidate in candidates]
    return float(candidates[int(np.argmin(np.abs(np.array(shares) - labels.mean())))])
