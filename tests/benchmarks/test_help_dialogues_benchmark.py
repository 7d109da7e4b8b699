"""The plain reader of raw pages that simulated users are judged by, and pages that are withheld."""

from __future__ import annotations

import json

import help_cases
import help_dialogues
import pytest

PAGE = """---
title: "Install the driver"
id: 12
---

Learn how to install the driver.

## Install on Windows

1. Open the [Device Manager](https://example.com).
2. **Board:** Select the board in the list.

## Install on macOS

1. Drag the driver into the folder of kernel extensions.
2. Restart the computer and allow the driver.

## See also

* [Another page](https://example.com/articles/3)
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "pages").mkdir()
    for product, days in (("Blue", 3), ("Green", 5)):
        text = f"# {product} Account: Closing\n\nAll accounts close.\n\nIt takes {days} days.\n"
        (tmp_path / "pages" / f"{product}.md").write_text(text)
    (tmp_path / "pages" / "driver.md").write_text(PAGE)
    asked = [
        {"_id": f"i{number}", "text": "driver is missing", "page": "driver.md"}
        for number in range(8)
    ]
    asked.append({"_id": "lost", "text": "refund my order", "core": None, "facts": ["order 7"]})
    talked = [
        {"_id": name, "inquiry": "closing", "product": name.lower(), "page": f"{name}.md"}
        for name in ("Blue", "Green")
    ]
    for file, rows in (("inquiries", asked), ("dialogues", talked)):
        (tmp_path / f"{file}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def test_a_page_is_read_as_sections_without_markup_and_lists_of_links():
    page = help_cases.read_page(PAGE)
    assert page.title == "Install the driver"
    assert [section.heading for section in page.sections] == [
        "",
        "Install on Windows",
        "Install on macOS",
    ]
    assert page.sections[1].core == ("Open the Device Manager.", "Select the board in the list.")


def test_a_user_means_one_section_and_its_sibling_or_another_product_misleads(folder):
    cases = {case.case_id: case for case in help_cases.load_cases(folder)}
    drawn = {case.facts: case for case in cases.values() if case.document_id == "driver.md"}
    assert set(drawn) == {("Install on Windows",), ("Install on macOS",)}
    windows, macos = drawn["Install on Windows",], drawn["Install on macOS",]
    assert windows.others == macos.core
    assert cases["Blue"].core == ("All accounts close.", "It takes 3 days.")
    assert cases["Blue"].others == ("It takes 5 days.",)
    assert not cases["lost"].resolvable


def test_another_draw_means_other_sections(folder):
    def meant(draw):
        return [case.facts for case in help_cases.load_cases(folder, draw)]

    assert meant(0) == meant(0) != meant(1)
    assert {fact for facts in meant(0) for fact in facts} == {f for m in meant(1) for f in m}


def test_each_page_is_withheld_once_and_a_case_without_its_page_is_for_a_person(folder):
    cases = help_cases.load_cases(folder)
    first, second = help_dialogues.rounds(cases)
    assert not first[0] & second[0]
    assert len(first[0] | second[0]) == 3
    for one, other in zip(first[1], second[1], strict=True):
        assert one.resolvable + other.resolvable == (one.case_id != "lost")


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Install on Windows", "Install on macOS", True),
        ("If you link a Gold Card", "If you link a Diamond Elite Card", True),
        ("Mobile check deposit limits", "Submitting a mobile deposit", False),
        ("Limits", "Tips", False),
        ("Limits", "Limits", False),
    ],
)
def test_sections_mislead_whose_headings_differ_at_one_place(one, other, alike):
    assert help_cases._differ_in_a_name(one, other) == alike
