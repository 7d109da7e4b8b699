from __future__ import annotations

import pytest
from extraction_texts import parsed_of

from graphwright.documents.blocks.links import Links


@pytest.mark.parametrize(
    ("line", "filled"),
    [
        ("[Posting Invoices]", True),
        ("[Posting Invoices], [Closing the Year].", True),
        ("See [Posting Invoices]", False),
        ("*Posting Invoices*", False),
        ("Posting Invoices", False),
    ],
)
def test_a_block_that_is_nothing_but_links(line, filled):
    parsed, _ = parsed_of(line, names=True)
    assert Links(parsed.text, parsed.marks).fill(parsed.blocks[0]) is filled
