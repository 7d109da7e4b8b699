"""A graph that stays true: after any history of changes and kills it equals a clean build's.

The short form, in ``make test-long``, goes through a fixed history of every kind of change, and
kills fifty builds of another. ``make soak`` draws histories for ``MINUTES`` from ``SEED``,
and kills ``KILLS`` builds of the command line at random moments; a failure names the seed and the
changes that led to it, which give it again.
"""

from __future__ import annotations

import contextlib
import logging
import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from e2e_project import Built, Project, copy_lake, running, succeeded
from killed_builds import kill_with_workers
from servers import KEY, OpenAiServer
from soak_world import CHANGES, World, new_world
from warm_builds import Outcome, warm_build

from benchmarks.lake_equality import differing, served_vectors
from graphwright.graph.pointer import read_pointer
from graphwright.settings import load_settings
from graphwright.steps.embedding import EMBEDDED

MINUTES = float(os.environ.get("SOAK_MINUTES", "0"))
KILLS = int(os.environ.get("SOAK_KILLS", "0"))
SEED = int(os.environ.get("SOAK_SEED", "1"))
KEY_VARIABLE = "SOAK_LLM_KEY"
LOG = logging.getLogger("soak")

STAGES: tuple[tuple[int | None, tuple[str, ...]], ...] = (
    (40, ("edit", "retitle", "append", "move", "add", "change_extractor")),
    (None, ("swap", "copy", "delete", "damage", "add_odd", "change_seeds", "change_embedding")),
    (200, ("change_buckets", "change_chunks", "move", "lose_vectors", "change_kept")),
    (
        140,
        (
            "lose_table",
            "put_back",
            "change_coreference",
            "change_threshold",
            "add_odd",
            "change_buckets",
            "change_collections",
        ),
    ),
)
"""The short form: what changes, and the change of a file before which a first build is killed."""


FIFTY_SEED = 50
"""The history in which fifty builds are killed."""

DAMAGED = b"PAR1, or so it says"
HARMS = ("lose_vectors", "lose_caches", "lose_table")


class Soak:
    """A world, its lake, and the builds that bring it up to date."""

    def __init__(self, folder: Path, seed: int, server: OpenAiServer) -> None:
        llm = {"base_url": server.base_url, "model": "rule", "api_key_env": KEY_VARIABLE}
        self.world: World = new_world(folder / "project", seed, llm)
        self.built = Built(self.project.lake)
        self._seed = seed

    @property
    def project(self) -> Project:
        return self.world.project

    def _run(self, lake: Path, *, kill_before_change: int | None = None) -> Outcome:
        env = {KEY_VARIABLE: KEY}
        return warm_build(
            self.project.sources, lake, kill_before_change=kill_before_change, env=env
        )

    def change(self, name: str | None = None) -> None:
        """Change the sources, or do harm to the lake."""
        name = name or self.world.random.choice((*CHANGES, *HARMS))
        line = getattr(self, name)() if name in HARMS else self.world.change(name)
        if name in HARMS:
            self.world.history.append(line)
        LOG.info("%s", line)

    def lose_vectors(self) -> str:
        """Delete Milvus' folder, as its messages tell people to do with a damaged one."""
        shutil.rmtree(self.project.lake / "milvus", ignore_errors=True)
        return "lose Milvus' folder"

    def lose_caches(self) -> str:
        """Delete all that was kept to save work."""
        shutil.rmtree(self.project.lake / "cache", ignore_errors=True)
        return "lose the caches"

    def lose_table(self) -> str:
        """Delete or damage a file of a table."""
        files = sorted((self.project.lake / "tables").rglob("*.parquet"))
        path = self.world.random.choice(files)
        path.unlink() if self.world.random.random() < 0.5 else path.write_bytes(DAMAGED)
        return f"lose {path.name} of {path.parent.name}"

    def build_by_command(self) -> None:
        """Bring the lake up to date as a user does: by the command, Dagster and all."""
        succeeded(self.project.try_build(workers=1, env={KEY_VARIABLE: KEY}))
        self.world.history.append("build by the command line")

    def build(self) -> Outcome:
        """Bring the lake up to date."""
        outcome = self._run(self.project.lake)
        assert outcome.worked is not None, f"{outcome.error}\n{self.story()}"
        self.world.history.append(f"build ({outcome.changes} changes of files)")
        return outcome

    def kill(self, before_change: int) -> bool:
        """Kill a build before its n-th change of a file; all that is left must be whole.

        Return whether it was killed: a build with fewer changes ends well.
        """
        outcome = self._run(self.project.lake, kill_before_change=before_change)
        self.world.history.append(f"kill before change {before_change}: {outcome.killed}")
        assert outcome.killed or outcome.worked is not None, f"{outcome.error}\n{self.story()}"
        self.check_unharmed()
        return outcome.killed

    def check_unharmed(self) -> None:
        """Check that no lock is held, no file is half, and readers have their snapshot."""
        assert self.built.locked() == [], self.story()
        for path in (self.project.lake / "tables").rglob("*.parquet"):
            if path.read_bytes() != DAMAGED:
                pq.read_table(path)
        if read_pointer(self.project.lake) is not None:
            self.built.verified()

    def check_equal(self) -> None:
        """Check tables, snapshot and vectors against a build into an empty lake."""
        clean = Built(self.project.root / "clean")
        outcome = self._run(clean.lake)
        assert outcome.worked is not None, f"{outcome.error}\n{self.story()}"
        assert differing(self.built.hashes(), clean.hashes()) == [], self.story()
        assert self.built.snapshot_id == clean.snapshot_id, self.story()
        assert self.built.verified().manifest == clean.verified().manifest, self.story()
        embedding = load_settings(self.project.sources).embedding
        ours, theirs = (served_vectors(b.lake, embedding) for b in (self.built, clean))
        assert differing(ours, theirs) == [], self.story()
        assert self.built.leftovers() == [], self.story()
        assert self.built.locked() == [], self.story()
        shutil.rmtree(clean.lake)

    def story(self) -> str:
        """Return what led here."""
        return "\n".join([f"SOAK_SEED={self._seed}", *self.world.history])


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAiServer]:
    with OpenAiServer() as running:
        yield running


