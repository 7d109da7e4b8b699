"""The declarations of rules and features: each once, with an example, a weight and a place."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

import graphwright
from graphwright.extraction.reading.clause import Origin
from graphwright.extraction.rules.declaration import Trait
from graphwright.extraction.rules.registry import all_rules, names_of_rules
from graphwright.extraction.scoring.confidence import load_weights
from graphwright.extraction.scoring.features import declared_features

ROOT = Path(graphwright.__file__).parent
OTHER_WORDS = {
    "adverbial": "an origin of a clause",
    "object": "a part of a triple",
    "passive": "a voice",
    "purpose": "a kind of qualifier",
    "title": "a field of a document",
}
"""Names of rules that are names of something else too, in modules that know no rule."""


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_each_rule_reads_its_example(extract, rule):
    assert extract(rule.example.text).rule(rule.name) == set(rule.example.triples)


def test_names_are_unique():
    names = [d.name for d in (*all_rules(), *declared_features())]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_weights_and_declarations_are_of_the_same_names():
    weights = load_weights()
    assert set(weights.rules) == {rule.name for rule in all_rules()}
    assert set(weights.features) == {feature.name for feature in declared_features()}
    assert set(weights.origins) == set(Origin)


def test_each_trait_says_what_it_means_and_holds_for_a_rule():
    assert all(trait.endswith((".", "facts.")) for trait in Trait)
    assert [trait.name for trait in Trait if not names_of_rules(trait)] == []


def _names_of_rules_in(path: Path) -> list[str]:
    """Return where a module writes a rule's name as text, outside the rule's declaration."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {rule.name for rule in all_rules()}
    declared = {
        id(call.args[0])
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Rule"
    }
    return [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.value}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in names and id(node) not in declared
    ]


def test_no_name_of_a_rule_is_written_but_in_its_declaration():
    found = [
        place
        for path in sorted((ROOT / "extraction").rglob("*.py"))
        for place in _names_of_rules_in(path)
        if place.split()[-1] not in OTHER_WORDS
    ]
    assert found == []


def test_other_words_are_not_compared_with_a_rule():
    for path in sorted((ROOT / "extraction").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) and "rule" in ast.unparse(node.left):
                constants = [c for c in ast.walk(node) if isinstance(c, ast.Constant)]
                assert not any(c.value in OTHER_WORDS for c in constants), ast.unparse(node)
