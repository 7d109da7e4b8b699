"""What may pass is tried again, and nothing else is; counted by real runs of a small asset."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from tiny_project import new_project

from assets.failures import RETRIES_OFF, retried
from graphwright.errors import (
    ExtractorError,
    GraphwrightError,
    LakeError,
    SettingsError,
    VectorStoreError,
)
from resources.sources import SourcesResource

AWAY = VectorStoreError("Milvus is away.", transient=True)
WRONG = SettingsError("A setting is wrong.")
RUN = "0b1a0c1e-0000-4000-8000-000000000001"


def attempts(
    tmp_path: Path, errors: list[Exception], *, tags: dict[str, str] | None = None
) -> tuple[bool, int, str]:
    """Run an asset that raises these errors in turn; return success, attempts and what it said."""
    tries: list[int] = []

    @dg.multi_asset(specs=[dg.AssetSpec("shaky")])
    @retried
    def shaky(
        context: dg.AssetExecutionContext, sources: SourcesResource
    ) -> Iterator[dg.MaterializeResult[Any]]:
        tries.append(context.retry_number)
        if len(tries) <= len(errors):
            raise errors[len(tries) - 1]
        yield dg.MaterializeResult()

    resources = {"sources": SourcesResource(file=str(new_project(tmp_path).sources))}
    job = dg.Definitions([shaky], resources=resources).resolve_implicit_global_asset_job_def()
    result = job.execute_in_process(run_id=RUN, tags=tags, raise_on_error=False)
    failures = [e.step_failure_data for e in result.all_events if e.is_step_failure]
    said = "".join(f.error.to_string() for f in failures if f.error is not None)
    assert tries == list(range(len(tries)))
    return result.success, len(tries), said


def test_what_passes_is_tried_again(tmp_path: Path) -> None:
    assert attempts(tmp_path, [AWAY, AWAY]) == (True, 3, "")


def test_what_does_not_pass_fails_after_the_retries_of_the_settings(tmp_path: Path) -> None:
    success, count, said = attempts(tmp_path, [AWAY] * 9)
    assert (success, count) == (False, 3)
    assert "Milvus is away." in said


@pytest.mark.parametrize("error", [WRONG, LakeError("Damaged."), ValueError("a fault of ours")])
def test_what_cannot_pass_fails_at_once(tmp_path: Path, error: Exception) -> None:
    success, count, said = attempts(tmp_path, [error])
    assert (success, count) == (False, 1)
    assert str(error) in said


def test_a_run_that_someone_waits_for_says_at_once_what_is_wrong(tmp_path: Path) -> None:
    success, count, said = attempts(tmp_path, [AWAY], tags={RETRIES_OFF: RUN})
    assert (success, count) == (False, 1)
    assert "Milvus is away." in said


def test_a_run_of_the_page_that_executes_such_a_run_again_tries_again(tmp_path: Path) -> None:
    tags = {RETRIES_OFF: "the id of its parent"}
    assert attempts(tmp_path, [AWAY], tags=tags) == (True, 2, "")


def test_a_generator_is_tried_again_from_its_start(tmp_path: Path) -> None:
    tries: list[int] = []

    @dg.multi_asset(specs=[dg.AssetSpec("first"), dg.AssetSpec("second")])
    @retried
    def two(
        context: dg.AssetExecutionContext, sources: SourcesResource
    ) -> Iterator[dg.MaterializeResult[Any]]:
        tries.append(context.retry_number)
        if not tries[-1]:
            raise ExtractorError("The endpoint gives no answer.", transient=True)
        yield dg.MaterializeResult(asset_key="first")
        yield dg.MaterializeResult(asset_key="second")

    sources = SourcesResource(file=str(new_project(tmp_path).sources))
    assert dg.materialize([two], resources={"sources": sources}).success
    assert tries == [0, 1]


def nothing_listens(tmp_path: Path) -> None:
    from graphwright.vectors.milvus_store import MilvusStore

    MilvusStore.server("http://127.0.0.1:9", connect_seconds=1)


def wrong_address(tmp_path: Path) -> None:
    from graphwright.vectors.milvus_store import MilvusStore

    MilvusStore.server("http://127.0.0.1:port", connect_seconds=1)


def held_by_another(tmp_path: Path) -> None:
    from graphwright.vectors.milvus_store import MilvusStore

    with MilvusStore.lite(tmp_path / "m"):
        MilvusStore.lite(tmp_path / "m", wait_seconds=0)


def two_builds(tmp_path: Path) -> None:
    from graphwright.store.lake import Lake

    with Lake(tmp_path).exclusive(), Lake(tmp_path).exclusive():
        pass


def no_folder(tmp_path: Path) -> None:
    from graphwright.documents.sources.discover import discover
    from graphwright.settings import parse_settings

    raw: dict[str, object] = {"collections": [{"name": "a", "folder": str(tmp_path / "none")}]}
    discover(parse_settings(raw, origin=tmp_path / "sources.yaml"))


@pytest.mark.parametrize(
    ("failing", "transient"),
    [
        (nothing_listens, True),
        (wrong_address, False),
        (held_by_another, True),
        (two_builds, True),
        (no_folder, False),
    ],
)
def test_errors_say_of_themselves_whether_they_may_pass(
    failing: Callable[[Path], None], transient: bool, tmp_path: Path
) -> None:
    with pytest.raises(GraphwrightError) as caught:
        failing(tmp_path)
    assert caught.value.transient is transient, caught.value
