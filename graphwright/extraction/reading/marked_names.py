"""Whether what is read is a name that the author marked, all of it, or only a part of one."""

from __future__ import annotations

from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.predicates import Predicate


def is_marked(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument is a marked name, all of it and nothing else."""
    name = tree.names.get(argument.first)
    return name is not None and (name.first, name.last) == (argument.first, argument.last)


def splits_marked(tree: Tree, argument: Argument) -> bool:
    """Return whether an argument starts or ends inside a marked name."""
    starts, ends = tree.names.get(argument.first), tree.names.get(argument.last - 1)
    return (starts is not None and starts.first < argument.first) or (
        ends is not None and ends.last > argument.last
    )


def takes_marked_as_verb(tree: Tree, predicate: Predicate) -> bool:
    """Return whether the words of a predicate start inside a marked name."""
    name = tree.names.get(predicate.anchor) if predicate.start < predicate.end else None
    if name is None:
        return False
    return tree.start[name.first] <= predicate.start < tree.end[name.last - 1]
