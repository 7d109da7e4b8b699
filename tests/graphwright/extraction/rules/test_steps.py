from __future__ import annotations

import pytest


def test_a_step_is_about_the_task_above_it(extract):
    found = extract("# Post an Invoice\n## Procedure\nOpen the ledger and choose the invoice.\n")
    assert found.rule("instruction") == {
        ("Post an Invoice", "involve opening", "ledger"),
        ("Post an Invoice", "involve choosing", "invoice"),
    }


def test_the_subject_is_the_text_of_the_heading(extract):
    found = extract("# 2. Post an Invoice\nOpen the ledger.\n")
    triple = found.triple("Post an Invoice", "involve opening", "ledger")
    start, end = triple.subject_start, triple.subject_end
    assert found.parsed.text[start:end] == triple.subject


def test_a_purpose_before_what_follows_is_a_step(extract):
    found = extract("# Ledger\nTo open the sales ledger, proceed as follows:\n")
    assert ("Ledger", "involve opening", "sales ledger") in found.rule("instruction")


def test_the_nearest_heading_that_names_a_topic(extract):
    text = "# Ledger\n## Post an Invoice\nOpen the list.\n## Close the Year\nLock the journal.\n"
    assert {s for s, p, _ in extract(text).facts if p.startswith("involve")} == {
        "Post an Invoice",
        "Close the Year",
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "Do not open the ledger.",
        "If you open the ledger, the invoice is locked.",
        "You have the administrator role.",
        "Note the number of the invoice.",
        "The clerk opens the ledger.",
        "To open the ledger, see Opening Ledgers.",
    ],
)
def test_what_is_no_step(extract, sentence):
    assert not extract(f"# Post an Invoice\n{sentence}\n").rule("instruction")


def test_no_step_without_a_heading(extract):
    assert not extract("Open the ledger.").rule("instruction")


def test_what_the_reader_must_have(extract):
    text = (
        "# Post an Invoice\n## Prerequisites\nYou have the auditor role.\nYou installed the tool.\n"
    )
    facts = {(s, o) for s, p, o in extract(text).facts if p == "require"}
    assert ("Post an Invoice", "auditor role") in facts


def test_a_title_that_is_referred_to_stays_whole(extract):
    found = extract("# Ledger\nFor details, see Posting and Locking Invoices in the Ledger.\n")
    assert ("Ledger", "refer to", "Posting and Locking Invoices in the Ledger") in found.facts


def test_a_sentence_that_only_says_see_refers_to_nothing(extract):
    assert not extract("# Ledger\nYou can see the invoice below.\n").rule("reference")


@pytest.mark.parametrize(
    ("sentence", "doing"),
    [
        ("Make sure to export the database.", "involve exporting"),
        ("It is recommended to export the database.", "recommend exporting"),
    ],
)
def test_what_the_reader_is_urged_to_do(extract, sentence, doing):
    found = extract(f"# Back Up\n{sentence}\n")
    assert ("Back Up", doing, "database") in found.rule("instruction")


def test_what_is_not_recommended_is_no_step(extract):
    found = extract("# Back Up\nIt is not recommended to export the database.\n")
    assert not found.rule("instruction")


def test_what_the_writer_recommends_is_no_step(extract):
    assert not extract("# Back Up\nWe recommend the cloud service.\n").rule("instruction")


def test_being_somebody_may_be_required(extract):
    found = extract("# Back Up\n## Prerequisites\nYou’re an administrator of the account.\n")
    assert found.rule("prerequisite") == {
        ("Back Up", "require being", "administrator of the account")
    }


def test_what_the_reader_acts_on_beside_the_object(extract):
    found = extract("# Open the Year\nAssign the auditor role to the clerk.\n")
    facts = found.rule("instruction_preposition")
    assert facts == {("Open the Year", "involve assigning to", "clerk")}


def test_a_pronoun_stays_out_of_the_step(extract):
    found = extract("# Open the Year\nPrint the invoice and send it to the auditor.\n")
    assert not found.rule("instruction_preposition")


