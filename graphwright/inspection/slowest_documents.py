"""The documents that took longest to parse, from the times that the builds noted."""

from __future__ import annotations

from graphwright.display.grid import Grid, grid
from graphwright.steps.bucketed.timings import slowest
from graphwright.steps.parse import ParseStep
from graphwright.store.lake import Lake
from graphwright.store.queries import open_views

_NAMES = """
SELECT document_id, collection || '/' || path, size FROM source_documents
WHERE document_id IN (SELECT unnest($documents))
"""


def slowest_documents(lake: Lake, *, limit: int = 10) -> Grid:
    """Return the slowest documents with the seconds of the build that parsed them."""
    times = slowest(lake, ParseStep.name, limit)
    with open_views({"source_documents": lake.paths("source_documents")}) as connection:
        found = connection.execute(_NAMES, {"documents": [unit for unit, _ in times]}).fetchall()
    named = {document: (label, size) for document, label, size in found}
    rows = [[*named[unit], f"{seconds:.2f} s"] for unit, seconds in times if unit in named]
    return grid("Slowest documents to parse", ["document", "bytes", "time"], rows)
