"""The declarations of rules and features: each once, with an example, a weight and a place."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from spacy.tokens import Doc

import sql
from graphwright import extraction
from graphwright.extraction.parse.repair import repair
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.reading.clause import Origin
from graphwright.extraction.reading.phrases import Phrases
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.extraction.rules.clause_rules import CLAUSE_RULES
from graphwright.extraction.rules.declaration import Trait
from graphwright.extraction.rules.registry import (
    SCOPE_RULES,
    all_rules,
    names_of_rules,
    token_rules,
)
from graphwright.extraction.scoring.confidence import load_weights
from graphwright.extraction.scoring.features import declared_features

EXTRACTION = Path(extraction.__file__).parent
OTHER_WORDS = {
    ("reading/clause.py", "adverbial"): "how a clause came by its subject",
    ("reading/clause.py", "passive"): "a voice",
    ("reading/headings.py", "prerequisite"): "a heading",
    ("reading/qualifiers.py", "purpose"): "a kind of qualifier",
    ("restriction.py", "object"): "a kind of qualifier",
    ("restriction.py", "purpose"): "a kind of qualifier",
    ("rules/declaration.py", "object"): "an argument",
    ("rules/doubtful.py", "object"): "a kind of qualifier",
    ("rules/layers.py", "object"): "a kind of qualifier",
    ("rules/proposal.py", "object"): "a kind of qualifier",
    ("scoring/repeated_heading.py", "object"): "a kind of qualifier",
}
"""Where a word that is also the name of a rule means something else."""


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_each_rule_reads_its_example(extract, rule):
    assert extract(rule.example.text).rule(rule.name) == set(rule.example.triples)


def test_functions_propose_only_rules_that_they_declare(nlp):
    for rule in all_rules():
        reading = _reading_of(nlp(rule.example.text))
        tokens = range(reading.first, reading.last)
        calls = [(function, clause) for function in CLAUSE_RULES for clause in reading.clauses]
        calls += [
            (f, i) for i in tokens for f in token_rules(reading.tree.dep[i], reading.tree.tag[i])
        ]
        for function, place in calls:
            assert {found.rule for found in function(reading, place)} <= set(function.rules)
        for function in SCOPE_RULES:
            assert {found.rule for found in function(reading)} <= set(function.rules)


def _reading_of(doc: Doc) -> ScopeReading:
    tree = Tree(doc, 0, [(0, len(doc))])
    repair(tree, 0, len(doc))
    tree.link()
    return ScopeReading(tree, Phrases(tree), 0, len(doc))


def test_names_are_unique():
    names = [d.name for d in (*all_rules(), *declared_features())]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_weights_and_declarations_are_of_the_same_names():
    weights = load_weights()
    assert set(weights.rules) == {rule.name for rule in all_rules()}
    assert set(weights.features) == {feature.name for feature in declared_features()}
    assert set(weights.origins) == set(Origin)


def test_each_trait_says_what_it_means_and_holds_for_a_rule():
    assert all(trait.endswith(".") for trait in Trait)
    assert [trait.name for trait in Trait if not names_of_rules(trait)] == []


def _names_of_rules_in(path: Path) -> set[tuple[str, str]]:
    """Return (module, name) of each rule's name that a module writes outside its declaration."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {rule.name for rule in all_rules()}
    declared = {
        id(call.args[0])
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Rule"
    }
    return {
        (path.relative_to(EXTRACTION).as_posix(), str(node.value))
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in names and id(node) not in declared
    }


def test_no_name_of_a_rule_is_written_but_in_its_declaration():
    found = set().union(*map(_names_of_rules_in, EXTRACTION.rglob("*.py")))
    assert found == set(OTHER_WORDS), "name the rule's object, or say what else the word means"


def test_no_column_of_rules_is_compared_with_text():
    for path in sorted(EXTRACTION.parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith(".rule"):
                texts = [c for c in ast.walk(node) if isinstance(c, ast.Constant)]
                assert not any(isinstance(c.value, str) for c in texts), f"{path}:{node.lineno}"


def test_names_in_sql_are_those_of_rules():
    names = {rule.name for rule in all_rules()}
    for path in sorted(Path(sql.__file__).parent.glob("*.sql")):
        written = re.findall(r"\brule = '(\w+)'", path.read_text(encoding="utf-8"))
        assert set(written) <= names, path.name
