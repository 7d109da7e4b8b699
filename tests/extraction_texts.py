"""Small documents for tests of the extraction: marked-up lines become blocks of a document.

"# " and "## " start a heading, "- " a list item under the paragraph before it (two spaces before
it for each level that it is deeper), "a | b" a table row
whose header is the first row of its table; every other line is a paragraph. Where marks are read,
"*label*" is stressed, "`name`" is code and "[title]" is the text of a link.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from spacy.tokens import Doc
from spacy.vocab import Vocab

from graphwright.extraction.extract import read_chunk
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.procedures import procedure_steps
from graphwright.extraction.reading.document import DocumentReading
from graphwright.ids import sha256_text
from graphwright.language.annotate import annotate, chunk_inputs, read_doc
from graphwright.tables.documents import Block, BlockKind, Cell, Mark, MarkKind, ParsedDocument
from graphwright.tables.text import Chunk, Sentence
from graphwright.tables.triples import DependencyTriple, ProcedureStep

if TYPE_CHECKING:
    from spacy.language import Language

_MARK = re.compile(r"\*([^*]+)\*|`([^`]+)`|\[([^]]+)\]")
_KINDS = (MarkKind.EMPHASIS, MarkKind.CODE, MarkKind.LINK)

PREFIX = "Some text that stands in the chunk before.\n"
"""So that offsets in the chunk and in the canonical text differ."""


@dataclasses.dataclass(frozen=True)
class Extracted:
    """A text with its sentences and triples."""

    parsed: ParsedDocument
    chunk: Chunk
    sentences: list[Sentence]
    triples: list[DependencyTriple]
    steps: list[ProcedureStep]

    @property
    def facts(self) -> set[tuple[str, str, str]]:
        """Return (subject, predicate, object) of each triple."""
        return {(t.subject, t.predicate, t.object) for t in self.triples}

    def rule(self, name: str) -> set[tuple[str, str, str]]:
        """Return the facts that a rule found."""
        return {(t.subject, t.predicate, t.object) for t in self.triples if t.rule == name}

    def triple(self, subject: str, predicate: str, object_: str) -> DependencyTriple:
        """Return the one triple of a fact."""
        wanted = (subject, predicate, object_)
        (found,) = [t for t in self.triples if (t.subject, t.predicate, t.object) == wanted]
        return found


def parsed_of(marked: str, *, names: bool = False) -> tuple[ParsedDocument, Chunk]:
    """Return the document of marked-up lines and its one chunk; with ``names``, marks are read."""
    text, blocks = PREFIX, []
    marks: list[Mark] = []
    lead: int | None = None
    header: int | None = None
    for line in marked.splitlines():
        if not line.strip():
            continue
        kind, content = _kind(line)
        if names:
            content, found = _without_marks(content, len(text))
            marks += found
        parent = lead if kind is BlockKind.LIST_ITEM else None
        if kind is BlockKind.TABLE_ROW:
            parent = header
            header = len(blocks) if header is None else header
        else:
            header = None
        if kind is BlockKind.PARAGRAPH:
            lead = len(blocks)
        level = len(line) - len(line.lstrip("#"))
        if kind is BlockKind.LIST_ITEM:
            level = 1 + (len(line) - len(line.lstrip())) // 2
        blocks.append(_block(len(blocks), kind, level, len(text), content, parent))
        text += content + "\n"
    chunk = Chunk(
        "chunk", "document", 1, len(PREFIX), len(text), text[len(PREFIX) :],
        sha256_text(text[len(PREFIX) :]), (), None, None,
    )  # fmt: skip
    return _document(text, blocks, marks), chunk


def _without_marks(content: str, offset: int) -> tuple[str, list[Mark]]:
    """Return a line without the signs of its marks, and the marks at offsets in the text."""
    plain, marks, done = "", [], 0
    for match in _MARK.finditer(content):
        plain += content[done : match.start()]
        ((kind, name),) = [(k, g) for k, g in zip(_KINDS, match.groups(), strict=True) if g]
        start = offset + len(plain)
        marks.append(Mark(kind.value, start, start + len(name)))
        plain, done = plain + name, match.end()
    return plain + content[done:], marks


def _kind(line: str) -> tuple[BlockKind, str]:
    if line.startswith("#"):
        return BlockKind.HEADING, line.lstrip("#").strip()
    if line.lstrip().startswith("- "):
        return BlockKind.LIST_ITEM, line.lstrip()[2:]
    return (BlockKind.TABLE_ROW if " | " in line else BlockKind.PARAGRAPH), line


def _block(
    index: int, kind: BlockKind, level: int, start: int, content: str, parent: int | None
) -> Block:
    cells: list[Cell] = []
    if kind is BlockKind.TABLE_ROW:
        offset = start
        for column, cell in enumerate(content.split(" | ")):
            cells.append(Cell(offset, offset + len(cell), column, parent is None))
            offset += len(cell) + 3
    table = 0 if cells else None
    return Block(
        index, kind.value, level, start, start + len(content), (), parent, table, None, None, None,
        tuple(cells),
    )  # fmt: skip


def _document(text: str, blocks: Sequence[Block], marks: Sequence[Mark]) -> ParsedDocument:
    return ParsedDocument(
        document_id="document", collection="test", path="a.md", uri="a.md", format="md",
        extractor="dependency", sha256="", title="Test", text=text, blocks=tuple(blocks),
        pages=None, status="ok", left_out=(), warnings=(),
        marks=tuple(marks),
    )  # fmt: skip


def extracted(nlp: Language, marked: str, *, names: bool = False) -> Extracted:
    """Parse and extract a marked-up text with the real pipeline."""
    parsed, chunk = parsed_of(marked, names=names)
    ((annotation, sentences),) = annotate(nlp, chunk_inputs(parsed, [chunk]))
    known = DocumentReading(parsed)
    found = read_chunk(read_doc(annotation, nlp.vocab), chunk, sentences, known)
    assert found.failures == []
    steps = procedure_steps(known, found.told)
    return Extracted(parsed, chunk, sentences, found.triples, steps)


def tree_of(
    words: list[str],
    tags: list[str],
    deps: list[str],
    heads: list[int],
    lemma: list[str] | None = None,
) -> Tree:
    """Return the tree of a parse that is given word by word; a lemma is the word where not told."""
    doc = Doc(Vocab(), words=words, tags=tags, deps=deps, heads=heads, lemmas=lemma or words)
    return Tree(doc, 0, [(0, len(words))])