@pytest.mark.long
@pytest.mark.timeout(1500)  # builds some fifteen times: seconds each, but minutes where all is busy
def test_every_kind_of_change_and_a_kill_equal_a_clean_build(
    tmp_path: Path, server: OpenAiServer
) -> None:
    soak = Soak(tmp_path, 1, server)
    soak.build()
    for kill_before, changes in STAGES:
        for change in changes:
            soak.change(change)
        if kill_before is not None:
            soak.kill(kill_before)
        soak.build()
        soak.check_equal()
    nothing_new(soak)
    deletion_costs_nothing(soak, server)


@pytest.mark.long
@pytest.mark.timeout(1500)  # as above
def test_fifty_builds_killed_at_random_moments_equal_a_clean_build(
    tmp_path: Path, server: OpenAiServer
) -> None:
    soak, chance = Soak(tmp_path, FIFTY_SEED, server), random.Random(FIFTY_SEED)
    changes, killed = soak.build().changes, 0
    for goal in range(10, 51, 10):
        while killed < goal:
            if not soak.kill(chance.randrange(1, changes)):  # nothing is left to do
                soak.change(chance.choice(CHANGES))
            else:
                killed += 1
        soak.build()
        soak.check_equal()


def nothing_new(soak: Soak) -> None:
    """Build with nothing changed: no work, no file touched."""
    before, snapshot = soak.built.stamps(), soak.built.snapshot_id
    worked = soak.build().worked or {}
    assert dict.fromkeys(worked, 0) == worked
    assert soak.built.stamps() == before
    assert soak.built.snapshot_id == snapshot


def deletion_costs_nothing(soak: Soak, server: OpenAiServer) -> None:
    """Delete a document: nothing is parsed, annotated, read by rules or asked of the LLM."""
    asked, before = len(server.chats), soak.built.hashes()
    parsed = soak.built.rows("parsed_documents")[0]
    soak.world.delete(f"{parsed.collection}/{parsed.path}")
    worked = soak.build().worked or {}
    steps = {name: units for name, units in worked.items() if name not in EMBEDDED}
    assert dict.fromkeys(steps, 0) == steps
    assert len(server.chats) == asked
    assert soak.built.hashes() != before


@pytest.mark.long
@pytest.mark.skipif(not MINUTES, reason="the long form: make soak")
@pytest.mark.timeout(0)
def test_a_random_history_equals_a_clean_build(tmp_path: Path, server: OpenAiServer) -> None:
    deadline, number = time.monotonic() + MINUTES * 60, 0
    while time.monotonic() < deadline:
        LOG.info("SOAK_SEED=%d", SEED + number)
        soak = Soak(tmp_path, SEED + number, server)
        chance = random.Random(SEED + number)
        build = soak.build_by_command if chance.random() < 0.3 else soak.build
        build()
        for _ in range(10):
            _random_stage(soak, chance, build)
            if time.monotonic() > deadline:
                return
        number += 1


def _random_stage(soak: Soak, chance: random.Random, build: Callable[[], object]) -> None:
    for _ in range(chance.randrange(3)):
        for _ in range(chance.randrange(1, 4)):
            soak.change()
        soak.kill(chance.randrange(1, 400))
    for _ in range(chance.randrange(1, 4)):
        soak.change()
    build()
    soak.check_equal()


@pytest.mark.long
@pytest.mark.skipif(not KILLS, reason="the long form: make soak")
@pytest.mark.timeout(0)
def test_builds_killed_at_random_moments_go_on(
    small: Built, subset: Project, changed: Project, changed_clean: Built, tmp_path: Path
) -> None:
    """Real builds with worker processes, from one state to the other and back."""
    chance, lake = random.Random(SEED), copy_lake(small, tmp_path / "lake")
    killed = 0
    while killed < KILLS:
        project, clean = ((changed, changed_clean), (subset, small))[chance.randrange(2)]
        for _ in range(chance.randrange(1, 5)):
            seconds = chance.uniform(1, 20)
            LOG.info("SOAK_SEED=%d: kill %d after %.2f s", SEED, killed + 1, seconds)
            with running(project.command(lake=lake.lake), log=tmp_path / "log") as build:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    build.wait(seconds)
                killed += kill_with_workers(build)
            assert lake.locked() == []
            lake.verified()
        project.build(lake=lake.lake)
        assert differing(lake.hashes(), clean.hashes()) == []
        assert lake.snapshot_id == clean.snapshot_id
        assert lake.leftovers() == []
