"""The layer of a triple: knowledge, procedure or navigation."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from extraction_texts import Extracted

from graphwright.extraction.rules.declaration import Trait
from graphwright.extraction.rules.registry import all_rules
from graphwright.tables import Layer

Extract = Callable[[str], Extracted]


def test_the_traits_of_a_rule_say_its_layer() -> None:
    layers = {rule.name: rule.layer for rule in all_rules()}
    assert {name for name, layer in layers.items() if layer is Layer.NAVIGATION} == {
        "reference",
        "topic",
    }
    assert {name for name, layer in layers.items() if layer is Layer.PROCEDURE} == {
        "instruction",
        "instruction_preposition",
    }
    assert {name for name, layer in layers.items() if layer is Layer.CONTEXT} == {
        "of_relation",
        "possessive",
    }
    assert not any(rule.has(Trait.ACTION) and rule.has(Trait.NAVIGATION) for rule in all_rules())


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("# Post an Invoice\nOpen the ledger.", {"involve opening": "procedure"}),
        ("# Post an Invoice\nYou need the ledger key.", {"require": "knowledge"}),
        ("# Ledger\nFor details, see Posting Invoices.", {"refer to": "navigation"}),
        ("The Crane Guide describes the lifting of boxes.", {"describe": "navigation"}),
        ("The lifting of boxes is explained in the manual.", {"be explained in": "navigation"}),
        ("The panel shows the outside temperature.", {"show": "knowledge"}),
        ("Wildcards raise the risk of losing to forgers.", {"raise": "knowledge"}),
        ("Wildcards raise the risk.", {"raise": "context"}),
        ("Open the Tide Tables page.", {"be": "context"}),
        ("The old guide leads the visitors to the tower.", {"lead": "knowledge"}),
        ("Send the invoice to the chief clerk.", {"be sent to": "procedure"}),
        ("You can send the invoice to the chief clerk.", {"be sent to": "knowledge"}),
        ("# Sail\n## Prerequisites\nThe sails hang on the main mast.", {"hang on": "procedure"}),
        ("# Sail\n## Prerequisites\nLake Alder has a main mast.", {"have": "knowledge"}),
        ("# Sail\n## Prerequisites\nLake Alder is added to the map.", {"be added to": "procedure"}),
        ("# Sail\n## Prerequisites\n- Lake Alder has a main mast.", {"have": "procedure"}),
        ("# Sail\n## Prerequisites\n- The Alder lock is open.", {"be": "procedure"}),
        ("# Sail\n## Prerequisites\n- Lake Alder is flooded.", {"be": "procedure"}),
        ("# Sail\n## Prerequisites\n- Lake Alder must have a mast.", {"have": "knowledge"}),
        (
            "# Sail\n## Prerequisites\n- The sails must hang on the main mast.",
            {"hang on": "knowledge"},
        ),
        ("# Sail\n## Prerequisites\n- Boats sail. Lake Alder has a mast.", {"have": "knowledge"}),
        ("# Sail\nPrerequisites:\n- Lake Alder has a main mast.", {"have": "procedure"}),
        ("# Sail\nCrews must meet one of these:\n- Lake Alder has a mast.", {"have": "procedure"}),
        ("# Sail\nCrews have to check these:\n- Lake Alder has a mast.", {"have": "knowledge"}),
        ("# Sail\nCrews must not have these:\n- Lake Alder has a mast.", {"have": "knowledge"}),
        ("The operation runs in the system.", {"run in": "context"}),
        ("Operations run in systems.", {"run in": "knowledge"}),
        ("This setting turns the north mill.", {"turn": "context"}),
        ("The clerk closes the gate if the river floods.", {"close": "knowledge"}),
        ("The clerk reads the name of the sender.", {"have": "context"}),
        ("The endpoint for the token service returns a key.", {"for": "context"}),
        ("The endpoint for the Alder service returns a key.", {"for": "context"}),
        ("The machine with 16 GB of memory stands in Oslo.", {"with": "knowledge"}),
        ("Open the Tide Tables app.", {"be": "knowledge"}),
        ("Use the TIDE_READ method of the gate.", {"be": "context"}),
        ("The form has the following fields:\n- Password", {"be": "context"}),
        ("With this app you can check the tide of Lake Alder.", {"be checked with": "context"}),
        ("With the Alder app you can check the old tides.", {"be checked with": "knowledge"}),
        ("One of the gates opens the Alder lock.", {"open": "context"}),
        ("One of the north gates opens the Alder lock.", {"open": "knowledge"}),
        ("# Mill\n## Symptom\nThe Alder wheel is in the lower lock.", {"be in": "context"}),
        (
            "The chest holds:\n- A set of sea maps picked by a guest in the hall of the old inn.",
            {"pick": "knowledge"},
        ),
        ("We saw sea maps picked by a guest in the hall of the old inn.", {"pick": "context"}),
        ("# Mill\n## Symptom\nA wheel loses its teeth at night.", {"lose": "context"}),
        ("# Mill\n## Symptom\nThe Alder wheel loses its teeth.", {"lose": "knowledge"}),
        ("# Mill\n## Cause\nThe Alder wheel loses its teeth.", {"lose": "knowledge"}),
        (
            "The bell rings in one of the following cases:\n- The Alder wheel lifts the hatch.",
            {"lift": "context"},
        ),
        ("The mill has these tools:\n- The Alder wheel lifts the hatch.", {"lift": "knowledge"}),
        ("# Mill\n## Cause\nThe Alder wheel is in the lower lock.", {"be in": "context"}),
        ("The form has the following lakes:\n- Alder", {"be": "knowledge"}),
        ("The name stands in the Tide Table field.", {"be": "context"}),
        ("The pilot of Lake Alder reads this notice.", {"read": "context"}),
        ("The keeper Ann Lee folds a sail and binds it to the Alder mast.", {"bind to": "context"}),
        ("A guest who owns a Lake Alder card pays the Alder rent.", {"own": "context"}),
        ("The bank has a vault that holds the Alder keys.", {"hold": "knowledge"}),
        ("In this case, Lake Alder floods the mill.", {"flood": "context"}),
        ("In summer, Lake Alder floods the mill.", {"flood": "knowledge"}),
        ("The content in this section is valid for Lake Alder.", {"be valid for": "context"}),
        ("The goal is a safe harbour.", {"be": "context"}),
        ("The goal is to build a safe Alder harbour.", {"be to build": "context"}),
        ("The member is then removed from the space.", {"be removed from": "context"}),
        ("The clerk reads the owner of Lake Alder.", {"have": "context"}),
        ("Lake Alder's mill is sold to the town.", {"have": "context"}),
        ("Open the Alder Lake environment.", {"be": "context"}),
        ("Guides tell of features such as the north gate.", {"be": "context"}),
        ("There are different kinds of gates such as tide gates.", {"be": "context"}),
        ("It fails with the following message: Lake Alder floods the mill.", {"flood": "context"}),
        ("You see one of these messages:\n- Lake Alder floods the mill", {"flood": "context"}),
        ("The mill has one of these lakes:\n- Lake Alder floods the mill", {"flood": "knowledge"}),
    ],
)
def test_layers_of_sentences(extract: Extract, marked: str, expected: dict[str, str]) -> None:
    found = {triple.predicate: triple.layer for triple in extract(marked).triples}
    assert expected.items() <= found.items()


def test_the_end_of_a_name_says_that_it_is_a_file(extract_names: Extract) -> None:
    kinds = [
        triple.layer
        for text in ("The `tide.json` file is read.", "The `tide` file is read.")
        for triple in extract_names(text).triples
        if triple.rule == "designation"
    ]
    assert kinds == ["context", "knowledge"]
