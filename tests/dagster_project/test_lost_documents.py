"""Lost documents are not published, by whatever builds, until somebody says that they are gone."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import dagster as dg
import pytest
from plain_build import build_plainly
from tiny_project import Ticks, Tiny, copy_of, new_project, why
from typer.testing import CliRunner

from benchmarks.lake_equality import table_hashes
from dagster_project.cli import app
from graphwright.errors import LakeError
from graphwright.graph.snapshot import open_snapshot
from graphwright.quality.shrinkage import SHRINKING_CHECK

NAMES = ("Halvorn", "Quillon", "Millrace", "Ledgerline", "Harbourdesk", "Greenlight", "Orbit")
TEXTS = {f"handbook/{name}.txt": f"{name} checks every invoice." for name in NAMES} | {
    "platform/ledgerline.txt": "Ledgerline stores the journal entries."
}
LOST = [f"handbook/{name}.txt" for name in NAMES[1:]]
WORDS = (
    "Collection 'handbook' has 1 documents that can be read, but 7 are published: "
    "85.7% are lost, and at most 20.0% may be"
)
ALLOWED = {"resources": {"publication": {"config": {"allow_shrinking": True}}}}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    """A project of enough documents to lose some, built."""
    project = new_project(tmp_path_factory.mktemp("whole") / "project", TEXTS)
    with project.instance() as instance:
        result = project.run(instance)
    assert result.success, why(result)
    return project


@pytest.fixture(scope="module")
def unrecorded(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    """The same, built without Dagster, which has no record of it."""
    project = new_project(tmp_path_factory.mktemp("unrecorded") / "project", TEXTS)
    build_plainly(project.project.settings, project.lake)
    return project


@pytest.fixture
def project(whole: Tiny, tmp_path: Path) -> Tiny:
    """A copy of it, to lose documents of."""
    return copy_of(whole, tmp_path / "project")


@pytest.fixture
def plain(unrecorded: Tiny, tmp_path: Path) -> Tiny:
    """A copy of what was built without Dagster."""
    return copy_of(unrecorded, tmp_path / "project")


def lose(project: Tiny, paths: Iterable[str] = LOST) -> None:
    for path in paths:
        place = project.root / "away" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        (project.root / path).rename(place)


def bring_back(project: Tiny) -> None:
    shutil.copytree(project.root / "away", project.root, dirs_exist_ok=True)


def documents(project: Tiny) -> int:
    return open_snapshot(project.lake).documents.num_rows


def made_of_documents(project: Tiny) -> dict[str, str]:
    """Return the hashes of all tables but the list of documents, which names places on disk."""
    return {k: v for k, v in project.hashes().items() if not k.startswith("source_documents")}


def failed_checks(result: dg.ExecuteInProcessResult) -> list[dg.AssetCheckEvaluation]:
    return [check for check in result.get_asset_check_evaluations() if not check.passed]


@pytest.mark.long
def test_the_run_of_the_sensor_stops_before_it_parses_and_says_why(
    project: Tiny, tmp_path: Path
) -> None:
    snapshot, made = project.snapshot, made_of_documents(project)
    lose(project)
    with project.instance() as instance:
        ticks = Ticks(project, instance)
        (asked,) = ticks.tick()
        refused = project.run(instance, tags=asked.tags)
        assert not refused.success
        (check,) = failed_checks(refused)
        assert (check.asset_key.to_user_string(), check.check_name) == (
            "source_documents",
            SHRINKING_CHECK,
        )
        assert WORDS in (check.description or "")
        logged = [entry.user_message for entry in instance.all_logs(refused.run_id)]
        assert any(WORDS in line and "allow_shrinking: true" in line for line in logged)
        assert project.snapshot == snapshot
        assert made_of_documents(project) == made

        bring_back(project)
        (asked,) = ticks.tick()
        result = project.run(instance, tags=asked.tags)
        assert result.success, why(result)
    assert project.snapshot == snapshot
    build_plainly(project.project.settings, tmp_path / "clean")
    assert table_hashes(tmp_path / "clean") == table_hashes(project.lake)


@pytest.mark.long  # it asks Dagster's automation five times, seconds each
def test_the_automation_asks_for_nothing_until_they_are_back(project: Tiny) -> None:
    loaded, snapshot = project.definitions, project.snapshot
    with project.instance() as instance:
        seen = dg.evaluate_automation_conditions(loaded, instance)
        lose(project)
        assert not project.run(instance, only=["source_documents"], tags={}).success
        for _ in range(2):
            seen = dg.evaluate_automation_conditions(loaded, instance, cursor=seen.cursor)
            assert seen.total_requested == 0
        assert project.snapshot == snapshot

        bring_back(project)
        project.write("platform/new.txt", "Millrace hosts Ledgerline.")
        result = project.run(instance, only=["source_documents"], tags={})
        assert result.success, why(result)
        seen = dg.evaluate_automation_conditions(loaded, instance, cursor=seen.cursor)
        assert seen.get_num_requested(dg.AssetKey("parsed_documents")) > 0


def test_what_a_run_refused_is_published_by_a_build_that_is_told_to(plain: Tiny) -> None:
    lose(plain)
    with plain.instance() as instance:
        refused = plain.run(instance)
        assert failed_checks(refused) != []
        with pytest.raises(LakeError, match="are published"):
            plain.project.build()
        where = ["--sources", str(plain.sources), "--lake", str(plain.lake)]
        told = ["build", *where, "--quiet", "--allow-shrinking"]
        built = CliRunner().invoke(app, told, catch_exceptions=False)
        assert built.exit_code == 0, built.output
        assert documents(plain) == 2
        # The check is told again, else the automation would wait for it for ever.
        key = dg.AssetCheckKey(dg.AssetKey("source_documents"), SHRINKING_CHECK)
        (record,) = instance.event_log_storage.get_asset_check_execution_history(key, limit=1)
        assert record.status.value == "SUCCEEDED"
    again = plain.project.build()  # what was allowed is what is published now
    assert again.run_id is None


@pytest.mark.long
def test_a_run_is_told_by_its_config_that_they_are_gone_on_purpose(project: Tiny) -> None:
    lose(project)
    with project.instance() as instance:
        result = project.run(instance, config=ALLOWED)
        assert result.success, why(result)
        assert documents(project) == 2
        said = [
            check.description or ""
            for check in result.get_asset_check_evaluations()
            if check.check_name == SHRINKING_CHECK
        ]
        assert len(said) == 2
        assert all(text.startswith(f"Allowed by the run. {WORDS}") for text in said)


def test_a_build_refuses_before_it_writes_and_a_plan_says_the_same(plain: Tiny) -> None:
    snapshot, hashes, made = plain.snapshot, plain.hashes(), made_of_documents(plain)
    lose(plain)
    with pytest.raises(LakeError) as caught:
        plain.project.build()
    assert WORDS in str(caught.value)
    assert plain.hashes() == hashes
    assert plain.snapshot == snapshot

    arguments = ["--sources", str(plain.sources), "--lake", str(plain.lake)]
    plan = CliRunner().invoke(app, ["plan", *arguments], catch_exceptions=False)
    assert plan.exit_code == 0
    assert f"Warning: {caught.value}" in plan.stdout

    bring_back(plain)
    plain.project.build()
    assert made_of_documents(plain) == made
    assert plain.snapshot == snapshot


def test_a_collection_that_is_taken_out_or_whose_folder_is_gone(plain: Tiny) -> None:
    snapshot = plain.snapshot
    plain.settings(collections=[{"name": "platform", "folder": "platform"}])
    with pytest.raises(LakeError, match="'handbook', which the sources do not name any more"):
        plain.project.build()
    plain.settings()
    (plain.root / "handbook").rename(plain.root / "moved")
    with pytest.raises(Exception, match=r"names the folder .*handbook, but there is"):
        plain.project.build(allow_shrinking=True)
    assert plain.snapshot == snapshot


@pytest.mark.long
def test_documents_that_cannot_be_parsed_any_more_are_lost_too(project: Tiny) -> None:
    snapshot, made = project.snapshot, made_of_documents(project)
    texts = {path: (project.root / path).read_text() for path in LOST}
    for path in LOST:
        (project.root / path).write_bytes(b"\x00\xff\x00 no text \x00" * 5)
    with pytest.raises(LakeError) as caught:
        project.project.build()
    assert WORDS in str(caught.value)
    assert project.snapshot == snapshot
    with pytest.raises(LakeError) as caught:  # all tables new, and the last step asked for alone
        build_plainly(project.project.settings, project.lake)
    assert WORDS in str(caught.value)
    assert project.snapshot == snapshot
    for path, text in texts.items():
        project.write(path, text)
    build_plainly(project.project.settings, project.lake)
    assert made_of_documents(project) == made
    assert project.snapshot == snapshot
