"""One sentence or table cell of a parse with everything that the rules ask of it."""

from __future__ import annotations

from functools import cached_property

from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.clause import Clause
from graphwright.extraction.reading.clauses import ClauseFinder
from graphwright.extraction.reading.denial import is_any, is_none
from graphwright.extraction.reading.flags import NO_FLAGS, FlagReader, Flags
from graphwright.extraction.reading.phrases import Phrases

_CODE = frozenset({"{", "}", "=>", "==", "{{", "}}", "};", "[]"})
_LONG = 40
"""More tokens than this make a sentence long."""


class ScopeReading:
    """What is read in one scope: its phrases, clauses and flags, each found once."""

    def __init__(self, tree: Tree, phrases: Phrases, first: int, last: int) -> None:
        self.tree = tree
        self.phrases = phrases
        self.first = first
        self.last = last
        self.finder = ClauseFinder(tree, phrases)
        self.flags = FlagReader(tree, phrases)
        self.clauses = self.finder.all(first, last)

    @cached_property
    def words(self) -> list[str]:
        """The words of the scope, as written."""
        return self.tree.words[self.first : self.last]

    @cached_property
    def is_long(self) -> bool:
        """Whether the scope has more than 40 tokens."""
        return len(self.words) > _LONG

    @cached_property
    def holds_code(self) -> bool:
        """Whether braces or arrows of a program stand in the scope."""
        return not _CODE.isdisjoint(self.words)

    @cached_property
    def is_title(self) -> bool:
        """Whether most words are written with a capital, as in a heading."""
        long = [word for word in self.words if word[0].isalpha()]
        return len(long) > 5 and sum(word[0].isupper() for word in long) > 0.6 * len(long)

    def attribution_at(self, index: int) -> Flags:
        """Return who says what the clause of a token says, and no other flag of that clause."""
        clause = self._clause_at(index)
        return NO_FLAGS if clause is None else Flags(attribution=self.flags.of(clause).attribution)

    def is_denied_at(self, noun: int) -> bool:
        """Return whether there may be none of what a noun names: "no link", "has not a link"."""
        if is_none(self.tree, self.phrases, noun):
            return True
        if not is_any(self.tree, noun):
            return False
        clause = self._clause_at(noun)
        if clause is None or noun < clause.verb:
            return False
        flags = self.flags.of(clause)
        return flags.negated or flags.unstated

    def _clause_at(self, index: int) -> Clause | None:
        """Return the clause that a token stands in."""
        while True:
            clause = self.finder.of(index)
            if clause is not None or self.tree.head[index] == index:
                return clause
            index = self.tree.head[index]
