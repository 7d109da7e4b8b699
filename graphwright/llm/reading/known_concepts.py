"""The known list that a model is given beside a document: the seed concepts nearest to it.

A function of the document's own text and of the seed file alone, never of other documents: so what
is extracted does not depend on the order in which documents are read, and a changed seed concerns
only the documents that it is near to. Nearness is by words, not by meaning: what does not stand in
the document is no entity of it, and a list of names that are near in meaning only invites such.
"""

from __future__ import annotations

import dataclasses
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from graphwright.entities.plurals import singular
from graphwright.llm.answers.shorten import shorten
from graphwright.llm.prompts.tokens import CHARACTERS_A_TOKEN
from graphwright.tables import SeedAlias

_WORD = re.compile(r"[^\W_]+")
_NEAREST_NAME = 0.5
"""Share of a name's words, by weight, that must stand in the text for the name to be near."""


@dataclasses.dataclass(frozen=True, slots=True)
class KnownConcept:
    """A seed concept with all its names; ``keys`` are these names normalised."""

    name: str
    type: str
    aliases: tuple[str, ...]
    keys: frozenset[str]

    @property
    def line(self) -> str:
        """Return the concept as one line of the list."""
        others = f": {', '.join(self.aliases)}" if self.aliases else ""
        return shorten(f"{self.name} ({self.type}){others}")


class KnownConcepts:
    """Finds the seed concepts nearest to a text, by the words of their names.

    A rare word counts more than a frequent one (inverse document frequency over the names), and a
    concept is as near as the nearest of its names: 1 where all words of one stand in the text.
    """

    def __init__(self, seeds: Iterable[SeedAlias]) -> None:
        self._concepts = _concepts(seeds)
        self._names: list[tuple[str, frozenset[str]]] = []
        self._by_word: dict[str, list[int]] = defaultdict(list)
        for key, concept in sorted(self._concepts.items()):
            for name in (concept.name, *concept.aliases):
                words = frozenset(_words(name))
                for word in words:
                    self._by_word[word].append(len(self._names))
                self._names.append((key, words))

    def nearest(self, text: str, tokens: int) -> tuple[KnownConcept, ...]:
        """Return the concepts near to a text, nearest first, as many as fit into the tokens."""
        near: dict[str, float] = {}
        matched: Counter[int] = Counter()
        weights: dict[int, float] = defaultdict(float)
        for word in sorted(_words(text) & self._by_word.keys()):
            for name in self._by_word[word]:
                matched[name] += 1
                weights[name] += self._weight(word)
        for name, found in weights.items():
            key, words = self._names[name]
            whole = matched[name] == len(words)
            share = 1.0 if whole else found / sum(map(self._weight, sorted(words)))
            if share >= _NEAREST_NAME:
                near[key] = max(near.get(key, 0.0), share)
        ranked = sorted(near, key=lambda key: (-near[key], key))
        concepts = [self._concepts[key] for key in ranked]
        return tuple(concepts[: len(within([c.line for c in concepts], tokens))])

    def _weight(self, word: str) -> float:
        return math.log(1 + len(self._names) / len(self._by_word[word]))


def within(lines: Sequence[str], tokens: int) -> tuple[str, ...]:
    """Return the first lines that together fit into the tokens."""
    room, kept = tokens * CHARACTERS_A_TOKEN, []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return tuple(kept)


def _concepts(seeds: Iterable[SeedAlias]) -> dict[str, KnownConcept]:
    rows: dict[str, list[SeedAlias]] = defaultdict(list)
    for seed in seeds:
        rows[seed.key].append(seed)
    return {
        key: KnownConcept(
            name=group[0].name,
            type=group[0].type,
            aliases=tuple(sorted({row.alias for row in group} - {group[0].name})),
            keys=frozenset({key, *(row.alias_key for row in group)}),
        )
        for key, group in rows.items()
    }


def _words(text: str) -> set[str]:
    """Return the words of a text without regard to case, forms of letters and plurals."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return {singular(word) for word in set(_WORD.findall(folded))}
