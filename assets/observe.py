"""Observing the sources in a run: all collections or some, and what the run is tagged with."""

import dataclasses
from collections.abc import Mapping, Sequence

import dagster as dg
import pydantic

from assets.fetched import narrowed
from graphwright.documents.sources.discover import discover
from graphwright.documents.sources.watch import Changes, contents_of, count_changes
from graphwright.errors import LakeError, SettingsError
from graphwright.settings import Settings
from graphwright.steps.bucketed.rows import known_documents
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument

_TAG = "graphwright.changed/"
_TAG_NAME_LENGTH = 63
_SEEDS_TAG = "graphwright.changed_seeds"
DECISIONS_TAG = {"graphwright.changed_decisions": "yes"}
"""The tag of a run in which the decisions of the team are others than before."""

PREDICATES_TAG = {"graphwright.changed_predicates": "yes"}
"""The tag of a run in which the table of predicates is another than before."""


class SourcesConfig(dg.Config):
    """Which collections a run looks at."""

    collections: list[str] = pydantic.Field(
        default=[],
        description="Names of the collections to look at; all where there are none. Documents of "
        "the others stay as they were last seen.",
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Observed:
    """The documents, and what changed of them by collection."""

    documents: Sequence[SourceDocument]
    changes: Mapping[str, Changes]


def observe(
    lake: Lake,
    settings: Settings,
    config: SourcesConfig,
    found: Sequence[SourceDocument] | None = None,
    remote: Sequence[SourceDocument] | None = None,
) -> Observed:
    """Look at the collections that the config names and take the others as they stand.

    ``found`` are the documents of all collections, where they were found just before: finding
    reads every file and asks for every page. ``remote`` are those of the collections to look at
    that are not of this machine, where they were just fetched. Raises ``SettingsError`` for a
    name that the settings do not have, ``LakeError`` where the others were never looked at, and
    ``SourceError`` where a folder is missing.
    """
    known = known_documents(lake)
    documents: Sequence[SourceDocument]
    if config.collections:
        documents = _some(lake, settings, config.collections, known, remote)
    elif found is None:
        documents = discover(settings, lake.places, remote=remote, lake=lake)
    else:
        documents = found
    return Observed(documents, count_changes(known or (), contents_of(documents)))


def _some(
    lake: Lake,
    settings: Settings,
    names: Sequence[str],
    known: Sequence[SourceDocument] | None,
    remote: Sequence[SourceDocument] | None,
) -> list[SourceDocument]:
    every = {collection.name: collection for collection in settings.collections}
    if unknown := sorted(set(names) - set(every)):
        raise SettingsError(
            f"There is no collection {', '.join(unknown)}; there are {', '.join(every)}.",
            remedy="Correct 'collections' in the run's config.",
        )
    if known is None:
        raise LakeError(
            "The sources were never looked at, so the other collections would be left out.",
            remedy="Run the job 'build' once.",
        )
    fresh = discover(narrowed(settings, names), lake.places, remote=remote, lake=lake)
    others = [d for d in known if d.collection in every and d.collection not in names]
    return sorted([*fresh, *others], key=lambda document: document.document_id)


def change_tags(changes: Mapping[str, Changes]) -> dict[str, str]:
    """Return a run's tags: each collection that changed, and by how many documents."""
    return {_TAG + name[:_TAG_NAME_LENGTH]: str(counts) for name, counts in changes.items()}


def seeds_tag(names: int) -> dict[str, str]:
    """Return a run's tag where the seed concepts changed: how many names they have now."""
    return {_SEEDS_TAG: f"{names} names"}
