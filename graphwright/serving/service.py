"""The service: readers of what is published now, for each audience that asks.

An audience is a set of groups. Where documents are for some groups only, each audience has a
reader over a lake of its own that holds what it may see; else all share one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from graphwright.errors import GraphwrightError
from graphwright.project import DEFAULT_STRATEGY
from graphwright.serving.reader import Models, Reader, Readers

if TYPE_CHECKING:
    from graphwright.project import Project
    from graphwright.settings import ServeSettings

Groups = frozenset[str]
"""The groups of a caller; the empty set is whoever is in none."""

OpenView = Callable[["Project", Groups], "Project"]
"""Returns the project over the lake that holds what the groups may see, for what is published."""

_EVERYBODY: Groups = frozenset()

_WATCH_SECONDS = 0.5
"""Between two looks at the pointer: one small file."""

_AUDIENCES_KEPT = 32
"""Audiences whose readers stay open; another one opens anew."""


class Service:
    """What is published, for many callers at once; follows the pointer from ``start`` to ``close``.

    ``open_view`` makes what an audience may see; without it there is one audience. ``on_failure``
    is told why what is published now cannot be opened; what was served before is served on.
    """

    def __init__(
        self,
        project: Project,
        models: Models | None = None,
        *,
        warmed: tuple[str, ...] = (DEFAULT_STRATEGY,),
        open_view: OpenView | None = None,
        on_failure: Callable[[GraphwrightError], None] = lambda error: None,
    ) -> None:
        """Open what is published; raises ``SnapshotError`` where nothing is."""
        self.project = project
        self.models = models or Models(project.settings)
        self._warmed = warmed
        self._open_view = open_view
        self._on_failure = on_failure
        self._views: dict[Groups, dict[str, Reader]] = {}
        self._opening = threading.Lock()
        self._readers = Readers(project, self.models, warmed=warmed, on_change=self._open_views)
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

    def reader(self, groups: Groups = _EVERYBODY) -> Reader:
        """Return the reader of what these groups may see; it is kept by the caller to its end.

        May take as long as making a view takes, where these groups ask for the first time.
        """
        return self._view_of(groups, self._readers.current)

    def reader_at_hand(self, groups: Groups = _EVERYBODY) -> Reader | None:
        """Return the reader where it is open already, else None; never waits."""
        current = self._readers.current
        if self._open_view is None:
            return current
        return self._views.get(groups, {}).get(current.snapshot.id)

    def _view_of(self, groups: Groups, current: Reader) -> Reader:
        if self._open_view is None:
            return current
        with self._opening:
            known = self._views.setdefault(groups, {})
            if current.snapshot.id not in known:
                project = self._open_view(self.project, groups)
                view = Reader(project, project.snapshot(), self.models, current.pointer)
                view.warm(*self._warmed)
                known[current.snapshot.id] = view
            return known[current.snapshot.id]

    def _open_views(self, current: Reader) -> None:
        """Make the views of all known audiences for what is about to be the current reader."""
        before = getattr(self, "_readers", None)
        kept = {current.snapshot.id} | ({before.current.snapshot.id} if before else set())
        for groups in list(self._views):
            self._view_of(groups, current)
            for old in self._views[groups].keys() - kept:
                del self._views[groups][old]

    def start(self) -> None:
        """Follow the pointer from now on, in a thread."""
        if self._watcher is None:
            self._stop.clear()
            self._watcher = threading.Thread(target=self._watch, name="watcher", daemon=True)
            self._watcher.start()

    def refresh(self) -> bool:
        """Follow the pointer now; return whether another snapshot is served."""
        return self._readers.refresh()

    def _watch(self) -> None:
        while not self._stop.wait(_WATCH_SECONDS):
            try:
                self.refresh()
            except GraphwrightError as error:
                self._on_failure(error)

    def close(self) -> None:
        """Stop following the pointer; readers that callers hold stay open."""
        self._stop.set()
        if self._watcher is not None:
            self._watcher.join()
            self._watcher = None
