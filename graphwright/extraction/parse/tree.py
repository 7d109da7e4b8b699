"""A spaCy parse as plain lists, cut into scopes: what every rule reads.

Rules ask for the same few attributes of the same tokens again and again; a spaCy ``Token`` makes an
object and a string for each. Reading each attribute once a document keeps the rules far cheaper
than the parse. No linguistic rule lives here.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from graphwright.language.apostrophes import APOSTROPHES

if TYPE_CHECKING:
    from spacy.tokens import Doc

Scope = tuple[int, int]
"""First token and the token after the last of a sentence or of a table cell."""

NOUN_TAGS = frozenset({"NN", "NNS", "NNP", "NNPS"})
NAME_TAGS = frozenset({"NNP", "NNPS"})
VERB_TAGS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
FINITE_TAGS = frozenset({"VBZ", "VBP", "VBD", "MD"})
PLAIN_TAGS = FINITE_TAGS | {"VB"}
"""Finite verbs, and the bare form that an order has."""

MISREAD_TAGS = NOUN_TAGS | {"JJ", "VBD", "VBN"}
"""What a small model takes bare verbs for."""

PRONOUN_TAGS = frozenset({"PRP", "WP", "WDT", "EX", "DT", "PRP$", "WP$"})


_NO_CHILD: Iterator[int] = iter(())
"""What a word without children has; an exhausted iterator stays so."""

_STRAIGHT = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))

_JOINED = frozenset({"conj", "xcomp"})
"""Relations that rules follow from word to word: a word must not have one to itself."""


class MarkedName(NamedTuple):
    """Tokens ``first`` to ``last`` (exclusive) that the author marked as one name.

    ``head`` is the token that stands for the name; ``kind`` is a ``MarkKind`` value.
    """

    head: int
    first: int
    last: int
    kind: str


class Tree:
    """Token attributes as parallel lists; a token whose head is outside its scope is a root.

    ``start`` and ``end`` are character offsets in the canonical text, not in the chunk.
    ``label`` is the type of the named entity that a token is part of, or an empty string.
    ``names`` holds, for each token of a name that the author marked, that name.
    """

    __slots__ = (
        "_scopes", "_words_of_scopes", "children", "dep", "end", "ents", "head", "label", "left",
        "lemma", "lower", "names", "offset", "right", "scope", "start", "tag", "text", "words",
    )  # fmt: skip

    def __init__(self, doc: Doc, offset: int, scopes: Sequence[Scope]) -> None:
        tokens = range(len(doc))
        self.offset = offset
        self.words, self.tag, self.dep, self.lemma = _columns(doc, ["ORTH", "TAG", "DEP", "LEMMA"])
        self.text = _text(doc, self.words)
        self.lower = [word.lower() if word.isascii() else _lower(word) for word in self.words]
        self.start = token_starts(doc, offset)
        self.end = [start + len(word) for start, word in zip(self.start, self.words, strict=True)]
        above: list[int] = doc.to_array(["HEAD"]).astype("int64").tolist()  # relative to the token
        self.head = [index + step for index, step in zip(tokens, above, strict=True)]
        self.ents = [(entity.start, entity.end, entity.label_) for entity in doc.ents]
        self.label = [""] * len(tokens)
        for first, last, label in self.ents:
            self.label[first:last] = [label] * (last - first)
        self.names = dict[int, MarkedName]()
        self.scope = list(tokens)
        self.children: list[list[int]] = [[] for _ in tokens]
        self.left = list(tokens)
        self.right = [index + 1 for index in tokens]
        self._words_of_scopes = dict[int, frozenset[str]]()
        self._scopes = tuple(scopes)

    def link(self) -> None:
        """Fill children, scopes and subtree edges; called once, after the repairs."""
        for first, last in self._scopes:
            self._link(first, last)

    def _link(self, first: int, last: int) -> None:
        """Fill children, scope and subtree edges of one scope, and make it a tree.

        No word is joined to itself, and the first of words that hang on each other becomes a root.
        """
        head = self.head
        for index in range(first, last):
            self.scope[index] = first
            if not first <= head[index] < last:
                head[index] = index
            if head[index] == index and self.dep[index] in _JOINED:
                self.dep[index] = "ROOT"
        while (circle := self._find_edges(first, last)) is not None:
            head[min(circle)], self.dep[min(circle)] = min(circle), "ROOT"
        for index in range(first, last):
            if head[index] != index:
                self.children[head[index]].append(index)

    def _find_edges(self, first: int, last: int) -> set[int] | None:
        """Fill the subtree edges of one scope; return words that repairs hung on each other."""
        head, left, right = self.head, self.left, self.right
        left[first:last], right[first:last] = range(first, last), range(first + 1, last + 1)
        for index in range(first, last):
            above, steps = head[index], 0
            while steps < last - first:
                left[above] = min(left[above], index)
                if right[above] <= index:
                    right[above] = index + 1
                if head[above] == above:
                    break
                above = head[above]
                steps += 1
            else:
                return self._around(above)
        return None

    def _around(self, index: int) -> set[int]:
        """Return the words that are met from one of a circle until it comes again."""
        circle = {index}
        while (index := self.head[index]) not in circle:
            circle.add(index)
        return circle

    def within(self, index: int, *labels: str) -> Iterator[int]:
        """Return the children of a token with one of the dependency labels, in order.

        Most words have no child, and the others few: a generator would cost more than the look.
        """
        children = self.children[index]
        if not children:
            return _NO_CHILD
        dep = self.dep
        found: list[int] = []
        for child in children:
            if dep[child] in labels:
                found.append(child)
        return iter(found)

    def has(self, index: int, *labels: str) -> bool:
        """Return whether a child has one of the labels."""
        return self.first(index, *labels) is not None

    def first(self, index: int, *labels: str) -> int | None:
        """Return the first child with one of the labels, or None."""
        dep = self.dep
        for child in self.children[index]:
            if dep[child] in labels:
                return child
        return None

    def around(self, index: int) -> Scope:
        """Return the scope of a token."""
        first = self.scope[index]
        return first, bisect.bisect_right(self.scope, first, lo=index)

    def words_around(self, index: int) -> frozenset[str]:
        """Return the words of a token's scope in small letters: what is not there needs no look."""
        first = self.scope[index]
        found = self._words_of_scopes.get(first)
        if found is None:
            found = frozenset(self.lower[slice(*self.around(index))])
            self._words_of_scopes[first] = found
        return found

    def has_finite_verb(self, first: int, last: int) -> bool:
        """Return whether one of the tokens ``first`` to ``last`` (exclusive) is a finite verb."""
        return not FINITE_TAGS.isdisjoint(self.tag[first:last])

    def slice(self, first: int, last: int) -> str:
        """Return the text of tokens ``first`` to ``last`` (exclusive) as written; "" of none."""
        if first >= last:
            return ""
        return self.text[self.start[first] - self.offset : self.end[last - 1] - self.offset]

    def root(self, first: int, last: int) -> int:
        """Return the token of the scope that heads most of it."""
        roots = [index for index in range(first, last) if self.head[index] == index]
        return max(roots, key=lambda index: (self.right[index] - self.left[index], -index))

    def depth(self, index: int) -> int:
        """Return the number of heads above a token."""
        steps = 0
        while self.head[index] != index and steps < 50:
            index = self.head[index]
            steps += 1
        return steps


