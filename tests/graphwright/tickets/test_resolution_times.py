"""Resolution times: figures of groups, and differences that a shift of one group moves as much."""

from __future__ import annotations

import dataclasses
import random
from datetime import UTC, datetime, timedelta

import pytest
from ticket_rows import a_ticket

from graphwright.errors import NotFoundError, SettingsError
from graphwright.tables.tickets import Ticket
from graphwright.tickets.resolution_times import compare_resolution_times, resolution_times

OPENED = datetime(2014, 1, 1, tzinfo=UTC)


def taking(team: str, *hours: float) -> list[Ticket]:
    return [
        a_ticket(
            f"{team}-{number}",
            type=team,
            components=("All", team),
            resolution="Fixed",
            created=OPENED.isoformat(),
            resolved=(OPENED + timedelta(hours=took)).isoformat(),
        )
        for number, took in enumerate(hours)
    ]


def test_a_group_has_mean_and_percentiles_and_counts_what_is_left_out():
    odd = [
        a_ticket("A-90", type="A", created="2014-01-01T00:00:00Z"),
        a_ticket("A-91", type="A", resolution="Fixed", created="soon", resolved="2014-01-01"),
        *(dataclasses.replace(one, key="A-92") for one in taking("A", -5)),
    ]
    (group,) = resolution_times([*taking("A", *range(1, 12)), *odd], "type")
    assert (group.mean, group.p50, group.p90) == (6, 6, 10)
    assert (group.resolved, group.open, group.undated) == (11, 1, 2)


def test_a_ticket_counts_under_each_of_its_values():
    groups = resolution_times([*taking("A", 1), *taking("B", 3)], "components")
    assert [(group.value, group.mean) for group in groups] == [("All", 2), ("A", 1), ("B", 3)]


def test_a_shift_of_a_group_is_the_difference_within_its_interval():
    drawn = random.Random(1)
    hours = [drawn.expovariate(1 / 40) for _ in range(300)]
    tickets = [*taking("A", *(one + 48 for one in hours)), *taking("B", *hours)]
    compared = compare_resolution_times(tickets, "type", "A", "B")
    assert [one.measure for one in compared.differences] == ["mean", "p50", "p90"]
    for one in compared.differences:
        assert one.hours == pytest.approx(48)
        assert 0 < one.low < 48 < one.high
    assert compared == compare_resolution_times(tickets[::-1], "type", "A", "B")


def test_one_time_gives_no_interval_and_unknown_groups_are_named():
    tickets = [*taking("A", 1), *taking("B", 1, 2)]
    assert compare_resolution_times(tickets, "type", "A", "B").differences == ()
    with pytest.raises(NotFoundError, match="'B', 'A'"):
        compare_resolution_times(tickets, "type", "A", "C")
    with pytest.raises(SettingsError, match="'colour'"):
        resolution_times(tickets, "colour")
