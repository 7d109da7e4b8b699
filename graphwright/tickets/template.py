"""The template of a ticket: which sections there are, and what opens or fills them."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

import yaml

from graphwright.errors import SettingsError
from graphwright.ids import sha256_text
from graphwright.settings import Settings
from graphwright.tickets.normal_words import normal_words
from graphwright.yaml_file import parse_yaml

DEFAULT_TEMPLATE = Path(__file__).with_name("ticket_template.yaml")
_LISTS = ("aliases", "fields", "cues")
_KEYS = ("parent", *_LISTS, "rich", "value")
_REMEDY = "See `graphwright tickets template show` for the template of the package, and correct it."

SUMMARY, DESCRIPTION, DETAILS, COMMENT = "summary", "description", "details", "comment"
REQUIRED = (
    *(SUMMARY, DESCRIPTION, DETAILS, COMMENT, "steps_to_reproduce", "expected_result"),
    *("actual_result", "environment", "logs", "code", "cause", "workaround", "fix", "question"),
)
"""Sections that the rules name, and that every template therefore has."""


class ValueKind(StrEnum):
    """What the value of a section is."""

    CHOICE = "choice"
    TEXT = "text"
    CODE = "code"
    PERSON = "person"
    TIME = "time"


@dataclasses.dataclass(frozen=True, slots=True)
class SectionKind:
    """A section of the template."""

    name: str
    parent: str | None
    aliases: tuple[str, ...]
    fields: tuple[str, ...]
    cues: tuple[str, ...]
    rich: bool
    value: ValueKind


@dataclasses.dataclass(frozen=True)
class Template:
    """The sections of tickets by name, in the template's order; ``digest`` stands for its text."""

    sections: Mapping[str, SectionKind]
    digest: str

    @functools.cached_property
    def by_alias(self) -> Mapping[str, str]:
        """Normal form of a heading to the section that it opens."""
        return {
            normal_words(alias): kind.name
            for kind in self.sections.values()
            for alias in kind.aliases
        }

    @functools.cached_property
    def by_field(self) -> Mapping[str, str]:
        """Normal form of a field's name to the section that it fills."""
        return {
            normal_words(field): kind.name
            for kind in self.sections.values()
            for field in kind.fields
        }

    @property
    def rich(self) -> tuple[str, ...]:
        """Names of the sections whose texts are embedded."""
        return tuple(kind.name for kind in self.sections.values() if kind.rich)


@functools.cache
def default_template() -> Template:
    """Return the template of the package."""
    return load_template(DEFAULT_TEMPLATE)


def templates_of(settings: Settings) -> dict[str, Template]:
    """Return the templates of the collections that name one. Raises ``SettingsError``."""
    return {
        collection.name: load_template(Path(collection.template))
        for collection in settings.collections
        if collection.template is not None
    }


def asked_sections(settings: Settings) -> tuple[SectionKind, ...]:
    """Return the sections that questions may want: of the package's template and of all others.

    A section of several templates has the cues of each. Raises ``SettingsError``.
    """
    found = dict(default_template().sections)
    for template in templates_of(settings).values():
        for name, kind in template.sections.items():
            known = found.get(name, kind)
            cues = tuple(dict.fromkeys((*known.cues, *kind.cues)))
            found[name] = dataclasses.replace(known, cues=cues)
    return tuple(found.values())


