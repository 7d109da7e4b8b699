"""What the team decides about names, a YAML beside the sources that each build replays.

    - must_link: [PO, Purchase Order]
    - cannot_link: [Harbourdesk, Harbourdesk for Employees]
      note: the second is the tool for travel requests
    - rename: PP-03
      to: Purchase Approval Policy
    - type: Turnstile
      to: System
    - drop: Click here

Each entry may have an author, a date and a note. Names are compared by their normal forms, so a
decision holds however a name is written. The file is checked as a whole when it is read; a decision
whose name is in no document is a row of ``unused_decisions`` and no error.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import pyarrow as pa
import pydantic
import yaml

from graphwright.entities.normalise import display_name, normalise
from graphwright.errors import SettingsError
from graphwright.tables.declare import table_of
from graphwright.tables.entities import DecisionKind, EntityDecision
from graphwright.yaml_file import parse_yaml

REMEDY = "Write a list of decisions as docs/entities.md shows."
_KINDS = ", ".join(DecisionKind)
_OF_TWO = (DecisionKind.RENAME, DecisionKind.TYPE)


class Decision(pydantic.BaseModel):
    """An entry of the file; exactly one of the first five says of what kind it is.

    ``to`` is the new name of a rename, or the type. ``line`` is where the entry begins, from 1.
    """

    model_config = pydantic.ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    must_link: tuple[str, ...] = ()
    cannot_link: tuple[str, ...] = ()
    rename: str | None = None
    type: str | None = None
    drop: str | None = None
    to: str | None = None
    author: str | None = None
    date: str | None = None
    note: str | None = None
    line: int = pydantic.Field(0, exclude=True)

    @pydantic.field_validator("date", "author", "note", mode="before")
    @classmethod
    def _as_text(cls, value: Any) -> Any:
        return None if value is None else str(value)  # YAML reads 2026-11-24 as a date

    @pydantic.model_validator(mode="after")
    def _is_one_decision(self) -> Decision:
        said = [kind for kind in DecisionKind if getattr(self, kind)]
        if len(said) != 1:
            raise ValueError(f"one of {_KINDS} was expected, and {len(said)} were found")
        if (self.to is not None) != (said[0] in _OF_TWO):
            wanted = "needs" if said[0] in _OF_TWO else "has no"
            raise ValueError(f"{said[0]} {wanted} 'to'")
        if self.kind in (DecisionKind.MUST_LINK, DecisionKind.CANNOT_LINK) and len(self.names) < 2:
            raise ValueError(f"{said[0]} needs two names or more")
        if not all(map(normalise, self.names)) or self.to == "":
            raise ValueError("a name needs at least one visible character")
        return self

    @property
    def kind(self) -> DecisionKind:
        """Return of what kind the decision is."""
        return next(kind for kind in DecisionKind if getattr(self, kind))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names that it is about, a new name among them."""
        said = getattr(self, self.kind)
        names = (said,) if isinstance(said, str) else said
        return (*names, self.to or "") if self.kind is DecisionKind.RENAME else names

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the normal forms of its names."""
        return tuple(map(normalise, self.names))


def load_decisions(path: Path | None) -> list[Decision]:
    """Return the decisions of a file in its order; none without a file, or where it is absent.

    Raises ``SettingsError`` that names the lines, for an entry that is no decision, a decision that
    stands twice, and for decisions that contradict each other.
    """
    if path is None or not path.exists():
        return []
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"The decisions file {path} cannot be read: {error}.",
            remedy="Correct 'decisions' in sources.yaml, or leave it out.",
        ) from error
    return parse_decisions(text, path)


def parse_decisions(text: str, path: Path) -> list[Decision]:
    """Return the decisions of a text, as ``load_decisions`` does; ``path`` is named in errors."""
    entries = parse_yaml(text, path, remedy=REMEDY)
    if entries is None:
        return []
    if not isinstance(entries, list):
        raise SettingsError(
            f"{path} holds a {type(entries).__name__}, but a list was expected.", remedy=REMEDY
        )
    lines = [line for line, _ in spans_of(text)]
    found = [_entry(entry, line, path) for entry, line in zip(entries, lines, strict=True)]
    _refuse_repetition(found, path)
    _refuse_contradiction(found, path)
    return found


def spans_of(text: str) -> list[tuple[int, int]]:
    """Return the first line of each entry of a list, from 1, and the line behind it."""
    node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    return [(one.start_mark.line + 1, _end_of(one)) for one in (node.value if node else ())]


def _end_of(node: Any) -> int:
    """Return the line behind the last word of a node: comments below it are not its own."""
    if isinstance(node, yaml.CollectionNode) and node.value and not node.flow_style:
        last = node.value[-1]
        return _end_of(last[1] if isinstance(last, tuple) else last)
    end = node.end_mark
    return int(end.line + (1 if end.column else 0)) + 1


def decision_rows(decisions: Iterable[Decision]) -> list[EntityDecision]:
    """Return a row for each name, or for each two names, that a decision is about."""
    return [row for decision in decisions for row in _rows(decision)]


def decision_table(path: Path | None) -> pa.Table:
    """Return ``load_decisions`` as the table ``entity_decisions``. Raises as it does."""
    rows = decision_rows(load_decisions(path))
    rows.sort(key=lambda row: (row.line, row.name_key, row.other_key))
    return table_of(EntityDecision).from_rows(rows)


def _rows(decision: Decision) -> Iterator[EntityDecision]:
    named = list(zip(decision.names, decision.keys, strict=True))
    pairs = [((named[0]), (decision.to or "", ""))]
    if len(named) > 1:
        pairs = list(itertools.combinations(named, 2))
    for (name, key), (other, other_key) in pairs:
        yield EntityDecision(
            decision.line, decision.kind.value, display_name(name), key, display_name(other),
            other_key, decision.author, decision.date, decision.note,
        )  # fmt: skip


def _entry(entry: Any, line: int, path: Path) -> Decision:
    problem = f"a {type(entry).__name__} was found, but a mapping was expected"
    if isinstance(entry, dict) and "line" not in entry:
        try:
            return Decision.model_validate(entry | {"line": line})
        except pydantic.ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"]))
            said = "is no kind of decision" if first["type"] == "extra_forbidden" else first["msg"]
            problem = f"{place}: {said}" if place else said
    elif isinstance(entry, dict):
        problem = "line: is no kind of decision"
    raise SettingsError(f"{path}, line {line}: {problem}; the kinds are {_KINDS}.", remedy=REMEDY)


def _refuse_repetition(decisions: Iterable[Decision], path: Path) -> None:
    known: dict[tuple[str, ...], int] = {}
    for one in decisions:
        if len(set(one.keys)) < len(one.keys) and one.kind is not DecisionKind.RENAME:
            _refuse(path, one.line, f"{_listed(one)} are one name, however they are written")
        linked = one.kind in (DecisionKind.MUST_LINK, DecisionKind.CANNOT_LINK)
        said = sorted(one.keys) if linked else one.keys[:1]
        if one.kind is DecisionKind.MUST_LINK:
            said = sorted(one.keys)
        before = known.setdefault((one.kind.value, *said), one.line)
        if before != one.line:
            _refuse(path, one.line, f"{one.kind} of {_listed(one)} stands in line {before} already")


def _refuse_contradiction(decisions: Iterable[Decision], path: Path) -> None:
    """Refuse two names that must be linked, over others maybe, and must not be."""
    links = together_links(decisions)
    for one in decisions:
        if one.kind is DecisionKind.CANNOT_LINK:
            for first, second in itertools.combinations(one.keys, 2):
                chain = chain_between(links, first, second)
                if chain:
                    via = ", ".join(str(line) for line in sorted(set(chain)))
                    said = f"{_listed(one)} must stay apart, but line(s) {via} make them one"
                    _refuse(path, one.line, said)


Links = Mapping[str, Mapping[str, int]]
"""By key, the keys that decisions join it to, with the line that says so."""


def together_links(decisions: Iterable[Decision]) -> Links:
    """Return what decisions join: must-links, and a name with its new name."""
    links: dict[str, dict[str, int]] = defaultdict(dict)
    for one in decisions:
        if one.kind in (DecisionKind.MUST_LINK, DecisionKind.RENAME):
            for first, second in itertools.pairwise(one.keys):
                links[first].setdefault(second, one.line)
                links[second].setdefault(first, one.line)
    return links


def chain_between(links: Links, first: str, second: str) -> list[int]:
    """Return the lines that join two keys, over others maybe; nothing where none do."""
    lines: dict[str, list[int]] = {first: []}
    near = [first]
    for key in near:
        for other, line in links.get(key, {}).items():
            if other not in lines:
                lines[other] = [*lines[key], line]
                near.append(other)
    return lines.get(second, [])


def _listed(decision: Decision) -> str:
    return " and ".join(map(repr, decision.names))


def _refuse(path: Path, line: int, said: str) -> NoReturn:
    raise SettingsError(
        f"{path}, line {line}: {said}.", remedy="Correct or remove one of the lines."
    )
