"""Kept observations: what is written is read, and no changed byte is believed."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from application_rows import observation

from graphwright.applications.observation import Observation
from graphwright.applications.observation_store import (
    ApplicationFolder,
    load_observation,
    observation_digest,
    save_observation,
)
from graphwright.errors import DamageError, LakeError
from graphwright.store.lake import Lake


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    seen = observation()
    save_observation(Lake(tmp_path), seen)
    assert load_observation(Lake(tmp_path), "shop") == seen
    assert load_observation(Lake(tmp_path), "shop", boxes=False) == _without_boxes(seen)


def test_the_same_observation_has_the_same_bytes(tmp_path: Path) -> None:
    seen = observation()
    turned = dataclasses.replace(seen, captures=dict(sorted(seen.captures.items(), reverse=True)))
    save_observation(Lake(tmp_path / "a"), seen)
    save_observation(Lake(tmp_path / "b"), turned)
    files = [
        ApplicationFolder(Lake(tmp_path / lake), "shop").observation.read_bytes() for lake in "ab"
    ]
    assert files[0] == files[1]


def test_a_moved_box_is_no_other_data(tmp_path: Path) -> None:
    lake = Lake(tmp_path)
    save_observation(lake, observation())
    digest = observation_digest(lake, "shop")
    save_observation(lake, _without_boxes(observation()))
    assert observation_digest(lake, "shop") == digest
    save_observation(lake, dataclasses.replace(observation(), home="http://127.0.0.1:1/"))
    assert observation_digest(lake, "shop") != digest


def test_what_was_never_crawled_is_not_there(tmp_path: Path) -> None:
    assert load_observation(Lake(tmp_path), "shop") is None
    assert observation_digest(Lake(tmp_path), "shop") is None


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
    save_observation(Lake(tmp_path), observation())
    path = ApplicationFolder(Lake(tmp_path), "shop").observation
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(DamageError, match=told):
        load_observation(Lake(tmp_path), "shop")


def test_a_file_of_another_application_is_refused(tmp_path: Path) -> None:
    save_observation(Lake(tmp_path), observation())
    other = ApplicationFolder(Lake(tmp_path), "other").observation
    other.parent.mkdir(parents=True)
    other.write_bytes(ApplicationFolder(Lake(tmp_path), "shop").observation.read_bytes())
    with pytest.raises(DamageError, match="'shop'"):
        load_observation(Lake(tmp_path), "other")


@pytest.mark.parametrize("name", ["", "..", "a/b", ".hidden", "a\n"])
def test_no_name_leads_out_of_the_lake(tmp_path: Path, name: str) -> None:
    with pytest.raises(LakeError, match="name of no application"):
        load_observation(Lake(tmp_path), name)


def test_half_a_character_is_kept_as_a_sign(tmp_path: Path) -> None:
    seen = dataclasses.replace(observation(), home="http://127.0.0.1/\ud800\U0001f600")
    save_observation(Lake(tmp_path), seen)
    kept = load_observation(Lake(tmp_path), "shop")
    assert kept is not None
    assert kept.home == "http://127.0.0.1/\ufffd\U0001f600"
    assert kept.states == seen.states


def test_a_build_under_way_is_waited_for(tmp_path: Path) -> None:
    lake, kept = Lake(tmp_path), threading.Event()

    def save() -> None:
        save_observation(Lake(tmp_path), observation())
        kept.set()

    with lake.exclusive():
        thread = threading.Thread(target=save)
        thread.start()
        assert not kept.wait(0.2)
        assert load_observation(lake, "shop") is None
    thread.join(10)
    assert load_observation(lake, "shop") == observation()


def _without_boxes(seen: Observation) -> Observation:
    states = tuple(dataclasses.replace(state, boxes={}) for state in seen.states)
    return dataclasses.replace(seen, states=states)
