"""The sheets of a workbook in the order of their tabs."""

from __future__ import annotations

import dataclasses
import zipfile
from collections.abc import Iterator

from graphwright.documents.office.package import elements, main_part, relation_id, relations


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
