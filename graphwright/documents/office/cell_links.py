"""Links of a workbook's cells, read from its XML: Docling and openpyxl's quick reader drop them.

A link is an entry of its sheet, whose target stands in the sheet's relationships, or the formula
``HYPERLINK("...")``. Links inside the workbook are left: they lead to no other document.
"""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from collections.abc import Iterator, Sequence
from xml.parsers import expat

from graphwright.documents.blocks.raw import RawBlock, RawLink
from graphwright.documents.office.package import parse_part, relationship_id, relationship_targets
from graphwright.documents.office.used_area import cell_address
from graphwright.documents.office.workbook import sheets

MAX_LINKS = 100_000
"""Links of a sheet that are read."""
_PIECE = 1 << 20
_FORMULA = re.compile(r'\A\s*(?:_xlfn\.)?HYPERLINK\(\s*"([^"]{1,8192})"', re.IGNORECASE)

_Place = tuple[int, int]
"""Row and column from 0."""


def cell_links(
    data: bytes, blocks: Sequence[RawBlock]
) -> tuple[tuple[RawLink, ...], tuple[str, ...]]:
    """Return the links of the cells in the blocks, in reading order, or why they are not read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            links = {s.number: _links_of(archive, s.part) for s in sheets(archive)}
    except (expat.ExpatError, KeyError) as error:
        return (), (f"the links of the cells cannot be read: {error}",)
    found = (_in_block(block, links.get(block.page or 0, {})) for block in blocks)
    return tuple(itertools.chain.from_iterable(found)), ()


def _in_block(block: RawBlock, links: dict[_Place, str]) -> Iterator[RawLink]:
    if not links or block.box is None:
        return
    left, row = (int(edge) for edge in block.box[:2])
    if not block.cells and (row, left) in links:
        yield RawLink(links[row, left], block.text)
    before = ""
    for cell in block.cells:
        href = links.get((row, left + cell.column))
        if href is not None:
            yield RawLink(href, cell.text, before)
        before += f"{cell.text} | "


def _links_of(archive: zipfile.ZipFile, part: str) -> dict[_Place, str]:
    """Return the targets of a sheet's links by the cell that they start at."""
    if not _mentions_links(archive, part):
        return {}
    targets = relationship_targets(archive, part)
    scan = _Scan(targets)
    scan.read(archive, part)
    return scan.links


def _mentions_links(archive: zipfile.ZipFile, part: str) -> bool:
    last = b""
    with archive.open(part) as stream:
        while piece := stream.read(_PIECE):
            if b"hyperlink" in (last + piece).lower():
                return True
            last = piece[-16:]
    return False


class _Scan:
    """Follows one sheet's cells with their formulas, and its entries of links."""

    def __init__(self, targets: dict[str, str]) -> None:
        self.links: dict[_Place, str] = {}
        self._targets = targets
        self._place: _Place | None = None
        self._formula: list[str] | None = None

    def read(self, archive: zipfile.ZipFile, part: str) -> None:
        """Read a part piece by piece."""
        for _ in parse_part(archive, part, self._start, self._end, self._characters):
            pass

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if name == "c":
            self._place = cell_address(attributes.get("r", ""))
        elif name == "f":
            self._formula = []
        elif name == "hyperlink":
            place = cell_address(attributes.get("ref", "").partition(":")[0])
            href = self._targets.get(relationship_id(attributes))
            if place and href:
                self._add(place, href)

    def _characters(self, text: str) -> None:
        if self._formula is not None:
            self._formula.append(text)

    def _end(self, tag: str) -> None:
        if self._formula is None or tag.rpartition(":")[2] != "f":
            return
        found = _FORMULA.match("".join(self._formula))
        if found and self._place and not found[1].startswith("#"):
            self._add(self._place, found[1])
        self._formula = None

    def _add(self, place: _Place, href: str) -> None:
        if len(self.links) < MAX_LINKS:
            self.links[place] = href
