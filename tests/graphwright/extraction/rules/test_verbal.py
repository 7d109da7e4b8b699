from __future__ import annotations

import pytest
from extraction_texts import tree_of

from graphwright.extraction.reading.clauses import ClauseFinder
from graphwright.extraction.reading.phrases import Phrases
from graphwright.extraction.reading.verbs import past_participle

SENTENCES = [
    (
        "In the new model, the role is based on the catalog.",
        "preposition",
        {("role", "be based on", "catalog")},
    ),
    (
        "The profiler is responsible for analyzing memory leaks.",
        "object",
        {("profiler", "be responsible for analyzing", "memory leaks")},
    ),
    ("You are responsible for creating the backup files.", "object", set()),
    (
        "Northwind is a brewery that sells old barrels.",
        "object",
        {("Northwind", "sell", "old barrels")},
    ),
    (
        "Northwind is the brewery that sells old barrels.",
        "object",
        {("brewery", "sell", "old barrels")},
    ),
    ("SAP launched Joule for Consultants.", "object", {("SAP", "launch", "Joule for Consultants")}),
    (
        "The clerk and the manager approve invoices and credit notes.",
        "object",
        {
            ("clerk", "approve", "invoices"),
            ("clerk", "approve", "credit notes"),
            ("manager", "approve", "invoices"),
            ("manager", "approve", "credit notes"),
        },
    ),
    (
        "The service creates and deletes subaccounts.",
        "object",
        {("service", "create", "subaccounts"), ("service", "delete", "subaccounts")},
    ),
    (
        "The gateway wants to delete the cache.",
        "object",
        {("gateway", "want to delete", "cache")},
    ),
    (
        "The administrator might have to duplicate the repositories.",
        "object",
        {("administrator", "have to duplicate", "repositories")},
    ),
    (
        "The files the service creates expire.",
        "object",
        {("service", "create", "files")},
    ),
    (
        "The team set up the landscape.",
        "object",
        {("team", "set up", "landscape")},
    ),
    (
        "The platform was acquired by the Northwind Group.",
        "passive",
        {("Northwind Group", "acquire", "platform")},
    ),
    (
        "The X-ray service, which runs on Kyma, depends on Redis.",
        "preposition",
        {("X-ray service", "run on", "Kyma"), ("X-ray service", "depend on", "Redis")},
    ),
    (
        "The role is assigned to the user.",
        "preposition",
        {("role", "be assigned to", "user")},
    ),
    (
        "The gateway provides secure access to the backend systems.",
        "object_preposition",
        {("gateway", "provide access to", "backend systems")},
    ),
    (
        "Assign the role collection to the user.",
        "reader_act",
        {("role collection", "be assigned to", "user")},
    ),
    (
        "You can upload the file to the object store.",
        "reader_act",
        {("file", "be uploaded to", "object store")},
    ),
    (
        "The buyer sends the supplier a purchase order.",
        "recipient",
        {("buyer", "send to", "supplier")},
    ),
    (
        "There are three roles in the system.",
        "existential",
        {("roles", "exist in", "system")},
    ),
    (
        "The platform allows developers to build applications.",
        "enabling",
        {("platform", "allow to build", "applications")},
    ),
    (
        "The history of chess dates back to the sixth century.",
        "preposition",
        {("history of chess", "date back to", "sixth century")},
    ),
    (
        "The engine runs faster than the old engine.",
        "preposition",
        {("engine", "run faster than", "old engine")},
    ),
    (
        "The service is built on top of Kubernetes.",
        "preposition",
        {("service", "be built on top of", "Kubernetes")},
    ),
    (
        "The company opened a plant, leading to lower prices.",
        "preposition",
        {("company", "lead to", "lower prices")},
    ),
    (
        "Founded in 1972, Northwind sells software.",
        "preposition",
        {("Northwind", "be founded in", "1972")},
    ),
    (
        "The clerk posts the invoice to the instance.",
        "object_preposition",
        {("clerk", "post to", "instance")},
    ),
    (
        "The role in modernizing society is large.",
        "object",
        {("role", "in modernizing", "society")},
    ),
    (
        "Building a rocket requires careful planning.",
        "object",
        {("Building a rocket", "require", "careful planning")},
    ),
    (
        "Updating and modernizing infrastructure requires careful planning.",
        "object",
        {("Updating and modernizing infrastructure", "require", "careful planning")},
    ),
    (
        "The plants are capable of storing large amounts of energy.",
        "object",
        {("plants", "be capable of storing", "large amounts of energy")},
    ),
    (
        "For platform users, there is a default identity provider.",
        "existential",
        {("default identity provider", "exist for", "platform users")},
    ),
    (
        "You can find the relevant enumerations in the released interface.",
        "reader_act",
        {("enumerations", "be found in", "released interface")},
    ),
    (
        "The cockpit enables you to manage subaccounts.",
        "enabling",
        {("cockpit", "allow to manage", "subaccounts")},
    ),
]


@pytest.mark.parametrize(("sentence", "rule", "facts"), SENTENCES)
def test_clause_rules(extract, sentence, rule, facts):
    assert extract(sentence).rule(rule) == facts


def test_a_series_of_verbs_is_repaired(extract):
    found = extract("Administrators can create, edit, and delete subaccounts.")
    verbs = {"create", "edit", "delete"}
    assert found.rule("object") == {("Administrators", verb, "subaccounts") for verb in verbs}


def test_means_of_a_purpose_is_the_subject(extract):
    found = extract("You can use the cockpit to manage subaccounts.")
    assert ("cockpit", "be used to manage", "subaccounts") in found.facts
    assert ("cockpit", "manage", "subaccounts") not in found.facts  # told once