def load_template(path: Path) -> Template:
    """Return the template that a file holds. Raises ``SettingsError`` with file and line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"The template of tickets {path} cannot be read: {error}.",
            remedy="Correct 'template' of the collection in sources.yaml, or leave it out.",
        ) from error
    return parse_template(text, path)


def parse_template(text: str, path: Path) -> Template:
    """Return the template that a text holds; ``path`` is named in errors (``SettingsError``)."""
    parsed = parse_yaml(text, path, remedy=_REMEDY)
    reader = _Reader(path, _lines(text))
    if not isinstance(parsed, dict) or not parsed:
        raise reader.error(None, "holds no sections, but names with their settings were expected")
    sections = {str(name): reader.section(str(name), said) for name, said in parsed.items()}
    reader.check(sections)
    return Template(sections, sha256_text(text))


def _lines(text: str) -> dict[str, int]:
    """Return the line, from 1, at which each section begins, and each of its keys."""
    node = yaml.compose(text, yaml.SafeLoader)
    found: dict[str, int] = {}
    for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
        found[str(key.value)] = key.start_mark.line + 1
        for inner, _ in value.value if isinstance(value, yaml.MappingNode) else ():
            found[f"{key.value}.{inner.value}"] = inner.start_mark.line + 1
    return found


@dataclasses.dataclass(frozen=True, slots=True)
class _Reader:
    path: Path
    lines: Mapping[str, int]

    def error(self, place: str | None, what: str) -> SettingsError:
        line = self.lines.get(place or "")
        where = f"{self.path}, line {line}," if line else f"{self.path}"
        return SettingsError(f"The template of tickets {where} {what}.", remedy=_REMEDY)

    def section(self, name: str, said: Any) -> SectionKind:
        """Return one section of the file."""
        said = {} if said is None else said
        if not isinstance(said, dict):
            raise self.error(name, f"gives section '{name}' {said!r}, but settings were expected")
        for key in said:
            if key not in _KEYS:
                known = ", ".join(_KEYS)
                raise self.error(f"{name}.{key}", f"has the unknown key '{key}'; keys are {known}")
        return SectionKind(
            name=name,
            parent=None if said.get("parent") is None else str(said["parent"]),
            aliases=self._words(name, said, "aliases"),
            fields=self._words(name, said, "fields"),
            cues=self._words(name, said, "cues"),
            rich=self._flag(name, said),
            value=self._value(name, said),
        )

    def _words(self, name: str, said: Mapping[str, Any], key: str) -> tuple[str, ...]:
        words = said.get(key) or []
        if not isinstance(words, list) or not all(isinstance(w, (str, int)) for w in words):
            raise self.error(
                f"{name}.{key}", f"gives '{key}' {words!r}, but a list of words was expected"
            )
        return tuple(map(str, words))

    def _flag(self, name: str, said: Mapping[str, Any]) -> bool:
        rich = said.get("rich", False)
        if not isinstance(rich, bool):
            raise self.error(f"{name}.rich", f"gives 'rich' {rich!r}, but true or false was meant")
        return rich

    def _value(self, name: str, said: Mapping[str, Any]) -> ValueKind:
        try:
            return ValueKind(said.get("value", ValueKind.TEXT))
        except ValueError:
            known = ", ".join(ValueKind)
            raise self.error(
                f"{name}.value", f"gives 'value' {said['value']!r}; values are {known}"
            ) from None

    def check(self, sections: Mapping[str, SectionKind]) -> None:
        """Refuse parents that are not there or stand in a circle, and what is said twice."""
        absent = [name for name in REQUIRED if name not in sections]
        if absent:
            raise self.error(None, f"lacks {', '.join(absent)}, which the rules fill")
        for kind in sections.values():
            if kind.parent is not None and kind.parent not in sections:
                raise self.error(f"{kind.name}.parent", f"names the unknown parent '{kind.parent}'")
        for kind in sections.values():
            if kind.name in _above(kind, sections):
                raise self.error(
                    f"{kind.name}.parent", f"puts '{kind.name}' below itself, in a circle"
                )
        for key in ("aliases", "fields"):
            self._check_once(key, sections)

    def _check_once(self, key: str, sections: Mapping[str, SectionKind]) -> None:
        owners: dict[str, str] = {}
        for kind in sections.values():
            for word in getattr(kind, key):
                normal = normal_words(word)
                place = f"{kind.name}.{key}"
                if not normal:
                    raise self.error(place, f"has {word!r} in '{key}', which holds no word")
                if owners.setdefault(normal, kind.name) != kind.name:
                    raise self.error(
                        place, f"has '{word}' in '{key}', which '{owners[normal]}' has already"
                    )


def _above(kind: SectionKind, sections: Mapping[str, SectionKind]) -> Iterator[str]:
    """Yield the sections above one, each once."""
    seen: set[str] = set()
    parent = kind.parent
    while parent is not None and parent not in seen:
        seen.add(parent)
        yield parent
        parent = sections[parent].parent
