"""A mention as it is written: its tokens, the word that heads it, how its author marked it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, PRONOUN_TAGS, VERB_TAGS, Tree
from graphwright.tables.documents import MarkKind

_BEFORE = PRONOUN_TAGS | {"PDT"}
_SMALL_TAGS = frozenset({"IN", "TO", "CC", "DT", "PRP$", "HYPH", "POS"})
"""Words that are written small in titles, too."""


@dataclasses.dataclass(frozen=True, slots=True)
class WrittenName:
    """Tokens ``first`` to ``last`` (exclusive) of a chunk, without a determiner before them.

    ``head`` is the token that stands for them. ``mark`` is the ``MarkKind`` of a span that the
    author marked and that is these tokens, or empty. ``in_heading``: whether a title or heading
    holds them. ``text`` is what is written, with a determiner where there is one.
    """

    tree: Tree
    first: int
    last: int
    head: int
    text: str
    mark: str
    in_heading: bool

    @property
    def tokens(self) -> range:
        """Return the positions of its tokens."""
        return range(self.first, self.last)

    @property
    def tags(self) -> list[str]:
        """Return the part of speech of each token, in the Penn Treebank's names."""
        return self.tree.tag[self.first : self.last]

    @property
    def lower(self) -> list[str]:
        """Return its words in lower case."""
        return self.tree.lower[self.first : self.last]

    @property
    def is_single(self) -> bool:
        """Return whether it is one word."""
        return self.last - self.first == 1

    @property
    def is_titled(self) -> bool:
        """Return whether a heading holds it, or it is a link, whose text often is a heading."""
        return self.in_heading or self.mark == MarkKind.LINK

    @property
    def is_sentence_cased(self) -> bool:
        """Return whether it is several words, of which the first alone has a capital."""
        word = self.tree.words[self.first]
        cased = word[0].isupper() and word[1:].islower()
        return cased and not self.is_single and not self.starts_name

    @property
    def is_capitalised(self) -> bool:
        """Return whether all its words but the joining ones start with a capital."""
        tree = self.tree
        own = [i for i in self.tokens if tree.words[i][0].isalpha()]
        large = [i for i in own if tree.tag[i] not in _SMALL_TAGS] or own
        return bool(large) and all(tree.words[i][0].isupper() for i in large)

    @property
    def starts_name(self) -> bool:
        """Return whether its first word has the capital of a name, and not that of a sentence."""
        words = self.tree.words
        later = any(words[i][0].isupper() for i in range(self.first + 1, self.last))
        return words[self.first][0].isupper() and (later or self.is_single)

    def before(self) -> int | None:
        """Return the token before it, its determiners passed over; None at the start."""
        index = self.first - 1
        while index >= 0 and (self.tree.tag[index] in _BEFORE or self.tree.words[index] in "\"'“"):
            index -= 1
        return index if index >= 0 else None

    def behind_head(self) -> Iterator[int]:
        """Yield its tokens behind the head."""
        yield from range(self.head + 1, self.last)


def written_name(
    tree: Tree, tokens: tuple[int, int], text: str, mark: str, *, in_heading: bool
) -> WrittenName | None:
    """Return the mention at some tokens; None where there are none."""
    first, last = tokens
    while first < last - 1 and tree.tag[first] in _BEFORE:
        first += 1
    while last - 1 > first and not any(sign.isalnum() for sign in tree.words[last - 1]):
        last -= 1
    if first >= last:
        return None
    head = _head(tree, first, last)
    return WrittenName(tree, first, last, head, text, mark, in_heading)


def _head(tree: Tree, first: int, last: int) -> int:
    """Return the token that governs a span: of several a verb at its start, else the first noun."""
    tops = [i for i in range(first, last) if not first <= tree.head[i] < last or tree.head[i] == i]
    real = [i for i in tops if tree.words[i][0].isalnum()] or tops or [first]
    if len(real) == 1 or (real[0] == first and tree.tag[first] in VERB_TAGS):
        return real[0]
    end = next((i for i in range(real[0], last) if _joins(tree, i)), last)
    nouns = [i for i in range(first, end) if tree.tag[i] in NOUN_TAGS]
    return nouns[-1] if nouns else real[0]


def _joins(tree: Tree, index: int) -> bool:
    return tree.tag[index] in ("IN", "TO", "CC", ",", "-LRB-", ":") or (
        tree.lower[index] in words("condition_marks")
    )