def _columns(doc: Doc, attributes: list[int | str]) -> list[list[str]]:
    """Return attributes of all tokens, a list each; each distinct text is looked up once."""
    strings, table = doc.vocab.strings, doc.to_array(attributes).T.tolist()
    names = {key: strings[key] for key in {key for column in table for key in column}}
    return [[names[key] for key in column] for column in table]


def _text(doc: Doc, words: Sequence[str]) -> str:
    """Return the text of a document, for which spaCy makes an object of each token."""
    spaced: list[int] = doc.to_array(["SPACY"]).tolist()
    return "".join(f"{word} " if space else word for word, space in zip(words, spaced, strict=True))


def _lower(word: str) -> str:
    """Return a word in lower case, with a straight apostrophe: "n't" of "isn’t"."""
    return word.lower().translate(_STRAIGHT)


def token_starts(doc: Doc, offset: int) -> list[int]:
    """Return where each token starts in the canonical text, in which the chunk starts at offset."""
    starts: list[int] = (doc.to_array(["IDX"]).astype("int64") + offset).tolist()
    return starts


def token_range(starts: Sequence[int], start: int, end: int) -> Scope:
    """Return the tokens that start in the character span ``start`` to ``end``."""
    return bisect.bisect_left(starts, start), bisect.bisect_left(starts, end)
