"""Making the files of applications in a snapshot's folder, where the lake has any states."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

from graphwright.graph.application_files import (
    ACTION_VECTORS,
    OF_ACTIONS,
    OF_STATES,
    STATE_VECTORS,
    WORDS,
)
from graphwright.graph.kinds import ACTION, APPLICATION_GRAPH, STATE
from graphwright.graph.lexical_index import save_index
from graphwright.graph.vector_file import write_vectors
from graphwright.publish.mapped_tables import TablePaths, map_table
from graphwright.publish.row_positions import positions


@dataclasses.dataclass(frozen=True, slots=True)
class ApplicationFilesMade:
    """Rows of each table, and the sizes of the vectors (0: there are none)."""

    counts: Mapping[str, int]
    dimensions: frozenset[int]


def has_applications(tables: TablePaths) -> bool:
    """Return whether the snapshot of some tables holds applications."""
    return STATE.table in tables


def write_application_files(
    folder: Path, tables: TablePaths, embedder: str
) -> ApplicationFilesMade:
    """Write the tables, vectors and word indexes of applications to a snapshot's folder.

    Raises ``SnapshotError`` where tables contradict each other.
    """
    made = {name: map_table(folder, tables, name) for name in APPLICATION_GRAPH.published}
    states, actions = made[STATE.table], made[ACTION.table]
    for end in (ACTION.source.column, ACTION.target.column):
        positions(actions[end].drop_null(), states[STATE.key], f"{ACTION.table}.{end}")
    sizes = {
        write_vectors(
            folder / STATE_VECTORS, states[STATE.key], tables["ui_state_embeddings"], embedder
        ),
        write_vectors(
            folder / ACTION_VECTORS, actions["action_id"], tables["ui_action_embeddings"], embedder
        ),
    }
    save_index(folder / WORDS / OF_STATES, states["text"].to_pylist())
    save_index(folder / WORDS / OF_ACTIONS, actions["text"].to_pylist())
    return ApplicationFilesMade(
        {name: rows.num_rows for name, rows in made.items()}, frozenset(sizes)
    )
