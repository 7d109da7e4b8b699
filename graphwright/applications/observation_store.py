"""Where the lake keeps what the last whole crawl of each application saw.

    applications/NAME/observation.json    one line on the file itself, one of data, one of boxes

Boxes stand apart, so that what is moved on a page and shows nothing new makes no table anew. A file
is replaced in one move; its bytes are a function of the observation alone.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from graphwright.applications.capture import Box
from graphwright.applications.observation import Observation, ObservedState
from graphwright.errors import DamageError, LakeError
from graphwright.ids import sha256_bytes
from graphwright.store.storage import Storage, open_storage

if TYPE_CHECKING:
    import pydantic

FOLDER = "applications"
"""The lake's folder of what crawls keep."""

MAX_BYTES = 2_000_000_000
"""A file that is larger was made by no crawl within its limits, and is not read."""

_FORMAT = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_REMEDY = "Crawl the application again: graphwright crawl NAME --clean."
_LARGEST_HEADER = 4096

Boxes = dict[str, dict[str, tuple[int, int, int, int]]]
"""By identity of a state and key of an element or field: x, y, width and height."""


def application_folder(root: Path, name: str) -> Path:
    """Return the folder of a lake in which all that is kept of an application's crawls lies.

    Raises ``LakeError`` for a name that no application can have.
    """
    if not _NAME.fullmatch(name):
        raise LakeError(
            f"{name!r} is the name of no application.",
            remedy="Letters, digits, '_', '.' and '-' were expected, a letter or digit first.",
        )
    return root / FOLDER / name


def observation_path(root: Path, name: str) -> Path:
    """Return the file that holds what the last whole crawl of an application saw."""
    return application_folder(root, name) / "observation.json"


def observation_digest(root: Path, name: str) -> str | None:
    """Return the hash of the data of a kept observation, without its boxes; None: there is none.

    Reads the first line alone. Raises ``DamageError`` where that is none of an observation.
    """
    path = observation_path(root, name)
    try:
        with path.open("rb") as file:
            return _header(path, file.readline(_LARGEST_HEADER))["data"]
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _damaged(path, str(error)) from error


def read_observation(root: Path, name: str, *, boxes: bool = True) -> Observation | None:
    """Return what a lake's last whole crawl of an application saw; None where there was none.

    Without ``boxes`` those of the states are empty. Raises ``DamageError`` where the file is not
    what a crawl wrote.
    """
    path = observation_path(root, name)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise _damaged(path, f"it is larger than {MAX_BYTES:,} bytes")
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _damaged(path, str(error)) from error
    seen = _parse(path, lines, boxes=boxes)
    if seen.application != name:
        raise _damaged(path, f"it is of application {seen.application!r}")
    return seen


def write_observation(
    root: Path, observation: Observation, *, storage: Storage | None = None
) -> str:
    """Keep what a whole crawl saw in place of what was kept before, and return its digest.

    The caller holds the lake, so that no build reads two observations. Raises ``StorageError``
    where the disk refuses, and ``LakeError`` for a text that is no Unicode.
    """
    path = observation_path(root, observation.application)
    data, boxes = _data_of(path, observation), _boxes_of(observation)
    header = {"boxes": sha256_bytes(boxes), "data": sha256_bytes(data), "format": _FORMAT}
    with (storage or open_storage(root)).replacing(path, durable=True) as temporary:
        temporary.write_bytes(b"\n".join((json.dumps(header).encode(), data, boxes, b"")))
    return sha256_bytes(data)


def _data_of(path: Path, observation: Observation) -> bytes:
    plain = dataclasses.replace(
        observation,
        captures=dict(sorted(observation.captures.items())),
        states=tuple(dataclasses.replace(state, boxes={}) for state in observation.states),
    )
    try:
        return _observations().dump_json(plain)
    except ValueError as error:  # pydantic's own error is one
        raise LakeError(
            f"What was seen of {observation.application} cannot be kept in {path}: {error}.",
            remedy="Texts of pages must be valid Unicode before they are kept.",
        ) from error


def _boxes_of(observation: Observation) -> bytes:
    boxes: Boxes = {
        state.identity: {
            key: (box.x, box.y, box.width, box.height) for key, box in sorted(state.boxes.items())
        }
        for state in observation.states
        if state.boxes
    }
    return json.dumps(boxes, sort_keys=True, separators=(",", ":")).encode()


def _parse(path: Path, lines: list[bytes], *, boxes: bool) -> Observation:
    if len(lines) != len(("header", "data", "boxes", "end")):
        raise _damaged(path, "it does not have the three lines of an observation")
    header, (data, places) = _header(path, lines[0]), lines[1:3]
    if (sha256_bytes(data), sha256_bytes(places)) != (header["data"], header["boxes"]):
        raise _damaged(path, "its content is not what its hash says")
    try:
        seen = _observations().validate_json(data)
        return _with_boxes(seen, json.loads(places)) if boxes else seen
    except (ValueError, TypeError, AttributeError) as error:
        raise _damaged(path, f"it is of another form: {str(error)[:200]}") from error


def _with_boxes(seen: Observation, places: Mapping[str, Mapping[str, list[int]]]) -> Observation:
    def placed(state: ObservedState) -> ObservedState:
        boxes = {key: Box(*box) for key, box in places.get(state.identity, {}).items()}
        return dataclasses.replace(state, boxes=boxes)

    return dataclasses.replace(seen, states=tuple(map(placed, seen.states)))


def _header(path: Path, line: bytes) -> dict[str, str]:
    try:
        header = json.loads(line)
        if header["format"] != _FORMAT:
            raise _damaged(path, f"it has format {header['format']!r}, expected {_FORMAT}")
        return {"data": str(header["data"]), "boxes": str(header["boxes"])}
    except (ValueError, KeyError, TypeError) as error:
        raise _damaged(path, "its first line is none of an observation") from error


def _damaged(path: Path, problem: str) -> DamageError:
    return DamageError(f"{path} cannot be used: {problem}.", remedy=_REMEDY)


@functools.cache
def _observations() -> pydantic.TypeAdapter[Observation]:
    import pydantic  # noqa: PLC0415  # the adapter takes a while to make

    return pydantic.TypeAdapter(Observation)
