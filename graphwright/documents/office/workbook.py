"""The sheets of a workbook in the order of their tabs, and what its texts stand for."""

from __future__ import annotations

import dataclasses
import re
import zipfile
from collections.abc import Iterator

from graphwright.documents.office.package import elements, main_part, relation_id, relations

_ESCAPE = re.compile(r"_x(00[01][0-9A-Fa-f])_")
"""A control character as a workbook writes it: _x000D_ stands at the end of many lines."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet by its number from 1; ``part`` holds its cells."""

    number: int
    name: str
    visible: bool
    part: str


def workbook_part(archive: zipfile.ZipFile) -> str:
    """Return the part that names the sheets."""
    return main_part(archive, "xl/workbook.xml")


def sheets(archive: zipfile.ZipFile) -> Iterator[Sheet]:
    """Yield the sheets in the order of their tabs; those without cells of their own are left."""
    workbook = workbook_part(archive)
    targets = relations(archive, workbook)
    known = set(archive.namelist())
    number = 0
    for tag, attributes in elements(archive, workbook):
        identifier = relation_id(attributes)
        if tag != "sheet" or not identifier:
            continue
        number += 1
        part = targets.get(identifier)
        if part in known:
            visible = attributes.get("state", "visible") == "visible"
            yield Sheet(number, attributes.get("name", ""), visible, str(part))


def without_escapes(text: str) -> str:
    """Return a cell's text with the control characters that it spells out."""
    if "_x00" not in text:
        return text
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
