from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.errors import SettingsError
from graphwright.tickets.template import (
    DEFAULT_TEMPLATE,
    default_template,
    load_template,
    parse_template,
)

PLAIN = DEFAULT_TEMPLATE.read_text(encoding="utf-8")


def test_the_template_of_the_package_is_sound() -> None:
    template = default_template()
    assert template.by_alias["step to reproduce"] == "steps_to_reproduce"
    assert template.by_field["issuetype"] == "type"
    assert "steps_to_reproduce" in template.rich
    assert "comment" not in template.rich


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("own: {parent: nowhere}", "unknown parent 'nowhere'"),
        ("own: {aliases: [Steps To Reproduce]}", "'steps_to_reproduce' has already"),
        ("own: {parent: other}\nother: {parent: own}", "in a circle"),
        ("own: {value: number}", "values are choice, text, code, person, time"),
        ("own: {colour: red}", "unknown key 'colour'"),
        ("own: {aliases: steps}", "a list of words was expected"),
        ("own: {rich: perhaps}", "true or false was meant"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(more: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_template(f"{PLAIN}\n{more}\n", Path("mine.yaml"))
    assert said in str(caught.value)
    assert f"mine.yaml, line {PLAIN.count(chr(10)) + 2}," in str(caught.value)


def test_a_template_needs_the_sections_that_rules_fill(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"lacks summary, description"):
        parse_template("own: {rich: true}", Path("mine.yaml"))
    with pytest.raises(SettingsError, match="cannot be read"):
        load_template(tmp_path / "absent.yaml")
