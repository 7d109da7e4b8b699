"""The service: readers of what is published now, for each audience that asks.

An audience is a set of groups. Where documents are for some groups only, each audience has a
reader over a lake of its own that holds what it may see; else all share one.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from graphwright.access.views import is_restricted, open_view, shows_only_visible, view_ready
from graphwright.errors import GraphwrightError, ViewNotReady
from graphwright.execution.memory import give_back, given_back
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
"""Between two looks at what is published: a few small files, and two for each audience."""

_AUDIENCES_KEPT = 64
"""Sets of groups whose reader stays open; another one opens its own again."""


class Service:
    """What is published, for many callers at once; follows it from ``start`` to ``close``.

    ``restricted`` is whether any document is not for everybody.
    ``on_failure`` is told why what is published now cannot be opened; what was served before is
    served on. ``on_change`` is told the id of each snapshot that becomes the current one, and
    ``on_view`` in how many seconds a view was made that was not there.
    """

    def __init__(
        self,
        project: Project,
        models: Models | None = None,
        *,
        warmed: tuple[str, ...] = (DEFAULT_STRATEGY,),
    ) -> None:
        """Open what is published; raises ``SnapshotError`` where nothing is."""
        self.project = project
        self.models = models or Models(project.settings)
        self.on_failure: Callable[[GraphwrightError], None] = lambda error: None
        self.on_change: Callable[[str], None] = lambda snapshot: None
        self.on_view: Callable[[float], None] = lambda seconds: None
        self._warmed = warmed
        self.restricted = True
        with given_back():  # processes of the service are forked from this one
            self._readers = Readers(project, self.models, warmed=warmed, on_change=self._look)
        self._audiences: OrderedDict[Groups, Reader] = OrderedDict()
        self._opened: weakref.WeakValueDictionary[tuple[Path, str], Reader] = (
            weakref.WeakValueDictionary()
        )
        self._opening = threading.Lock()
        self._stop = threading.Event()
        self._watcher: threading.Thread | None = None
        self._maker: threading.Thread | None = None

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
        return self._audiences.get(groups) if self.restricted else self._readers.current

    def _look(self, _reader: Reader | None = None) -> None:
        """Look whether all may be seen by everybody, before a snapshot becomes the current one.

        Who may see its documents was listed before it was published.
        """
        self.restricted = is_restricted(self.project)

    def _open_audience(self, groups: Groups) -> Reader:
        whole = self._readers.current  # first: a newer one may hold what was hidden since
        ready, began = view_ready(self.project, groups), time.perf_counter()
        view = open_view(self.project, groups)
        if not ready:
            self.on_view(time.perf_counter() - began)
        with self._opening:
            reader = whole if view.root == self.project.root else self._reader_of(view)
            self._audiences[groups] = reader
            while len(self._audiences) > _AUDIENCES_KEPT:
                self._audiences.popitem(last=False)
            return reader

    def _reader_of(self, view: Project) -> Reader:
        """Return the reader of a view; audiences that see the same share one."""
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

        An audience of which something was taken has no reader until its view is made anew. Another
        one keeps what it had until a thread has made what it may see now.
        """
        changed = self._readers.refresh()
        self._look()
        if changed:
            self.on_change(self.current.snapshot.id)
        stale = [one for one, reader in list(self._audiences.items()) if self._stale(one, reader)]
        if stale and (self._maker is None or not self._maker.is_alive()):
            self._maker = threading.Thread(
                target=self._open_audiences, args=(stale,), name="views", daemon=True
            )
            self._maker.start()
        return changed

    def _stale(self, groups: Groups, reader: Reader) -> bool:
        """Return whether another reader is to be opened for an audience that is kept.

        One that shows what its audience may not see now is dropped at once.
        """
        try:
            if not shows_only_visible(self.project, groups, reader.project):
                self._audiences.pop(groups, None)
            view = open_view(self.project, groups, wait=False)
            if view.root == self.project.root:
                return reader is not self.current
            pointer = read_pointer(view.root)
            return (view.root, pointer and pointer.current) != (
                reader.project.root,
                reader.snapshot.id,
            )
        except ViewNotReady:
            return groups in self._audiences
        except GraphwrightError as error:
            self._dropped(groups, error)
            return False

    def _open_audiences(self, audiences: Iterable[Groups]) -> None:
        for groups in audiences:
            if self._stop.is_set():
                return
            try:
                self._open_audience(groups)
            except GraphwrightError as error:
                if error.transient:  # as while a build holds the lake: it is tried again
                    self.on_failure(error)
                else:
                    self._dropped(groups, error)

    def _dropped(self, groups: Groups, error: GraphwrightError) -> None:
        self._audiences.pop(groups, None)
        self.on_failure(error)

    def _watch(self) -> None:
        changed = False
        while not self._stop.wait(_WATCH_SECONDS):
            if changed:  # the snapshot before has ended by now, or will with its last request
                give_back()
            changed = False
            try:
                changed = self.refresh()
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
