"""Views by audience: whether one is ready, making it, opening it, and forgetting it.

What a service asks for each request is ``open_view``; it costs reading two small files where the
view is ready.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol, Self, TypeVar

from graphwright.access.audience import Audience, Restrictions, is_application, listed, signature_of
from graphwright.access.base import (
    Base,
    bases_signature,
    drop_bases,
    find_base,
    is_base_current,
    keep_base,
    kept_bases,
)
from graphwright.access.making import ViewPlan, make_view, view_settings
from graphwright.access.record import ViewPlace, ViewRecord, places
from graphwright.errors import LakeError, SnapshotError
from graphwright.graph.pointer import Pointer, read_pointer
from graphwright.ids import fingerprint
from graphwright.publish.publish import rollback
from graphwright.settings import Settings
from graphwright.store.lake import Lake, open_lake


class _Project(Protocol):
    """A project, of which a view is another one."""

    @property
    def root(self) -> Path: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def lake(self) -> Lake: ...

    def over(self, root: Path, settings: Settings) -> Self: ...


P = TypeVar("P", bound=_Project)


@dataclasses.dataclass(frozen=True, slots=True)
class ViewState:
    """A view, and whether it is of what is published now."""

    id: str
    groups: tuple[str, ...]
    ready: bool
    documents: int


@dataclasses.dataclass(frozen=True)
class _Wanted:
    """What an audience may see of the published snapshot now.

    ``place`` is None where that is all that the lake holds: then the view is the lake itself.
    """

    audience: Audience
    restrictions: Restrictions
    base: Base | None
    place: ViewPlace | None
    visible: tuple[str, ...]
    collections: frozenset[str]
    state: str


def open_view(project: P, groups: Collection[str], *, wait: bool = True) -> P:
    """Return the project of what a caller of these groups may see of the published graph.

    Where a caller may see all, that is the project itself. A view that is not there, or not of what
    is published now, is made; of two processes one makes it and the other waits. Without ``wait``
    nothing is made: ``ViewNotReady`` says how far another is. Raises ``SnapshotError`` where
    nothing is published, and ``GraphwrightError`` where no view can be made.
    """
    wanted = _wanted(project.lake, groups)
    if wanted.place is None:
        return project
    if not wanted.place.is_ready(wanted.state):
        if not wait and wanted.place.kept_snapshot(wanted.state) is None:
            raise wanted.place.not_ready()
        wanted = _made(project, wanted)
    assert wanted.place is not None
    assert wanted.base is not None
    wanted.place.note_use()
    root = wanted.place.root
    settings = view_settings(project.settings, wanted.base, root, wanted.collections)
    return project.over(root, settings)


def view_ready(project: P, groups: Collection[str]) -> bool:
    """Return whether ``open_view`` would make nothing."""
    wanted = _wanted(project.lake, groups)
    return wanted.place is None or wanted.place.is_ready(wanted.state)


def is_restricted(project: P) -> bool:
    """Return whether a document is not for everybody, or was in a snapshot that is kept.

    Where that cannot be told it is True: nobody sees then what may be hidden. A lake that was built
    before there was a list of it is as its settings say. Costs a look at a few files.
    """
    lake = project.lake
    if not lake.path("document_groups").exists() and not lake.views.exists():
        return _settings_restrict(project.settings)
    try:
        return _is_used(lake)
    except (LakeError, SnapshotError, OSError):
        return True


def _settings_restrict(settings: Settings) -> bool:
    access = settings.access
    return (
        access.default != "everybody"
        or access.sidecar is not None
        or any(one.groups or one.group_patterns for one in settings.collections)
        or any(one.groups for one in settings.applications)
    )


def shows_only_visible(project: P, groups: Collection[str], view: _Project) -> bool:
    """Return whether a view that was opened before tells only of what these groups may see now."""
    wanted = _wanted(project.lake, groups)
    if wanted.place is None or view.root == project.root:
        return wanted.place is None
    record = ViewPlace(project.lake.views, view.root.name).read()
    hidden = wanted.restrictions.hidden
    return record is not None and not hidden(wanted.audience, record.documents)


def refresh_views(project: P) -> list[ViewState]:
    """Keep the published tables for views, and make those that the settings name.

    For the end of a build, whose process holds the lake. What belongs to no snapshot that is kept
    is deleted. Does nothing where every document is for everybody. Raises as ``open_view``.
    """
    lake, settings = project.lake, project.settings
    if not _is_used(lake):
        return []
    keep_base(lake, settings)
    drop_bases(lake)
    for groups in settings.access.audiences:
        open_view(project, groups)
    return list_views(project)


def views_are_current(project: P) -> bool:
    """Return whether ``refresh_views`` would make nothing."""
    lake, audiences = project.lake, project.settings.access.audiences
    try:
        if not _is_used(lake):
            return True
        kept = is_base_current(lake, _pointer(lake))
        return kept and all(view_ready(project, groups) for groups in audiences)
    except (LakeError, SnapshotError):
        return False


def list_views(project: P) -> list[ViewState]:
    """Return the views that there are, in order of id."""
    found = []
    for place in places(project.lake):
        record = place.read()
        if record is not None:
            ready = view_ready(project, record.groups)
            documents = sum(not is_application(one) for one in record.documents)
            found.append(ViewState(place.id, record.groups, ready, documents))
    return found


def remove_views(project: P, ids: Collection[str] | None = None) -> list[str]:
    """Delete views, by default all, and return their ids; one that is asked for is made again.

    Raises ``LakeError`` for an id that no view has.
    """
    there = {place.id: place for place in places(project.lake) if place.root.exists()}
    wanted = sorted(there) if ids is None else sorted(ids)
    if unknown := [one for one in wanted if one not in there]:
        raise LakeError(
            f"There is no view {', '.join(unknown)} in {project.lake.views}.",
            remedy=f"There are: {', '.join(there) or 'none'}.",
        )
    for one in wanted:
        with _held(project.lake, there[one]):
            there[one].delete()
    return wanted


def _pointer(lake: Lake) -> Pointer:
    pointer = read_pointer(lake.root)
    if pointer is None:
        raise SnapshotError(
            f"Nothing is published in {lake.root}.",
            remedy="Build first (make build), or name the lake with --lake.",
        )
    return pointer


def _is_used(lake: Lake) -> bool:
    """Whether a document is not for everybody, or was in a snapshot that is kept."""
    pointer = _pointer(lake)
    return _restricts(lake, pointer, _signature(lake, pointer))


@functools.lru_cache(maxsize=16)
def _restricts(lake: Lake, pointer: Pointer, _signature: tuple[object, ...]) -> bool:
    return any(one is not None for one in _restrictions(lake, pointer).every)


def _restrictions(lake: Lake, pointer: Pointer) -> Restrictions:
    """Return who may see the documents of a snapshot: as it is now, else as it was then.

    So what is taken from a group is taken at once, also of a snapshot that readers were sent back
    to.
    """
    now, bases = listed(lake), kept_bases(lake, pointer)
    then = {base.snapshot: listed(base.lake) for base in bases}
    of_snapshot = then.get(pointer.current, now)
    documents = {d: now.restrictions.get(d, said) for d, said in of_snapshot.restrictions.items()}
    every = set(now.restrictions.values())
    every = every.union(*(found.restrictions.values() for found in then.values()))
    every |= {frozenset(groups) for base in bases for groups in base.earlier}
    return Restrictions(documents, of_snapshot.collections, frozenset(every))


def _wanted(lake: Lake, groups: Collection[str]) -> _Wanted:
    pointer = _pointer(lake)
    return _find(lake, pointer, _signature(lake, pointer), frozenset(groups))


def _signature(lake: Lake, pointer: Pointer) -> tuple[object, ...]:
    """Return what tells the lists of who may see what from others, without reading them."""
    paths = (lake.path("document_groups"), lake.path("applications"))
    lists = tuple(signature_of(path) if path.exists() else () for path in paths)
    return (*lists, bases_signature(lake, pointer))


@functools.lru_cache(maxsize=256)
def _find(
    lake: Lake, pointer: Pointer, _signature: tuple[object, ...], groups: frozenset[str]
) -> _Wanted:
    """Return what a caller's groups may see; looked up anew where a file of it is another."""
    restrictions = _restrictions(lake, pointer)
    audience = restrictions.audience(groups)
    base = find_base(lake, pointer.current)
    if restrictions.hides_nothing_from(audience):
        return _Wanted(audience, restrictions, base, None, (), frozenset(), "")
    visible = tuple(restrictions.visible(audience))
    collections = frozenset(restrictions.collections[document] for document in visible)
    state = fingerprint([pointer.current, base.digest if base else None, visible])
    place = ViewPlace.of(lake, audience)
    return _Wanted(audience, restrictions, base, place, visible, collections, state)


