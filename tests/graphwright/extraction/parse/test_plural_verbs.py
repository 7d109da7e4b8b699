from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from extraction_texts import tree_of

from graphwright.extraction.parse.plural_verbs import (
    make_verb,
    repair_described_cell,
    repair_plural_behind_governed,
)
from graphwright.extraction.parse.repair import repair
from graphwright.extraction.standalone import read_texts

DATA = Path(__file__).parents[4] / "benchmarks" / "data"

READ = [
    ("The scanner prints labels.", ("scanner", "print", "labels")),
    ("The clerk posts invoices in March.", ("clerk", "post", "invoices")),
    ("The clerk in Berlin posts invoices.", ("clerk", "post", "invoices")),
    ("The portal lists suppliers.", ("portal", "list", "suppliers")),
    ("The hospital charts patient weights.", ("hospital", "chart", "patient weights")),
    ("The backup job copies files every night.", ("backup job", "copy", "files")),
    ("The dispatcher assigns drivers to trucks.", ("dispatcher", "assign", "drivers")),
    ("The node forwards messages to peers.", ("node", "forward", "messages")),
    ("Machine 7 cuts plates.", ("Machine 7", "cut", "plates")),
    ("Server 22 hosts the portal.", ("Server 22", "host", "portal")),
    ("Pump 12 moves the water.", ("Pump 12", "move", "water")),
    ("Pump 101 feeds boiler 4.", ("Pump 101", "feed", "boiler 4")),
]


@pytest.mark.parametrize(("sentence", "fact"), READ)
def test_a_verb_that_is_spelt_like_a_plural(extract, sentence, fact):
    assert fact in extract(sentence).facts


def _rows(name):
    with (DATA / name).open(encoding="utf-8", newline="") as lines:
        kept = (line for line in lines if not line.startswith("#"))
        return list(csv.DictReader(kept, delimiter="\t", quoting=csv.QUOTE_NONE))


def _facts(nlp, texts):
    return [
        [(t.subject, t.predicate, t.object) for t, _ in text.triples(nlp.vocab)]
        for text in read_texts(nlp, texts)
    ]


@pytest.mark.parametrize("half", ["develop", "confirm"])
def test_most_short_sentences_give_their_fact(nlp, half):
    rows = [row for row in _rows("short_sentences.tsv") if row["half"] == half]
    facts = _facts(nlp, [row["sentence"] for row in rows])
    read = sum(
        (row["subject"], row["predicate"], row["object"]) in found
        for row, found in zip(rows, facts, strict=True)
    )
    assert len(rows) == 100
    assert read >= 85


def test_a_plural_that_is_a_noun_stays_one(nlp):
    rows = _rows("plural_names.tsv")
    facts = _facts(nlp, [row["text"] for row in rows])
    assert len(rows) > 100
    for row, found in zip(rows, facts, strict=True):
        assert sorted(map(list, found)) == sorted(json.loads(row["triples"])), row["text"]


NOT_READ = [
    "Role collections group authorizations for resources and services.",
    "Child applications inherit configurations from the parent.",
    "This is only available for textbox callouts, not for custom shapes callouts.",
]


@pytest.mark.parametrize("sentence", NOT_READ)
def test_no_plural_in_front_of_the_verb_is_one(extract, sentence):
    said = {word for _, predicate, _ in extract(sentence).facts for word in predicate.split()}
    assert not said & {"collection", "application", "shape"}


LEMMAS = [
    ("posts", "post"), ("copies", "copy"), ("ties", "tie"), ("matches", "match"),
    ("caches", "cache"), ("reaches", "reach"), ("attaches", "attach"), ("fixes", "fix"),
    ("pushes", "push"), ("processes", "process"), ("routes", "route"), ("issues", "issue"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "lemma"), LEMMAS)
def test_the_lemma_of_a_verb(word, lemma):
    tree = tree_of([word], ["NNS"], ["ROOT"], [0])
    make_verb(tree, 0)
    assert (tree.tag[0], tree.lemma[0]) == ("VBZ", lemma)


UNCHANGED = [
    # An author's plural with a singular verb: nothing tells which of the two is meant.
    (["These", "user", "rules", "limits", "it"], ["DT", "NN", "NNS", "VBZ", "PRP"],
     ["det", "compound", "nsubj", "ROOT", "dobj"], [2, 2, 3, 3, 3]),
    (["The", "cloud", "settings", "depends", "on", "it"], ["DT", "NN", "NNS", "VBZ", "IN", "PRP"],
     ["det", "compound", "nsubj", "ROOT", "prep", "pobj"], [2, 2, 3, 3, 3, 4]),
    # A name without a full stop, and a mass noun.
    (["Order", "price", "lists"], ["NN", "NN", "NNS"], ["compound", "compound", "ROOT"], [2, 2, 2]),
    (["The", "office", "sales", "figures", "."], ["DT", "NN", "NNS", "NNS", "."],
     ["det", "compound", "compound", "ROOT", "punct"], [3, 2, 3, 3, 3]),
    (["Order", "12", "moves"], ["VB", "CD", "NNS"], ["ROOT", "nummod", "dobj"], [0, 2, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("words", "tags", "deps", "heads"), UNCHANGED)
def test_what_may_be_right_stays(words, tags, deps, heads):
    tree = tree_of(words, tags, deps, heads)
    repair(tree, 0, len(words))
    assert (tree.tag, tree.dep, tree.head) == (tags, deps, heads)


@pytest.mark.parametrize(("mark", "tag"), [("dep", "NNS"), ("mark", "VBZ")])
def test_a_plural_that_nothing_joins_ends_the_name_behind_a_preposition(mark, tag):
    tree = tree_of(
        ["meant", "for", "the", "guest", "accounts", "as"],
        ["VBN", "IN", "DT", "NN", "VBZ", "IN"],
        ["ROOT", "prep", "det", "pobj", "conj", mark],
        [0, 0, 3, 1, 0, 4],
    )
    repair_plural_behind_governed(tree, 0, 6)
    assert tree.tag[4] == tag
    assert (tree.dep[3] == "compound") == (tag == "NNS")


@pytest.mark.parametrize(("tag", "verb"), [("NN", 0), ("NNS", 3)])
def test_the_first_word_of_a_description_is_the_verb_that_agrees(tag, verb):
    tree = tree_of(
        ["Displays", "harbour", "tug", "run", "time"],
        ["NNS", "NN", tag, "VB", "NN"],
        ["nsubj", "compound", "appos", "ROOT", "dobj"],
        [3, 2, 0, 3, 3],
    )
    repair_described_cell(tree, 0, 5)
    assert tree.head[verb] == verb
    assert (tree.dep[4], tree.head[4]) == ("dobj", verb)
