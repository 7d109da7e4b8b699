"""Repairs of clauses to which a small parser gives the noun before their conjunction.

``repair`` lists these with all others, and applies them.
"""

from __future__ import annotations

from graphwright.extraction.parse.needs import needs
from graphwright.extraction.parse.tree import NOUN_TAGS, VERB_TAGS, Tree

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})


@needs({"mark"})
def repair_subject_before_mark(tree: Tree, first: int, last: int) -> None:
    """ "This allows the import after the system is added": "after" starts what has its own subject.

    The noun before it is the object of the verb before that.
    """
    for mark in range(first + 2, last - 1):
        verb = tree.head[mark]
        if tree.dep[mark] != "mark" or verb <= mark or tree.dep[verb] != "ccomp":
            continue
        above = tree.head[verb]
        subjects = [i for i in range(first, verb) if tree.head[i] == verb and _is_subject(tree, i)]
        if len(subjects) != 2 or not above < subjects[0] < mark < subjects[1]:
            continue
        if tree.tag[above] not in VERB_TAGS or tree.tag[subjects[0]] not in NOUN_TAGS:
            continue
        tree.dep[subjects[0]], tree.head[subjects[0]] = "dobj", above
        tree.dep[verb] = "advcl"


def _is_subject(tree: Tree, index: int) -> bool:
    return tree.dep[index] in _SUBJECTS
