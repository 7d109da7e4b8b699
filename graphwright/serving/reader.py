"""An opened snapshot with its strategies, and the readers that follow what is published.

A request takes a reader and keeps it to its end, so no answer mixes snapshots. A newer snapshot is
opened and warmed beside the old one, then one reference changes; the old one is closed when the
last request that holds it ends.
"""

from __future__ import annotations

import datetime
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from graphwright.dialogue.opened_help import OpenedHelp, open_help
from graphwright.graph.pointer import Pointer, read_pointer
from graphwright.graph.validity import Validity
from graphwright.guidance.opened_applications import OpenedApplications, open_applications
from graphwright.project import DEFAULT_STRATEGY, Project
from graphwright.retrieval import RetrievalOptions, Strategy, StrategyParts, strategy_over
from graphwright.retrieval.chunk_search import log_failure
from graphwright.serving.answerer import Answerer, Asked
from graphwright.ticket_retrieval.opened_tickets import OpenedTickets, open_tickets

if TYPE_CHECKING:
    from spacy.language import Language

    from graphwright.errors import VectorStoreError
    from graphwright.graph.snapshot import Snapshot
    from graphwright.settings import Settings
    from graphwright.vectors.embedder import Embedder

_STRATEGIES_KEPT = 16
"""Strategies of a reader that stay made: one for each name, day and layer that is asked for."""

_WARMING = "what is this"


class Models:
    """The models of the service: loaded once, for all snapshots that it opens.

    ``on_call`` is told of each call of the language model, ``on_store_failure`` why Milvus could
    not tell what is near a question; the snapshot answers then.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.RLock()
        self.on_call: Callable[[Asked], None] = lambda asked: None
        self.on_store_failure: Callable[[VectorStoreError], None] = log_failure

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder of questions."""
        from graphwright.vectors.embedder import make_embedder  # noqa: PLC0415  # heavy

        return make_embedder(self._settings.embedding, 1)

    @cached_property
    def pipeline(self) -> Language:
        """The spaCy pipeline."""
        from graphwright.language.question_pipeline import load_question_pipeline  # noqa: PLC0415

        return load_question_pipeline(self._settings.language)

    @cached_property
    def options(self) -> RetrievalOptions:
        """What the settings choose of retrieval beside the strategy."""
        return RetrievalOptions.of(self._settings, self._store_failed)

    def options_for(self, settings: Settings) -> RetrievalOptions:
        """Return the same for the settings of a reader: views have vectors of their own."""
        if settings.milvus == self._settings.milvus:
            return self.options
        return self.options.for_view(settings, self._store_failed)

    def _store_failed(self, error: VectorStoreError) -> None:
        self.on_store_failure(error)

    @cached_property
    def answerer(self) -> Answerer | None:
        """What asks the language model of ``serve.answers``; None where none is set."""
        set_ = self._settings.serve.answers
        return None if set_ is None else Answerer(set_, self._called)

    def _called(self, asked: Asked) -> None:
        self.on_call(asked)

    def open_embedder(self) -> Embedder:
        """Return the embedder; two threads that ask for it first make one."""
        with self._lock:
            return self.embedder

    def load_pipeline(self) -> Language:
        """Return the spaCy pipeline; two threads that ask for it first load one."""
        with self._lock:
            return self.pipeline


