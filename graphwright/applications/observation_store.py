"""Where the lake keeps what crawls saw: ``applications/NAME`` with observation, journal, pictures.

An observation is three lines: one on the file itself, one of data, one of boxes. Boxes stand apart,
so that what is moved on a page and shows nothing new makes no table anew. A file is replaced in one
move; its bytes are a function of the observation alone.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path
from shutil import disk_usage
from typing import TYPE_CHECKING, Any

from graphwright.applications.capture import Box
from graphwright.applications.observation import Observation, ObservedState
from graphwright.errors import DamageError, LakeError
from graphwright.ids import sha256_bytes
from graphwright.store.lake import Lake

if TYPE_CHECKING:
    import pydantic

FOLDER = "applications"
"""The lake's folder of what crawls keep."""

MAX_BYTES = 2_000_000_000
"""A file that is larger was made by no crawl within its limits, and is not read."""

_FORMAT = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_LARGEST_HEADER = 4096

Boxes = dict[str, dict[str, tuple[int, int, int, int]]]
"""By identity of a state and key of an element or field: x, y, width and height."""


@dataclasses.dataclass(frozen=True, slots=True)
class ApplicationFolder:
    """The files of one application in a lake. Raises ``LakeError`` for a name that is none."""

    lake: Lake
    name: str

    def __post_init__(self) -> None:
        """Refuse a name that would lead elsewhere."""
        if not _NAME.fullmatch(self.name):
            raise LakeError(
                f"{self.name!r} is the name of no application.",
                remedy="Letters, digits, '_', '.' and '-' were expected, a letter or digit first.",
            )

    @property
    def root(self) -> Path:
        """Return the folder."""
        return self.lake.root / FOLDER / self.name

    @property
    def observation(self) -> Path:
        """Return the file of the last whole crawl."""
        return self.root / "observation.jsonl"

    @property
    def memory(self) -> Path:
        """Return the file of what the next crawl may take over."""
        return self.root / "memory.jsonl"

    @property
    def journal(self) -> Path:
        """Return the file of a crawl that is under way."""
        return self.root / "journal.jsonl"

    @property
    def pictures(self) -> Path:
        """Return the folder of the pictures of states."""
        return self.root / "pictures"

    @property
    def pictures_under_way(self) -> Path:
        """Return the folder of the pictures of a crawl that has not come to its end."""
        return self.root / "pictures-under-way"

    @property
    def lock(self) -> Path:
        """Return the file that a crawl locks."""
        return self.root / "crawl.lock"


def picture_of(lake: Lake, application: str, identity: str) -> Path | None:
    """Return the picture of a state by its identity, None where there is none."""
    path = ApplicationFolder(lake, application).pictures / f"{identity}.jpg"
    return path if path.is_file() else None


def forget_application(lake: Lake, application: str) -> None:
    """Delete all that is kept of an application."""
    lake.storage.delete(ApplicationFolder(lake, application).root)


def has_room(folder: Path, megabytes: int) -> bool:
    """Say whether the disk of a folder has this much room left."""
    folder.mkdir(parents=True, exist_ok=True)
    return disk_usage(folder).free >= megabytes * 1_000_000


def observation_digest(lake: Lake, name: str) -> str | None:
    """Return the hash of the data of a kept observation, without its boxes; None: there is none.

    Reads the first line alone. Raises ``DamageError`` where that is none of an observation.
    """
    path = ApplicationFolder(lake, name).observation
    try:
        with path.open("rb") as file:
            return _header(file.readline(_LARGEST_HEADER))["data"]
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _damaged(path, name, error) from error


def load_observation(lake: Lake, name: str, *, boxes: bool = True) -> Observation | None:
    """Return what a lake's last whole crawl of an application saw; None where there was none.

    Without ``boxes`` those of the states are empty. Raises ``DamageError`` where the file is not
    what a crawl wrote.
    """
    path = ApplicationFolder(lake, name).observation
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ValueError(f"it is larger than {MAX_BYTES:,} bytes")
        seen = observation_of(path.read_bytes(), boxes=boxes)
        if seen.application != name:
            raise ValueError(f"it is of application {seen.application!r}")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _damaged(path, name, error) from error
    return seen


