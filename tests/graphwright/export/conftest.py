"""One small published graph that has all that an export can meet."""

from __future__ import annotations

import dataclasses

import pytest
from serving_lake import HANDBOOK, Section, make_rows, write_tables

from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.publish.publish import publish_snapshot
from graphwright.tables import DocumentVersion, Qualifier
from graphwright.vectors.embedder import Embedder

DOCUMENTS = {
    **HANDBOOK,
    "old support.md": [
        Section(
            "Calls",
            [
                (
                    'The clerk may not close "big" calls;\r\nsee the travel guide.',
                    [
                        ("clerk", "close", '"big" calls', 0.7),
                        ("clerk", "refer to", "travel guide", 0.9),
                    ],
                )
            ],
        )
    ],
}


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Snapshot:
    """A graph with a denied, open, restricted and superseded fact, a seed, and a replaced page."""
    root = tmp_path_factory.mktemp("exported")
    rows = make_rows(DOCUMENTS, embedder)
    said = {
        "close": {"negated": True, "modality": "may", "superseded": True},
        "require": {"restriction": "of orders <over> 10,000 & more"},
    }
    rows.relations = [
        dataclasses.replace(one, **said.get(one.predicate, {})) for one in rows.relations
    ]
    rows.entities = [
        dataclasses.replace(one, seed=True, type="Business system", definition="It books.")
        if one.name == "Orbit ERP"
        else one
        for one in rows.entities
    ]
    qualifiers = (Qualifier("time", "in\tMarch", 3, 11),)
    first, *rest = rows.evidence
    box = (1.5, 2.0, 3.25, 4.0)
    rows.evidence = [
        dataclasses.replace(first, box=box, box_unit="pt", qualifiers=qualifiers),
        *rest,
    ]
    new, old = (
        next(one for one in rows.parsed_documents if one.path == path)
        for path in ("support.md", "old support.md")
    )
    rows.document_versions = [
        DocumentVersion(
            document_id=old.document_id,
            collection=old.collection,
            path=old.path,
            uri=old.uri,
            title=old.title,
            same_as=old.document_id,
            valid_from="2020-01-01",
            valid_to=None,
            superseded=True,
            superseded_by=new.document_id,
            newest=new.document_id,
            superseded_from=None,
            said_by=None,
            reason=None,
        )
    ]
    publish_snapshot(
        root,
        write_tables(root / "tables", rows),
        settings_fingerprint="settings",
        embedder_fingerprint=embedder.fingerprint,
        keep=5,
    )
    return open_snapshot(root)
