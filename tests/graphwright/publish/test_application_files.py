"""The files of applications in a snapshot: what is written is read, in order, and quickly."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from application_rows import observation

from graphwright.applications.rows import ApplicationRows, application_row, application_rows
from graphwright.applications.rows import capture_rows as rows_of_captures
from graphwright.errors import NotFoundError, SnapshotError
from graphwright.graph.application_files import ApplicationFiles
from graphwright.graph.kinds import APPLICATION_GRAPH
from graphwright.graph.manifest import FORMAT_VERSION, Manifest, describe_file
from graphwright.publish.application_files import write_application_files
from graphwright.store.lake import Lake
from graphwright.tables import (
    TABLES,
    Application,
    UiAction,
    UiActionEmbedding,
    UiCapture,
    UiField,
    UiState,
    UiStateEmbedding,
    table_of,
)

MODEL = "model"
BUCKETS = 2


def vector(text: str) -> bytes:
    values = np.random.default_rng(len(text)).normal(size=8).astype("<f4")
    return bytes((values / np.linalg.norm(values)).tobytes())


def write(lake: Lake, rows: Sequence[object], cls: type) -> None:
    declared = table_of(cls)
    lake.write(declared.name, declared.from_rows(rows), key="k")


def write_lake(root: Path, rows: ApplicationRows, captures: Sequence[UiCapture]) -> Lake:
    lake = Lake(root)
    for name in APPLICATION_GRAPH.published:
        if not TABLES[name].bucketed:
            lake.write(name, TABLES[name].empty(), key="k")
    for bucket in range(BUCKETS):
        own = [one for one in captures if int(one.capture_id, 16) % BUCKETS == bucket]
        table = table_of(UiCapture).from_rows(own)
        lake.write("ui_captures", table, bucket=bucket, key="k")
    listed = application_row("shop", "http://h/", ("everybody",), rows)
    write(lake, [listed], Application)
    write(lake, rows.states, UiState)
    write(lake, rows.actions, UiAction)
    write(lake, rows.fields, UiField)
    states = [UiStateEmbedding(s.state_id, "h", MODEL, vector(s.text)) for s in rows.states]
    write(lake, states, UiStateEmbedding)
    actions = [UiActionEmbedding(a.action_id, "h", MODEL, vector(a.text)) for a in rows.actions]
    write(lake, actions, UiActionEmbedding)
    return lake


def written(folder: Path, lake: Lake) -> Manifest:
    folder.mkdir()
    vectors = ("ui_state_embeddings", "ui_action_embeddings")
    tables = {name: lake.paths(name) for name in (*APPLICATION_GRAPH.published, *vectors)}
    made = write_application_files(folder, tables, MODEL)
    files = {
        path.relative_to(folder).as_posix(): describe_file(path, 0)
        for path in folder.rglob("*")
        if path.is_file()
    }
    return Manifest(FORMAT_VERSION, "s", MODEL, max(made.dimensions), made.counts, files)


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    seen = observation()
    return write_lake(tmp_path / "lake", application_rows(seen, ()), rows_of_captures(seen))


def test_what_is_written_is_read_in_order(tmp_path: Path, lake: Lake) -> None:
    manifest = written(tmp_path / "snapshot", lake)
    files = ApplicationFiles.open(tmp_path / "snapshot", manifest)
    assert files is not None
    graph = files.graph
    assert [one.state_id for one in graph.states] == sorted(one.state_id for one in graph.states)
    for row, state in enumerate(graph.states):
        assert files.state_vectors[row].tobytes() == vector(state.text)
        assert files.capture(state.capture_id).title == state.label
    for row, action in enumerate(graph.actions):
        assert files.action_vectors[row].tobytes() == vector(action.text)
    scores = files.state_words.scores("time zone")
    assert graph.states[int(np.argmax(scores))].label == "Settings"
    with pytest.raises(NotFoundError, match="no capture 'x'"):
        files.capture("x")


def test_two_writings_are_alike(tmp_path: Path, lake: Lake) -> None:
    first, second = (written(tmp_path / name, lake) for name in "ab")
    assert first == second


def test_an_action_to_nowhere_is_refused(tmp_path: Path, lake: Lake) -> None:
    rows = lake.read("ui_states").slice(1)
    lake.write("ui_states", rows, key="other")
    with pytest.raises(SnapshotError, match="point to nothing"):
        written(tmp_path / "snapshot", lake)


def test_a_snapshot_without_states_has_no_applications(tmp_path: Path) -> None:
    assert ApplicationFiles.open(tmp_path, Manifest(FORMAT_VERSION, "s", MODEL, 0, {}, {})) is None


def test_ten_thousand_states_are_opened_in_a_second(tmp_path: Path) -> None:
    chance, seen = random.Random(1), observation()
    few = application_rows(seen, ())
    states = [
        UiState(
            *(f"{n:024x}", "shop", f"State {n}", ("Admin", f"Part {n % 90}"), f"/{n}", f"/{n}"),
            *((), 1, few.states[0].capture_id, f"State {n} of part {n % 90} with some words"),
        )
        for n in range(10_000)
    ]
    actions = [
        UiAction(
            *(f"{n:024x}", "shop", f"{chance.randrange(10_000):024x}", "k", "link", f"Go {n}"),
            *("main", ("Admin",), "open", "done", f"{chance.randrange(10_000):024x}"),
            *(None, None, f"Admin > Go {n}"),
        )
        for n in range(12_000)
    ]
    rows = ApplicationRows(
        "shop", few.status, "", states[0].state_id, tuple(states), tuple(actions), (), (), ()
    )
    manifest = written(
        tmp_path / "snapshot", write_lake(tmp_path / "lake", rows, rows_of_captures(seen))
    )
    started = time.process_time()
    files = ApplicationFiles.open(tmp_path / "snapshot", manifest)
    assert files is not None
    assert files.graph.ways_from(0).steps[0] == 0
    assert time.process_time() - started < 1.0
