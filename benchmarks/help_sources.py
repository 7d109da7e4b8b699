"""Help pages of a folder as the product parses them, without a build."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from graphwright.documents.parse import parse_document
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import ParseSettings
from graphwright.tables import ParsedDocument, SourceDocument

COLLECTION = "help"

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_FIELD = re.compile(r"^(title|id):\s*(.+?)\s*$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class HelpSource:
    """A page as parsed, its title, its number, and its links: address and place in the text."""

    document: ParsedDocument
    title: str
    key: str | None
    links: tuple[tuple[str, int], ...]


def id_of(path: str) -> str:
    """Return the id of the document of a page, by its path below pages/."""
    return document_id(COLLECTION, path)


def pages_of(folder: Path) -> Path:
    """Return where the pages of a folder are: in pages/, or right there."""
    pages = folder / "pages"
    return pages if pages.is_dir() else folder


def parsed_page(folder: Path, path: str) -> HelpSource:
    """Return a page of a folder as a parsed document."""
    data = (pages_of(folder) / path).read_bytes()
    source = SourceDocument(
        document_id=id_of(path),
        collection=COLLECTION,
        path=path,
        uri=path,
        location=path,
        format="md",
        extractor="none",
        size=len(data),
        modified=None,
        sha256=sha256_bytes(data),
        problem=None,
    )
    document, links, _ = parse_document(source, data, ParseSettings())
    fields = _front_matter(data.decode("utf-8"))
    document = dataclasses.replace(document, title=fields.get("title", document.title))
    placed = tuple((link.href, link.start) for link in links if link.start is not None)
    return HelpSource(document, document.title, fields.get("id"), placed)


def _front_matter(text: str) -> dict[str, str]:
    front = _FRONT.match(text)
    found = _FIELD.findall(front[1]) if front else []
    return {name: value.strip("\"'") for name, value in found}


def parsed_pages(folder: Path) -> list[HelpSource]:
    """Return all pages of a folder in the order of their paths."""
    root = pages_of(folder)
    paths = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.md"))
    return [parsed_page(folder, path) for path in paths]
