"""YAML that people write: nothing of it is lost in silence, and what is wrong is one line."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from graphwright.entities.seed_concepts import load_seeds
from graphwright.errors import SettingsError
from graphwright.yaml_file import parse_yaml

ORIGIN = Path("/place/sources.yaml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: 2\na: 3\n", "line 3, column 1: the key 'a' stands in line 1 already"),
        ("a: 1\n'a': 3\n", "line 2, column 1: the key 'a' stands in line 1 already"),
        ("list:\n  - {a: 1, b: 2, a: 1}\n", "line 2, column 18: the key 'a' stands in line 2"),
        ("<<: {a: 1}\n<<: {b: 1}\n", "the key '<<' stands in line 1 already"),
        ("a: 1\nb 2\n", "line 3, column 1: could not find expected ':'"),
        ("a: [1\n", "line 2, column 1"),
        ("a: 1\n---\na: 2\n", "expected a single document in the stream, but found another"),
        ("a: *b\n", "line 1, column 4: found undefined alias 'b'"),
        ("a: 2001-99-99\n", "month must be in 1..12"),
        ("a: !!int x\n", "invalid literal"),
        ("a: !!python/name:os.system\n", "could not determine a constructor"),
        ("a: \x00\n", "special characters are not allowed"),
        ("[" * 5000, "recursion"),
        ("? [1]\n: 2\n", "found unhashable key"),
        ("a:\n\t- b\n", r"found character '\t'"),
    ],
)
def test_what_is_wrong_is_told_in_one_line_with_its_place(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_yaml(text, ORIGIN, remedy="Correct it.")
    message = str(caught.value)
    assert said in message
    assert message.startswith(f"{ORIGIN} is not readable YAML: ")
    assert message.endswith(". Correct it.")
    assert "\n" not in message


def test_a_merge_may_override_what_it_merges() -> None:
    text = "a: &a {x: 1, y: 1}\nb: &b {<<: *a, x: 2}\nc: {<<: *b, y: 3}\n"
    assert parse_yaml(text, ORIGIN)["c"] == {"x": 2, "y": 3}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@given(VALUES)
def test_whatever_yaml_writes_is_read_as_it_was(value: object) -> None:
    assert parse_yaml(yaml.safe_dump(value), ORIGIN) == value


def test_a_concept_with_a_key_twice_is_refused(tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.yaml"
    seeds.write_text("concepts:\n  - name: Ledgerline\n    aliases: [a]\n    aliases: [b]\n")
    with pytest.raises(SettingsError, match="line 4, column 5: the key 'aliases' stands in line 3"):
        load_seeds(seeds)
