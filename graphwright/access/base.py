"""The base of views: the tables that a snapshot was made of, as long as the snapshot is kept.

    views/bases/SNAPSHOT/tables/...      links to the files of the lake's tables
    views/bases/SNAPSHOT/applications/.. links to what crawls of applications saw
    views/bases/SNAPSHOT/base.json       settings, and what the links were made to

Views are made of it alone, so making one waits for no build and meets no table half way, and a
snapshot that readers were sent back to has its views too. Links take no room until a file of the
lake is replaced.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Iterator
from pathlib import Path

from graphwright.access.audience import listed, signature_of
from graphwright.applications.observation_store import ApplicationFolder
from graphwright.documents.versions.sidecar import read_sidecar
from graphwright.errors import LakeError
from graphwright.graph.pointer import Pointer, read_pointer
from graphwright.ids import fingerprint
from graphwright.settings import Settings
from graphwright.steps.applications import ApplicationsStep
from graphwright.steps.base.step import Given
from graphwright.steps.document_versions import VersionsStep
from graphwright.steps.pipeline import Pipeline
from graphwright.steps.publishing import SNAPSHOT
from graphwright.store.checksum import read_seal
from graphwright.store.lake import Lake, open_lake
from graphwright.store.sealed_json import read_sealed_json, sealed_json
from graphwright.tables import TABLES

_LISTED = (
    *("source_documents", "document_groups", "seed_concepts", "seed_broader"),
    *("entity_decisions", "predicates", "applications"),
)
_RECORD = "base.json"
_MAKING = ".making"
_DECISIONS = "state_decisions.yaml"


@dataclasses.dataclass(frozen=True, slots=True)
class Base:
    """The tables of a snapshot, in a lake of links.

    ``settings`` are those of the build, without what only says where documents come from and who
    sees them; ``digest`` tells its tables from others. ``earlier`` are the restrictions of the
    snapshot before, of which the history still tells.
    """

    lake: Lake
    snapshot: str
    digest: str
    settings: Settings
    sidecar: Path | None
    decisions: Path | None
    earlier: tuple[tuple[str, ...], ...]


def bases_root(lake: Lake) -> Path:
    """Return the folder of the bases of a lake."""
    return lake.views / "bases"


def find_base(lake: Lake, snapshot: str) -> Base | None:
    """Return the base of a snapshot, or None where there is none that is whole."""
    path = bases_root(lake) / snapshot / _RECORD
    try:
        return _read_base(path, signature_of(path))
    except (OSError, ValueError, KeyError, TypeError):
        return None


@functools.lru_cache(maxsize=64)
def _read_base(path: Path, _signature: tuple[int, ...]) -> Base:
    root, record = path.parent, read_sealed_json(path.read_bytes())
    sidecar = record["sidecar"]
    return Base(
        open_lake(root),
        root.name,
        record["digest"],
        Settings.model_validate(record["settings"]),
        root / "sidecar" / sidecar if sidecar else None,
        root / _DECISIONS if record.get("decisions") else None,
        tuple(tuple(groups) for groups in record["earlier"]),
    )


def bases_signature(lake: Lake, pointer: Pointer) -> tuple[object, ...]:
    """Return what tells the bases of the kept snapshots from others, without reading them."""
    found = []
    for snapshot in pointer.history:
        path = bases_root(lake) / snapshot / _RECORD
        found.append((snapshot, signature_of(path) if path.exists() else None))
    return tuple(found)


def kept_bases(lake: Lake, pointer: Pointer) -> list[Base]:
    """Return the bases of the snapshots that are kept."""
    found = (find_base(lake, snapshot) for snapshot in pointer.history)
    return [base for base in found if base is not None]


def tables_digest(lake: Lake) -> str:
    """Return what tells the linked tables of a lake from others. Raises ``LakeError``."""
    states = {}
    for path in _linked(lake):
        state = lake.state(path)
        states[path.relative_to(lake.tables).as_posix()] = state.digest if state else None
    return fingerprint(states)


def is_base_current(lake: Lake, pointer: Pointer) -> bool:
    """Return whether the published snapshot has its base."""
    base = find_base(lake, pointer.current)
    return base is not None and base.digest == tables_digest(lake) and _is_whole(base, lake)


def _is_whole(base: Base, lake: Lake) -> bool:
    """Return whether no file of a base is gone or damaged; what the lake still has is as the lake.

    A damaged table that a build made anew has the digest of the one before.
    """
    for path in _linked(lake):
        linked = base.lake.tables / path.relative_to(lake.tables)
        try:
            if not linked.samefile(path):
                read_seal(linked)
        except (OSError, ValueError):
            return False
    return True


def keep_base(lake: Lake, settings: Settings) -> Base:
    """Link the tables of the published snapshot, for views; the caller holds the lake.

    Raises ``LakeError`` where the tables are not those of the snapshot any more.
    """
    pointer = read_pointer(lake.root)
    pipeline = Pipeline(Given(lake, settings, documents=()))
    if pointer is None or not pipeline.step(SNAPSHOT).is_current(lake):
        raise LakeError(
            f"The tables of {lake.root} are not those of the published snapshot.",
            remedy="Build again: views are made of the tables that were published.",
            transient=True,
        )
    if not pipeline.step(VersionsStep.name).is_current(lake):
        raise LakeError(
            "The sidecar of versions changed while the build was running.",
            remedy="Build again.",
            transient=True,
        )
    if settings.applications and not pipeline.step(ApplicationsStep.name).is_current(lake):
        raise LakeError(
            "An application was crawled while the build was running.",
            remedy="Build again.",
            transient=True,
        )
    if not is_base_current(lake, pointer):
        _link_base(lake, settings, pointer)
    base = find_base(lake, pointer.current)
    assert base is not None, "It was just written."
    return base


def drop_bases(lake: Lake) -> None:
    """Delete the bases of snapshots that are no longer kept, and what a kill left."""
    pointer = read_pointer(lake.root)
    kept = pointer.history if pointer else ()
    for path in lake.storage.paths(bases_root(lake)):
        if path.name not in kept:
            lake.storage.delete(path)


def _link_base(lake: Lake, settings: Settings, pointer: Pointer) -> None:
    place = bases_root(lake) / pointer.current
    making = place.with_name(f"{place.name}{_MAKING}")
    lake.storage.delete(making)
    for path in _linked(lake):
        lake.storage.link(path, making / "tables" / path.relative_to(lake.tables))
    sidecar = Path(settings.versions.sidecar) if settings.versions.sidecar else None
    if sidecar:  # no link: whoever edits it may write into the file
        with lake.storage.replacing(making / "sidecar" / sidecar.name) as temporary:
            temporary.write_bytes(read_sidecar(sidecar))
    for application in settings.applications:
        link_observation(lake, open_lake(making), application.name)
    decisions = settings.state_decisions_path if settings.applications else None
    if decisions is not None:  # no link, as above
        with lake.storage.replacing(making / _DECISIONS) as temporary:
            temporary.write_bytes(decisions.read_bytes())
    record = {
        "digest": tables_digest(lake),
        "settings": _kept_settings(settings).model_dump(mode="json"),
        "sidecar": sidecar.name if sidecar else None,
        "decisions": decisions is not None,
        "earlier": _earlier(lake, pointer),
    }
    with lake.storage.replacing(making / _RECORD) as temporary:
        temporary.write_text(sealed_json(json.loads(json.dumps(record))), encoding="utf-8")
    lake.storage.delete(place)
    lake.storage.move(making, place)


def link_observation(source: Lake, target: Lake, name: str) -> None:
    """Give a lake what the last crawl of an application saw in another, if there was one."""
    path = ApplicationFolder(source, name).observation
    if path.exists():
        source.storage.link(path, ApplicationFolder(target, name).observation)


def _linked(lake: Lake) -> Iterator[Path]:
    names = [name for name, table in TABLES.items() if table.bucketed]
    for name in (*names, *_LISTED):
        yield from lake.paths(name)


def _kept_settings(settings: Settings) -> Settings:
    """Return settings without what only says where documents come from, and who sees them."""
    default = Settings.model_fields["access"].default
    collections = tuple(
        collection.model_copy(
            update={
                "folder": "(not here)",
                "urls": (),
                "include": ("**/*",),
                "exclude": (),
                "groups": (),
                "group_patterns": (),
            }
        )
        for collection in settings.collections
    )
    applications = tuple(
        application.model_copy(update={"login": None, "reset": None, "groups": ()})
        for application in settings.applications
    )
    kept = {"collections": collections, "applications": applications, "access": default}
    return settings.model_copy(update=kept)


def _earlier(lake: Lake, pointer: Pointer) -> list[list[str]]:
    """Return the restrictions of the snapshots before the published one, as far as they are there.

    Where it has a base already, those that this one knows too.
    Also of one that is no longer kept: the history of the published one tells what it removed.
    """
    found = set(known.earlier) if (known := find_base(lake, pointer.current)) else set()
    for path in lake.storage.paths(bases_root(lake)):
        base = find_base(lake, path.name)
        if base is not None and base.snapshot != pointer.current:
            said = listed(base.lake).restrictions.values()
            found |= {tuple(sorted(one)) for one in said if one is not None}
    return [list(groups) for groups in sorted(found)]
