from __future__ import annotations

from graphwright.extraction.rules.registry import all_rules
from graphwright.graph.fact_text import LABELLING_RULES


def test_the_rules_that_label_exist() -> None:
    assert {rule.name for rule in all_rules()} >= LABELLING_RULES
