"""A window of a parse as plain lists: what coreferee reads of a Token, without Token objects.

Indexes are those of the window. What the rules make of the words is in ``grammar`` and ``pairs``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from spacy.tokens import Doc

_COLUMNS = ("ORTH", "LEMMA", "TAG", "POS", "DEP", "ENT_TYPE", "MORPH")


class Words:
    """The words of a window of whole sentences, ``doc[start:end]``."""

    def __init__(self, doc: Doc, start: int, end: int) -> None:
        columns = doc.to_array([*_COLUMNS, "HEAD", "SENT_START"])[start:end]
        read = _reader(doc)
        self.count = end - start
        self.orth: list[int] = columns[:, 0].tolist()
        self.text, self.lemma, self.tag, self.pos, self.dep, self.ent_type, morphs = (
            [read(key) for key in columns[:, position].tolist()]
            for position in range(len(_COLUMNS))
        )
        self.morphs = [morph_features(morph) for morph in morphs]
        self.number = [morph_values(morph, "Number") for morph in morphs]
        self.gender = [morph_values(morph, "Gender") for morph in morphs]
        offsets = columns[:, 7].astype(np.int64)
        self.head: list[int] = (np.arange(self.count) + offsets).tolist()
        starts = columns[:, 8] == 1
        if self.count:
            starts[0] = True
        self.sentence: list[int] = (np.cumsum(starts) - 1).tolist()
        self.sentence_starts: list[int] = [*np.flatnonzero(starts).tolist(), self.count]
        self.children = self._children()
        self._ancestors: list[tuple[int, ...] | None] = [None] * self.count
        self._subtrees: dict[int, tuple[int, ...]] = {}

    def ancestors(self, index: int) -> tuple[int, ...]:
        """Return the heads above a word, the nearest first."""
        found = self._ancestors[index]
        if found is None:
            head = self.head[index]
            found = () if head == index else (head, *self.ancestors(head))
            self._ancestors[index] = found
        return found

    def subtree(self, index: int) -> tuple[int, ...]:
        """Return a word and all below it, as spaCy orders them: left children, word, right."""
        found = self._subtrees.get(index)
        if found is None:
            children = self.children[index]
            left = [i for child in children if child < index for i in self.subtree(child)]
            right = [i for child in children if child > index for i in self.subtree(child)]
            found = (*left, index, *right)
            self._subtrees[index] = found
        return found

    def span_of_sentence(self, position: int) -> tuple[int, int]:
        """Return the first word of a sentence and the one after its last."""
        return self.sentence_starts[position], self.sentence_starts[position + 1]

    def _children(self) -> list[list[int]]:
        children: list[list[int]] = [[] for _ in range(self.count)]
        for index, head in enumerate(self.head):
            if head != index:
                children[head].append(index)
        return children


def _reader(doc: Doc) -> Callable[[int], str]:
    """Return the text of a key of the string store, each looked up once."""
    strings = doc.vocab.strings
    seen: dict[int, str] = {0: ""}

    def read(key: int) -> str:
        text = seen.get(key)
        if text is None:
            text = seen[key] = strings[key]
        return text

    return read


@functools.lru_cache(maxsize=4096)
def morph_features(morph: str) -> frozenset[str]:
    """Return the single features of a morphology: ``Case=Acc,Nom`` counts as two."""
    pairs = (entry.partition("=") for entry in morph.split("|") if "=" in entry)
    return frozenset(f"{key}={value}" for key, _, values in pairs for value in values.split(","))


@functools.lru_cache(maxsize=4096)
def morph_values(morph: str, key: str) -> tuple[str, ...]:
    """Return the values of a feature of a morphology, () where it has none."""
    for entry in morph.split("|"):
        name, _, values = entry.partition("=")
        if name == key:
            return tuple(values.split(","))
    return ()
