"""Automation by real ticks: an edit goes step by step to publication, and then all is at rest."""

from __future__ import annotations

from collections import Counter, defaultdict

import dagster as dg
import pytest
from dagster._core.definitions.declarative_automation.automation_condition_tester import (
    EvaluateAutomationConditionsResult,
)
from tiny_project import EDITED, Tiny, stale, why

from assets.partitions import range_of_buckets
from graphwright.publish.history.log import publications

_MOST_TICKS = 20

Asked = dict[frozenset[str | None], list[str]]
"""Buckets (one that is none for a whole table) to the assets that are asked for over them."""


def asked_for(seen: EvaluateAutomationConditionsResult) -> Asked:
    """Return what a tick asks for; Dagster makes one run of each, or one backfill."""
    asked: Asked = defaultdict(list)
    for key in {result.key for result in seen.results}:
        assert isinstance(key, dg.AssetKey)
        if buckets := seen.get_requested_partitions(key):
            asked[frozenset(buckets)].append(key.to_user_string())
    return asked


def tags_for(buckets: frozenset[str | None]) -> dict[str, str]:
    return range_of_buckets([int(bucket) for bucket in buckets if bucket]) if any(buckets) else {}


@pytest.mark.long
def test_an_edit_is_followed_to_publication_and_no_table_is_made_twice(
    tiny: Tiny, edited: Tiny
) -> None:
    loaded, made = tiny.definitions, Counter[str]()
    tiny.write(*EDITED)
    with tiny.instance() as instance:
        seen = dg.evaluate_automation_conditions(loaded, instance)
        assert seen.total_requested == 0
        assert tiny.run(instance, only=["source_documents"]).success
        for _ in range(_MOST_TICKS):
            seen = dg.evaluate_automation_conditions(loaded, instance, cursor=seen.cursor)
            if not (asked := asked_for(seen)):
                break
            for buckets, names in asked.items():
                made.update(names)
                result = tiny.run(instance, only=names, tags=tags_for(buckets))
                assert result.success, why(result)
        assert not asked, made
        assert stale(instance) == set()
    assert {name for name, times in made.items() if times > 1} == set(), made
    assert tiny.snapshot == edited.snapshot
    assert len(publications(tiny.lake)) == 2  # none of a state between
