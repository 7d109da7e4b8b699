"""Whether a resolution does alone, and why not."""

from __future__ import annotations

import pytest

from graphwright.help.rows import read_page
from tests.parsed_help import parsed_page


@pytest.mark.parametrize(
    ("resolution", "why_not"),
    [
        ("In the menu, click **Start** to open the till.", None),
        ("The fee is 5 euros a month.", None),
        ("Proceed with the next till.", None),
        ("Transfers are capped at 500 euros. Some banks may ask for more.", None),
        ("If the till is broken, please contact our support team.", "contact"),
        ("See Start the till for details.", "refers_on"),
        ("The fee depends on your country.", "vague"),
        ("Learn where the bills of the till are kept.", "description"),
        ("", "no_resolution"),
    ],
)
def test_an_order_or_a_definite_statement_does_alone(resolution: str, why_not: str | None) -> None:
    page = parsed_page(
        f"# Till\n\nThe till is grey.\n\n## Drawer\n\n{resolution}\n\n### Key\n\nTurn it.\n"
    )
    node = next(node for node in read_page(page).nodes if node.problem == "Drawer")
    assert (node.actionable, node.why_not) == (why_not is None, why_not)