def _made(project: P, first: _Wanted) -> _Wanted:
    """Make a view, or wait until it is made, and return what it is of.

    What is published may change meanwhile: it is looked at again once nobody else makes the view.
    """
    assert first.place is not None
    with _held(project.lake, first.place):
        wanted = _wanted(project.lake, first.audience.groups)
        if wanted.place is None or wanted.place.is_ready(wanted.state):
            return wanted
        if wanted.base is None:
            wanted = _with_base(project, first.audience.groups)
        if wanted.place is None or wanted.place.is_ready(wanted.state):
            return wanted
        _make(project, wanted)
    _drop_unused(project, wanted)
    return wanted


def _with_base(project: P, groups: Collection[str]) -> _Wanted:
    """Keep the published tables where the build before did not get to it.

    A build that holds the lake gets to it at its end. Until then these groups see what they may of
    the newest snapshot before that has its tables. Raises ``LakeError`` where none has, and where
    the tables are not those that were published.
    """
    lake = project.lake
    with ExitStack() as held:
        try:
            held.enter_context(lake.exclusive())
        except LakeError:
            before = _newest_with_base(lake, _pointer(lake))
            if before is None:
                raise
            return _find(lake, before, _signature(lake, before), frozenset(groups))
        keep_base(lake, project.settings)
    return _wanted(lake, groups)


