"""Predicates that say the same, those that say it the other way round, and which have one object.

The table is ``predicates.yaml`` beside this module, and before it a file of the team's own:

    - predicate: own
      synonyms: [be owner of]
      inverse: [be owned by]
      functional: false

What it does to relations is in ``sql/decided_triples.sql``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pyarrow as pa
import pydantic

from graphwright.errors import SettingsError
from graphwright.tables.declare import table_of
from graphwright.tables.entities import PredicateForm
from graphwright.yaml_file import parse_yaml_nodes

PACKAGED = Path(__file__).with_name("predicates.yaml")
_REMEDY = "Write a list of predicates as docs/entities.md shows."
_FORMS_OF_BE = re.compile(r"^(is|are|was|were|been|being)\b")
_MAX_MEGABYTES = 4


class PredicateEntry(pydantic.BaseModel):
    """An entry of the file; ``line`` is where it begins, from 1."""

    model_config = pydantic.ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    predicate: str
    synonyms: tuple[str, ...] = ()
    inverse: tuple[str, ...] = ()
    functional: bool = False
    line: int = pydantic.Field(0, exclude=True)

    @pydantic.field_validator("synonyms", "inverse", mode="before")
    @classmethod
    def _one_or_many(cls, value: Any) -> Any:
        return (value,) if isinstance(value, str) else value

    @pydantic.field_validator("predicate", "synonyms", "inverse")
    @classmethod
    def _normal(cls, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
        forms = (value,) if isinstance(value, str) else value
        if not all(map(predicate_form, forms)):
            raise ValueError("a predicate needs at least one word")
        made = tuple(map(predicate_form, forms))
        return made[0] if isinstance(value, str) else made


class _Form(NamedTuple):
    """A predicate as it is written, what it says, and whether the other way round."""

    written: str
    predicate: str
    inverse: bool
    line: int
    source: str


def predicate_form(text: str) -> str:
    """Return a predicate as the graph writes it: lower case, "be" for "is" and its other forms."""
    return _FORMS_OF_BE.sub("be", " ".join(text.lower().split()))


def load_predicates(path: Path) -> list[PredicateEntry]:
    """Return the entries of a file in its order. Raises ``SettingsError`` that names the line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"The predicates file {path} cannot be read: {error}.",
            remedy="Correct 'predicates' in sources.yaml, or leave it out.",
        ) from error
    if len(text) > _MAX_MEGABYTES << 20:
        raise SettingsError(
            f"{path} is too large: at most {_MAX_MEGABYTES} MB are read.", remedy=_REMEDY
        )
    entries, node = parse_yaml_nodes(text, path, remedy=_REMEDY)
    if entries is None:
        return []
    if not isinstance(entries, list):
        raise SettingsError(
            f"{path} holds a {type(entries).__name__}, but a list was expected.", remedy=_REMEDY
        )
    lines = [place.start_mark.line + 1 for place in node.value]
    return [_entry(entry, line, path) for entry, line in zip(entries, lines, strict=True)]


def predicate_rows(path: Path | None, *, closed: bool) -> list[PredicateForm]:
    """Return a row for each form of each predicate: the team's file first, then the package's.

    What the team's file says of a form, the package's does not say of it. ``closed`` is whether
    relations of other predicates are left out; the predicates are then those of the team's file
    where there is one, with all forms that either file has of them. Raises ``SettingsError`` for a
    form that stands for two predicates, and where a file would leave out everything.
    """
    own, packaged = [] if path is None else load_predicates(path), load_predicates(PACKAGED)
    forms = {form.written: form for form in _forms(own, path)} if path else {}
    given = {form.predicate for form in forms.values()}
    for form in _forms(packaged, PACKAGED):
        # The team may say of a packaged predicate that it is but a form of another.
        meant = forms.get(form.predicate, form)
        inverse = form.inverse != (meant is not form and meant.inverse)
        if not (closed and given) or meant.predicate in given:
            said = form._replace(predicate=meant.predicate, inverse=inverse, source="")
            forms.setdefault(form.written, said)
    if closed and path is not None and not own:
        raise SettingsError(
            f"{path} has no predicate, and 'predicate_vocabulary: closed' leaves out all others.",
            remedy="Name predicates in it, or leave one of the settings out.",
        )
    functional = {entry.predicate for entry in own if entry.functional}
    functional |= {entry.predicate for entry in packaged if entry.functional} - given
    return [
        PredicateForm(
            form.written, form.predicate, form.inverse, form.predicate in functional, closed,
            form.source, form.line,
        )
        for _, form in sorted(forms.items())
    ]  # fmt: skip


def predicate_table(path: Path | None, *, closed: bool) -> pa.Table:
    """Return ``predicate_rows`` as the table ``predicates``. Raises as it does."""
    return table_of(PredicateForm).from_rows(predicate_rows(path, closed=closed))


def _entry(entry: Any, line: int, path: Path) -> PredicateEntry:
    if not isinstance(entry, dict) or "line" in entry:
        found = "the key 'line'" if isinstance(entry, dict) else f"a {type(entry).__name__}"
        _refuse(path, line, f"{found} was found, but a predicate with its forms was expected")
    try:
        return PredicateEntry.model_validate(entry | {"line": line})
    except pydantic.ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place = ".".join(map(str, problem["loc"]))
        _refuse(path, line, f"{place}: {problem['msg']} (found {repr(problem['input'])[:80]})")


def _forms(entries: Iterable[PredicateEntry], path: Path) -> Iterator[_Form]:
    """Yield each form, and refuse one that stands for two predicates or both ways round."""
    known: dict[str, _Form] = {}
    for entry in entries:
        given = [(form, False) for form in (entry.predicate, *entry.synonyms)]
        given += [(form, True) for form in entry.inverse]
        for written, inverse in given:
            form = _Form(written, entry.predicate, inverse, entry.line, path.name)
            first = known.setdefault(written, form)
            if first is form:
                yield form
            elif first[1:] != form[1:]:
                said = f"{written!r} says {_told(form)} here and {_told(first)} in line"
                _refuse(path, entry.line, f"{said} {first.line}")


def _told(form: _Form) -> str:
    return f"{'the inverse of ' if form.inverse else ''}{form.predicate!r}"


def _refuse(path: Path, line: int, said: str) -> NoReturn:
    raise SettingsError(f"{path}, line {line}: {said}.", remedy=_REMEDY)
