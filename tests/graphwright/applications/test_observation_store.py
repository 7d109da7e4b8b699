"""Kept observations: what is written is read, and no changed byte is believed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from application_rows import observation

from graphwright.applications.observation import Observation
from graphwright.applications.observation_store import (
    observation_digest,
    observation_path,
    read_observation,
    write_observation,
)
from graphwright.errors import DamageError, LakeError


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    seen = observation()
    digest = write_observation(tmp_path, seen)
    assert read_observation(tmp_path, "shop") == seen
    assert observation_digest(tmp_path, "shop") == digest
    assert read_observation(tmp_path, "shop", boxes=False) == _without_boxes(seen)


def test_the_same_observation_has_the_same_bytes(tmp_path: Path) -> None:
    seen = observation()
    turned = dataclasses.replace(seen, captures=dict(sorted(seen.captures.items(), reverse=True)))
    write_observation(tmp_path / "a", seen)
    write_observation(tmp_path / "b", turned)
    files = [observation_path(tmp_path / lake, "shop").read_bytes() for lake in "ab"]
    assert files[0] == files[1]


def test_a_moved_box_is_no_other_data(tmp_path: Path) -> None:
    digest = write_observation(tmp_path, observation())
    assert write_observation(tmp_path, _without_boxes(observation())) == digest


def test_what_was_never_crawled_is_not_there(tmp_path: Path) -> None:
    assert read_observation(tmp_path, "shop") is None
    assert observation_digest(tmp_path, "shop") is None


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data.replace(b'"Start"', b'"Stort"', 1), "not what its hash says"),
        (lambda data: data[: len(data) // 2], "three lines"),
        (lambda data: data.replace(b'"format": 1', b'"format": 9'), "format 9"),
        (lambda data: b"\x80\n\n\n", "first line"),
        (lambda data: b"", "three lines"),
    ],
)
def test_a_damaged_file_is_refused(
    tmp_path: Path, change: Callable[[bytes], bytes], told: str
) -> None:
    write_observation(tmp_path, observation())
    path = observation_path(tmp_path, "shop")
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(DamageError, match=told):
        read_observation(tmp_path, "shop")


def test_a_file_of_another_application_is_refused(tmp_path: Path) -> None:
    write_observation(tmp_path, observation())
    other = observation_path(tmp_path, "other")
    other.parent.mkdir(parents=True)
    other.write_bytes(observation_path(tmp_path, "shop").read_bytes())
    with pytest.raises(DamageError, match="'shop'"):
        read_observation(tmp_path, "other")


@pytest.mark.parametrize("name", ["", "..", "a/b", ".hidden", "a\n"])
def test_no_name_leads_out_of_the_lake(tmp_path: Path, name: str) -> None:
    with pytest.raises(LakeError, match="name of no application"):
        read_observation(tmp_path, name)


def test_half_a_character_is_refused_with_its_application(tmp_path: Path) -> None:
    seen = dataclasses.replace(observation(), home="http://127.0.0.1/\ud800")
    with pytest.raises(LakeError, match="shop cannot be kept"):
        write_observation(tmp_path, seen)
    assert read_observation(tmp_path, "shop") is None


def _without_boxes(seen: Observation) -> Observation:
    states = tuple(dataclasses.replace(state, boxes={}) for state in seen.states)
    return dataclasses.replace(seen, states=states)
