from __future__ import annotations

import pytest

NAMES = [
    ("The clerk uses SAP S/4HANA 2021.", "SAP S/4HANA 2021"),
    ("The clerk uses the following purchase order.", "purchase order"),
    ("The clerk uses a list of suppliers that he keeps.", "list of suppliers"),
    ("The clerk uses his new subaccount.", "subaccount"),
    ("The clerk uses at least one route.", "route"),
    ('The clerk uses "Post with Clearing".', "Post with Clearing"),
    ("The clerk uses the manifest.yml file.", "manifest.yml file"),
    ("The clerk uses C++.", "C++"),
    ("The clerk uses the interface IF_ORDER.", "interface IF_ORDER"),
    ("The clerk uses Security > Trust Configuration.", "Security > Trust Configuration"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "name"), NAMES)
def test_shortest_name_that_still_names(extract, sentence, name):
    objects = {t.object for t in extract(sentence).triples if t.subject == "clerk"}
    assert objects == {name}
