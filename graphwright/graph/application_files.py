"""The files of applications in a snapshot, mapped into memory; ``application_graph`` walks them.

States and actions stand in the order of their ids, and so do their vectors and the texts of their
word indexes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from graphwright.errors import NotFoundError
from graphwright.graph.application_graph import ApplicationGraph
from graphwright.graph.arrow_file import RowReader, open_arrow
from graphwright.graph.kinds import ACTION, APPLICATION_GRAPH, STATE
from graphwright.graph.lexical_index import LexicalIndex
from graphwright.graph.manifest import Manifest
from graphwright.graph.sorted_column import find_rows
from graphwright.graph.vector_file import open_vectors
from graphwright.tables import Application, UiAction, UiCapture, UiField, UiState, rows_of

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

STATE_VECTORS, ACTION_VECTORS = f"{STATE.name}_vectors.npy", f"{ACTION.name}_vectors.npy"
WORDS, OF_STATES, OF_ACTIONS = "application_words", "states", "actions"
"""The folder of the BM25 indexes of applications, and those in it."""


@dataclasses.dataclass(frozen=True)
class ApplicationFiles:
    """What a snapshot holds of applications.

    ``state_vectors`` and ``action_vectors`` are float32 (rows, dimensions) in the order of
    ``graph.states`` and ``graph.actions``; row i of an index of words is the text of row i.
    """

    tables: Mapping[str, pa.Table]
    state_vectors: NDArray[np.float32]
    action_vectors: NDArray[np.float32]
    state_words: LexicalIndex
    action_words: LexicalIndex

    @classmethod
    def open(cls, folder: Path, manifest: Manifest) -> Self | None:
        """Map the files into memory; None where the snapshot has no applications."""
        if f"{STATE.table}.arrow" not in manifest.files:
            return None
        tables = {
            name: open_arrow(folder / f"{name}.arrow")
            for name in APPLICATION_GRAPH.published
            if f"{name}.arrow" in manifest.files
        }

        def index(name: str, rows: int) -> LexicalIndex:
            place = f"{WORDS}/{name}"
            known = any(file.startswith(f"{place}/") for file in manifest.files)
            return LexicalIndex(folder / place if known else None, rows)

        return cls(
            tables,
            open_vectors(folder / STATE_VECTORS),
            open_vectors(folder / ACTION_VECTORS),
            index(OF_STATES, tables[STATE.table].num_rows),
            index(OF_ACTIONS, tables[ACTION.table].num_rows),
        )

    @cached_property
    def graph(self) -> ApplicationGraph:
        """Return the graph of all applications, read from the files at the first call."""
        return ApplicationGraph(
            rows_of(Application, self.tables["applications"]),
            rows_of(UiState, self.tables["ui_states"]),
            rows_of(UiAction, self.tables["ui_actions"]),
            rows_of(UiField, self.tables["ui_fields"]),
        )

    def capture(self, capture_id: str) -> UiCapture:
        """Return a page as it was read, by its id. Raises ``NotFoundError``."""
        captures = self.tables["ui_captures"]
        found = find_rows(captures["capture_id"], capture_id)
        if not found:
            raise NotFoundError(
                f"There is no capture {capture_id!r} in this snapshot.",
                remedy="States name their captures.",
            )
        return rows_of(UiCapture, RowReader(captures).rows(found))[0]
