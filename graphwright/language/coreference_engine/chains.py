"""From ranked candidates to chains: coreferee links from left to right and mends what fails.

After ``Annotator`` of coreferee 1.5.0 (MIT licence). A mention is the tuple of its words.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from graphwright.language.coreference_engine.candidates import SENTENCES_BACK, Candidate
from graphwright.language.coreference_engine.grammar import Grammar
from graphwright.language.coreference_engine.pairs import UNLIKELY, YES, Pairs

Mention = tuple[int, ...]
Sets = dict[int, set[Mention]]

RETRY_DEPTH = 5
"""Candidates of a pronoun that are tried, and earlier pronouns that may be read anew."""
NOUN_SENTENCES_BACK = 2
"""Sentences before a noun's own in which the same noun is looked for."""


class Linker:
    """Builds the chains of one window."""

    def __init__(self, grammar: Grammar, pairs: Pairs, ranked: dict[int, list[Candidate]]) -> None:
        self._words = grammar.words
        self._grammar = grammar
        self._pairs = pairs
        self._ranked = ranked
        self._single: Sets = {}
        self._coordinated: Sets = {}
        self._recent: deque[int] = deque(maxlen=RETRY_DEPTH)
        self._sentence = 0
        self._possible = [grammar.noun[i] or grammar.anaphor[i] for i in range(grammar.words.count)]

    def chains(self) -> list[list[Mention]]:
        """Return the chains, in order of their first mention; each in order of the text."""
        for index in range(self._words.count):
            self._sentence = self._words.sentence[index]
            self._link_noun(index)
            if index in self._ranked and (self._link_pronoun(index) or self._retry(index)):
                self._recent.appendleft(index)
        seen: set[int] = set()
        chains = []
        for index, mentions in self._single.items():
            if index not in seen:
                chains.append(sorted(mentions, key=lambda mention: mention[0]))
                seen.update(mention[0] for mention in mentions if len(mention) == 1)
        return sorted(chains, key=lambda chain: chain[0][0])

    def _link_noun(self, index: int) -> None:
        """Link a noun to the nearest before it that may name the same."""
        if not self._grammar.noun[index] or not self._pairs.may_be_second(index):
            return
        for before in self._nouns_before(index):
            if self._is_same_noun(before, index):
                self._record((before,), index)
                return

    def _nouns_before(self, index: int) -> Iterator[int]:
        """Yield nouns and pronouns before, sentence by sentence backwards, as far as nouns refer.

        Other words are in no chain.
        """
        for position in range(
            self._sentence, max(-1, self._sentence - NOUN_SENTENCES_BACK - 1), -1
        ):
            start, end = self._words.span_of_sentence(position)
            for before in range(min(end, index - 1), start - 1, -1):
                if self._possible[before]:
                    yield before

    def _is_same_noun(self, before: int, index: int) -> bool:
        if self._grammar.noun[before] and self._pairs.nouns(before, index):
            return True
        mentions = self._single.get(before, ())
        return any(len(m) == 1 and self._pairs.nouns(m[0], index) for m in mentions)

    def _link_pronoun(self, index: int, start: int = 0) -> bool:
        """Link a pronoun to its best candidate that fits the chains so far."""
        candidates = self._ranked[index][start:RETRY_DEPTH]
        for at_least in (YES, UNLIKELY):
            for candidate in candidates:
                if self._fits(candidate, index, at_least):
                    mention = self._grammar.mention(candidate.root, whole=candidate.whole)
                    self._record(mention, index)
                    return True
        return False

    def _fits(self, candidate: Candidate, index: int, at_least: int) -> bool:
        chain = None if candidate.whole else self._single.get(candidate.root)
        if chain is not None and self._compatibility(index, chain) < at_least:
            return False
        if self._pairs.reflexive_anaphor(index):
            return True
        mention = self._grammar.mention(candidate.root, whole=candidate.whole)
        return not any(
            self._pairs.reflexive(other[0], len(other) > 1, index)
            for sets in (self._single, self._coordinated)
            for root in mention
            for other in sets.get(root, ())
        )

    def _compatibility(self, index: int, mentions: set[Mention]) -> int:
        """How well a pronoun fits all that is in a chain; less where it holds no noun."""
        answers = (self._pairs.anaphoric(m[0], len(m) > 1, index, False) for m in mentions)
        answer = min(answers, default=YES)
        if answer == YES and not any(self._grammar.noun[m[0]] for m in mentions):
            return UNLIKELY
        return answer

    def _record(self, mention: Mention, index: int) -> None:
        """Put a word into the chain of a mention, and all of its own chain with it."""
        sets = self._coordinated if len(mention) > 1 else self._single
        chain = sets.get(mention[0])
        if chain is None:
            chain = {mention}
            for root in mention:
                sets[root] = chain
        chain.add((index,))
        own = self._single.get(index)
        if own is None:
            self._single[index] = chain
            return
        chain.update(own)
        for other in list(own):
            self._single[other[0]] = chain

    def _retry(self, index: int) -> bool:
        """Read earlier pronouns anew, so that this one finds a place too."""
        last = None
        for start in range(1, min(RETRY_DEPTH, len(self._ranked[index]) + 1)):
            for previous in self._near(index):
                last = previous
                self._forget(previous, index)
                if self._relink(previous, index, start):
                    return True
        if last is not None:
            self._forget(last, index)
            self._relink(last, index, 0)
        return False

    def _near(self, index: int) -> list[int]:
        sentence = self._words.sentence
        return [i for i in self._recent if sentence[index] - sentence[i] <= SENTENCES_BACK]

    def _relink(self, previous: int, index: int, start: int) -> bool:
        if not self._link_pronoun(previous, start):
            return False
        for word in range(previous + 1, index + 1):
            self._link_noun(word)
            if word in self._ranked and not self._link_pronoun(word):
                return False
        return True

    def _forget(self, first: int, last: int) -> None:
        """Take words out of the chains; a chain of one mention is none."""
        for index in range(first, last + 1):
            for sets in (self._single, self._coordinated):
                chain = sets.pop(index, None)
                if chain is None:
                    continue
                chain.discard((index,))
                if len(chain) == 1:
                    sets.pop(next(iter(chain))[0], None)
