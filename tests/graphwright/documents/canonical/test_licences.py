"""Licences and copyright notices are told by their form, also where their words are others."""

from __future__ import annotations

import pytest
from document_builders import parse

from graphwright.tables import BlockKind

GRANT = "Permission to copy these plans is granted to every reader, free of charge."
SHOUTED = "THE PLANS COME AS THEY ARE AND NOBODY PROMISES THAT THEY FLOAT OR SERVE ANY PURPOSE."


def unread(text: str) -> list[str]:
    parsed = parse("a.md", text)
    return [parsed.text[b.start : b.end] for b in parsed.blocks if b.kind == BlockKind.LICENCE]


def test_a_section_that_names_a_licence_and_has_a_sign_of_one() -> None:
    text = f"# Boats\n\nBoats float.\n\n## Licence\n\nBe kind.\n\n{GRANT}\n\n## Oars\n\nOars break."
    assert unread(text) == ["Be kind.", GRANT]


def test_what_stands_between_two_signs_without_a_heading() -> None:
    text = f"Boats float.\n\nCopyright (c) 2021 Ann Oar\n\nBe kind.\n\n{SHOUTED}\n\nOars break."
    assert unread(text) == ["Copyright (c) 2021 Ann Oar", "Be kind.", SHOUTED]


@pytest.mark.parametrize(
    "text",
    [
        "# Licences\n\nA licence costs 20 euros a year. The harbour grants it to members.",
        f"# Boats\n\n{SHOUTED}",
        "# Copyright\n\nThe copyright of a plan belongs to who drew it.",
        "# Permissions\n\nThe permission is granted by the harbour master.",
    ],
)
def test_a_text_about_licences_is_read(text: str) -> None:
    assert unread(text) == []
