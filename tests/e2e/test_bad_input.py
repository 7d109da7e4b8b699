"""Whatever goes wrong ends in one clear message, harms nothing published, and is healed next time.

Documents that cannot be read are in ``test_incremental``: they do not stop a build.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e_project import (
    PATIENCE_SECONDS,
    TRACEBACK,
    Built,
    Project,
    copy_lake,
    new_project,
    one_clear_message,
    run,
    run_here,
    running,
    succeeded,
)
from killed_builds import kill_with_workers, wait_for
from tiny_disks import tiny_disk

FREE_SPACE = "[Ff]ree (some )?space"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """One document's project, not built."""
    return new_project(tmp_path / "project", "handbook/welcome.md")


def unharmed(built: Built, snapshot: str) -> None:
    """Check that readers still get the snapshot, whole."""
    assert built.snapshot_id == snapshot
    built.verified()


# --- wrong input, found before anything is written ---


def test_no_sources_file(project: Project) -> None:
    project.sources.unlink()
    message = one_clear_message(project.try_build())
    assert f"There is no sources file at {project.sources}." in message
    assert not project.lake.exists()


def test_sources_that_are_not_yaml(project: Project) -> None:
    project.sources.write_text("collections: [")
    assert "is not readable YAML" in one_clear_message(project.try_build())


def test_a_wrong_setting_is_named_with_what_was_found(project: Project) -> None:
    project.write_sources(buckets=0, chunk={"overlap": "much"}, colour="green")
    message = one_clear_message(project.try_build())
    assert "has 3 wrong setting(s)" in message
    for part in ("buckets: ", "(found 0)", "chunk.overlap: ", "(found 'much')", "colour: "):
        assert part in message
    assert "docs/sources.md" in message
    assert not project.lake.exists()


def test_an_unknown_extractor_is_named_beside_the_known_ones(project: Project) -> None:
    collection = {"name": "handbook", "folder": "documents/handbook", "extractor": "magic"}
    project.write_sources(collections=[collection])
    message = one_clear_message(project.try_build())
    assert "collections.0.extractor: " in message
    assert all(word in message for word in ("'dependency'", "'llm'", "'both'", "'magic'"))


def test_an_unknown_language_model(project: Project, small_copy: Built) -> None:
    project.write_sources(language={"spacy_model": "en_no_such_model"})
    snapshot = small_copy.snapshot_id
    command = project.command(lake=small_copy.lake)[1:]
    message = one_clear_message(run(*command, "--allow-shrinking"))
    assert "en_no_such_model" in message
    unharmed(small_copy, snapshot)


def test_a_missing_source_folder(project: Project, small_copy: Built) -> None:
    shutil.rmtree(project.documents / "platform")
    snapshot, before = small_copy.snapshot_id, small_copy.hashes()
    kept = (small_copy.lake / "sources.yaml").read_text()
    message = one_clear_message(project.try_build(lake=small_copy.lake))
    assert (small_copy.lake / "sources.yaml").read_text() == kept
    assert f"names the folder {project.documents / 'platform'}, but there is nothing." in message
    assert "Correct 'folder' in sources.yaml, or create the folder." in message
    assert small_copy.hashes() == before
    unharmed(small_copy, snapshot)