def save_observation(lake: Lake, observation: Observation) -> None:
    """Put what a whole crawl saw in the place of what was kept before.

    A build that is under way is waited for: its steps must all read the same. Raises
    ``StorageError`` where the disk refuses; the last one stays then.
    """
    path = ApplicationFolder(lake, observation.application).observation
    content = observation_bytes(observation)
    with lake.waiting(), lake.storage.replacing(path, durable=True) as temporary:
        temporary.write_bytes(content)


def observation_bytes(observation: Observation) -> bytes:
    """Return an observation as bytes: the same for equal ones."""
    data, boxes = _data_of(observation), _boxes_of(observation)
    header = {"boxes": sha256_bytes(boxes), "data": sha256_bytes(data), "format": _FORMAT}
    return b"\n".join((json.dumps(header).encode(), data, boxes, b""))


def observation_of(content: bytes, *, boxes: bool = True) -> Observation:
    """Return the observation that bytes hold; raises ``ValueError`` where they hold none."""
    lines = content.split(b"\n")
    if len(lines) != len(("header", "data", "boxes", "end")):
        raise ValueError("it does not have the three lines of an observation")
    header, (data, places) = _header(lines[0]), lines[1:3]
    if (sha256_bytes(data), sha256_bytes(places)) != (header["data"], header["boxes"]):
        raise ValueError("its content is not what its hash says")
    try:
        seen = _observations().validate_json(data)
        return _with_boxes(seen, json.loads(places)) if boxes else seen
    except (ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"it is of another form: {str(error)[:200]}") from error


def _data_of(observation: Observation) -> bytes:
    plain = dataclasses.replace(
        observation,
        captures=dict(sorted(observation.captures.items())),
        states=tuple(dataclasses.replace(state, boxes={}) for state in observation.states),
    )
    try:
        return _observations().dump_json(plain)
    except ValueError:  # pydantic's own error is one: a page may hold half a character
        whole = _whole(dataclasses.asdict(plain))
        return _observations().dump_json(_observations().validate_python(whole))


def _whole(value: Any) -> Any:
    """Return a value with a sign in place of each half of a character that stands alone."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_whole(key): _whole(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return tuple(map(_whole, value))
    return value


def _boxes_of(observation: Observation) -> bytes:
    boxes: Boxes = {
        state.identity: {
            key: (box.x, box.y, box.width, box.height) for key, box in sorted(state.boxes.items())
        }
        for state in observation.states
        if state.boxes
    }
    return json.dumps(boxes, sort_keys=True, separators=(",", ":")).encode()


def _with_boxes(seen: Observation, places: Mapping[str, Mapping[str, list[int]]]) -> Observation:
    def placed(state: ObservedState) -> ObservedState:
        boxes = {key: Box(*box) for key, box in places.get(state.identity, {}).items()}
        return dataclasses.replace(state, boxes=boxes)

    return dataclasses.replace(seen, states=tuple(map(placed, seen.states)))


def _header(line: bytes) -> dict[str, str]:
    try:
        header = json.loads(line)
        found = header["format"]
        hashes = {name: str(header[name]) for name in ("data", "boxes")}
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError("its first line is none of an observation") from error
    if found != _FORMAT:
        raise ValueError(f"it has format {found!r}, expected {_FORMAT}")
    return hashes


def _damaged(path: Path, name: str, problem: Exception) -> DamageError:
    return DamageError(
        f"{path} cannot be used: {problem}.",
        remedy=f"Crawl the application again: graphwright crawl {name} --clean.",
    )


@functools.cache
def _observations() -> pydantic.TypeAdapter[Observation]:
    import pydantic  # noqa: PLC0415  # the adapter takes a while to make

    return pydantic.TypeAdapter(Observation)
