"""Which seed concepts and decisions a view holds: those that its documents name.

The seeds are the team's own list and of no document, and they may name what is secret: a project
before it is announced. Leaving out a concept that no document names changes no entity: it is the
names in the documents that seeds merge.
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.store.lake import Lake
from graphwright.tables import DecisionKind


def named_seeds(seeds: pa.Table, lake: Lake) -> pa.Table:
    """Return the rows of the concepts of which a triple of the lake has a name."""
    named = _names_of(lake)
    rows = seeds.select(["key", "alias_key"]).to_pylist()
    concepts = {row["key"] for row in rows if row["alias_key"] in named}
    return seeds.filter(pc.is_in(seeds["key"], value_set=pa.array(sorted(concepts), pa.string())))


def named_broader(broader: pa.Table, lake: Lake) -> pa.Table:
    """Return the rows of which both concepts are seed concepts of the view."""
    seeds = pc.unique(lake.read("seed_concepts")["key"])
    both = pc.and_(
        pc.is_in(broader["key"], value_set=seeds),
        pc.is_in(broader["broader_key"], value_set=seeds),
    )
    return broader.filter(both)


def named_decisions(decisions: pa.Table, lake: Lake) -> pa.Table:
    """Return the decisions all of whose names a triple of the lake has, but for new names.

    What joins two names over a third that is not seen joins them no more.
    """
    named = _names_of(lake) | {""}
    seen = [
        row["name_key"] in named
        and (row["other_key"] in named or row["kind"] == DecisionKind.RENAME)
        for row in decisions.select(["kind", "name_key", "other_key"]).to_pylist()
    ]
    return decisions.filter(pa.array(seen, pa.bool_()))


def _names_of(lake: Lake) -> set[str]:
    named: set[str] = set()
    for path in lake.paths("resolved_triples"):
        columns = ("subject_key", "object_key")
        triples = lake.read_file("resolved_triples", path, columns)
        for column in columns:
            named.update(pc.unique(triples[column]).to_pylist())
    return named