@pytest.mark.parametrize(
    "sentence",
    ["We recommend using the cloud service.", "We recommend that you use the cloud service."],
)
def test_what_the_writer_recommends_to_do(extract, sentence):
    found = extract(f"# Back Up\n{sentence}\n")
    assert found.rule("instruction") == {("Back Up", "recommend using", "cloud service")}


@pytest.mark.parametrize(
    "sentence",
    ["To print the invoice, you have the auditor role.", "You can print the invoice."],
)
def test_what_the_reader_wants_or_may_do_is_not_required(extract, sentence):
    facts = extract(f"# Post\n## Prerequisites\n{sentence}\n").rule("prerequisite")
    assert not {fact for fact in facts if "print" in fact[1]}


@pytest.mark.parametrize(
    ("sentence", "required"),
    [
        ("You find the seals in the archive.", False),
        ("You assign the auditor role to the clerk.", False),
        ("You use the auditor role.", True),
        ("You have installed the tool.", True),
    ],
)
def test_what_is_told_of_the_reader_is_not_required(extract, sentence, required):
    facts = extract(f"# Post\n## Prerequisites\n{sentence}\n").rule("prerequisite")
    assert bool(facts) is required


def test_what_the_reader_can_view_is_a_step(extract):
    found = extract("# Ledger\nWith this app, you can view the overdue invoices.\n")
    assert ("Ledger", "involve viewing", "overdue invoices") in found.rule("instruction")


@pytest.mark.parametrize(
    ("sentence", "target"),
    [
        ("For more information, see https://example.com/ledger.", "https://example.com/ledger"),
        ("See also Posting Invoices.", "Posting Invoices"),
        ("For details, refer to Posting Invoices.", "Posting Invoices"),
        ("See Posting Invoices for more information.", "Posting Invoices"),
        ("See the Northwind administration manual.", "Northwind administration manual"),
        ("The vault is locked, as described in Locking the Vault.", "Locking the Vault"),
    ],
)
def test_what_a_text_refers_to(extract, sentence, target):
    found = extract(f"# Ledger\n{sentence}\n")
    assert found.rule("reference") == {("Ledger", "refer to", target)}


def test_a_place_that_has_no_title_is_not_referred_to(extract):
    text = "# Ledger\nThe keys are described in Northwind guides of last year.\n"
    assert not extract(text).rule("reference")


def test_titles_under_related_information(extract):
    text = "# Ledger\nThe ledger is large.\n## Related Information\n- Posting Invoices\n"
    found = extract(text)
    assert found.rule("reference") == {("Ledger", "refer to", "Posting Invoices")}
    assert not found.rule("instruction")


def test_a_sentence_under_related_information_is_no_title(extract):
    text = "# Ledger\n## See Also\nThe manual explains how to post an invoice.\n"
    assert not extract(text).rule("reference")


def test_the_next_order_is_joined_to_no_noun(extract):
    found = extract("# Orders\nChoose a holiday from the drop-down list and press Continue.\n")
    assert not any("press" in o for _, _, o in found.facts)


def test_titles_under_a_paragraph_that_is_written_like_a_heading(extract):
    text = "# Ledger\n## Setup\nThe ledger is large.\nRelated Information\nCreate an Invoice\n"
    found = extract(text)
    assert found.rule("reference") == {("Ledger", "refer to", "Create an Invoice")}
    assert not found.rule("instruction")


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("The key must be created.", ("Setup", "involve creating", "key")),
        ("The audit log can be archived at any time.", ("Setup", "involve archiving", "audit log")),
        ("Leading zeroes should be omitted.", ("Setup", "involve omitting", "Leading zeroes")),
        ("The user role needs to be assigned.", ("Setup", "involve assigning", "user role")),
    ],
)
def test_a_passive_that_is_left_to_the_reader(extract, sentence, fact):
    assert extract(f"# Setup\n{sentence}\n").rule("instruction") == {fact}


