"""A wording of a reply may go out, or says what is wrong with it."""

from __future__ import annotations

import pytest

from graphwright.dialogue.reply import Part
from graphwright.dialogue.rewording import Fault, faults

_STEPS = ("Open Settings and choose Security.", "Do not wait longer than 30 minutes.")
_PARTS = tuple(Part(text, "n", "d", 0, len(text)) for text in _STEPS)


@pytest.mark.parametrize(
    ("worded", "fault"),
    [
        ("Please open Settings, then choose Security. Do not wait longer than 30 minutes.", None),
        ("Open Settings and choose Security. Do not wait longer than 40 minutes.", Fault.NUMBERS),
        ("Open Settings and choose Security. Wait longer than 30 minutes.", Fault.NEGATIONS),
        ("Open the menu and choose Security. Do not wait longer than 30 minutes.", Fault.NAMES),
        ("Do not wait longer than 30 minutes. Open Settings and choose Security.", Fault.ORDER),
        ("Do not wait longer than 30 minutes with Settings or Security.", Fault.ORDER),
        (f"{_STEPS[0]} {_STEPS[1]} See https://example.org/x.", Fault.LINKS),
        (f"I have verified your account. {_STEPS[0]} {_STEPS[1]}", Fault.ACTS),
        (f"I called the hotel. {_STEPS[0]} {_STEPS[1]}", Fault.ACTS),
        (f"{_STEPS[0]} {_STEPS[1]} Security was chosen.", Fault.ACTS),
    ],
)  # fmt: skip
def test_a_wording_keeps_what_is_said(worded: str, fault: Fault | None) -> None:
    found = faults(_PARTS, worded)
    assert fault in found if fault else found == ()


def test_what_is_said_is_itself_without_fault() -> None:
    assert faults(_PARTS, "\n".join(_STEPS)) == ()
