from __future__ import annotations

import re

from graphwright.extraction.parse.needs import shown
from graphwright.extraction.parse.repair import REPAIRS
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.rules.registry import all_rules

QUOTED = re.compile(r'"([^"]+)"')


def test_a_repair_mends_only_where_the_scope_shows_what_it_needs(nlp):
    quoted = [text for one in REPAIRS for text in QUOTED.findall(one.mend.__doc__)]
    mended = set[str]()
    for text in (*quoted, *(rule.example.text for rule in all_rules())):
        doc = nlp(text)
        tree = Tree(doc, 0, [(0, len(doc))])
        for one in REPAIRS:
            before, found = state(tree), shown(tree, 0, len(doc))
            one.mend(tree, 0, len(doc))
            if state(tree) != before:
                mended.add(one.mend.__name__)
                assert not any(map(found.isdisjoint, one.needs)), (one.mend.__name__, text)
    assert len(mended) > len(REPAIRS) / 3


def state(tree: Tree) -> tuple[list[object], ...]:
    return [*tree.tag], [*tree.dep], [*tree.head], [*tree.lemma]