@pytest.mark.parametrize(
    "sentence",
    [
        "The key was created.",
        "The audit log can be archived by the gateway.",
        "The audit log cannot be archived.",
        "If the server fails, the audit log can be lost.",
        "Not more than ten roles should be assigned.",
        "The rule says that the audit log must be archived.",
    ],
)
def test_a_passive_that_is_not_left_to_the_reader(extract, sentence):
    assert not extract(f"# Setup\n{sentence}\n").rule("instruction")


def test_each_of_the_joined_objects_is_brought_to_its_end(extract):
    found = extract("# Setup\nAdd users and groups to the finance team.\n")
    assert found.rule("instruction_preposition") == {("Setup", "involve adding to", "finance team")}
    assert found.rule("reader_act") == {
        ("users", "be added to", "finance team"),
        ("groups", "be added to", "finance team"),
    }


def test_more_information_without_a_comma(extract):
    found = extract("# Ledger\nFor more information see Posting Invoices.\n")
    assert found.rule("reference") == {("Ledger", "refer to", "Posting Invoices")}


def test_where_a_step_is_done_may_stand_before_it(extract):
    found = extract("# Setup\nIn the Ledger app, create an invoice.\n")
    assert found.rule("instruction_preposition") == {("Setup", "involve creating in", "Ledger app")}


def test_where_the_reader_goes_may_stand_before_the_order(extract):
    found = extract("# Setup\nIn the Ledger app, go to the settings of the clerk.\n")
    assert found.rule("instruction_preposition") == {("Setup", "involve going in", "Ledger app")}


def test_what_more_is_told_elsewhere_is_no_place(extract):
    found = extract("# Setup\nFor more information, open the handbook.\n")
    assert not found.rule("instruction_preposition")


@pytest.mark.parametrize("lead", ["Learn how", "Find out how"])
def test_what_a_page_teaches_is_a_step(extract, lead):
    found = extract(f"# Setup\n{lead} to create a signing key in the vault.\n")
    assert found.rule("instruction") == {("Setup", "involve creating", "signing key")}


def test_a_second_phrase_behind_the_object_belongs_to_the_step(extract):
    found = extract("# Setup\nMove the invoice from the inbox to the Ledger archive.\n")
    assert found.rule("instruction_preposition") == {
        ("Setup", "involve moving from", "inbox"),
        ("Setup", "involve moving to", "Ledger archive"),
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "For example, you have a boat of the Alder yard.",
        "To open berths and to print tide tables, assign the Steward role.",
        "A tide gauge is available and it's built to print tide tables.",
    ],
)
def test_what_a_thing_is_made_for_and_an_example_are_not_required(extract, sentence):
    facts = extract(f"# Post\n## Prerequisites\n- {sentence}\n").rule("prerequisite")
    assert {o for _, _, o in facts}.isdisjoint({"boat of the Alder yard", "berths", "tide tables"})


def test_prerequisites_below_a_lead_in_are_told_from_the_steps_behind_them(extract):
    text = "# Post\nPrerequisites:\n- You have opened a ledger.\n- Send the bill to the buyer.\n"
    found = extract(text)
    assert ("Post", "require opening", "ledger") in found.rule("prerequisite")
    assert ("Post", "involve sending to", "buyer") in found.facts
    assert [step.number for step in found.steps] == ["1"]


def test_what_has_to_be_had_in_a_state_is_required(extract):
    found = extract("# Post\n## Prerequisites\n- Have the Harbour Kit enabled for your berth.\n")
    assert found.rule("prerequisite") == {("Post", "require", "Harbour Kit")}
    assert not any(t.predicate == "enable for" for t in found.triples)


def test_what_the_reader_is_to_be_able_to_do_is_not_required(extract):
    text = "To be able to see and use the tugs in the port, you need a pilot card."
    found = extract(f"# Tugs\n## Prerequisites\n{text}")
    assert found.rule("prerequisite") == {("Tugs", "require", "pilot card")}