class Reader:
    """One snapshot for many requests at once.

    ``pointer`` is what named it; a reader never changes, so what is kept by its ``snapshot.id``
    stays true.
    """

    def __init__(
        self, project: Project, snapshot: Snapshot, models: Models, pointer: Pointer | None = None
    ) -> None:
        self.project = project
        self.snapshot = snapshot
        self.pointer = pointer
        self._models = models
        self._leave_out = project.settings.retrieval.outdated == "leave_out"
        self._made: OrderedDict[tuple[str, datetime.date | None, bool], Strategy] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def answerer(self) -> Answerer | None:
        """What asks a language model for answers in words, where one is set."""
        return self._models.answerer

    @property
    def tickets(self) -> OpenedTickets:
        """The tickets of the snapshot; raises ``NotFoundError`` where it has none."""
        with self._lock:
            return self._tickets

    @cached_property
    def _tickets(self) -> OpenedTickets:
        return open_tickets(self.snapshot, self.project.settings, self._models.open_embedder)

    @property
    def help(self) -> OpenedHelp:
        """The help pages of the snapshot; raises ``NotFoundError`` where it has none."""
        with self._lock:
            return self._help

    @cached_property
    def _help(self) -> OpenedHelp:
        return open_help(self.snapshot, self.project.settings, self._models.open_embedder)

    @property
    def applications(self) -> OpenedApplications:
        """The web applications of the snapshot; raises ``NotFoundError`` where it has none."""
        with self._lock:
            return self._applications

    @cached_property
    def _applications(self) -> OpenedApplications:
        return open_applications(self.snapshot, self.project.settings, self._models.open_embedder)

    @cached_property
    def _options(self) -> RetrievalOptions:
        return self._models.options_for(self.project.settings)

    def validity(self, as_of: datetime.date | None) -> Validity:
        """Return which documents hold on a day, by default on that of the question."""
        return Validity(self.snapshot, as_of, leave_out=self._leave_out)

    def strategy(
        self,
        name: str = DEFAULT_STRATEGY,
        as_of: datetime.date | None = None,
        *,
        navigation: bool = False,
    ) -> Strategy:
        """Return a strategy over the snapshot; those asked for last are kept.

        Raises ``SettingsError`` for a name that there is not.
        """
        key = (name, as_of, navigation)
        with self._lock:
            if key not in self._made:
                parts = StrategyParts(
                    self.snapshot,
                    self._models.open_embedder,
                    self._models.load_pipeline,
                    self.validity(as_of),
                    navigation=navigation,
                    options=self._options,
                )
                self._made[key] = strategy_over(name, parts)
            self._made.move_to_end(key)
            while len(self._made) > _STRATEGIES_KEPT:
                self._made.popitem(last=False)
            return self._made[key]

    def warm(self, *names: str) -> None:
        """Ask one question of each strategy, so that no user waits for what is loaded first."""
        if self.snapshot.chunks.num_rows:
            for name in names:
                self.strategy(name).retrieve(_WARMING, 1)


class Readers:
    """The reader of what a project has published now; ``refresh`` follows its pointer.

    ``on_change`` is called with each new reader, after it is warm and before it is the current one.
    """

    def __init__(
        self,
        project: Project,
        models: Models,
        *,
        warmed: tuple[str, ...] = (DEFAULT_STRATEGY,),
        on_change: Callable[[Reader], None] = lambda reader: None,
    ) -> None:
        self.project = project
        self._models = models
        self._warmed = warmed
        self._on_change = on_change
        self._refreshing = threading.Lock()
        self._current = self._open()

    @property
    def current(self) -> Reader:
        """The reader of the snapshot that is served now."""
        return self._current

    def refresh(self) -> bool:
        """Open what the pointer names now, where it is another; return whether it is.

        Raises ``SnapshotError`` where it cannot be opened: then the one before is served on.
        """
        with self._refreshing:
            pointer = read_pointer(self.project.root)
            if pointer is None or pointer == self._current.pointer:
                return False
            changed = pointer.current != self._current.snapshot.id
            if changed:
                self._current = self._open()
            else:  # another publication of the same snapshot
                self._current.pointer = pointer
            return changed

    def _open(self) -> Reader:
        pointer = read_pointer(self.project.root)
        snapshot = self.project.snapshot()
        named = pointer if pointer is not None and pointer.current == snapshot.id else None
        reader = Reader(self.project, snapshot, self._models, named)
        reader.warm(*self._warmed)
        self._on_change(reader)
        return reader
