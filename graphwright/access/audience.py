"""Who asks, and which documents and applications of a snapshot that one may see.

An application stands among the documents, under a name that no document's id can be.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

from graphwright.errors import LakeError
from graphwright.ids import content_id
from graphwright.store.footer import file_signature
from graphwright.store.lake import Lake, open_lake
from graphwright.tables import Application, DocumentGroups, rows_of

Restriction = frozenset[str] | None
"""The groups of which one is enough, none of them: nobody; None: everybody."""


@dataclasses.dataclass(frozen=True, slots=True)
class Audience:
    """The groups of a caller, as far as the lake knows them: callers of equal groups are one."""

    groups: frozenset[str]

    @property
    def id(self) -> str:
        """Return the id: a hash, since a group's name may hold what no folder's may."""
        return content_id("audience", *sorted(self.groups))

    def sees(self, restriction: Restriction) -> bool:
        """Return whether it may see a document."""
        return restriction is None or bool(restriction & self.groups)


@dataclasses.dataclass(frozen=True, slots=True)
class Restrictions:
    """Who may see each document of a snapshot, by id, and its collection.

    ``every`` are all that may be told by the lake beside the snapshot: of documents that it lists
    now, and of those of the snapshots that it keeps.
    """

    documents: dict[str, Restriction]
    collections: dict[str, str]
    every: frozenset[Restriction]

    @property
    def groups(self) -> frozenset[str]:
        """Return the groups that the lake knows."""
        return frozenset(group for one in self.every for group in one or ())

    def audience(self, groups: Iterable[str]) -> Audience:
        """Return the audience of a caller's groups: those that nothing here names are left out."""
        return Audience(frozenset(groups) & self.groups)

    def hides_nothing_from(self, audience: Audience) -> bool:
        """Return whether the lake itself is what an audience may see."""
        return all(audience.sees(one) for one in self.every)

    def visible(self, audience: Audience) -> list[str]:
        """Return the ids of the documents that an audience may see, in order."""
        return sorted(one for one, said in self.documents.items() if audience.sees(said))

    def hidden(self, audience: Audience, documents: Collection[str]) -> list[str]:
        """Return those of some documents that are known here and that an audience may not see."""
        known = self.documents
        return [one for one in documents if one in known and not audience.sees(known[one])]


def application_key(name: str) -> str:
    """Return the name under which an application stands among documents."""
    return f"application {name}"


def is_application(key: str) -> bool:
    """Return whether what stands among documents is an application."""
    return " " in key


class Listed(NamedTuple):
    """The documents that a lake lists, by id: who may see each, and its collection.

    The collection of an application is itself.
    """

    restrictions: dict[str, Restriction]
    collections: dict[str, str]


def listed(lake: Lake) -> Listed:
    """Return who may see each document, and each application, that a lake lists.

    Raises ``LakeError`` where the list is absent or damaged: nobody may see anything then.
    """
    path = lake.path("document_groups")
    try:
        documents = _listed(path, signature_of(path))
    except FileNotFoundError:
        raise LakeError(
            f"There is no list of who may see which document at {path}.",
            remedy="Build again: it is made before all else.",
        ) from None
    of_applications = lake.path("applications")
    if not of_applications.exists():
        return documents
    applications = _applications(of_applications, signature_of(of_applications))
    return Listed(
        documents.restrictions | applications,
        documents.collections | {name: name for name in applications},
    )


@functools.lru_cache(maxsize=64)
def _applications(path: Path, _signature: tuple[int, ...]) -> dict[str, Restriction]:
    rows = rows_of(Application, open_lake(path.parent.parent).read("applications"))
    return {
        application_key(row.name): None if row.everybody else frozenset(row.groups) for row in rows
    }


@functools.lru_cache(maxsize=64)
def _listed(path: Path, _signature: tuple[int, ...]) -> Listed:
    rows = rows_of(DocumentGroups, open_lake(path.parent.parent).read("document_groups"))
    said = {row.document_id: None if row.everybody else frozenset(row.groups) for row in rows}
    return Listed(said, {row.document_id: row.collection for row in rows})


def signature_of(path: Path) -> tuple[int, ...]:
    """Return what tells a file from any other at its path. Raises ``FileNotFoundError``."""
    return (path.stat().st_ino, *file_signature(path))
