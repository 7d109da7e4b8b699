"""What kind a name is of, told by the words beside it: "the fields *A* and *B*", "the *A* tab".

Names that are told by capitals and signs alone are found by the rule of designations in
``nominal``, which shares what is here.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.marked import joined_names
from graphwright.extraction.reading.phrases import Argument
from graphwright.extraction.reading.sentence import Reading
from graphwright.extraction.rules.candidate import LINEAR, Candidate, Predicate


def kind_of(reading: Reading, index: int, name: Argument) -> Argument:
    """Return a kind with the words that say which ("communication scenario")."""
    tree, first, name_tokens = reading.tree, index, range(name.first, name.last)
    while first - 1 >= reading.first and tree.dep[first - 1] in ("compound", "amod"):
        word = tree.words[first - 1]
        if not word.islower() or word in words("weak_modifiers") or first - 1 in name_tokens:
            break
        if first - 1 in tree.names:
            break  # "the `a` and `b` options": the other name says nothing of the kind
        first -= 1
    if tree.tag[first - 1] == "HYPH" and first - 2 not in tree.names and first - 2 >= reading.first:
        first = first if first - 2 in name_tokens else first - 2  # "self-defined attribute"
    return reading.phrases.trim(index, first, index + 1)


def marked_at(reading: Reading, index: int) -> Argument | None:
    """Return the name that the author marked at a token of the scope, or None."""
    name = reading.tree.names.get(index)
    inside = name is not None and reading.first <= index < reading.last
    return Argument(name.head, name.first, name.last) if name is not None and inside else None


def marked_kinds(reading: Reading, index: int) -> Iterator[Candidate]:
    """ "the fields *A* and *B*", "the *A* and *B* tabs" -> (A, be, fields), (B, be, tabs)."""
    tree = reading.tree
    if tree.tag[index] != "NNS" or tree.lemma[index] not in words("designators"):
        return
    names = joined_names(tree, index, reading.first, -1) or joined_names(
        tree, index, reading.last, 1
    )
    start = tree.start[reading.first]
    for name in names if len(names) > 1 else ():  # "`Pod` events" are not what "Pod" is
        argument = Argument(name.head, name.first, name.last)
        yield Candidate(
            "designation",
            argument,
            Predicate("be", start, start, index),
            kind_of(reading, index, argument),
            extractor=LINEAR,
            flags=reading.flags_at(argument.head),
        )
