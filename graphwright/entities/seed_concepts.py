"""Seed concepts: names and aliases that the data team declares, from a YAML or CSV file.

Reading and checking the file lives here; how seeds decide on entities is in the global tables.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pydantic

from graphwright.entities.normalise import display_name, normalise
from graphwright.errors import SettingsError
from graphwright.tables.declare import table_of
from graphwright.tables.entities import SeedAlias
from graphwright.yaml_file import parse_yaml

_COLUMNS = ("name", "type", "aliases", "definition")
_REMEDY = "Give each concept a name, and if you like a type, aliases and a definition."


class _Concept(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    name: str = pydantic.Field(min_length=1)
    type: str = pydantic.Field("Concept", min_length=1)
    aliases: tuple[str, ...] = ()
    definition: str | None = None

    @pydantic.field_validator("name", "aliases")
    @classmethod
    def _visible(cls, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
        for name in (value,) if isinstance(value, str) else value:
            if not normalise(name):
                raise ValueError("a name needs at least one visible character")
        return value


def load_seeds(path: Path | None) -> list[SeedAlias]:
    """Return every name of every seed concept, sorted by concept and alias; none without a file.

    YAML holds ``concepts:`` with a list of name, type, aliases and definition; CSV has the same
    columns, aliases separated by ``|`` or ``;``. Raises ``SettingsError`` that names the entry.
    """
    if path is None:
        return []
    concepts = list(_read(path))
    return sorted(_aliases(concepts, path), key=lambda row: (row.key, row.alias_key))


def seed_table(path: Path | None) -> pa.Table:
    """Return ``load_seeds`` as the table ``seed_concepts``. Raises as it does."""
    return table_of(SeedAlias).from_rows(load_seeds(path))


def other_names(seeds: Iterable[SeedAlias]) -> dict[str, tuple[str, ...]]:
    """Return the other names of what each name means, both sorted; none for a name alone."""
    concepts = defaultdict[str, list[str]](list)
    for seed in seeds:
        concepts[seed.key].append(seed.alias)
    found = {
        name: tuple(sorted(set(names) - {name})) for names in concepts.values() for name in names
    }
    return {name: others for name, others in sorted(found.items()) if others}


def _read(path: Path) -> Iterator[tuple[str, _Concept]]:
    """Yield (place in the file, concept)."""
    suffix = path.suffix.lower()
    if suffix not in (".yaml", ".yml", ".csv"):
        raise SettingsError(
            f"The seed file {path} ends in {suffix or 'nothing'!r}.",
            remedy="Seed concepts are read from .yaml, .yml or .csv.",
        )
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"The seed file {path} cannot be read: {error}.",
            remedy="Correct 'seed_concepts' in sources.yaml, or leave it out.",
        ) from error
    entries = _from_csv(text, path) if suffix == ".csv" else _from_yaml(text, path)
    for place, entry in entries:
        yield place, _check(entry, path, place)


def _from_yaml(text: str, path: Path) -> Iterator[tuple[str, Any]]:
    raw = parse_yaml(text, path, remedy=_REMEDY)
    found = raw.get("concepts") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or set(raw) != {"concepts"} or not isinstance(found, list):
        raise SettingsError(
            f"{path} must hold one key, 'concepts', with a list below it; it holds "
            f"{sorted(map(str, raw)) if isinstance(raw, dict) else type(raw).__name__}.",
            remedy=_REMEDY,
        )
    for index, entry in enumerate(found):
        yield f"concepts[{index}]", entry


def _from_csv(text: str, path: Path) -> Iterator[tuple[str, Any]]:
    # Not line by line: a cell in quotes may hold a line's end.
    reader = csv.DictReader(io.StringIO(text, newline=""))
    header = [name.strip() for name in reader.fieldnames or ()]
    if "name" not in header or not set(header) <= set(_COLUMNS):
        raise SettingsError(
            f"{path}, line 1: the columns are {header}, but 'name' and any of "
            f"{list(_COLUMNS[1:])} were expected.",
            remedy=_REMEDY,
        )
    reader.fieldnames = header
    for row in reader:
        place = f"line {reader.line_num}"
        if None in row:
            raise SettingsError(
                f"{path}, {place}: there are more cells than columns.",
                remedy="Put cells that hold commas in double quotes.",
            )
        entry: dict[str, Any] = {key: value for key, value in row.items() if value}
        if "aliases" in entry:
            names = entry["aliases"].replace(";", "|").split("|")
            entry["aliases"] = [name.strip() for name in names if name.strip()]
        yield place, entry


def _check(entry: object, path: Path, place: str) -> _Concept:
    try:
        return _Concept.model_validate(entry)
    except pydantic.ValidationError as error:
        problem = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in problem["loc"])
        raise SettingsError(
            f"{path}, {place}{'.' + where if where else ''}: {problem['msg']} "
            f"(found {problem['input']!r:.80}).",
            remedy=_REMEDY,
        ) from None


def _aliases(concepts: Iterable[tuple[str, _Concept]], path: Path) -> Iterator[SeedAlias]:
    """Yield a row for each name, and refuse a name that stands for two concepts."""
    taken = dict[str, tuple[str, str]]()
    for place, concept in concepts:
        key = normalise(concept.name)
        own = set[str]()
        for alias in (concept.name, *concept.aliases):
            alias_key = normalise(alias)
            if alias_key in own:
                continue
            own.add(alias_key)
            if alias_key in taken:
                raise _conflict(path, alias, (place, concept.name), taken[alias_key])
            taken[alias_key] = (place, concept.name)
            yield SeedAlias(
                key=key, name=display_name(concept.name), type=concept.type,
                definition=concept.definition, alias=display_name(alias), alias_key=alias_key,
            )  # fmt: skip


def _conflict(
    path: Path, alias: str, second: tuple[str, str], first: tuple[str, str]
) -> SettingsError:
    return SettingsError(
        f"{path}: {alias!r} is a name of {first[1]!r} ({first[0]}) and of {second[1]!r} "
        f"({second[0]}), but a name can stand for one concept only.",
        remedy="Remove it from one of the two, or make them one concept.",
    )
