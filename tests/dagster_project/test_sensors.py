"""The sensor on the sources and the nightly schedule, by real ticks; their runs, by real runs."""

from __future__ import annotations

import os

import dagster as dg
import pytest
from tiny_project import EVERY_BUCKET, Ticks, Tiny, why

from dagster_project.schedules import nightly_build
from graphwright.errors import SettingsError
from graphwright.settings import RunSettings, load_settings


def test_the_sensor_asks_once_for_each_change_and_says_why_not_otherwise(tiny: Tiny) -> None:
    with tiny.instance() as instance:
        ticks = Ticks(tiny, instance)
        assert ticks.tick() == []
        assert "hold what was last built from" in ticks.reason
        assert ticks.tick() == []
        assert "look as they did" in ticks.reason

        travel = tiny.root / "handbook/travel.txt"
        before = travel.read_text()
        os.utime(travel)
        assert ticks.tick() == []  # touched only
        assert "hold what was last built from" in ticks.reason

        tiny.write("handbook/travel.txt", "The travel desk books trains.")
        tiny.write("platform/new.txt", "Millrace hosts Ledgerline.")
        (asked,) = ticks.tick()
        tags = {k: v for k, v in asked.tags.items() if k.startswith("graphwright.changed/")}
        assert tags == {
            "graphwright.changed/handbook": "0 added, 1 edited, 0 removed",
            "graphwright.changed/platform": "1 added, 0 edited, 0 removed",
        }
        assert ticks.tick() == []  # the run has not begun, and a second is not asked for
        os.utime(travel)
        assert ticks.tick() == []
        assert "asked for already" in ticks.reason

        # Back to what was built: nothing to do. Then the same edit again: a new run, a new key.
        tiny.write("handbook/travel.txt", before)
        (tiny.root / "platform/new.txt").unlink()
        assert ticks.tick() == []
        tiny.write("handbook/travel.txt", "The travel desk books trains.")
        tiny.write("platform/new.txt", "Millrace hosts Ledgerline.")
        (again,) = ticks.tick()
        assert again.run_key != asked.run_key

        (tiny.root / "handbook/payments.txt").unlink()
        (removed,) = ticks.tick()
        assert removed.tags["graphwright.changed/handbook"] == "0 added, 1 edited, 1 removed"


def test_the_sensor_asks_for_a_build_when_the_seeds_change(tiny: Tiny) -> None:
    seeds = tiny.root / "seeds.yaml"
    tiny.settings(seed_concepts=str(seeds))
    with tiny.instance() as instance:
        ticks = Ticks(tiny, instance)
        seeds.write_text("concepts: []")
        assert ticks.tick() == []  # as it was built: none
        seeds.write_text("concepts: [{name: Ledgerline, aliases: [the ledger]}]")
        (asked,) = ticks.tick()
        changed = {k: v for k, v in asked.tags.items() if k.startswith("graphwright.")}
        assert changed == {"graphwright.changed_seeds": "2 names"}
        assert ticks.tick() == []

        result = tiny.run(instance, only=["seed_concepts"], tags={})
        assert result.success, why(result)
        run = instance.get_run_by_id(result.run_id)
        assert run is not None
        assert changed.items() <= run.tags.items()
        assert ticks.tick() == []
        assert "hold what was last built from" in ticks.reason
        seeds.write_text("concepts: [{nam: Ledgerline}]")
        with pytest.raises(Exception, match="nam"):
            ticks.tick()


def test_the_run_that_was_asked_for_takes_the_change_up(edited: Tiny) -> None:
    with edited.instance() as instance:
        run = instance.get_runs(limit=1)[0]
        ticks = Ticks(edited, instance)
        assert ticks.tick() == []
    assert run.tags["graphwright.changed/handbook"] == "0 added, 1 edited, 0 removed"
    assert "hold what was last built from" in ticks.reason


def test_a_missing_folder_fails_the_tick_with_its_name(tiny: Tiny) -> None:
    (tiny.root / "platform").rename(tiny.root / "moved")
    with tiny.instance() as instance, pytest.raises(Exception, match="platform"):
        Ticks(tiny, instance).tick()


def test_the_schedule_builds_every_bucket_at_the_hour_of_the_settings(
    tiny: Tiny,
) -> None:
    settings = load_settings(tiny.sources)
    nightly = nightly_build(settings)
    assert nightly.cron_schedule == "0 2 * * *"
    assert nightly.default_status is dg.DefaultScheduleStatus.STOPPED
    (request,) = nightly.evaluate_tick(dg.build_schedule_context()).run_requests or []
    assert dict(request.tags).items() >= EVERY_BUCKET.items()

    def at(**runs: str) -> dg.ScheduleDefinition:
        return nightly_build(settings.model_copy(update={"runs": RunSettings(**runs)}))

    assert at(nightly="30 4 * * 1-5", timezone="Europe/Berlin").cron_schedule == "30 4 * * 1-5"
    with pytest.raises(SettingsError, match=r"runs\.nightly is 'at night'"):
        at(nightly="at night")
    with pytest.raises(SettingsError, match="Atlantis"):
        at(timezone="Atlantis")
