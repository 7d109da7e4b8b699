from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import AbstractContextManager

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from duckdb import DuckDBPyConnection

from graphwright.errors import LakeError
from graphwright.store.queries import open_database, open_views, row_count
from graphwright.tables import TABLES, EntityMerge, table_of
from graphwright.tables.declare import NoDefault


@pytest.fixture
def merges(tmp_path):
    paths = []
    for number in range(2):
        rows = [EntityMerge(f"a{number}", "b", "seed", True, 1.0, "", None)]
        paths.append(tmp_path / f"{number}.parquet")
        pq.write_table(table_of(EntityMerge).from_rows(rows), paths[-1])
    return paths


def test_a_view_holds_the_rows_of_all_files(merges):
    with open_views({"entity_merges": merges, "relations": []}) as connection:
        assert row_count(connection, "entity_merges") == 2
        assert row_count(connection, "relations") == 0


def test_a_table_without_files_has_its_declared_columns():
    with open_views({name: [] for name in TABLES}) as connection:
        for name, table in TABLES.items():
            assert connection.table(name).columns == [column.name for column in table.columns]


def test_rows_that_were_written_before_a_column_have_its_default(tmp_path):
    for name, table in TABLES.items():
        later = [c.name for c in table.columns if c.default is not NoDefault.NONE]
        path = tmp_path / f"{name}.parquet"
        first = [field for field in table.schema if field.name not in later]
        values = [pa.nulls(1, field.type) for field in first]
        pq.write_table(pa.Table.from_arrays(values, names=[field.name for field in first]), path)
        with open_views({name: [path]}) as connection:
            view = connection.table(name)
            assert sorted(view.columns) == sorted(column.name for column in table.columns)
            declared = connection.from_arrow(table.empty())
            assert dict(zip(view.columns, view.types, strict=True)) == dict(
                zip(declared.columns, declared.types, strict=True)
            )
            [row] = view.to_arrow_table().to_pylist()
        defaults = {c.name: c.default for c in table.columns if c.name in later}
        assert {name: row[name] for name in later} == defaults


_WORKER = """
import multiprocessing, pathlib, tempfile
from concurrent.futures import ProcessPoolExecutor
from graphwright.store.queries import open_views

def folders_while_asked():
    with open_views({"relations": []}):
        return [path.name for path in pathlib.Path(tempfile.gettempdir()).iterdir()]

if __name__ == "__main__":
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:
        print(pool.submit(folders_while_asked).result())
"""


def test_a_worker_process_leaves_no_folder_behind(tmp_path):
    script, folder = tmp_path / "worker.py", tmp_path / "folder"
    script.write_text(_WORKER, encoding="utf-8")
    folder.mkdir()
    found = subprocess.run(
        [sys.executable, str(script)],
        env=os.environ | {"TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "graphwright-duckdb-" in found.stdout
    assert not list(folder.glob("graphwright-duckdb-*"))


_FORKED = """
import multiprocessing
from graphwright.store.queries import open_views

if __name__ == "__main__":
    with open_views({"relations": []}):
        child = multiprocessing.get_context("fork").Process(target=print, args=("forked",))
        child.start()
        child.join(20)
        print(child.exitcode)
"""


def test_a_forked_process_does_not_close_the_engine_of_its_parent(tmp_path):
    script = tmp_path / "forked.py"
    script.write_text(_FORKED, encoding="utf-8")
    found = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False
    )
    assert found.stdout.split() == ["forked", "0"]


def test_an_undeclared_table_is_refused(merges):
    with (
        pytest.raises(LakeError, match="'merges' is no declared table"),
        open_views({"merges": merges}),
    ):
        pass


def test_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "bad.parquet"
    path.write_bytes(b"not parquet")
    with (
        pytest.raises(LakeError, match=r"bad\.parquet is damaged.*build again"),
        open_views({"relations": [path]}),
    ):
        pass


def test_limits_reach_the_database():
    with open_views({}, threads=1, memory_limit="100MB") as connection:
        [[threads, limit]] = connection.execute(
            "SELECT current_setting('threads'), current_setting('memory_limit')"
        ).fetchall()
    assert (threads, limit) == (1, "95.3 MiB")


def interrupted_query(database: AbstractContextManager[DuckDBPyConnection]) -> None:
    endless = "SELECT sum(hash(a.range + b.range)) FROM range(1000000) a, range(1000000) b"
    with database as connection:
        threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT]).start()
        connection.execute(endless).fetchall()


def test_ctrl_c_in_a_query_is_an_interruption_and_no_error() -> None:
    for database in (open_views({}), open_database()):
        with pytest.raises(KeyboardInterrupt):
            interrupted_query(database)
    with open_views({}) as connection:
        assert connection.execute("SELECT 1").fetchall() == [(1,)]


def test_an_engine_gives_back_what_a_query_needed():
    with open_views({}) as connection:
        found = connection.sql("SELECT current_setting('allocator_background_threads')").fetchall()
    assert found == [(True,)]
