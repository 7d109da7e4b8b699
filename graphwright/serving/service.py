"""The service: readers of what is published now, for each audience that asks.

An audience is a set of groups. Where documents are for some groups only, each audience has a
reader over a lake of its own that holds what it may see; else all share one.
"""

from __future__ import annotations

import importlib
import importlib.util
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from graphwright.errors import GraphwrightError
from graphwright.graph.pointer import read_pointer
from graphwright.project import DEFAULT_STRATEGY
from graphwright.serving.reader import Models, Reader, Readers

if TYPE_CHECKING:
    from graphwright.project import Project
    from graphwright.settings import ServeSettings

Groups = frozenset[str]
"""The groups of a caller; the empty set is whoever is in none."""

NO_GROUPS: Groups = frozenset()

_WATCH_SECONDS = 0.5
"""Between two looks at the pointer: one small file, and two for each audience."""

_AUDIENCES_KEPT = 64
"""Sets of groups whose reader stays open; another one opens its own again."""

_VIEWS = "graphwright.access.views"


class Views(Protocol):
    """What an audience may see of what is published now, as a project over a lake of its own."""

    def open_view(self, project: Project, groups: Collection[str]) -> Project:
        """Return the project, made first where it is not there."""

    def view_ready(self, project: Project, groups: Collection[str]) -> bool:
        """Return whether ``open_view`` would make nothing."""


def _views_of(project: Project) -> Views | None:
    """Return the views of a project; None where nothing was ever said of who may see what."""
    if importlib.util.find_spec(_VIEWS.rpartition(".")[0]) is None or not _is_restricted(project):
        return None
    return cast("Views", importlib.import_module(_VIEWS))


def _is_restricted(project: Project) -> bool:
    """Return whether the lake lists who may see what, or its settings say so."""
    if (project.root / "tables" / "document_groups.parquet").exists():
        return True
    said = project.settings.model_dump()
    access = said.get("access", {})
    return bool(
        access.get("default", "everybody") != "everybody"
        or access.get("sidecar")
        or any(c.get("groups") or c.get("group_patterns") for c in said["collections"])
    )


class Service:
    """What is published, for many callers at once; follows the pointer from ``start`` to ``close``.

    ``on_failure`` is told why what is published now cannot be opened; what was served before is
    served on. ``on_change`` is told the id of each snapshot that becomes the current one.
    """

    def __init__(
        self,
        project: Project,
        models: Models | None = None,
        *,
        warmed: tuple[str, ...] = (DEFAULT_STRATEGY,),
        views: Views | None = None,
    ) -> None:
        """Open what is published; raises ``SnapshotError`` where nothing is."""
        self.project = project
        self.models = models or Models(project.settings)
        self.on_failure: Callable[[GraphwrightError], None] = lambda error: None
        self.on_change: Callable[[str], None] = lambda snapshot: None
        self._warmed = warmed
        self._views = views or _views_of(project)
        self._readers = Readers(project, self.models, warmed=warmed)
        self._audiences: OrderedDict[Groups, Reader] = OrderedDict()
        self._opened: weakref.WeakValueDictionary[tuple[Path, str], Reader] = (
            weakref.WeakValueDictionary()
        )
        self._opening = threading.Lock()
        self._stop = threading.Event()
        self._watcher: threading.Thread | None = None

    @property
    def settings(self) -> ServeSettings:
        """The settings of the service."""
        return self.project.settings.serve

    @property
    def current(self) -> Reader:
        """The reader of all that is published; only for who may see all."""
        return self._readers.current

    def reader(self, groups: Groups = NO_GROUPS) -> Reader:
        """Return the reader of what these groups may see; a caller keeps it to the end.

        May take as long as making a view takes, where these groups ask for the first time.
        """
        return self.reader_at_hand(groups) or self._open_audience(groups)

    def reader_at_hand(self, groups: Groups = NO_GROUPS) -> Reader | None:
        """Return the reader where it is open already, else None; never waits."""
        if self._views is None:
            return self._readers.current
        return self._audiences.get(groups)

    def _open_audience(self, groups: Groups) -> Reader:
        assert self._views is not None
        view = self._views.open_view(self.project, groups)
        with self._opening:
            reader = self._reader_of(view)
            self._audiences[groups] = reader
            while len(self._audiences) > _AUDIENCES_KEPT:
                self._audiences.popitem(last=False)
            return reader

    def _reader_of(self, view: Project) -> Reader:
        """Return the reader of a view; audiences that see the same share one."""
        if view.root == self.project.root:
            return self._readers.current
        pointer = read_pointer(view.root)
        known = None if pointer is None else self._opened.get((view.root, pointer.current))
        if known is not None:
            return known
        reader = Readers(view, self.models, warmed=self._warmed).current
        self._opened[view.root, reader.snapshot.id] = reader
        return reader

    def start(self) -> None:
        """Follow the pointer from now on, in a thread."""
        if self._watcher is None:
            self._stop.clear()
            self._watcher = threading.Thread(target=self._watch, name="watcher", daemon=True)
            self._watcher.start()

    def refresh(self) -> bool:
        """Follow now what is published, and who may see it; return whether the snapshot changed.

        Where only who may see it changed, an audience has no reader until its view is made anew;
        else what it had is served until then.
        """
        if self._views is None:  # the first build that restricts something may end while we serve
            self._views = _views_of(self.project)
        changed = self._readers.refresh()
        if changed:
            self.on_change(self.current.snapshot.id)
        for groups in list(self._audiences):
            self._refresh_audience(groups, changed)
        return changed

    def _refresh_audience(self, groups: Groups, changed: bool) -> None:
        assert self._views is not None
        try:
            if not changed and not self._views.view_ready(self.project, groups):
                self._audiences.pop(groups, None)
            self._open_audience(groups)
        except GraphwrightError as error:
            self._audiences.pop(groups, None)
            self.on_failure(error)

    def _watch(self) -> None:
        while not self._stop.wait(_WATCH_SECONDS):
            try:
                self.refresh()
            except (GraphwrightError, OSError) as error:
                self.on_failure(
                    error if isinstance(error, GraphwrightError) else GraphwrightError(str(error))
                )

    def close(self) -> None:
        """Stop following the pointer; readers that callers hold stay open."""
        self._stop.set()
        if self._watcher is not None:
            self._watcher.join()
            self._watcher = None
