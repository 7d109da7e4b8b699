"""The chains of a window, from its parse and word vectors to lists of mentions.

``Stock`` asks coreferee itself; ``Fast`` gives the same chains from plain tables and is used where
the versions are those that it was written for. A test holds the two equal.
"""

from __future__ import annotations

import dataclasses
import logging
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from graphwright.errors import ModelError
from graphwright.language.coreference_engine.candidates import Candidate, candidates_of
from graphwright.language.coreference_engine.chains import Linker, Mention
from graphwright.language.coreference_engine.features import (
    FeatureColumns,
    Features,
    Floats,
)
from graphwright.language.coreference_engine.grammar import Grammar, Judgement, WordLists
from graphwright.language.coreference_engine.network import Network, PairTable
from graphwright.language.coreference_engine.pairs import Pairs
from graphwright.language.coreference_engine.words import Words

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_LOG = logging.getLogger(__name__)

COREFEREE_VERSION = "1.5.0"
"""The version whose answers ``Fast`` gives."""


@dataclasses.dataclass(frozen=True)
class Answer:
    """What an engine says of a window, with indexes of the window.

    ``chains`` are lists of mentions, in order of the text. ``candidates`` are, by pronoun, the
    single words that it may stand for without doubt for the rules, in order of the text;
    ``possible`` holds those that the rules doubt as well.
    """

    chains: list[list[Mention]]
    candidates: dict[int, list[int]]
    possible: dict[int, list[int]]


class Engine(Protocol):
    """What finds the chains of a window."""

    def resolve(
        self,
        doc: Doc,
        start: int,
        end: int,
        vectors: Floats | None,
        judgement: Judgement | None = None,
    ) -> Answer:
        """Return the chains of ``doc[start:end]``, which are whole sentences.

        ``vectors`` has a row a word of the window, None where the vocabulary has word vectors.
        ``judgement`` is what the caller knows better than coreferee.
        """
        ...


class Stock:
    """coreferee as it is."""

    def __init__(self, annotator: Any) -> None:
        self._annotator = annotator

    def resolve(
        self,
        doc: Doc,
        start: int,
        end: int,
        vectors: Floats | None,
        judgement: Judgement | None = None,
    ) -> Answer:
        """Return the answer; see ``Engine``. It uses coreferee's own judgement."""
        window = doc[start:end].as_doc()
        if vectors is not None:
            window.tensor = vectors  # type: ignore[assignment]  # typed as float64, but is float32
        # Not through coreferee's pipe, which prints exceptions and goes on. Its training mode only
        # leaves out the first step, done here, and tidying up the copy, which is thrown away.
        self._annotator.rules_analyzer.initialize(window)
        self._annotator.annotate(window, used_in_training=True)
        chains = [[tuple(mention.token_indexes) for mention in c] for c in window._.coref_chains]
        return Answer(
            chains,
            {t.i: found for t in window if (found := _candidates(t, doubted=False))},
            {t.i: found for t in window if (found := _candidates(t, doubted=True))},
        )


class Fast:
    """The same answers from plain tables. Holds a copy of the network's weights (8 MB)."""

    def __init__(self, annotator: Any) -> None:
        """Read rules and network; ``ModelError`` where they are not those of the version."""
        tendencies = annotator.tendencies_analyzer
        self._lists = WordLists.of(annotator.rules_analyzer)
        self._columns = FeatureColumns(tendencies.feature_table)
        self._network = Network(annotator.thinc_ensemble, self._columns.width)

    def resolve(
        self,
        doc: Doc,
        start: int,
        end: int,
        vectors: Floats | None,
        judgement: Judgement | None = None,
    ) -> Answer:
        """Return the answer; see ``Engine``. Raises ``ModelError`` where there are no vectors."""
        if vectors is None or len(vectors) != end - start:
            raise ModelError(
                f"There are vectors for {0 if vectors is None else len(vectors)} words, "
                f"but {end - start} were expected.",
                remedy="Use a spaCy model with a tok2vec, such as en_core_web_sm.",
            )
        grammar = Grammar(Words(doc, start, end), self._lists, judgement)
        pairs = Pairs(grammar, self._lists)
        candidates = candidates_of(grammar, pairs)
        ranked = self._ranked(candidates, Features(grammar, self._columns, vectors))
        chains = Linker(grammar, pairs, ranked).chains()
        return Answer(chains, _roots(candidates, doubted=False), _roots(candidates, doubted=True))

    def _ranked(
        self, candidates: dict[int, list[Candidate]], features: Features
    ) -> dict[int, list[Candidate]]:
        """Sort the candidates of each pronoun: the certain first, then by the network's score."""
        if not candidates:
            return {}
        scores = self._network.scores(_table(candidates, features)).tolist()
        ranked = {}
        start = 0
        for anaphor, found in candidates.items():
            scored = zip(found, scores[start : start + len(found)], strict=True)
            ranked[anaphor] = [c for c, _ in sorted(scored, key=lambda s: (s[0].uncertain, -s[1]))]
            start += len(found)
        return ranked


def make_engine(annotator: Any, *, has_vectors: bool) -> Engine:
    """Return the fast engine where it holds; else coreferee itself, and say so in the log."""
    reason = why_not_fast(has_vectors=has_vectors)
    if not reason:
        return Fast(annotator)
    _LOG.warning("Coreference will take about ten times as long: %s.", reason)
    return Stock(annotator)


def why_not_fast(*, has_vectors: bool) -> str:
    """Return why ``Fast`` cannot be used, "" where it can."""
    from importlib.metadata import version  # noqa: PLC0415  # beside its only use

    installed = version("coreferee")
    if installed != COREFEREE_VERSION:
        return f"coreferee {installed} is installed, but the fast path is for {COREFEREE_VERSION}"
    if has_vectors:
        return "the spaCy model has word vectors, but the fast path is for models without"
    return ""


def _candidates(token: Token, *, doubted: bool) -> list[int]:
    found = getattr(token._.coref_chains, "temp_potential_referreds", ())
    return sorted(
        mention.root_index
        for mention in found
        if len(mention.token_indexes) == 1 and (doubted or not mention.temp_is_uncertain)
    )


def _roots(candidates: dict[int, list[Candidate]], *, doubted: bool) -> dict[int, list[int]]:
    """Return the single words that each pronoun may stand for, in order of the text."""
    roots = {
        anaphor: [c.root for c in found if not c.whole and (doubted or not c.uncertain)]
        for anaphor, found in candidates.items()
    }
    return {anaphor: found for anaphor, found in roots.items() if found}


def _table(candidates: dict[int, list[Candidate]], features: Features) -> PairTable:
    pronouns = [(anaphor, False) for anaphor in candidates]
    places: dict[tuple[int, bool], int] = {}
    pair, first, second = [], [], []
    for row, (anaphor, found) in enumerate(candidates.items()):
        for candidate in found:
            pair.append(features.pair(anaphor, candidate))
            first.append(row)
            second.append(places.setdefault((candidate.root, candidate.whole), len(places)))
    return PairTable(
        pronouns=features.described(pronouns),
        mentions=features.described(list(places)),
        pair=np.array(pair, dtype=np.float32),
        first=np.array(first),
        second=np.array(second),
        lengths=[len(found) for found in candidates.values()],
    )
