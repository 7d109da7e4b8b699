"""The rule of examples: what a text names as one of a kind, "databases such as HANA".

All other rules over noun phrases are in ``nominal``.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.candidates import LINEAR, Candidate
from graphwright.extraction.predicates import spanned
from graphwright.extraction.reading import Reading
from graphwright.extraction.tree import Tree

_PLURALS = frozenset({"NNS", "NNPS"})


def examples(reading: Reading, index: int) -> Iterator[Candidate]:
    """ "databases such as HANA and Oracle" -> (HANA, be, databases), (Oracle, be, databases)."""
    tree, phrases = reading.tree, reading.phrases
    first = _start_of_lead(tree, index)
    member = tree.first(index, "pobj")
    if first is None or member is None or not phrases.is_nominal(tree.head[index]):
        return
    kind = phrases.of(tree.head[index])
    if kind.last > first:
        return
    beside, like = kind.last == first, tree.lower[index] == "like"
    if like and not beside:
        return  # "the games that we play like children"
    marks = ("by_like",) if like else ("such_beside",) if beside else ()
    predicate = spanned(tree, "be", list(range(first, index + 1)), index)
    for name in phrases.joined(member):
        flags = reading.flags_at(name.head)
        yield Candidate(
            "example", name, predicate, kind, extractor=LINEAR, flags=flags, marks=marks
        )


def _start_of_lead(tree: Tree, index: int) -> int | None:
    """Return where "such as", ", including" or "like" starts that leads to examples, or None."""
    if tree.dep[index] != "prep":
        return None
    such, word = tree.first(index, "amod"), tree.lower[index]
    if word == "as" and such is not None and tree.lower[such] == "such":
        return min(such, index)
    included = word == "including" and index > 0 and tree.words[index - 1] == ","
    plural = tree.tag[tree.head[index]] in _PLURALS  # "the event, including its date": parts
    return index if plural and (included or word == "like") else None
