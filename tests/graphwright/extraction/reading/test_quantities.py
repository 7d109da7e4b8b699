from __future__ import annotations

import pytest

NAMES = [
    ("The key has 256 characters.", "256 characters"),
    ("The clerk uses three tools.", "tools"),
    ("The page contains more than one text.", "text"),
    ("The service needs multiple levels.", "multiple levels"),
    ("The service needs multiple security levels.", "security levels"),
]


@pytest.mark.parametrize(("sentence", "name"), NAMES)
def test_amount_stays_where_it_is_what_the_text_says(extract, sentence, name):
    assert {t.object for t in extract(sentence).triples} == {name}
