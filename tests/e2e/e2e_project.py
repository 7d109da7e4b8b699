"""A project on disk as a user has one: documents, sources.yaml, a lake, and the command line.

Every build here is a process of its own, started as a user starts it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from warm_builds import warm_build

from benchmarks.lake_equality import table_hashes
from dagster_project import cli
from graphwright.graph.pointer import read_pointer
from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.store.lake import Lake
from graphwright.tables import ROW_TYPES, TABLES, rows_of

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
DOCUMENTS = EXAMPLES / "documents"
COMMAND = Path(sys.executable).with_name("graphwright")
TRACEBACK = "Traceback (most recent call last)"
PATIENCE_SECONDS = 540.0
BUCKETS = 2
"""Fewer than the default, which the example is built with: Dagster records each by itself."""

SUBSET = (
    "handbook/finance/ap-quick-reference.txt",
    "handbook/finance/audit-report-2024.pdf",
    "handbook/finance/cost-centres.csv",
    "handbook/finance/payment-run.md",
    "handbook/glossary.html",
    "handbook/people/org-list.xlsx",
    "handbook/policies/purchase-approval-policy.pdf",
    "handbook/policies/travel-and-expenses.docx",
    "handbook/welcome.md",
    "platform/integration/archive/millrace-overview-copy.md",
    "platform/integration/millrace-overview.md",
    "platform/ledgerline/approval-service.md",
    "platform/operations/runbook-draft.txt",
)
"""Documents of the example in most formats, with a copy of a page and two that are rejected."""

# What the fixture ``changed`` does to the subset.
ADDED = "platform/ledgerline/period-locks.txt"
EDITED = "handbook/finance/payment-run.md"
MOVED = ("handbook/welcome.md", "handbook/start/welcome.md")
DELETED = "handbook/glossary.html"
DANGLING = "handbook/finance/gone.md"
LOCKED = "handbook/finance/locked.md"


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment without what would point the command elsewhere."""
    ours = ("GRAPHWRIGHT_", "DAGSTER_", "OPENAI_", "MILVUS_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | dict(more or {})


def run(
    *arguments: object, env: Mapping[str, str] | None = None, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run ``graphwright`` with these arguments and return what it printed."""
    assert COMMAND.exists(), f"The project is not installed beside {sys.executable}."
    return subprocess.run(
        [COMMAND, *map(str, arguments)],
        env=environment(env),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
        **options,
    )


def run_here(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command that only reads, as ``run`` does, but in this process.

    It is spared the seconds in which Python starts; ``run`` shows that a started process works.
    """
    given = ["graphwright", *map(str, arguments)]
    out, error = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cli, "guard_messages", lambda: None)  # it is for a whole process
        patch.setattr(sys, "argv", given)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            try:
                cli.main()
                code = 0
            except SystemExit as ended:
                code = ended.code if isinstance(ended.code, int) else int(bool(ended.code))
    return subprocess.CompletedProcess(given, code, out.getvalue(), error.getvalue())


def json_of(*arguments: object) -> Any:
    """Return what a command that only reads prints with ``--json``."""
    return json.loads(succeeded(run_here(*arguments, "--json")).stdout)


def succeeded(process: subprocess.CompletedProcess[str]) -> subprocess.CompletedProcess[str]:
    """Return a process that ended well; else fail with what it said."""
    assert process.returncode == 0, f"{process.args}\n{process.stdout}\n{process.stderr}"
    return process


def one_clear_message(process: subprocess.CompletedProcess[str]) -> str:
    """Return the one message of a command that failed as it should: exit code 1, no traceback."""
    said = f"{process.args}\n{process.stdout}\n{process.stderr}"
    assert process.returncode == 1, said
    assert TRACEBACK not in process.stderr + process.stdout, said
    assert process.stderr.startswith("graphwright: "), said
    assert process.stderr.count("graphwright: ") == 1, said
    return process.stderr.removeprefix("graphwright: ").strip()


@dataclasses.dataclass(frozen=True)
class Project:
    """A folder with ``documents/``, ``sources.yaml`` and a lake."""

    root: Path

    @property
    def documents(self) -> Path:
        return self.root / "documents"

    @property
    def sources(self) -> Path:
        return self.root / "sources.yaml"

    @property
    def lake(self) -> Path:
        return self.root / "lake"

    def write_sources(self, **settings: Any) -> None:
        """Write sources.yaml with the example's collections, few buckets, and these settings."""
        collections = [
            {"name": name, "folder": f"documents/{name}", "base_uri": f"https://{name}.example/"}
            for name in ("handbook", "platform")
        ]
        seeds = EXAMPLES / "seed_concepts.yaml"
        plain = {"collections": collections, "seed_concepts": str(seeds), "buckets": BUCKETS}
        self.sources.write_text(yaml.safe_dump(plain | settings, sort_keys=False))

    def add(self, *paths: str) -> None:
        """Copy documents of the example, with their modification times."""
        for path in paths:
            target = self.documents / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(DOCUMENTS / path, target)

    def command(self, *, lake: Path | None = None, workers: int = 2) -> list[str]:
        """Return the command line of a build."""
        return [
            str(COMMAND), "build", "--sources", str(self.sources), "--lake", str(lake or self.lake),
            "--workers", str(workers),
        ]  # fmt: skip

    def try_build(
        self, *, lake: Path | None = None, workers: int = 2, **options: Any
    ) -> subprocess.CompletedProcess[str]:
        """Build, and return the finished process whatever came of it."""
        return run(*self.command(lake=lake, workers=workers)[1:], **options)

    def build(self, *, lake: Path | None = None, workers: int = 2) -> Built:
        """Build, and return the lake. Fails the test where the build fails."""
        succeeded(self.try_build(lake=lake, workers=workers))
        return Built(lake or self.lake)

    def build_plainly(
        self, *, lake: Path | None = None, env: Mapping[str, str] | None = None
    ) -> Built:
        """Build without Dagster and without worker processes, in a fraction of the time."""
        outcome = warm_build(self.sources, lake or self.lake, env=env)
        assert outcome.worked is not None, outcome.error
        return Built(lake or self.lake)


def new_project(root: Path, *paths: str, **settings: Any) -> Project:
    """Make a project of the subset of the example, or of these of its documents."""
    project = Project(root)
    for collection in ("handbook", "platform"):
        (project.documents / collection).mkdir(parents=True)
    project.add(*(paths or SUBSET))
    project.write_sources(**settings)
    return project


@dataclasses.dataclass(frozen=True)
class Built:
    """A lake after a build."""

    lake: Path

    @property
    def snapshot_id(self) -> str:
        """Return the id of the published snapshot."""
        pointer = read_pointer(self.lake)
        assert pointer is not None, f"Nothing is published in {self.lake}."
        return pointer.current

    def verified(self) -> Snapshot:
        """Open the published snapshot with every hash checked."""
        return open_snapshot(self.lake, verify=True)

    def hashes(self) -> dict[str, str]:
        """Return the hash of every file of the tables by its path."""
        return table_hashes(self.lake)

    def rows(self, table: str) -> list[Any]:
        """Return every row of a table as the dataclass that declares it."""
        lake = Lake(self.lake)
        rows: list[Any] = []
        for path in lake.paths(table):
            rows += rows_of(ROW_TYPES[table], lake.read_file(table, path))
        return rows

    def counts(self) -> dict[str, int]:
        """Return the number of rows of every table."""
        return {table: len(self.rows(table)) for table in TABLES}

    def leftovers(self) -> list[str]:
        """Return what a finished build has no use for: half-written files, links, folders.

        What a killed fetch left stays for a day, as another may be under way without the lock.
        """
        half = {*self.lake.rglob("*.tmp"), *self.lake.rglob("*.tmp.*"), *self.lake.rglob("*.link")}
        half -= set((self.lake / "cache" / "pages").glob("*.tmp"))
        half |= set((self.lake / "tables").glob("*/.*"))
        half |= set((self.lake / "snapshots").glob(".building-*"))
        half |= set((self.lake / "snapshots").glob(".retired-*"))
        return sorted(path.relative_to(self.lake).as_posix() for path in half)

    def stamps(self) -> dict[str, tuple[int, int]]:
        """Return the inode and modification time of every table file."""
        files = sorted((self.lake / "tables").rglob("*.parquet"))
        return {str(f): (f.stat().st_ino, f.stat().st_mtime_ns) for f in files}

    def locked(self) -> list[str]:
        """Return the locks of the lake that somebody holds."""
        return [name for name in ("build.lock", "snapshots/.lock") if _held(self.lake / name)]


def _held(path: Path) -> bool:
    if not path.exists():
        return False
    with path.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def copy_lake(built: Built, lake: Path) -> Built:
    """Return a copy of a lake."""
    shutil.copytree(built.lake, lake)
    return Built(lake)


@contextlib.contextmanager
def running(
    command: list[str], *, env: Mapping[str, str] | None = None, log: Path, cwd: Path | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command in a process group of its own; at the end it and all that it started is gone.

    It is told to end first: what it started in a group of its own is its own to end.
    """
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=environment(env),
            cwd=cwd,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(60)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