def _newest_with_base(lake: Lake, pointer: Pointer) -> Pointer | None:
    """Return the pointer as it would be with the newest snapshot that has its tables."""
    earlier = pointer.history[: pointer.history.index(pointer.current) + 1]
    found = [snapshot for snapshot in earlier if find_base(lake, snapshot) is not None]
    return dataclasses.replace(pointer, current=found[-1]) if found else None


def _make(project: P, wanted: _Wanted) -> None:
    place, base = wanted.place, wanted.base
    assert place is not None
    if base is None:
        raise LakeError(
            "What you may see of the published graph cannot be told: it was published before "
            "anything was said of who may see what.",
            remedy="Build again.",
        )
    record = place.read()
    if record is None or wanted.restrictions.hidden(wanted.audience, record.documents):
        # What it may tell of, in its history too, was taken from its readers.
        place.delete()
        record = ViewRecord(tuple(sorted(wanted.audience.groups)), {}, ())
    kept = place.kept_snapshot(wanted.state)
    if kept is not None:
        rollback(place.root, kept)
        return
    view = open_lake(place.root)
    try:
        with view.exclusive():
            plan = ViewPlan(project.lake, base, view, wanted.visible)
            make_view(plan, project.settings, place.note_progress)
    finally:
        place.end_progress()
    _note(place, record, wanted)


def _note(place: ViewPlace, record: ViewRecord, wanted: _Wanted) -> None:
    """Write that a view has the snapshot of a state, and forget those that it keeps no longer."""
    pointer = read_pointer(place.root)
    assert pointer is not None, "It was just published."
    states = {state: one for state, one in record.states.items() if one in pointer.history}
    states[wanted.state] = pointer.current
    documents = sorted({*record.documents, *wanted.visible})
    place.write(ViewRecord(record.groups, states, tuple(documents)))


@contextmanager
def _held(lake: Lake, place: ViewPlace) -> Iterator[None]:
    """Hold a view, so that one process at a time makes or deletes it; a kill lets go of it."""
    with lake.storage.lock(place.lock, wait=True):
        yield


def _drop_unused(project: P, wanted: _Wanted) -> None:
    """Delete the views that were not used for longest, beyond those that are to be kept."""
    access = project.settings.access
    named = {wanted.restrictions.audience(groups).id for groups in access.audiences}
    there = [place for place in places(project.lake) if place.root.exists()]
    others = [p for p in there if p.id not in named and wanted.place and p.id != wanted.place.id]
    spare = len(there) - access.keep_views
    for place in sorted(others, key=lambda one: (one.used, one.id))[: max(spare, 0)]:
        with project.lake.storage.lock(place.lock, wait=False) as held:
            if held:
                place.delete()
