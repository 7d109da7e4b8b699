from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "fact", "negated"),
    [
        ("The box holds pens but no ink.", ("box", "hold", "pens"), False),
        ("The box holds pens but no ink.", ("box", "hold", "ink"), True),
        ("The box holds no pens but ink.", ("box", "hold", "ink"), False),
        ("The lid keeps dust from entering the lens.", ("dust", "enter", "lens"), True),
        ("Guests are barred from entering the vault.", ("Guests", "enter", "vault"), True),
        ("The note was sent to no client.", ("note", "be sent to", "client"), True),
        ("The key lies in the drawer, not in the safe.", ("key", "lie in", "drawer"), False),
        ("The house is no better than the barn.", ("house", "be better than", "barn"), True),
    ],
)  # fmt: skip
def test_a_denial_beside_the_verb_negates_what_it_is_about(extract, text, fact, negated):
    assert extract(text).triple(*fact).negated is negated


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("The letter does not say that the bank owns the house.", ("bank", "own", "house")),
        ("We have no evidence that the firm sold the patent.", ("firm", "sell", "patent")),
        ("The tool writes no files that hold macros.", ("files", "hold", "macros")),
        ("The page has no link to the shop.", ("link", "to", "shop")),
        ("The clerk works without opening the mail and reading the notes.",
         ("clerk", "read", "notes")),
        ("The lock does not keep thieves from opening the door.", ("thieves", "open", "door")),
        ("The event is not enabled for logging in the system.", ("event", "log in", "system")),
        ("The agency denies that the plant emits dust.", ("plant", "emit", "dust")),
        ("The owner rents the flat instead of the house.", ("owner", "rent", "house")),
    ],
)  # fmt: skip
def test_what_a_denial_leaves_open_is_no_triple(extract, text, never):
    assert never not in extract(text).facts


def test_what_the_noun_surely_names_keeps_its_facts(extract):
    found = extract("The tool does not write the files that hold the macros.")
    assert not found.triple("files", "hold", "macros").negated


def test_too_much_for_something_stands_in_the_predicate(extract):
    found = extract("The boy is too young to drive the tractor.")
    assert found.triple("boy", "be too young to drive", "tractor").negated is False
