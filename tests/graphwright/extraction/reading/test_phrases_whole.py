from __future__ import annotations


def phrases(found, subject, predicate, object_):
    triple = found.triple(subject, predicate, object_)
    text = found.parsed.text
    return (
        text[triple.subject_phrase_start : triple.subject_phrase_end],
        text[triple.object_phrase_start : triple.object_phrase_end],
    )


def test_the_whole_phrase_is_kept_beside_the_name(extract):
    found = extract("The clerk in Berlin approves all invoices of the plant.")
    assert phrases(found, "clerk", "approve", "invoices of the plant") == (
        "The clerk in Berlin",
        "all invoices of the plant",
    )


def test_neither_phrase_holds_the_other(extract):
    found = extract("The clerk checks Northwind's invoices.")
    assert phrases(found, "Northwind", "have", "invoices") == ("Northwind", "invoices")


def test_qualifiers_hold_what_else_is_said(extract):
    found = extract("The clerk sends the report to the bank in March because the law demands it.")
    triple = found.triple("clerk", "send", "report")
    kinds = {q.kind: q.text for q in triple.qualifiers}
    assert kinds["time"] == "in March"
    assert kinds["reason"] == "because the law demands it"
    assert "to the bank" in kinds.values()


def test_a_bracket_that_stays_open_ends_a_name(extract):
    objects = {o for _, _, o in extract("The table holds fields of type p (packed, fixed).").facts}
    assert not any("(" in o and ")" not in o for o in objects)


def test_a_path_keeps_its_signs(extract):
    found = extract("The clerk opens the link /sap/bc/results/<UUID> in the list.")
    assert any("/sap/bc/results/<UUID>" in " ".join(fact) for fact in found.facts)


def test_a_label_belongs_to_the_thing_that_it_names(extract):
    found = extract("# Orders\nYou can maintain the field Additional Theme IDs.\n")
    objects = {o for _, _, o in found.rule("instruction")}
    assert objects == {"field Additional Theme IDs"}


def test_what_or_joins_to_a_phrase_belongs_to_it(extract):
    found = extract(
        "All users are stored in identity providers, either in the default or in a custom"
        " identity provider."
    )
    texts = [q.text for t in found.triples for q in t.qualifiers]
    assert "in the default or in a custom identity provider" in texts
    assert "in the default" not in texts