def test_imperative_with_a_purpose(extract):
    facts = extract("Choose Save to post the invoice.").facts
    assert ("Save", "be used to post", "invoice") in facts


def test_passive_with_a_purpose(extract):
    found = extract("The Cloud Connector is used to connect the database.")
    assert ("Cloud Connector", "be used to connect", "database") in found.facts


def test_using_stands_like_a_preposition(extract):
    found = extract("Instances are created using the command line.")
    assert found.facts == {("Instances", "be created using", "command line")}


def test_passive_relative_clause_keeps_who_did_it(extract):
    found = extract("The system keeps invoices that were posted by the clerk.")
    triple = found.triple("clerk", "post", "invoices")
    assert triple.voice == "passive"
    assert triple.predicate_text == "were posted by"


def test_an_adverb_is_no_object(extract):
    assert "default" not in {o for _, _, o in extract("The module runs by default.").facts}


def test_instead_of_doing_is_not_doing(extract):
    found = extract("The client sends a token instead of sending a password.")
    assert found.facts == {("client", "send", "token")}


def test_going_without_is_not_doing(extract):
    found = extract("The controller deploys the application without checking the certificate.")
    assert "certificate" not in {o for _, _, o in found.facts}


def test_avoiding_is_not_doing(extract):
    assert not extract("Avoid using long keywords in the prompt.").rule("reader_act")


def test_seeing_something_elsewhere_points_away(extract):
    assert not extract("See the examples in the user guide.").rule("reader_act")


def test_no_evidence_supports_nothing(extract):
    found = extract("There is no evidence to support the theory.")
    assert found.triple("evidence", "be to support", "theory").negated


def test_neither_of_them_is_negated(extract):
    found = extract("Neither of these features depends on the cockpit.")
    assert all(triple.negated for triple in found.triples)


def test_one_of_many_is_no_reader(extract):
    found = extract("One of the specialists took an interest in the hunt.")
    assert not found.rule("reader_act")


def test_a_thing_that_is_chosen_does_nothing(extract):
    found = extract("To select a plan, choose a service from the list.")
    assert ("service", "select", "plan") not in found.facts


def test_who_uses_the_means_of_a_passive_is_not_its_subject(extract):
    facts = extract("The tenants are created by using the Landscape Portal.").facts
    assert ("tenants", "be created using", "Landscape Portal") in facts
    assert ("tenants", "use", "Landscape Portal") not in facts


def test_who_is_enabled_is_no_object(extract):
    found = extract("The gateway service allows an external value to be used in the descriptor.")
    assert not found.rule("object")


def test_not_before_an_object_denies_it_alone(extract):
    found = extract("The trust must be configured with OpenID and not SAML.")
    assert {triple.object: triple.negated for triple in found.triples} == {
        "OpenID": False,
        "SAML": True,
    }


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        (
            "It can be thought of as a variant of the tool.",
            ("It", "be thought of as", "variant of the tool"),
        ),
        (
            "The created ledger will be searched for at the beginning of the build.",
            ("created ledger", "be searched for at", "beginning of the build"),
        ),
    ],
)
def test_a_passive_verb_keeps_the_preposition_that_has_no_noun(extract, sentence, fact):
    assert fact in extract(sentence).rule("preposition")


@pytest.mark.parametrize("case", ["in case of a power failure", "in the event of a failure"])
def test_what_is_done_in_case_of_something_is_conditional(extract, case):
    found = extract(f"The service restarts the backup server {case}.")
    assert {t.predicate for t in found.triples} <= {"restart", "have"}
    triple = found.triple("service", "restart", "backup server")
    assert [(found.kind, found.text) for found in triple.qualifiers] == [("condition", case)]


def test_what_somebody_is_supplied_with_stands_behind_the_verb(extract):
    found = extract("With the profiler app, provide business users with access rights.")
    assert found.rule("reader_act") == {("business users", "be provided with", "access rights")}


@pytest.mark.parametrize(
    ("lemma", "participle"), [("unbind", "unbound"), ("rebuild", "rebuilt"), ("reuse", "reused")]
)
def test_past_participle(lemma, participle):
    assert past_participle(lemma) == participle


def test_a_verb_with_a_pronoun_and_a_means_says_too_little(extract):
    found = extract("The auditors open them using the profiler app.")
    assert not found.rule("preposition")


def test_who_does_it_and_why_are_told_once(extract):
    found = extract("The service creates a key to encrypt the passwords.")
    predicates = [t.predicate for t in found.triples if t.subject == "service"]
    assert "create to encrypt" in predicates
    assert "encrypt" not in predicates


def test_participle_with_a_subject_and_no_helper_is_passive():
    words = ["key", "selected", "in", "tool", "is", "valid"]
    tags = ["NN", "VBN", "IN", "NN", "VBZ", "JJ"]
    tree = tree_of(
        words, tags, ["nsubj", "ROOT", "prep", "pobj", "conj", "acomp"], [1, 1, 1, 2, 1, 4]
    )
    tree.lemma[1] = "select"
    tree.link()
    clause = ClauseFinder(tree, Phrases(tree)).of(1)
    assert clause is not None
    assert clause.passive


def test_following_a_text_does_nothing_to_it(extract):
    assert not extract("Follow the release notes in the archive.").rule("reader_act")


def test_what_somebody_is_let_do_has_its_own_denial_and_condition(extract):
    never = "The option allows users not to save drafts."
    assert ("option", "allow to save", "drafts") not in extract(never).facts
    found = extract("The lock prevents guests from opening the door when the alarm is on.")
    kept = found.triple("lock", "prevent from opening", "door")
    assert kept.condition == "when the alarm is on"
    told = [("object", "guests"), ("condition", "when the alarm is on")]
    assert [(q.kind, q.text) for q in kept.qualifiers] == told
