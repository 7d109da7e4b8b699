"""Seed concepts: names, aliases and broader concepts that the data team declares in a file.

What entries say together is checked here; reading a file is in ``seed_files`` and ``seed_skos``,
and how seeds decide on entities is in the global tables.
"""

from __future__ import annotations

import graphlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, NoReturn

import pyarrow as pa

from graphwright.entities.normalise import display_name, normalise
from graphwright.entities.seed_files import SeedEntry, read_entries
from graphwright.errors import SettingsError
from graphwright.tables.declare import table_of
from graphwright.tables.entities import SeedAlias, SeedBroader


class Seeds(NamedTuple):
    """What a file declares: every name of every concept, and which concept is above which."""

    aliases: list[SeedAlias]
    broader: list[SeedBroader]


def load_seeds(path: Path | None) -> list[SeedAlias]:
    """Return every name of every seed concept, sorted by concept and alias; none without a file.

    YAML holds ``concepts:`` with a list of name, type, aliases, definition and broader; CSV has the
    same columns, aliases and broader separated by ``|`` or ``;``; SKOS is Turtle or RDF/XML. Raises
    ``SettingsError`` that names the line or the IRI of what is wrong, a name for two concepts and a
    broader concept that is not there or leads back among it.
    """
    return read_seeds(path).aliases


def read_seeds(path: Path | None) -> Seeds:
    """Return all that the file declares, in order of its tables. Raises as ``load_seeds``."""
    if path is None:
        return Seeds([], [])
    entries = read_entries(path)
    taken = _names_taken(entries, path)
    aliases = sorted(_aliases(entries), key=lambda row: (row.key, row.alias_key))
    broader = sorted(_broader(entries, taken, path), key=lambda row: (row.key, row.broader_key))
    _refuse_cycle(broader, path)
    return Seeds(aliases, broader)


def seed_table(path: Path | None) -> pa.Table:
    """Return ``load_seeds`` as the table ``seed_concepts``. Raises as it does."""
    return table_of(SeedAlias).from_rows(load_seeds(path))


def broader_table(path: Path | None) -> pa.Table:
    """Return what is above what as the table ``seed_broader``. Raises as ``load_seeds``."""
    return table_of(SeedBroader).from_rows(read_seeds(path).broader)


def other_names(seeds: Iterable[SeedAlias]) -> dict[str, tuple[str, ...]]:
    """Return the other names of what each name means, both sorted; none for a name alone."""
    concepts = defaultdict[str, list[str]](list)
    for seed in seeds:
        concepts[seed.key].append(seed.alias)
    found = {
        name: tuple(sorted(set(names) - {name})) for names in concepts.values() for name in names
    }
    return {name: others for name, others in sorted(found.items()) if others}


_Taken = Mapping[str, SeedEntry]
"""The entry that each normalised name belongs to."""


def _names_taken(entries: Iterable[SeedEntry], path: Path) -> _Taken:
    """Return whose each name is, and refuse a name that stands for two concepts."""
    taken = dict[str, SeedEntry]()
    for entry in entries:
        for alias in (entry.concept.name, *entry.concept.aliases):
            first = taken.setdefault(normalise(alias), entry)
            if first is not entry:
                raise _conflict(path, alias, entry, first)
    return taken


def _aliases(entries: Iterable[SeedEntry]) -> Iterator[SeedAlias]:
    """Yield a row for each name."""
    for _, concept in entries:
        key = normalise(concept.name)
        own = dict[str, str]()
        for alias in (concept.name, *concept.aliases):
            own.setdefault(normalise(alias), alias)
        for alias_key, alias in own.items():
            yield SeedAlias(
                key=key, name=display_name(concept.name), type=concept.type,
                definition=concept.definition, alias=display_name(alias), alias_key=alias_key,
            )  # fmt: skip


def _broader(entries: Iterable[SeedEntry], taken: _Taken, path: Path) -> Iterator[SeedBroader]:
    """Yield a row for each concept above another, named by any of its names."""
    for place, concept in entries:
        key = normalise(concept.name)
        above = dict[str, str]()
        for name in concept.broader:
            found = taken.get(normalise(name))
            if found is None:
                _refuse(path, place, f"{name!r} is broader than {concept.name!r}, but no concept")
            above[normalise(found.concept.name)] = found.concept.name
        for broader_key, broader in above.items():
            yield SeedBroader(
                key, display_name(concept.name), broader_key, display_name(broader),
                path.name, place,
            )  # fmt: skip


def _refuse_cycle(rows: Iterable[SeedBroader], path: Path) -> None:
    """Refuse a concept that is above itself, over others maybe."""
    above = defaultdict[str, list[str]](list)
    told = dict[str, SeedBroader]()
    for row in rows:
        above[row.key].append(row.broader_key)
        told.setdefault(row.key, row)
    try:
        graphlib.TopologicalSorter(above).prepare()
    except graphlib.CycleError as error:
        keys: list[str] = error.args[1][::-1]
        ring = keys[keys.index(min(keys)) : -1] + keys[: keys.index(min(keys)) + 1]
        names = " > ".join(told[key].name for key in ring)
        _refuse(path, told[ring[0]].place, f"what is broader leads back: {names}")


def _refuse(path: Path, place: str, said: str) -> NoReturn:
    raise SettingsError(f"{path}, {place}: {said}.", remedy="Correct or remove what is broader.")


def _conflict(path: Path, alias: str, second: SeedEntry, first: SeedEntry) -> SettingsError:
    return SettingsError(
        f"{path}: {alias!r} is a name of {first.concept.name!r} ({first.place}) and of "
        f"{second.concept.name!r} ({second.place}), but a name can stand for one concept only.",
        remedy="Remove it from one of the two, or make them one concept.",
    )
