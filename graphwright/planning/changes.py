"""What changed at the sources since the last build: documents new, edited, moved and deleted."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from graphwright.steps.bucketed.plan import known_units
from graphwright.steps.bucketed.rows import known_documents
from graphwright.steps.bucketed.step import BucketStep
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument


@dataclasses.dataclass(frozen=True, slots=True)
class DocumentChanges:
    """Documents by what became of them, as "collection/path", each in order.

    ``moved`` has pairs of old and new names; a copy of a known document counts as moved from it,
    and one with another URI or extractor as moved to itself. ``again`` are documents whose parsing
    has to be tried again, or whose parser changed. ``work`` are the ids of documents to parse,
    ``renamed`` those of documents whose parse is kept under other names.
    """

    new: tuple[str, ...]
    edited: tuple[str, ...]
    moved: tuple[tuple[str, str], ...]
    again: tuple[str, ...]
    deleted: tuple[str, ...]
    work: frozenset[str]
    renamed: frozenset[str]


def document_changes(
    lake: Lake, parse: BucketStep, sources: Sequence[SourceDocument], buckets: int
) -> DocumentChanges:
    """Compare the documents that there are with those that the lake's parses are of.

    ``parse`` is the parsing step over ``sources``; nothing is read but the lake's own records.
    """
    before, listed = _parsed_before(lake, parse), _listed_before(lake)
    found = {source.document_id: source for source in sources}
    units = {unit.id: unit for bucket in range(buckets) for unit in parse.units(lake, bucket)}
    by_content = {content: identifier for identifier, (content, _) in sorted(before.items())}
    named = {i: _name(document) for i, document in (listed | found).items()}
    moved, origins, work, renamed = [], set(), [], set()
    for unit in units.values():
        if before.get(unit.id) == (unit.content_key, unit.identity_key):
            continue
        origin = by_content.get(unit.content_key)
        if origin is None:
            work.append(unit.id)
        else:
            origins.add(origin)
            renamed.add(unit.id)
            moved.append((named.get(origin, origin), named[unit.id]))
    kinds = {i: _kind(listed.get(i), found[i]) for i in work}
    gone = set(before) - set(units) - origins
    return DocumentChanges(
        new=tuple(sorted(named[i] for i in work if kinds[i] == "new")),
        edited=tuple(sorted(named[i] for i in work if kinds[i] == "edited")),
        moved=tuple(sorted(moved)),
        again=tuple(sorted(named[i] for i in work if kinds[i] == "again")),
        deleted=tuple(sorted(named.get(i, i) for i in gone)),
        work=frozenset(work),
        renamed=frozenset(renamed),
    )


def _kind(before: SourceDocument | None, now: SourceDocument) -> str:
    if before is None:
        return "new"
    return "again" if before.sha256 == now.sha256 else "edited"


def _parsed_before(lake: Lake, parse: BucketStep) -> Mapping[str, tuple[str, str]]:
    known: dict[str, tuple[str, str]] = {}
    for bucket in lake.buckets(parse.outputs[0]):
        known |= known_units(parse, lake, bucket)
    return known


def _listed_before(lake: Lake) -> dict[str, SourceDocument]:
    """Return the documents of the last list; none where there is no list that can be read."""
    return {row.document_id: row for row in known_documents(lake) or ()}


def _name(source: SourceDocument) -> str:
    return f"{source.collection}/{source.path}"
