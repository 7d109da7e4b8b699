"""The files in which a data team declares seed concepts, read entry by entry with their places.

YAML and CSV are read here, SKOS in ``seed_skos``. What entries say together is checked in
``seed_concepts``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pydantic
import yaml

from graphwright.csv_text import csv_entries
from graphwright.entities.normalise import normalise
from graphwright.entities.seed_skos import SKOS_FORMATS, skos_entries
from graphwright.errors import SettingsError
from graphwright.yaml_file import parse_yaml_nodes

REMEDY = "Give each concept a name, and if you like a type, aliases, a definition and broader."
MAX_NAMES = 10_000
"""Names of one concept; more are a mistake in how the file was made."""

_COLUMNS = ("name", "type", "aliases", "definition", "broader")
_LISTS = ("aliases", "broader")
_YAML = (".yaml", ".yml")
_MEGABYTE = 1 << 20
_MAX_MEGABYTES = {**dict.fromkeys(_YAML, 8), ".csv": 16, **dict.fromkeys(SKOS_FORMATS, 16)}
"""What is read within some three minutes of processor time: a megabyte of YAML takes 7 s, of Turtle
6 s, of a CSV of short names 12 s."""


class SeedConcept(pydantic.BaseModel):
    """An entry of the file. ``broader`` are names of the concepts directly above it."""

    model_config = pydantic.ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    name: str = pydantic.Field(min_length=1)
    type: str = pydantic.Field("Concept", min_length=1)
    aliases: tuple[str, ...] = ()
    definition: str | None = None
    broader: tuple[str, ...] = ()

    @pydantic.field_validator("broader", mode="before")
    @classmethod
    def _one_or_many(cls, value: Any) -> Any:
        return (value,) if isinstance(value, str) else value

    @pydantic.field_validator("name", "aliases", "broader")
    @classmethod
    def _visible(cls, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
        for name in (value,) if isinstance(value, str) else value:
            if not normalise(name):
                raise ValueError("a name needs at least one visible character")
        return value

    @pydantic.field_validator("aliases")
    @classmethod
    def _not_too_many(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if len(value) > MAX_NAMES:
            raise ValueError(f"{len(value):,} names were found, at most {MAX_NAMES:,} are read")
        return value


class SeedEntry(NamedTuple):
    """A concept and where the file has it: ``line 3``, or the IRI of its subject."""

    place: str
    concept: SeedConcept


def read_entries(path: Path) -> list[SeedEntry]:
    """Return the concepts of a file in its order. Raises ``SettingsError`` that names the place."""
    suffix = path.suffix.lower()
    if suffix not in _MAX_MEGABYTES:
        raise SettingsError(
            f"The seed file {path} ends in {suffix or 'nothing'!r}.",
            remedy=f"Seed concepts are read from {', '.join(_MAX_MEGABYTES)}.",
        )
    data = _bytes_of(path, _MAX_MEGABYTES[suffix])
    if suffix in SKOS_FORMATS:
        entries = skos_entries(data, path)
    elif suffix == ".csv":
        entries = _from_csv(_text_of(data, path), path)
    else:
        entries = _from_yaml(_text_of(data, path), path)
    return [SeedEntry(place, _checked(entry, path, place)) for place, entry in entries]


def _bytes_of(path: Path, megabytes: int) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(megabytes * _MEGABYTE + 1)
    except OSError as error:
        raise _unreadable(path, error) from error
    if len(data) > megabytes * _MEGABYTE:
        raise SettingsError(
            f"The seed file {path} is too large: of {path.suffix.lower()} at most {megabytes} MB "
            "are read.",
            remedy="Leave out what no document names, or write it as .csv, of which "
            f"{_MAX_MEGABYTES['.csv']} MB are read.",
        )
    return data


def _text_of(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> SettingsError:
    return SettingsError(
        f"The seed file {path} cannot be read: {error}.",
        remedy="Correct 'seed_concepts' in sources.yaml, or leave it out.",
    )


def _from_yaml(text: str, path: Path) -> Iterator[tuple[str, Any]]:
    raw, node = parse_yaml_nodes(text, path, remedy=REMEDY)
    found = raw.get("concepts") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or set(raw) != {"concepts"} or not isinstance(found, list):
        raise SettingsError(
            f"{path} must hold one key, 'concepts', with a list below it; it holds "
            f"{sorted(map(str, raw)) if isinstance(raw, dict) else type(raw).__name__}.",
            remedy=REMEDY,
        )
    listed = next(value for _, value in node.value)
    for entry, place in zip(found, listed.value, strict=True):
        yield _line(place), entry


def _line(node: yaml.Node) -> str:
    return f"line {node.start_mark.line + 1}"


def _from_csv(text: str, path: Path) -> Iterator[tuple[str, Any]]:
    # Not line by line: a cell in quotes may hold a line's end.
    reader = csv_entries(text)
    try:
        _check_header(reader, path)
        end = reader.line_num
        for row in reader:
            place, end = f"line {end + 1}", reader.line_num
            if None in row:
                raise SettingsError(
                    f"{path}, {place}: there are more cells than columns.",
                    remedy="Put cells that hold commas in double quotes.",
                )
            yield place, _entry_of(row)
    except csv.Error as error:
        raise SettingsError(
            f"{path}, line {reader.line_num + 1}: {error}.", remedy=REMEDY
        ) from error


def _check_header(reader: csv.DictReader[str], path: Path) -> None:
    header = [name.strip() for name in reader.fieldnames or ()]
    if "name" not in header or not set(header) <= set(_COLUMNS):
        raise SettingsError(
            f"{path}, line 1: the columns are {header}, but 'name' and any of "
            f"{list(_COLUMNS[1:])} were expected.",
            remedy=REMEDY,
        )
    reader.fieldnames = header


def _entry_of(row: dict[str, str | Any]) -> dict[str, Any]:
    entry: dict[str, Any] = {key: value for key, value in row.items() if value}
    for column in _LISTS:
        if column in entry:
            names = entry[column].replace(";", "|").split("|")
            entry[column] = [name.strip() for name in names if name.strip()]
    return entry


def _checked(entry: object, path: Path, place: str) -> SeedConcept:
    try:
        return SeedConcept.model_validate(entry)
    except pydantic.ValidationError as error:
        problem = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in problem["loc"])
        raise SettingsError(
            f"{path}, {place}{', ' + where if where else ''}: {problem['msg']} "
            f"(found {repr(problem['input'])[:80]}).",
            remedy=REMEDY,
        ) from None
