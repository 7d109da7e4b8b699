"""Help pages of a folder as the product parses them, without a build."""

from __future__ import annotations

from pathlib import Path

from graphwright.documents.parse import parse_document
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import ParseSettings
from graphwright.tables import ParsedDocument, SourceDocument

COLLECTION = "help"


def id_of(path: str) -> str:
    """Return the id of the document of a page, by its path below pages/."""
    return document_id(COLLECTION, path)


def parsed_page(folder: Path, path: str) -> ParsedDocument:
    """Return a page of pages/ as a parsed document."""
    data = (folder / "pages" / path).read_bytes()
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
    return parse_document(source, data, ParseSettings())[0]


def parsed_pages(folder: Path) -> list[ParsedDocument]:
    """Return all pages of a folder in the order of their paths."""
    root = folder / "pages"
    paths = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.md"))
    return [parsed_page(folder, path) for path in paths]
