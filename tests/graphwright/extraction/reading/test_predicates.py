"""What a predicate says of itself beside its text: what is done, and whether it is a fact yet."""

from __future__ import annotations

import pytest

from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.phrases import Phrases
from graphwright.extraction.reading.predicates import verb_predicate
from graphwright.extraction.reading.scope import ScopeReading


@pytest.mark.parametrize(
    ("text", "verb", "predicate", "act", "intended"),
    [
        ("The clerk deletes the file.", "deletes", "delete", "delete", False),
        ("The clerk wants to delete the file.", "delete", "want to delete", "delete", False),
        ("The clerk has the right to delete the file.", "delete", "be to delete", "delete", True),
    ],
)
def test_what_is_done_is_carried_with_the_predicate(nlp, text, verb, predicate, act, intended):
    doc = nlp(text)
    tree = Tree(doc, 0, [(0, len(doc))])
    tree.link()
    reading = ScopeReading(tree, Phrases(tree), 0, len(doc))
    (clause,) = [c for c in reading.clauses if tree.words[c.verb] == verb]
    found = verb_predicate(tree, clause)
    assert (found.text, found.act, found.intended) == (predicate, act, intended)


def test_the_prepositions_that_end_a_predicate_are_known(nlp):
    doc = nlp("The service runs on the cluster.")
    tree = Tree(doc, 0, [(0, len(doc))])
    tree.link()
    reading = ScopeReading(tree, Phrases(tree), 0, len(doc))
    preposition = tree.words.index("on")
    assert verb_predicate(tree, reading.clauses[0], tail=[preposition]).tail == (preposition,)


def test_a_preposition_in_front_is_no_part_of_what_is_written(nlp):
    doc = nlp("In 1990, the service moved to Oslo.")
    tree = Tree(doc, 0, [(0, len(doc))])
    tree.link()
    reading = ScopeReading(tree, Phrases(tree), 0, len(doc))
    found = verb_predicate(tree, reading.clauses[0], tail=[tree.words.index("In")])
    assert (found.text, doc.text[found.start : found.end]) == ("move in", "moved")
