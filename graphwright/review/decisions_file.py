"""Writing decisions: one entry more or less in the team's file, whoever else writes it just now.

The file is read, changed and replaced under a lock beside it, so that two people who save at once
both find their decision in it, and a kill leaves the old file or the new one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from graphwright.entities.decision_text import (
    refuse_unreadable,
    with_decision,
    without_decision,
)
from graphwright.entities.decisions import Decision
from graphwright.entities.normalise import normalise
from graphwright.entities.seed_concepts import load_seeds
from graphwright.errors import SettingsError
from graphwright.settings import Settings
from graphwright.store.folder import LOCAL_FILES
from graphwright.tables.entities import DecisionKind


@dataclasses.dataclass(frozen=True, slots=True)
class Said:
    """Who decides, on which day and why, as far as they say."""

    author: str | None = None
    date: str | None = None
    note: str | None = None


NOTHING_SAID = Said()


def decide_one(settings: Settings, one: str, other: str, said: Said = NOTHING_SAID) -> Path:
    """Note that two names are one thing; what kept just these two apart goes.

    Return the file. Raises ``SettingsError`` where none is named, and where the decision is there
    already or contradicts another.
    """
    entry = {DecisionKind.MUST_LINK.value: [one, other]}
    return _write(settings, entry, said, _of_two(DecisionKind.CANNOT_LINK, one, other))


def decide_two(settings: Settings, one: str, other: str, said: Said = NOTHING_SAID) -> Path:
    """Note that two names are two things; what made just these two one goes.

    Return the file. Raises ``SettingsError`` as ``decide_one`` does, and for two names that one
    seed concept declares.
    """
    concepts = {seed.alias_key: seed.name for seed in load_seeds(settings.seed_path)}
    concept = concepts.get(normalise(one))
    if concept is not None and concept == concepts.get(normalise(other)):
        raise SettingsError(
            f"{one!r} and {other!r} are names of the seed concept {concept!r}.",
            remedy=f"Remove one of them in {settings.seed_path}.",
        )
    entry = {DecisionKind.CANNOT_LINK.value: [one, other]}
    return _write(settings, entry, said, _of_two(DecisionKind.MUST_LINK, one, other))


def decide_name(settings: Settings, name: str, new: str, said: Said = NOTHING_SAID) -> Path:
    """Note what a thing is called; an earlier new name of it goes.

    Return the file. Raises ``SettingsError`` as ``decide_one`` does.
    """
    key = normalise(name)

    def replaced(decision: Decision) -> bool:
        return decision.kind is DecisionKind.RENAME and decision.keys[0] == key

    return _write(settings, {DecisionKind.RENAME.value: name, "to": new}, said, replaced)


def _of_two(kind: DecisionKind, one: str, other: str) -> Callable[[Decision], bool]:
    keys = sorted((normalise(one), normalise(other)))
    return lambda decision: decision.kind is kind and sorted(decision.keys) == keys


def _write(
    settings: Settings, entry: dict[str, Any], said: Said, goes: Callable[[Decision], bool]
) -> Path:
    path = settings.decisions_path
    if path is None:
        raise SettingsError(
            "No file is named for what the team decides about names.",
            remedy="Set decisions in sources.yaml, to a .yaml beside it, and build.",
        )
    told = {name: value for name, value in dataclasses.asdict(said).items() if value}
    with _held(path):
        text = _read(path)
        made = with_decision(without_decision(text, goes, path), entry | told, path)
        with LOCAL_FILES.replacing(path, durable=True) as temporary:
            temporary.write_bytes(made.encode("utf-8"))
    return path


@contextmanager
def _held(path: Path) -> Iterator[None]:
    with LOCAL_FILES.lock(path.with_name(f".{path.name}.lock"), wait=True):
        yield


def _read(path: Path) -> str:
    if not path.exists():
        return ""
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise refuse_unreadable(path, error) from error
