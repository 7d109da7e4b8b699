from __future__ import annotations

import pytest
from extraction_texts import tree_of

from graphwright.extraction.parse.repair import repair
from graphwright.extraction.parse.tree import Tree

SENTENCES = [
    ("The vault stores passwords.", {("vault", "store", "passwords")}),
    (
        "The gateway exposes services, routes requests and caches answers.",
        {
            ("gateway", "expose", "services"),
            ("gateway", "route", "requests"),
            ("gateway", "cache", "answers"),
        },
    ),
    (
        "Halvorn Valves makes valves, actuators and flow meters.",
        {
            ("Halvorn Valves", "make", "valves"),
            ("Halvorn Valves", "make", "actuators"),
            ("Halvorn Valves", "make", "flow meters"),
        },
    ),
]


@pytest.mark.parametrize(("sentence", "facts"), SENTENCES)
def test_verbs_and_nouns_taken_for_each_other(extract, sentence, facts):
    assert extract(sentence).rule("object") == facts


def repaired(words: list[str], tags: list[str], deps: list[str], heads: list[int]) -> Tree:
    tree = tree_of(words, tags, deps, heads)
    repair(tree, 0, len(words))
    tree.link()
    return tree


def test_an_order_whose_verb_was_taken_for_a_name():
    tree = repaired(
        ["Delete", "the", "file"], ["NNP", "DT", "NN"], ["ROOT", "det", "dobj"], [0, 2, 0]
    )
    assert (tree.tag[0], tree.lemma[0]) == ("VB", "delete")


def test_a_verb_with_subject_and_object_that_was_taken_for_a_plural():
    tree = repaired(
        ["Clerks", "and", "Lee", "posts", "bills"],
        ["NNS", "CC", "NNP", "NNS", "NNS"],
        ["nsubj", "cc", "conj", "ROOT", "dobj"],
        [3, 0, 0, 3, 3],
    )
    assert (tree.tag[3], tree.lemma[3]) == ("VBZ", "post")


REPAIRED = [
    (
        "This wrapper library handles datasource creation in multitenancy mode.",
        ("wrapper library", "handle", "datasource creation"),
    ),
    (
        "The UUID contained in the response identifies the instance.",
        ("UUID", "identify", "instance"),
    ),
    (
        "The service user selected in the migration tool is automatically set as the owner.",
        ("service user", "be selected in", "migration tool"),
    ),
    ("Choose Create to save the filter.", ("Create", "be used to save", "filter")),
    (
        "The email address is used as the user identifier for the global account.",
        ("email address", "be used as", "user identifier"),
    ),
    (
        "Use filters to drop unwanted telemetry data.",
        ("filters", "be used to drop", "unwanted telemetry data"),
    ),
    (
        "In case of a failure, download the report created for the initial version.",
        ("report", "be created for", "initial version"),
    ),
    (
        "The parameter sc_name passed to this API needs to be the name of the repository.",
        ("parameter sc_name", "be passed to", "API"),
    ),
    ("Storytelling relies on imagery.", ("Storytelling", "rely on", "imagery")),
    ("The history of chess dates back to Rome.", ("history of chess", "date back to", "Rome")),
]


@pytest.mark.parametrize(("sentence", "fact"), REPAIRED)
def test_repaired_parses(extract, sentence, fact):
    assert fact in extract(sentence).facts


@pytest.mark.parametrize(
    "sentence",
    ["The customer relations manager.", "The sales figures.", "The operating systems course."],
)
def test_a_name_stays_a_name(extract, sentence):
    assert not extract(sentence).triples


def test_a_first_verb_in_the_third_person_is_no_order(extract):
    assert not extract("# Cache\nSupports private registries.\n").rule("instruction")


def test_a_noun_behind_to_is_no_infinitive(extract):
    found = extract("The clerk maps user groups to role collections.")
    assert ("clerk", "map to", "role collections") in found.facts


def test_what_no_comma_parts_from_its_verb_is_the_subject(extract):
    text = "In the Northwind, Cloud Foundry environment, the hard limit for open files is 32,768."
    facts = extract(text).facts
    assert ("hard limit", "be", "32,768") in facts


def test_a_plural_that_was_taken_for_a_verb_under_an_order():
    tree = repaired(
        ["Assign", "the", "restriction", "fields", "to", "a", "type"],
        ["VB", "DT", "NN", "VBZ", "IN", "DT", "NN"],
        ["ROOT", "det", "dobj", "dobj", "prep", "det", "pobj"],
        [0, 2, 0, 0, 3, 6, 4],
    )
    assert (tree.tag[3], tree.dep[2], tree.head[2]) == ("NNS", "compound", 3)


def test_a_third_person_that_was_taken_for_a_name_orders_nobody():
    tree = repaired(
        ["Displays", "the", "file"], ["NNPS", "DT", "NN"], ["ROOT", "det", "dobj"], [0, 2, 0]
    )
    assert (tree.tag[0], tree.lemma[0]) == ("VBZ", "display")


def test_version_before_a_number_is_no_verb(extract):
    facts = extract("Migrate the rule to version v2.").facts
    assert not {fact for fact in facts if fact[1].endswith("to version")}
    assert ("rule", "be migrated to", "version v2") in facts


def test_a_past_form_without_an_object_describes_the_subject(extract):
    facts = extract("Boats enabled on your trial account may not be valid for your trial.").facts
    assert not {fact for fact in facts if fact[1] == "enable on"}
    assert ("Boats", "be enabled on", "trial account") in facts


def test_what_is_there_for_an_act_does_not_do_it(extract):
    text = "Methods are available for plain values, lists of values, and for using a table."
    assert not {fact for fact in extract(text).facts if fact[1] == "use"}
