"""The sheets of a workbook in the order of their tabs."""

from __future__ import annotations

import dataclasses
import zipfile
from collections.abc import Iterator

from graphwright.documents.office.package import (
    main_part,
    part_elements,
    relationship_id,
    relationship_targets,
)


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
    targets = relationship_targets(archive, workbook)
    known = set(archive.namelist())
    number = 0
    for tag, attributes in part_elements(archive, workbook):
        identifier = relationship_id(attributes)
        if tag != "sheet" or not identifier:
            continue
        number += 1
        part = targets.get(identifier)
        if part in known:
            visible = attributes.get("state", "visible") == "visible"
            yield Sheet(number, attributes.get("name", ""), visible, str(part))
