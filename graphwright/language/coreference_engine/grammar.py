"""What coreferee's English rules say about each word of a window, each said once.

After coreferee 1.5.0 (MIT licence), ``rules.py`` and ``lang/en/language_specific_rules.py``, whose
answers these are to the letter; its methods are named beside each function here. What they say
about two words is in ``pairs``.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from graphwright.language.coreference_engine.words import Words

SIBLING_DEPS = ("conj", "appos")
_CONJUNCTION_DEPS = ("cc", "punct")
_LINKING_DEPS = (*SIBLING_DEPS, *_CONJUNCTION_DEPS)
NOUN_POS = ("NOUN", "PROPN")
PROPN_POS = ("PROPN", "")
"""coreferee asks whether the part of speech is *in* the string "PROPN": an empty one is."""
_DEFINITE = ("that", "the", "these", "this", "those")
_INDEFINITE = ("a", "an", "some", "another")
_QUOTES = (('"', '"'), ("“", "”"), ("‘", "’"))
_CLAUSES = ("advcl", "ccomp", "xcomp")


@dataclasses.dataclass(frozen=True)
class WordLists:
    """coreferee's word lists for English, as sets."""

    male_names: frozenset[str]
    female_names: frozenset[str]
    exclusively_male_names: frozenset[str]
    exclusively_female_names: frozenset[str]
    exclusively_male_words: frozenset[str]
    exclusively_female_words: frozenset[str]
    exclusively_person_words: frozenset[str]
    person_words: frozenset[str]
    animal_words: frozenset[str]
    avalent_verbs: frozenset[str]
    blacklisted_phrases: tuple[tuple[str, ...], ...]
    entity_nouns: dict[str, str]

    @classmethod
    def of(cls, rules: Any) -> WordLists:
        """Take the lists from coreferee's rules analyzer."""
        sets = [f.name for f in dataclasses.fields(cls)][:-2]
        phrases = tuple(tuple(p.lower().split()) for p in rules.blacklisted_phrases)
        return cls(
            **{name: frozenset(getattr(rules, name)) for name in sets},
            blacklisted_phrases=phrases,
            entity_nouns=dict(rules.reverse_entity_noun_dictionary),
        )


@dataclasses.dataclass(frozen=True)
class Judgement:
    """What a caller knows better than coreferee's rules, as indexes of the window.

    ``pronouns`` are all those that stand for something: coreferee takes "it was closed when ..."
    for "it was said that ...". ``things`` are words that the parse marks as persons by mistake;
    only for "it" that changes anything.
    """

    pronouns: frozenset[int]
    things: frozenset[int]


