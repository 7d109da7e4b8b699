"""Names whose last noun the parser takes for an adjective, a participle or a verb."""

from __future__ import annotations

import pytest
from extraction_texts import tree_of

from graphwright.extraction.parse.last_nouns import (
    repair_noun_read_as_adjective,
    repair_noun_read_as_clause,
    repair_noun_read_as_gerund,
)


@pytest.mark.parametrize(
    ("word", "verb", "head"),
    [
        ("token", "copies", 3),
        ("possible", "copies", 2),  # "the value possible"
        ("intact", "copies", 2),
        ("token", "keeps", 2),  # "keeps the access open": may be made so
    ],
)
def test_a_bare_adjective_behind_its_noun_is_a_noun(word, verb, head):
    tree = tree_of(
        [verb, "the", "access", word],
        ["VBZ", "DT", "NN", "JJ"],
        ["ROOT", "det", "dobj", "amod"],
        [0, 2, 0, 2],
    )
    tree.lemma[0] = verb.removesuffix("s").replace("copie", "copy")
    repair_noun_read_as_adjective(tree, 0, 4)
    (object_,) = [i for i in range(4) if tree.dep[i] == "dobj"]
    assert object_ == head
    assert tree.head[1] == head


def test_an_adjective_that_goes_on_stays_one():
    tree = tree_of(
        ["copies", "the", "access", "token", "to", "it"],
        ["VBZ", "DT", "NN", "JJ", "IN", "PRP"],
        ["ROOT", "det", "dobj", "amod", "prep", "pobj"],
        [0, 2, 0, 2, 3, 4],
    )
    repair_noun_read_as_adjective(tree, 0, 6)
    assert tree.tag[3] == "JJ"


@pytest.mark.parametrize(
    ("behind", "tag", "noun"),
    [(".", ".", True), ("and", "CC", True), ("to", "IN", False), ("?", ".", False)],
)
def test_a_participle_that_governs_nothing_is_a_noun(behind, tag, noun):
    tree = tree_of(
        ["open", "the", "service", "binding", behind, "x"],
        ["VB", "DT", "NN", "VBG", tag, "NN"],
        ["ROOT", "det", "dobj", "acl", "punct", "dep"],
        [0, 2, 0, 2, 0, 0],
    )
    repair_noun_read_as_gerund(tree, 0, 6)
    assert (tree.dep[3] == "dobj") is noun


def test_a_participle_with_an_object_stays_one():
    tree = tree_of(
        ["open", "the", "file", "containing", "keys", "."],
        ["VB", "DT", "NN", "VBG", "NNS", "."],
        ["ROOT", "det", "dobj", "acl", "dobj", "punct"],
        [0, 2, 0, 2, 3, 0],
    )
    repair_noun_read_as_gerund(tree, 0, 6)
    assert tree.dep[3] == "acl"


@pytest.mark.parametrize(
    ("verb", "between", "noun"),
    [
        ("download", ["the", "DT", "det"], True),
        ("ensure", ["the", "DT", "det"], False),  # "ensure the change logs ..." may be a clause
        ("download", ["what", "WP", "det"], False),
    ],
)
def test_a_clause_that_its_verb_cannot_have_is_a_name(verb, between, noun):
    word, tag, dep = between
    tree = tree_of(
        [verb, word, "change", "logs", "for", "users", "."],
        ["VB", tag, "NN", "VBZ", "IN", "NNS", "."],
        ["ROOT", dep, "nsubj", "ccomp", "prep", "pobj", "punct"],
        [0, 2, 3, 0, 3, 4, 0],
    )
    repair_noun_read_as_clause(tree, 0, 7)
    assert (tree.dep[3] == "dobj") is noun
    assert (tree.dep[2] == "compound") is noun


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "The registration token is valid for 7 days.",
            ("registration token", "be valid for", "7 days"),
        ),
        (
            "In a service binding with new sections, the data is stored in the vault.",
            ("data", "be stored in", "vault"),
        ),
        (
            "Client applications need an access token.",
            ("Client applications", "need", "access token"),
        ),
    ],
)
def test_the_name_is_whole(extract, text, fact):
    assert fact in extract(text).facts
