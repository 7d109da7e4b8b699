"""Inquiries with their answers, as a team writes them to a file, as cases for a simulated user."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Self

import pydantic

from graphwright.errors import SettingsError
from graphwright.simulation.case import Case
from graphwright.yaml_file import parse_yaml

FILES = ("inquiries.yaml", "inquiries.jsonl")
"""What the file may be called in a folder, in this order."""
_REMEDY = "docs/help.md shows such a file."


class _Inquiry(pydantic.BaseModel):
    """A row: ``core``, or ``person`` with the reason why only a person can resolve it."""

    model_config = pydantic.ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    case_id: str = pydantic.Field(validation_alias=pydantic.AliasChoices("id", "_id"))
    text: str = pydantic.Field(min_length=1)
    core: tuple[str, ...] | None = None
    person: str | None = None
    facts: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @pydantic.model_validator(mode="after")
    def _has_an_end(self) -> Self:
        """An inquiry without either may as well be one whose answer was forgotten."""
        if not self.core and not self.person and "core" not in self.model_fields_set:
            raise ValueError("core, the words of the answer, or person, why there are none")
        return self

    def case(self) -> Case:
        return Case(
            self.case_id,
            self.text,
            facts=self.facts,
            core=self.core or None,
            others=self.others,
            about=self.facts,
        )


def read_cases(place: Path) -> list[Case]:
    """Return the cases of a file, or of the one in a folder, in the order of their ids.

    A file ``*.jsonl`` has a row a line; any other is YAML with the rows, or with the rows under
    ``inquiries``. Raises ``SettingsError`` that names the row that is wrong.
    """
    file = _file(place)
    rows = _rows(file)
    cases = [_case(row, number, file) for number, row in enumerate(rows, 1)]
    twice = [name for name, count in Counter(c.case_id for c in cases).items() if count > 1]
    if twice:
        raise SettingsError(f"{file} has the id {twice[0]!r} twice.", remedy="Give each its own.")
    return sorted(cases, key=lambda case: case.case_id)


def _file(place: Path) -> Path:
    tried = [place / name for name in FILES] if place.is_dir() else [place]
    found = next((file for file in tried if file.is_file()), None)
    if found is None:
        names = " or ".join(map(str, tried))
        raise SettingsError(f"There is no file of inquiries {names}.", remedy=_REMEDY)
    return found


def _rows(file: Path) -> list[Any]:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".jsonl":
        lines = [line for line in text.splitlines() if line.strip()]
        return [parse_yaml(line, file, remedy=_REMEDY) for line in lines]  # JSON is YAML
    read = parse_yaml(text, file, remedy=_REMEDY)
    rows = read.get("inquiries") if isinstance(read, dict) else read
    if not isinstance(rows, list):
        raise SettingsError(f"{file} holds no list of inquiries.", remedy=_REMEDY)
    return rows


def _case(row: Any, number: int, file: Path) -> Case:
    try:
        return _Inquiry.model_validate(row).case()
    except pydantic.ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "row"
        told = f"{file}, inquiry {number}, {place}: {first['msg']}."
        raise SettingsError(told, remedy=_REMEDY) from None
