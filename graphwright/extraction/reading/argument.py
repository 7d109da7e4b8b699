"""An argument of a triple: the tokens of a name, and the one that heads it."""

from __future__ import annotations

import dataclasses

from graphwright.extraction.parse.tree import Tree


@dataclasses.dataclass(frozen=True, slots=True)
class Argument:
    """Tokens ``first`` to ``last`` (exclusive), which name what token ``head`` stands for."""

    head: int
    first: int
    last: int

    @property
    def tokens(self) -> int:
        """Return the number of tokens."""
        return self.last - self.first

    def overlaps(self, other: Argument) -> bool:
        """Return whether the two spans share a token."""
        return self.first < other.last and other.first < self.last


def is_bare(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument is one common noun; an abbreviation ("PO") is a name."""
    head = argument.head
    if argument.last - argument.first != 1 or tree.tag[head] not in ("NN", "NNS"):
        return False
    word = tree.words[head]
    return len(word) == 1 or not word.isupper()
