"""Other ways to run the build: a process a step, and Dagster's storage on Postgres."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import dagster as dg
import pytest
import run_in_processes
import sqlalchemy
import yaml
from tiny_project import EDITED, Tiny, why

from dagster_project.environment import dagster_home

ROOT = Path(__file__).resolve().parents[2]


def shapes_data(hashes: dict[str, str]) -> dict[str, str]:
    """Leave out the one table that names the folder in which the documents lie."""
    return {path: value for path, value in hashes.items() if path != "source_documents.parquet"}


@pytest.mark.long
def test_a_process_a_step_gives_the_same_tables(tiny: Tiny, edited: Tiny) -> None:
    tiny.write(*EDITED)
    environment = {
        **os.environ,
        "GRAPHWRIGHT_LAKE": str(tiny.lake),
        "GRAPHWRIGHT_SOURCES": str(tiny.sources),
        "DAGSTER_HOME": str(dagster_home(tiny.lake)),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
    }
    program = [sys.executable, str(Path(run_in_processes.__file__))]
    ended = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-4000:]
    with tiny.instance() as instance:
        run = instance.get_runs(limit=1)[0]
    assert run.tags["graphwright.changed/handbook"] == "0 added, 1 edited, 0 removed"
    assert shapes_data(tiny.hashes()) == shapes_data(edited.hashes())
    assert tiny.snapshot == edited.snapshot


def postgres_program(name: str) -> str | None:
    """Return the path of a program of Postgres, which Debian keeps out of the PATH."""
    places = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"))]
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(places))


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """Run a Postgres of its own on a free port and yield its address."""
    initdb, server = postgres_program("initdb"), postgres_program("postgres")
    if initdb is None or server is None:
        pytest.skip("Postgres is not installed: apt-get install postgresql")
    user = "postgres" if os.geteuid() == 0 else None  # Postgres refuses to run as root
    folder.mkdir()
    if user is not None:
        shutil.chown(folder, user)
        for parent in folder.parents:  # pytest's own folders, which only their owner enters
            if not parent.stat().st_mode & 0o001:
                parent.chmod(parent.stat().st_mode | 0o011)
    data = folder / "data"
    options = ["-D", str(data), "-U", "graphwright", "-A", "trust", "--no-sync"]
    subprocess.run([initdb, *options], user=user, check=True, capture_output=True, cwd="/")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = ["-D", str(data), "-p", str(port), "-h", "127.0.0.1", "-k", str(folder), "-F"]
    with (folder.parent / "postgres.log").open("wb") as log, ExitStack() as stack:
        process = subprocess.Popen([server, *arguments], user=user, stdout=log, stderr=log, cwd="/")
        stack.callback(process.wait)
        stack.callback(process.send_signal, signal.SIGINT)  # SIGTERM waits for every client
        address = f"postgresql+psycopg2://graphwright@127.0.0.1:{port}/postgres"
        wait_until_it_answers(address, process)
        yield address


def wait_until_it_answers(address: str, process: subprocess.Popen[bytes]) -> None:
    engine = sqlalchemy.create_engine(address, poolclass=sqlalchemy.NullPool)
    for _ in range(600):
        assert process.poll() is None, "Postgres ended; see postgres.log"
        try:
            engine.connect().close()
        except sqlalchemy.exc.OperationalError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("Postgres did not answer within a minute.")


@pytest.mark.long
def test_dagsters_storage_on_postgres(tiny: Tiny, edited: Tiny, tmp_path: Path) -> None:
    pytest.importorskip(
        "dagster_postgres",
        reason="the extra 'postgres' is not installed: pip install -e .[postgres]",
    )
    tiny.write(*EDITED)
    with postgres(tmp_path / "pg") as address:
        settings = dagster_home(tiny.lake) / "dagster.yaml"
        plain = yaml.safe_load(settings.read_text())
        del plain["event_log_storage"]
        plain["storage"] = {"postgres": {"postgres_url": address}}
        settings.write_text(yaml.safe_dump(plain))
        with tiny.instance() as instance:
            assert "Postgres" in type(instance.event_log_storage).__name__
            result = tiny.run(instance)
            assert result.success, why(result)
            assert [run.run_id for run in instance.get_runs()] == [result.run_id]
            chunks = instance.get_latest_materialization_event(dg.AssetKey("chunks"))
            assert chunks is not None
    assert shapes_data(tiny.hashes()) == shapes_data(edited.hashes())
    assert tiny.snapshot == edited.snapshot