def test_another_build_holds_the_lake(project: Project, small_copy: Built) -> None:
    with (small_copy.lake / "build.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        message = one_clear_message(project.try_build(lake=small_copy.lake))
    assert "Another build is writing to the lake" in message


def test_a_lake_that_is_a_file(project: Project) -> None:
    project.lake.write_text("a file, and no folder")
    message = one_clear_message(project.try_build())
    assert f"The lake {project.lake} is a file, but a folder was expected." in message


@pytest.mark.parametrize(
    "arguments", [("ask", "Who?"), ("inspect", "Ledgerline"), ("status",), ("rollback", "0123")]
)
def test_commands_without_a_build_say_so(arguments: tuple[str, ...], tmp_path: Path) -> None:
    message = one_clear_message(run_here(*arguments, "--lake", tmp_path / "nothing"))
    assert "nothing" in message


def test_an_unknown_entity_and_an_unknown_strategy(small: Built) -> None:
    assert "Zanzibar" in one_clear_message(run_here("inspect", "Zanzibar", "--lake", small.lake))
    asked = run_here("ask", "Who?", "--strategy", "guess", "--lake", small.lake)
    assert all(name in one_clear_message(asked) for name in ("graph", "dense", "bm25", "rrf"))


# --- a service that is not there ---


@pytest.mark.long
def test_a_milvus_that_is_not_there(subset: Project, small_copy: Built, tmp_path: Path) -> None:
    sources = tmp_path / "sources.yaml"
    settings = "milvus:\n  uri: http://127.0.0.1:1\n"
    text = subset.sources.read_text().replace("documents/", f"{subset.documents}/")
    sources.write_text(text + settings)
    before, snapshot = small_copy.hashes(), small_copy.snapshot_id
    failed = run("build", "--sources", sources, "--lake", small_copy.lake)
    message = one_clear_message(failed)
    assert "Milvus" in message
    assert "http://127.0.0.1:1" in message
    assert small_copy.hashes() == before
    unharmed(small_copy, snapshot)


# --- a disk that is full ---


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes; remount it to make it larger."""
    with tiny_disk(tmp_path / "disk", "2m") as place:
        yield place


def resize(place: Path, size: str) -> None:
    """Change the size of a mounted tmpfs."""
    subprocess.run(["mount", "-o", f"remount,size={size}", place], check=True)


def used_megabytes(folder: Path) -> int:
    """Return the space that a folder's files take."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return sum(path.stat().st_blocks * 512 for path in files) >> 20


@pytest.mark.long
def test_a_full_disk_at_the_first_build(disk: Path, subset: Project) -> None:
    failed = subset.try_build(lake=disk / "lake")
    assert re.search(FREE_SPACE, one_clear_message(failed))


@pytest.mark.long
def test_a_full_disk_harms_nothing_published_and_the_next_build_goes_on(
    disk: Path, small: Built, changed: Project, changed_clean: Built
) -> None:
    resize(disk, "200m")
    lake = copy_lake(small, disk / "lake")
    resize(disk, f"{used_megabytes(lake.lake) + 2}m")
    assert re.search(FREE_SPACE, one_clear_message(changed.try_build(lake=lake.lake)))
    unharmed(lake, small.snapshot_id)
    succeeded(run("inspect", "Ledgerline", "--lake", lake.lake))

    resize(disk, "200m")
    assert changed.build_plainly(lake=lake.lake).hashes() == changed_clean.hashes()
    assert lake.snapshot_id == changed_clean.snapshot_id


# --- a build that is ended from outside ---


@pytest.fixture
def published(small: Built, tmp_path: Path) -> Built:
    """A lake whose snapshot is published and whose tables must all be made again."""
    built = copy_lake(small, tmp_path / "lake")
    shutil.rmtree(built.lake / "tables")
    shutil.rmtree(built.lake / "cache")
    return built


@pytest.mark.long
def test_a_killed_build_harms_nothing_and_the_next_goes_on(
    published: Built, small: Built, changed: Project, changed_clean: Built, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    for moment in ("annotations/0001.parquet", "entities.parquet"):
        file = published.lake / "tables" / moment
        with running(changed.command(lake=published.lake), log=log) as build:
            wait_for(file.exists, build, log)
            assert kill_with_workers(build)
        unharmed(published, small.snapshot_id)
    finished = changed.build(lake=published.lake)
    assert finished.hashes() == changed_clean.hashes()
    assert finished.snapshot_id == changed_clean.snapshot_id
    finished.verified()


@pytest.mark.long
def test_an_interrupted_build_says_so(
    published: Built, small: Built, subset: Project, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with running(subset.command(lake=published.lake), log=log) as build:
        wait_for((published.lake / "tables/source_documents.parquet").exists, build, log)
        os.killpg(build.pid, signal.SIGINT)  # as Ctrl-C does: the workers get it too
        assert build.wait(PATIENCE_SECONDS) == 1
    said = log.read_text()
    assert "graphwright: The build was interrupted." in said
    assert TRACEBACK not in said
    unharmed(published, small.snapshot_id)
