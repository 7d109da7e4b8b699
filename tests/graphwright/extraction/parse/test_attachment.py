from __future__ import annotations

import pytest
from extraction_texts import tree_of

from graphwright.extraction.parse.attachment import repair_attachment


def _heads(words: list[str], tags: list[str], deps: list[str], heads: list[int]) -> list[int]:
    tree = tree_of(words, tags, deps, heads)
    repair_attachment(tree, 0, len(words))
    return tree.head


@pytest.mark.parametrize(
    ("sentence", "holder"),
    [
        ("traffic goes from gateway to workload", "goes"),
        ("traffic goes from access to workload", "access"),  # what takes "to" itself keeps it
        ("traffic comes in turn to users", "comes"),
        ("traffic comes in addition to users", "addition"),
        ("tools combine in memory with data", "combine"),
        ("tools run in memory with data", "memory"),
        ("tools adjust for clerk with variable", "adjust"),
        ("tools adjust for clerk with glasses", "clerk"),
        ("tools keep in folder for day", "keep"),
        ("tools keep in allowance for day", "keep"),
    ],
)
def test_phrase_behind_a_phrase_hangs_on_what_takes_it(sentence, holder):
    words = sentence.split()
    tags = ["NN", "VBP", "IN", "NN", "IN", "NN"]
    deps = ["nsubj", "ROOT", "prep", "pobj", "prep", "pobj"]
    heads = _heads(words, tags, deps, [1, 1, 1, 2, 3, 4])
    assert words[heads[4]] == holder


def test_verb_keeps_one_phrase_with_a_preposition():
    words = ["clerks", "assign", "to", "team", "to", "project"]
    tags = ["NN", "VBP", "IN", "NN", "IN", "NN"]
    deps = ["nsubj", "ROOT", "prep", "pobj", "prep", "pobj"]
    assert _heads(words, tags, deps, [1, 1, 1, 2, 3, 4])[4] == 3


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("To use the service, you enable it, which creates an audit log.", False),
        ("The connector caches the records, which reduces the network traffic.", False),
        ("The limit is 5, which means that the clerk needs a second approval.", False),
        ("The connector caches records, which hold the customer names.", True),
        ("The service collects usage data, which belongs to the customer.", True),
        ("The role contains the set of filters, which holds the customer names.", True),
    ],
)
def test_a_clause_that_fits_no_noun_speaks_of_the_sentence(extract, sentence, told):
    facts = {predicate for _, predicate, _ in extract(sentence).facts}
    assert told != facts.isdisjoint({"create", "reduce", "hold", "belong to", "mean that"})


@pytest.mark.parametrize(
    ("sentence", "joined"),
    [
        ("The council meets in April and in October.", ("council", "meet in", "October")),
        (
            "The gate gives access to the yard and to the barn.",
            ("gate", "provide access to", "barn"),
        ),
        ("The form is signed by the clerk and by the auditor.", ("auditor", "sign", "form")),
    ],
)
def test_a_joined_preposition_belongs_to_what_the_first_belongs_to(extract, sentence, joined):
    assert joined in extract(sentence).facts


def test_a_preposition_that_is_set_against_the_first_is_not_joined_to_it(extract):
    facts = extract("The letter is sent not by fax and by mail.").facts
    assert ("letter", "be sent by", "mail") not in facts
