"""What a repair needs to find in a scope, declared beside the repair: without it none is asked.

Most scopes lack what most repairs look for, and to walk over the tokens of a scope for each of a
hundred repairs costs far more than all that they mend.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable

from graphwright.extraction.parse.tree import Tree

Shown = str | tuple[str, str]
"""What a token shows: its tag, its relation, both in this order, or its word in small letters."""

Mend = Callable[[Tree, int, int], None]
"""A function that mends the tokens ``first`` to ``last`` (exclusive) of a tree, in place."""


@dataclasses.dataclass(frozen=True, slots=True)
class Repair:
    """A repair with what a scope must show for it to have something to mend: one of each set."""

    mend: Mend
    needs: tuple[frozenset[Shown], ...]

    def __call__(self, tree: Tree, first: int, last: int) -> None:
        """Mend a scope, in place."""
        self.mend(tree, first, last)


def needs(*sets: Iterable[Shown]) -> Callable[[Mend], Repair]:
    """Declare that a repair changes nothing where the tokens of a scope show none of a set.

    What stands outside the scope, as the head of one of its tokens may, cannot be asked for.
    """

    def declared(mend: Mend) -> Repair:
        return Repair(mend, tuple(map(frozenset, sets)))

    return declared


def both(tags: Iterable[str], relations: Iterable[str]) -> frozenset[Shown]:
    """Return what a token shows that has one of the tags and one of the relations."""
    return frozenset(itertools.product(tags, relations))


def shown(tree: Tree, first: int, last: int) -> set[Shown]:
    """Return all that the tokens of a scope show."""
    tags, relations = tree.tag[first:last], tree.dep[first:last]
    return {*tags, *relations, *zip(tags, relations, strict=True), *tree.lower[first:last]}
