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
from graphwright.entities.decisions import Decision, load_decisions
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
    _refuse_seeded(settings, DecisionKind.MUST_LINK, one, other)
    return _write(settings, entry, said, _of_two(DecisionKind.CANNOT_LINK, one, other)).path


def decide_two(settings: Settings, one: str, other: str, said: Said = NOTHING_SAID) -> Path:
    """Note that two names are two things; what made just these two one goes.

    Return the file. Raises ``SettingsError`` as ``decide_one`` does, and for two names that one
    seed concept declares.
    """
    _refuse_seeded(settings, DecisionKind.CANNOT_LINK, one, other)
    entry = {DecisionKind.CANNOT_LINK.value: [one, other]}
    return _write(settings, entry, said, _of_two(DecisionKind.MUST_LINK, one, other)).path


@dataclasses.dataclass(frozen=True, slots=True)
class Written:
    """A decision that was added to a file, so that it can be taken back.

    ``before`` is what the file held, None where there was none, and ``after`` what it held then.
    """

    path: Path
    decision: Decision
    before: bytes | None
    after: bytes


def add_pair(
    settings: Settings, kind: DecisionKind, one: str, other: str, said: Said = NOTHING_SAID
) -> Written:
    """Note that two names are one (``MUST_LINK``) or two (``CANNOT_LINK``), and nothing else.

    Other than ``decide_one`` and ``decide_two`` it removes nothing. Raises ``SettingsError`` as
    they do, and where seed concepts or the file say something of the two already.
    """
    _refuse_seeded(settings, kind, one, other)
    return _write(settings, {kind.value: [one, other]}, said, lambda _decision: False)


def take_back(written: Written) -> None:
    """Remove a decision that was added; a file that nobody changed since is as it was before.

    Raises ``SettingsError`` where it is not in the file any more as it was written.
    """
    path = written.path
    with _held(path):
        text = _read(path)
        if text.encode("utf-8") == written.after:
            _put_back(path, written.before)
            return
        found = [one for one in load_decisions(path) if _same(one, written.decision)]
        if not found:
            raise SettingsError(
                f"{written.decision.kind} of {' and '.join(written.decision.names)} is not in "
                f"{path} any more as it was written; nothing was taken back.",
                remedy="Look at the file: somebody has changed or removed it.",
            )
        line = found[-1].line
        _replace(path, without_decision(text, lambda one: one.line == line, path))


def _same(one: Decision, other: Decision) -> bool:
    return one.model_copy(update={"line": other.line}) == other


def _put_back(path: Path, before: bytes | None) -> None:
    if before is None:
        LOCAL_FILES.delete(path)
    else:
        _replace(path, before.decode("utf-8"))


def _refuse_seeded(settings: Settings, kind: DecisionKind, one: str, other: str) -> None:
    """Refuse what a build would not do: seed concepts stand above decisions."""
    seeds = load_seeds(settings.seed_path)
    concepts = {seed.alias_key: seed.name for seed in seeds}
    first, second = concepts.get(normalise(one)), concepts.get(normalise(other))
    if first is None or second is None or (first == second) == (kind is DecisionKind.MUST_LINK):
        return
    said = (
        f"names of the seed concept {first!r}"
        if first == second
        else f"names of the seed concepts {first!r} and {second!r}"
    )
    raise SettingsError(
        f"{one!r} and {other!r} are {said}.",
        remedy=f"Change that in {settings.seed_path}.",
    )


def decide_name(settings: Settings, name: str, new: str, said: Said = NOTHING_SAID) -> Path:
    """Note what a thing is called; an earlier new name of it goes.

    Return the file. Raises ``SettingsError`` as ``decide_one`` does.
    """
    key = normalise(name)

    def replaced(decision: Decision) -> bool:
        return decision.kind is DecisionKind.RENAME and decision.keys[0] == key

    return _write(settings, {DecisionKind.RENAME.value: name, "to": new}, said, replaced).path


def _of_two(kind: DecisionKind, one: str, other: str) -> Callable[[Decision], bool]:
    keys = sorted((normalise(one), normalise(other)))
    return lambda decision: decision.kind is kind and sorted(decision.keys) == keys


def _write(
    settings: Settings, entry: dict[str, Any], said: Said, goes: Callable[[Decision], bool]
) -> Written:
    path = decisions_path(settings)
    told = {name: value for name, value in dataclasses.asdict(said).items() if value}
    with _held(path):
        before = path.read_bytes() if path.exists() else None
        text = _read(path)
        made = with_decision(without_decision(text, goes, path), entry | told, path)
        _replace(path, made)
    decision = Decision.model_validate(entry | told)
    return Written(path, decision, before, made.encode("utf-8"))


def decisions_path(settings: Settings) -> Path:
    """Return the file of decisions. Raises ``SettingsError`` where none is named."""
    if settings.decisions_path is None:
        raise SettingsError(
            "No file is named for what the team decides about names.",
            remedy="Set decisions in sources.yaml, to a .yaml beside it, and build.",
        )
    return settings.decisions_path


def _replace(path: Path, text: str) -> None:
    with LOCAL_FILES.replacing(path, durable=True) as temporary:
        temporary.write_bytes(text.encode("utf-8"))


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
