from __future__ import annotations

import pytest


def test_negation(extract):
    assert extract("The router does not hide the services.").triples[0].negated
    assert extract("The plan contains no invoices.").triples[0].negated
    assert not extract("The plan contains invoices.").triples[0].negated


@pytest.mark.parametrize(
    "text",
    [
        "The second approver must be neither the requester nor the first approver.",
        "The service stores neither passwords nor tokens.",
        "Neither the clerk nor the manager posts invoices.",
        "The report depends on neither the cockpit nor the ledger.",
        "Orders are sent to neither the plant nor the dealer.",
        "The tool does not read files, nor does it write reports.",
    ],
)
def test_neither_and_nor_negate(extract, text):
    found = extract(text)
    assert len(found.triples) == 2
    assert all(triple.negated for triple in found.triples)


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("The gateway does not just store messages.", False),
        ("The limit does not only apply to orders.", False),
        ("The gateway does not store messages.", True),
    ],
)
def test_not_only_adds_and_denies_nothing(extract, text, negated):
    assert [triple.negated for triple in extract(text).triples] == [negated]


def test_either_does_not_negate(extract):
    found = extract("The router uses either the port or the address.")
    assert [triple.negated for triple in found.triples] == [False, False]


def test_modal_verbs(extract):
    assert extract("The clerk may delete invoices.").triples[0].modality == "may"
    assert extract("The clerk deletes invoices.").triples[0].modality is None


def test_a_joined_verb_shares_the_modal_verb(extract):
    found = extract("The clerk must open the ledger and post the invoice.")
    assert found.triple("clerk", "post", "invoice").modality == "must"


def test_what_is_allowed_is_not_stated(extract):
    found = extract("The platform allows developers to build applications.")
    assert found.triple("developers", "build", "applications").modality == "allows"


def test_condition(extract):
    found = extract("If the invoice is late, the clerk sends a reminder.")
    triple = found.triple("clerk", "send", "reminder")
    assert triple.condition == "If the invoice is late"


def test_a_conditional_clause_is_conditional_itself(extract):
    found = extract("If the clerk posts the invoice, the system sends a message.")
    assert found.triple("clerk", "post", "invoice").condition == "If the clerk posts the invoice"


def test_attribution(extract):
    found = extract("Northwind says that the connector supports the protocol.")
    assert found.triple("connector", "support", "protocol").attribution == "Northwind"
    found = extract("According to Maria Lopez, the connector supports the protocol.")
    assert found.triple("connector", "support", "protocol").attribution == "Maria Lopez"


def test_what_names_nobody_says_nothing(extract):
    found = extract("You can tell them that the connector supports the protocol.")
    assert found.triple("connector", "support", "protocol").attribution is None


def test_attribution_reaches_relative_clauses(extract):
    found = extract("Northwind says that the service, which uses Redis, stores the sessions.")
    assert found.triple("service", "use", "Redis").attribution == "Northwind"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Northwind sends the price list only in March.", ["only in March"]),
        ("Northwind matches the price list to the order, not to the quote.",
         ["to the order", "not to the quote"]),
    ],
)  # fmt: skip
def test_a_qualifier_keeps_the_word_that_denies_or_bounds_it(extract, text, said):
    verb = "match" if "matches" in text else "send"
    triple = extract(text).triple("Northwind", verb, "price list")
    assert [qualifier.text for qualifier in triple.qualifiers] == said


def test_qualifiers_are_verbatim(extract):
    found = extract("Northwind acquired Contoso in 2018 for 8 billion dollars.")
    triple = found.triple("Northwind", "acquire", "Contoso")
    kinds = {q.kind: q for q in triple.qualifiers}
    assert kinds["time"].text == "in 2018"
    assert kinds["quantity"].text == "for 8 billion dollars"
    for qualifier in triple.qualifiers:
        assert found.parsed.text[qualifier.start : qualifier.end] == qualifier.text


def test_numbers_count_but_do_not_name(extract):
    found = extract("The landscape contains three subaccounts.")
    triple = found.triple("landscape", "contain", "subaccounts")
    assert [(q.kind, q.text) for q in triple.qualifiers] == [("quantity", "three")]


def test_what_is_not_to_be_used_does_nothing(extract):
    found = extract("Do not use the service key to establish the integration.")
    assert found.triple("service key", "be used to establish", "integration").negated


def test_but_ends_a_negation(extract):
    found = extract("The content is not maintained in production but created in the test system.")
    assert found.triple("content", "be maintained in", "production").negated
    assert not found.triple("content", "be created in", "test system").negated


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The agent fails to store keys.", ("agent", "store", "keys")),
        ("The agent is unable to read messages.", ("agent", "read", "messages")),
        ("The agent refuses to send orders.", ("agent", "send", "orders")),
    ],
)
def test_what_fails_is_not_done(extract, text, fact):
    assert extract(text).triple(*fact).negated


def test_what_does_not_fail_is_done(extract):
    assert not extract("The agent does not fail to store keys.").triples[0].negated


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("No fewer than three managers approve the invoice.", False),
        ("The cluster contains no more than three nodes.", False),
        ("The cluster contains no more nodes.", True),
        ("No manager approves the invoice.", True),
    ],
)
def test_a_bound_of_a_number_denies_nothing(extract, text, negated):
    assert {triple.negated for triple in extract(text).triples} == {negated}


def test_what_has_ended_is_denied_once(extract):
    (found,) = extract("The ferry no longer needs a pilot.").triples
    assert found.negated
    assert not found.qualifiers