class Grammar:
    """The facts about each word: lists by index."""

    def __init__(self, words: Words, lists: WordLists, judgement: Judgement | None = None) -> None:
        self.words = words
        self._lists = lists
        count = words.count
        self.has_or = [lemma == "or" and self._governs(i) for i, lemma in enumerate(words.lemma)]
        self.siblings: list[tuple[int, ...]] = [()] * count
        self.governor: list[int | None] = [None] * count
        self._find_siblings()
        self.quotes = _quotes(words.text)
        self.noun = [self._is_independent_noun(i) for i in range(count)]
        self.anaphor = [
            self._is_potential_anaphor(i) if judgement is None else i in judgement.pronouns
            for i in range(count)
        ]
        self.things = frozenset[int]() if judgement is None else judgement.things
        self.definite = [self._has_determiner(i, _DEFINITE) for i in range(count)]
        self._introducing: dict[int, bool] = {}
        self._referring_back: dict[int, bool] = {}
        self._names: dict[int, tuple[int, ...]] = {}

    def mention(self, index: int, *, whole: bool) -> tuple[int, ...]:
        """Return a word as a mention: alone, or the whole coordination that it heads."""
        return (index, *self.siblings[index]) if whole else (index,)

    def in_conjunction(self, index: int) -> bool:
        """Return whether a word is coordinated without "or" (is_involved_in_non_or_...)."""
        if self.siblings[index]:
            return not self.has_or[index]
        governor = self.governor[index]
        return governor is not None and not self.has_or[governor]

    def introducing(self, index: int) -> bool:
        """Return whether a noun may be new (is_potentially_introducing_noun)."""
        if index not in self._introducing:
            self._introducing[index] = self._is_introducing(index)
        return self._introducing[index]

    def referring_back(self, index: int) -> bool:
        """Return whether a noun may be known (is_potentially_referring_back_noun)."""
        if index not in self._referring_back:
            self._referring_back[index] = self._is_referring_back(index)
        return self._referring_back[index]

    def name(self, index: int) -> tuple[int, ...]:
        """Return the words of the name that a word heads, () where none (get_propn_subtree)."""
        if index not in self._names:
            self._names[index] = self._name(index)
        return self._names[index]

    def _governs(self, index: int) -> bool:
        return self.words.dep[index] not in _LINKING_DEPS

    def _find_siblings(self) -> None:
        for index, children in enumerate(self.words.children):
            if children and self._governs(index):
                found: set[int] = set()
                if self._collect(index, index, {index}, found):
                    self.siblings[index] = tuple(sorted(found))
            if self.governor[index] is None:
                for sibling in self.siblings[index]:
                    self.governor[sibling] = index

    def _collect(self, top: int, index: int, visited: set[int], found: set[int]) -> bool:
        """Gather the words coordinated with ``top``; return whether a conjunction joins them."""
        coordinated = False
        words = self.words
        if words.lemma[index] == "or":
            self.has_or[top] = True
        if words.dep[index] in SIBLING_DEPS:
            found.add(index)
        for child in words.children[index]:
            if words.dep[child] in _LINKING_DEPS and child not in visited:
                visited.add(child)
                coordinated |= words.dep[child] == "cc"
                coordinated |= self._collect(top, child, visited, found)
        return coordinated

    def _is_independent_noun(self, i: int) -> bool:
        tag, pos, dep = self.words.tag[i], self.words.pos[i], self.words.dep[i]
        noun = (
            (pos in NOUN_POS and dep not in ("compound", "npadvmod"))
            or (tag == "CD" and dep != "nummod")
            or (tag == "DT" and dep != "det")
            or (pos == "PRON" and tag == "NN")
        )
        return noun and not self._in_phrase(i)

    def _in_phrase(self, index: int) -> bool:
        """Return whether the word is part of a fixed phrase: "by the way"."""
        texts = self.words.text
        word = texts[index].lower()
        for phrase in self._lists.blacklisted_phrases:
            if word in phrase:
                place = phrase.index(word)
                span = texts[max(0, index - place) : index + len(phrase) - place]
                if tuple(text.lower() for text in span) == phrase:
                    return True
        return False

    def _is_potential_anaphor(self, i: int) -> bool:
        words = self.words
        if words.tag[i] not in ("PRP", "PRP$") or "Person=3" not in words.morphs[i]:
            return False
        if words.text[i].lower() != "it" or self.siblings[i] or self.governor[i] is not None:
            return True
        return not (self._has_bare_adjective(i) or self._is_pleonastic(i) or self._is_weather(i))

    def _has_bare_adjective(self, i: int) -> bool:
        words = self.words
        return any(
            words.dep[child] == "amod"
            and all(words.dep[below] in ("acomp", "xcomp") for below in words.children[child])
            for child in words.children[i]
        )

    def _is_pleonastic(self, i: int) -> bool:
        words = self.words
        dep, head = words.dep[i], words.head[i]
        beside = words.children[head]
        if dep == "ROOT":
            return False
        impersonal = words.lemma[head] in ("be", "seem") or dep == "nsubjpass"
        if impersonal and any(words.dep[child] in _CLAUSES for child in beside):
            return True
        if i > 0 and words.lemma[i - 1] == "make" and words.dep[head] == "ccomp":
            return True
        copula = dep in ("nsubj", "nsubjpass") and words.lemma[head] == "be"
        return copula and any(
            self._holds_clause(below) for c in beside for below in words.children[c]
        )

    def _holds_clause(self, index: int) -> bool:
        near = (index, *self.words.children[index])
        return any(self.words.dep[i] in ("relcl", "ccomp") for i in near)

    def _is_weather(self, i: int) -> bool:
        words = self.words
        head = words.head[i]
        if words.dep[i] == "ROOT" or words.pos[head] != "VERB":
            return False
        return any(words.lemma[below] in self._lists.avalent_verbs for below in words.subtree(head))

    def _has_determiner(self, index: int, lemmas: tuple[str, ...]) -> bool:
        words = self.words
        return any(
            words.tag[child] == "DT" and words.dep[child] == "det" and words.lemma[child] in lemmas
            for child in words.children[index]
        )

    def _is_described(self, index: int) -> bool:
        """Whether more than a determiner and coordination hangs on a noun."""
        words = self.words
        return any(
            words.pos[child] != "DET" and words.dep[child] not in _LINKING_DEPS
            for child in words.children[index]
        )

    def _is_introducing(self, index: int) -> bool:
        if self._has_determiner(index, _INDEFINITE):
            return True
        described = self._is_described(index)
        if self.definite[index] and described:
            return True
        governor = self.governor[index]
        return governor is not None and not described and self.introducing(governor)

    def _is_referring_back(self, index: int) -> bool:
        if self.definite[index] and not self._is_described(index):
            return True
        governor = self.governor[index]
        children = self.words.children[index]
        alone = all(self.words.dep[child] in _LINKING_DEPS for child in children)
        return governor is not None and alone and self.referring_back(governor)

    def _name(self, index: int) -> tuple[int, ...]:
        words = self.words
        if words.pos[index] not in PROPN_POS:
            return ()
        independent = words.dep[index] == "ROOT" or words.dep[index] in SIBLING_DEPS
        if not independent and words.pos[words.head[index]] in PROPN_POS:
            return ()
        subtree = words.subtree(index)
        others = [i for i in subtree if words.pos[i] not in PROPN_POS]
        before = max((i for i in others if i < index), default=-1)
        after = min((i for i in others if i > index), default=words.count)
        return tuple(i for i in subtree if before < i < after)


def _quotes(texts: list[str]) -> list[tuple[int, ...]]:
    """Return for each word which kinds of quotation marks are open."""
    state = [0] * len(_QUOTES)
    found = []
    frozen = tuple(state)
    for text in texts:
        for kind, (opening, closing) in enumerate(_QUOTES):
            if text == (closing if state[kind] else opening):
                state[kind] = 1 - state[kind]
                frozen = tuple(state)
        found.append(frozen)
    return found
