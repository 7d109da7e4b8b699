"""What the page calls stale is what a build would do again, bucket by bucket; so is automation."""

from __future__ import annotations

import dataclasses
from typing import Any

import dagster as dg
import pytest
from tiny_project import EDITED, PARSE, Tiny, stale, why

from assets import pipeline_assets
from graphwright.documents.sources.discover import discover
from graphwright.ids import bucket_of, document_id
from graphwright.settings import ChunkSettings, Settings, load_settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.listed import SourcesStep, sources_version
from graphwright.store.lake import Lake
from graphwright.tables import TABLES


def bucket_key(tiny: Tiny, collection: str, path: str) -> str:
    buckets = load_settings(tiny.sources).buckets
    return f"{bucket_of(document_id(collection, path), buckets):04d}"


@pytest.mark.long
def test_an_edit_makes_stale_what_depends_on_it_and_no_more(tiny: Tiny) -> None:
    every = {f"{n:04d}" for n in range(load_settings(tiny.sources).buckets)}
    with tiny.instance() as instance:
        assert stale(instance) == set()

        # Observed again and nothing changed but a time: nothing is stale.
        tiny.write("handbook/travel.txt", (tiny.root / "handbook/travel.txt").read_text())
        assert tiny.run(instance, only=["source_documents"]).success
        assert stale(instance) == set()

        tiny.write(*EDITED)
        assert tiny.run(instance, only=["source_documents"]).success
        waiting = stale(instance)
        assert {b for name, b in waiting if name == "parsed_documents"} == every
        assert not any(name == "chunks" for name, _ in waiting)

        # Once it is parsed, one bucket of what follows is stale: the one that the document is in.
        before = dg.evaluate_automation_conditions(tiny.definitions, instance)
        result = tiny.run(instance, only=PARSE)
        assert result.success, why(result)
        bucket = bucket_key(tiny, *EDITED[0].split("/"))
        waiting = stale(instance)
        assert {b for name, b in waiting if name == "chunks"} == {bucket}
        assert not any(name in PARSE for name, _ in waiting)

        # Automation asks for just that.
        asked = dg.evaluate_automation_conditions(tiny.definitions, instance, cursor=before.cursor)
        assert asked.get_requested_partitions(dg.AssetKey("chunks")) == {bucket}
        assert asked.get_requested_partitions(dg.AssetKey("parsed_documents")) == set()
        assert asked.get_requested_partitions(dg.AssetKey("entities")) == set()


def test_a_build_leaves_nothing_stale_and_nothing_for_automation(tiny: Tiny, edited: Tiny) -> None:
    loaded = tiny.definitions
    with tiny.instance() as instance:
        before = dg.evaluate_automation_conditions(loaded, instance)
    with edited.instance() as instance:
        assert stale(instance) == set()
        after = dg.evaluate_automation_conditions(loaded, instance, cursor=before.cursor)
    assert (before.total_requested, after.total_requested) == (0, 0)


def test_data_made_again_and_the_same_sets_off_nothing_that_reads_it(tiny: Tiny) -> None:
    loaded = tiny.definitions
    after_chunks = dg.AssetSelection.assets("chunks").downstream(depth=1)  # eager() asks for these
    with tiny.instance() as instance:
        before = dg.evaluate_automation_conditions(loaded, instance, after_chunks)
        result = tiny.run(instance, only=["chunks"])
        assert result.success, why(result)
        after = dg.evaluate_automation_conditions(
            loaded, instance, after_chunks, cursor=before.cursor
        )
    assert after.total_requested == 0


def test_a_backfill_of_some_buckets_stamps_each_with_its_own_version(tiny: Tiny) -> None:
    some = {
        "dagster/asset_partition_range_start": "0001",
        "dagster/asset_partition_range_end": "0002",
    }
    with tiny.instance() as instance:
        one = tiny.run(instance, only=["chunks"], tags={"dagster/partition": "0000"})
        assert one.success, why(one)
        two = tiny.run(instance, only=["chunks"], tags=some)
        assert two.success, why(two)
        assert stale(instance) == set()


def code_versions(tiny: Tiny, settings: Settings) -> dict[str, str | None]:
    """Return the version of what makes each asset, as Dagster is told it."""
    made = pipeline_assets(dataclasses.replace(tiny.project, given=settings))
    return {spec.key.to_user_string(): spec.code_version for one in made for spec in one.specs}


def test_a_code_version_follows_just_the_settings_that_shape_the_table(tiny: Tiny) -> None:
    settings = load_settings(tiny.sources)
    before = code_versions(tiny, settings)

    def changed(**more: Any) -> set[str]:
        after = code_versions(tiny, settings.model_copy(update=more))
        return {name for name, version in before.items() if after[name] != version}

    assert before.keys() == {*TABLES, "published_snapshot", "access_views"}
    unversioned = {name for name, version in before.items() if version is None}
    assert unversioned == {"seed_concepts", "seed_broader", "access_views"}
    assert changed(chunk=ChunkSettings(max_characters=4096)) == {"chunks", "published_snapshot"}
    assert changed(workers=8, keep_snapshots=1, owners=("team:data",)) == set()

    clean = settings.parse.clean.model_copy(update={"boilerplate": False})
    parse = settings.parse.model_copy(update={"clean": clean})  # what a collection repeats is kept
    assert changed(parse=parse) == {"repeated_sentences", "published_snapshot"}


def test_the_version_of_the_sources_is_their_content(tiny: Tiny) -> None:
    settings = load_settings(tiny.sources)
    found = discover(settings)
    before = sources_version(found)
    lake = Lake(tiny.lake)
    step = SourcesStep.of(Given(lake, settings, found))
    step.run(lake, Work())
    assert step.data_version(lake, "source_documents") == before
    text = (tiny.root / "handbook/travel.txt").read_text()
    tiny.write("handbook/travel.txt", text)
    assert sources_version(discover(settings)) == before
    tiny.write("handbook/travel.txt", text + " Drivers wait.")
    assert sources_version(discover(settings)) != before
