"""Which seed concepts a view holds: those that its documents name.

The seeds are the team's own list and of no document, and they may name what is secret: a project
before it is announced. Leaving out a concept that no document names changes no entity: it is the
names in the documents that seeds merge.
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from graphwright.store.lake import Lake


def named_seeds(seeds: pa.Table, lake: Lake) -> pa.Table:
    """Return the rows of the concepts of which a triple of the lake has a name."""
    named: set[str] = set()
    for path in lake.paths("resolved_triples"):
        columns = ("subject_key", "object_key")
        triples = lake.read_file("resolved_triples", path, columns)
        for column in columns:
            named.update(pc.unique(triples[column]).to_pylist())
    rows = seeds.select(["key", "alias_key"]).to_pylist()
    concepts = {row["key"] for row in rows if row["alias_key"] in named}
    return seeds.filter(pc.is_in(seeds["key"], value_set=pa.array(sorted(concepts), pa.string())))
