"""Where the lake keeps what crawls saw: ``applications/NAME`` with observation, journal, pictures.

An observation is lines of JSON in a fixed order, so equal ones have equal bytes; the last line is
the hash of all before. It is replaced in one move: a crawl that fails leaves the last one.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphwright.applications.capture import Capture
from graphwright.applications.observation import Observation, ObservedAction, ObservedState
from graphwright.errors import DamageError
from graphwright.store.lake import Lake
from graphwright.tables.applications import CrawlStatus

if TYPE_CHECKING:
    import pydantic

FORMAT = 1


@dataclasses.dataclass(frozen=True, slots=True)
class ApplicationFolder:
    """The files of one application in a lake."""

    lake: Lake
    name: str

    @property
    def root(self) -> Path:
        """Return the folder."""
        return self.lake.root / "applications" / self.name

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


def save_observation(lake: Lake, observation: Observation) -> None:
    """Put an observation in the place of the last one, in one move.

    Raises ``StorageError`` where the disk refuses; the last one stays then.
    """
    path = ApplicationFolder(lake, observation.application).observation
    with lake.storage.replacing(path, durable=True) as file:
        file.write_bytes(observation_bytes(observation))


def load_observation(lake: Lake, application: str) -> Observation | None:
    """Return what the last whole crawl of an application saw; None before there was one.

    Raises ``DamageError`` where the file does not hold what was written.
    """
    path = ApplicationFolder(lake, application).observation
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        return observation_of(data)
    except (ValueError, KeyError, TypeError) as error:
        raise DamageError(
            f"{path} does not hold what was written to it: {str(error).splitlines()[0]}.",
            remedy=f"Crawl again: graphwright crawl {application} --clean.",
        ) from error


def observation_digest(lake: Lake, application: str) -> str | None:
    """Return the hash of what the last whole crawl saw; None before there was one."""
    path = ApplicationFolder(lake, application).observation
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return None


def forget_application(lake: Lake, application: str) -> None:
    """Delete all that is kept of an application."""
    lake.storage.delete(ApplicationFolder(lake, application).root)


def observation_bytes(observation: Observation) -> bytes:
    """Return an observation as bytes: the same for equal ones."""
    body = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in _lines(observation))
    data = body.encode("utf-8", "surrogatepass")
    return data + json.dumps({"sha256": hashlib.sha256(data).hexdigest()}).encode() + b"\n"


def _lines(observation: Observation) -> Iterator[dict[str, Any]]:
    yield {
        "format": FORMAT,
        "application": observation.application,
        "home": observation.home,
        "home_state": observation.home_state,
        "status": observation.status.value,
    }
    for key, capture in sorted(observation.captures.items()):
        yield {"key": key, "capture": dataclasses.asdict(capture)}
    for state in observation.states:
        boxes = {key: dataclasses.astuple(box) for key, box in sorted(state.boxes.items())}
        yield {"state": {**_shallow(state), "boxes": boxes}}
    for action in observation.actions:
        yield {"action": _shallow(action)}


def _shallow(row: ObservedState | ObservedAction) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}


def observation_of(data: bytes) -> Observation:
    """Return the observation that bytes hold; raises ``ValueError`` where they hold none."""
    body, _, last = data.rstrip(b"\n").rpartition(b"\n")
    body += b"\n"
    if json.loads(last) != {"sha256": hashlib.sha256(body).hexdigest()}:
        raise ValueError("its content is not what its hash says")
    lines = [json.loads(line) for line in body.decode("utf-8", "surrogatepass").split("\n") if line]
    head = lines[0]
    if head["format"] != FORMAT:
        raise ValueError(f"its format is {head['format']}, but {FORMAT} was expected")
    captures, states, actions = _adapters()
    return Observation(
        application=head["application"],
        home=head["home"],
        home_state=head["home_state"],
        status=CrawlStatus(head["status"]),
        captures={
            line["key"]: captures.validate_python(line["capture"])
            for line in lines
            if "capture" in line
        },
        states=tuple(
            states.validate_python(_with_boxes(line["state"])) for line in lines if "state" in line
        ),
        actions=tuple(
            actions.validate_python(line["action"]) for line in lines if "action" in line
        ),
    )


def _with_boxes(state: dict[str, Any]) -> dict[str, Any]:
    names = ("x", "y", "width", "height")
    boxes = {key: dict(zip(names, box, strict=True)) for key, box in state["boxes"].items()}
    return {**state, "boxes": boxes}


@functools.cache
def _adapters() -> tuple[
    pydantic.TypeAdapter[Capture],
    pydantic.TypeAdapter[ObservedState],
    pydantic.TypeAdapter[ObservedAction],
]:
    import pydantic  # noqa: PLC0415  # builds validators, which takes a moment

    return (
        pydantic.TypeAdapter(Capture),
        pydantic.TypeAdapter(ObservedState),
        pydantic.TypeAdapter(ObservedAction),
    )


def has_room(folder: Path, megabytes: int) -> bool:
    """Say whether the disk of a folder has this much room left."""
    folder.mkdir(parents=True, exist_ok=True)
    return shutil.disk_usage(folder).free >= megabytes * 1_000_000
