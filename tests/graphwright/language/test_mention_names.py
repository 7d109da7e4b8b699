"""The name that a mention stands for, from hand-made parses."""

import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

from graphwright.language.names import noun_phrase


@pytest.mark.parametrize(
    ("deps", "name"),
    [
        (["ROOT", "compound", "appos", "nummod"], "Alder Boat Kit"),
        (["ROOT", "compound", "conj", "nummod"], "Boat Kit"),
    ],
)
def test_a_name_goes_on_in_the_word_that_it_is_said_to_stand_beside(deps, name):
    doc = Doc(
        Vocab(), ["Alder", "Boat", "Kit", "2"], heads=[0, 2, 0, 2], deps=deps,
        pos=["PROPN", "PROPN", "PROPN", "NUM"],
    )  # fmt: skip
    found = noun_phrase(doc[2])
    assert found is not None
    assert found.text == name
