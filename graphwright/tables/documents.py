"""Tables of step 1: the documents found, parsed and rejected."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from graphwright.tables.declare import Reference, col, table


class DocumentStatus(StrEnum):
    """What became of a document: one status each; ``OK`` and ``PARTIAL`` have text."""

    OK = "ok"
    PARTIAL = "partial"
    UNREADABLE = "unreadable"
    EMPTY = "empty"
    ENCRYPTED = "encrypted"
    TOO_LARGE = "too_large"
    TIMEOUT = "timeout"
    CRASH = "crash"
    UNSUPPORTED = "unsupported"
    FAILED = "failed"


HAS_TEXT = (DocumentStatus.OK, DocumentStatus.PARTIAL)
"""Statuses of a parsed document; all others are of a rejected one."""


class BlockKind(StrEnum):
    """What a block of a document is."""

    TITLE = "title"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    CAPTION = "caption"
    CODE = "code"
    FOOTNOTE = "footnote"
    INDEX = "index"
    """An entry of a table of contents, menu or index: it points at a text, and is not read."""
    LICENCE = "licence"
    """A part of a licence or copyright notice, which says nothing of the document's subject."""


@table("source_documents", key=("document_id",), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document found at a source, readable or not."""

    document_id: str = col("Id from the collection and the path inside it.")
    collection: str = col("Name of the collection in sources.yaml.")
    path: str = col("Path relative to the collection's root, with forward slashes.")
    uri: str = col("Address that a citation shows: the base URI joined with the path.")
    location: str = col("Where the bytes are read from (a local path or an fsspec URL).")
    format: str = col("Lower-case file suffix without the dot.")
    extractor: str = col("Extractor asked for by the collection: dependency, llm, both or none.")
    size: int = col("Size in bytes; 0 where it could not be read.")
    modified: str | None = col("Modification time the source states, ISO 8601 in UTC.")
    sha256: str = col("SHA-256 of the bytes; empty where they could not be read.")
    problem: str | None = col("Why the bytes could not be read; null where they could.")


@table(
    "document_groups",
    key=("document_id",),
    bucketed=False,
    references=(Reference("document_id", "source_documents", "document_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class DocumentGroups:
    """Who may see a document, as the settings and the sidecar of groups say."""

    document_id: str = col("The document.")
    collection: str = col("Collection of the document.")
    path: str = col("Path relative to the collection's root.")
    everybody: bool = col("Whether everybody sees it.")
    groups: tuple[str, ...] = col(
        "Groups of which one is enough to see it; none, and not everybody: nobody sees it."
    )
    said_by: str = col("The rule that decides: the last that speaks of the document.")


@table("unused_group_rules", key=("rule_id",), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class UnusedGroupRule:
    """A rule of who sees what that speaks of no document: a typing error hides nothing."""

    rule_id: str = col("Id from the place and the pattern.")
    place: str = col("Where it stands: a collection's setting, or a line of the sidecar.")
    collection: str | None = col("Collection that it is for; null: for all.")
    path: str = col("The glob over paths or addresses.")
    groups: tuple[str, ...] = col("Who would see what it matches.")
    reason: str = col("Why it decides nothing.")
    remedy: str = col("What the reader can do.")


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table row; offsets are into the canonical text."""

    start: int = col("Offset of the cell's first character.")
    end: int = col("Offset after the cell's last character.")
    column: int = col("Column of the table, from 0.")
    header: bool = col("Whether the cell is a header.")

    def __reduce__(self) -> tuple[type[Cell], tuple[int, int, int, bool]]:
        """Be pickled as a call of the constructor, which takes a third of the usual time.

        A large table has a million cells, and a worker hands them all over.
        """
        return Cell, (self.start, self.end, self.column, self.header)


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Where a block goes on in another column or on another page."""

    start: int = col("Offset of the first character that stands there.")
    page: int = col("Page number from 1.")
    box: tuple[float, ...] = col("Left, top, right, bottom in the block's unit.")


@dataclasses.dataclass(frozen=True, slots=True)
class Block:
    """A block of a document; offsets are into the canonical text."""

    index: int = col("Position in reading order, from 0.")
    kind: str = col("A BlockKind value.")
    level: int = col("Heading level from 1, or depth of a list item from 1; else 0.")
    start: int = col("Offset of the first character.")
    end: int = col("Offset after the last character.")
    heading_path: tuple[str, ...] = col("Headings above the block, outermost first.")
    parent: int | None = col("Block that leads in (list item) or holds the header (table row).")
    table: int | None = col("Number of the table in the document that a row belongs to.")
    page: int | None = col("Page, slide or sheet number from 1, where the format has one.")
    box: tuple[float, ...] | None = col("Left, top, right, bottom in the unit named beside it.")
    box_unit: str | None = col("Unit of the box: pt, emu or cell.")
    cells: tuple[Cell, ...] = col("Cells of a table row, in order.")
    hyphens: tuple[int, ...] = col(
        "Offsets at which the page breaks a word: it shows a hyphen and a line's end there.",
        default=(),
    )
    places: tuple[Place, ...] = col(
        "Further places of a block that a column's or page's end parts.", default=()
    )


class MarkKind(StrEnum):
    """How the author of a document marked a span as a name."""

    LINK = "link"
    EMPHASIS = "emphasis"
    CODE = "code"


@dataclasses.dataclass(frozen=True, slots=True)
class Mark:
    """A span inside one block that the author marked; offsets are into the canonical text."""

    kind: str = col("A MarkKind value: link, emphasis (italic or bold) or code (inside a line).")
    start: int = col("Offset of the first character.")
    end: int = col("Offset after the last character.")


@dataclasses.dataclass(frozen=True, slots=True)
class LeftOut:
    """A kind of thing that is not in the text of a document, and how many there were."""

    what: str = col("Kind: image, script, navigation block, link target, author line, ...")
    count: int = col("How many were left out.")


@dataclasses.dataclass(frozen=True, slots=True)
class StatedVersion:
    """What is said of a document's version: by itself, or by the sidecar; dates are ISO 8601."""

    version: str | None = col("Number of the version, as written.", default=None)
    date: str | None = col("Date of the version.", default=None)
    valid_from: str | None = col("First day on which the document holds.", default=None)
    valid_to: str | None = col("Last day on which the document holds.", default=None)
    superseded: bool | None = col("Whether another has taken its place.", default=None)
    supersedes: tuple[str, ...] = col("Documents whose place it takes, as written.", default=())
    superseded_by: tuple[str, ...] = col("Documents that take its place, as written.", default=())


NOTHING_STATED = StatedVersion()


@table("parsed_documents", key=("document_id",), bucketed=True, headline=True)
@dataclasses.dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document as canonical text with blocks; every later span points into this text."""

    document_id: str = col("Id from the collection and the path inside it.")
    collection: str = col("Name of the collection.")
    path: str = col("Path relative to the collection's root.")
    uri: str = col("Address that a citation shows.")
    format: str = col("Lower-case file suffix without the dot.")
    extractor: str = col("Extractor asked for by the collection.")
    sha256: str = col("SHA-256 of the source bytes.")
    title: str = col("Title: the first title or heading, else the file's name.")
    text: str = col("Canonical text.")
    blocks: tuple[Block, ...] = col("Blocks in reading order.")
    pages: int | None = col("Number of pages, slides or sheets, where the format has them.")
    status: str = col("A DocumentStatus value: ok, or partial where a part could not be parsed.")
    left_out: tuple[LeftOut, ...] = col("What is not in the text, by kind.")
    warnings: tuple[str, ...] = col("What was guessed, repaired or could not be read.")
    marks: tuple[Mark, ...] = col(
        "Spans that the author marked as names: links, emphasis and code, in order of start, the"
        " longer first.",
        default=(),
    )
    named_by_file: bool = col(
        "Whether the title is the file's name, because the document states none.", default=False
    )
    stated_version: StatedVersion = col(  # noqa: RUF009  # a field, and frozen
        "What its front matter says of its version.", default=NOTHING_STATED
    )
    stated_id: str | None = col("Name of the page, as its front matter states it.", default=None)
    audience: str | None = col("Who the page is for, as its front matter states it.", default=None)


@table("rejected_documents", key=("document_id",), bucketed=True, headline=True)
@dataclasses.dataclass(frozen=True, slots=True)
class RejectedDocument:
    """A document that has no text in the graph, and why."""

    document_id: str = col("Id from the collection and the path inside it.")
    collection: str = col("Name of the collection.")
    path: str = col("Path relative to the collection's root.")
    uri: str = col("Address that a citation would show.")
    format: str = col("Lower-case file suffix without the dot.")
    sha256: str = col("SHA-256 of the source bytes; empty where they could not be read.")
    status: str = col("A DocumentStatus value other than ok and partial.")
    reason: str = col("What was found and what was expected.")
    remedy: str = col("What the reader can do.")


DOCUMENT_REFERENCE = Reference("document_id", "parsed_documents", "document_id")


@table(
    "document_links",
    key=("document_id", "index"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class DocumentLink:
    """A link of a document to another place; those between documents lead a walk on."""

    document_id: str = col("Document that holds the link.")
    index: int = col("Position among the document's links, from 0.")
    href: str = col("Target as written.")
    target_uri: str = col("Target as an address, resolved against the document's own.")
    target_document_id: str | None = col(
        "Id that the target has if it is a document of the same collection; it need not exist."
    )
    anchor: str = col("Words of the link; empty for a picture.")
    start: int | None = col("Offset of the words in the canonical text; null where not in it.")
    end: int | None = col("Offset after the words in the canonical text.")


@dataclasses.dataclass(frozen=True, slots=True)
class TicketField:
    """A field of a ticket as its tracker has it, and where its value stands in the text."""

    name: str = col("Name of the field in the export.")
    standard: str | None = col(
        "What it means in every tracker: project, type, status, resolution, priority, components,"
        " labels, versions, fix_versions, environment, attachments, created, updated, resolved,"
        " reporter or assignee; null where that is not known."
    )
    kind: str = col("What the value is: choice, text, time or person.")
    value: str = col("Its value as text; several values are joined with a comma.")
    values: tuple[str, ...] = col(
        "Its values one by one: times in ISO 8601 in UTC where they can be told, people as salted"
        " hashes unless the settings keep names."
    )
    start: int | None = col("Offset of the value in the canonical text; null: not in the text.")
    end: int | None = col("Offset after the value.")


@dataclasses.dataclass(frozen=True, slots=True)
class TicketComment:
    """A comment of a ticket: who wrote it when, and where it stands in the text."""

    index: int = col("Position among the ticket's comments with text, from 0, in order of time.")
    author: str | None = col("Salted hash of its author's name, as in the fields.")
    created: str | None = col("When it was written, ISO 8601 in UTC.")
    start: int = col("Offset of its first character in the canonical text.")
    end: int = col("Offset after its last character.")


@dataclasses.dataclass(frozen=True, slots=True)
class StatedTicketLink:
    """A link as a field of the ticket states it."""

    name: str = col(
        "Name of the link as written, read from this ticket: 'is duplicated by'; of the ticket"
        " above it 'parent' (outward), of one below it 'subtask' (inward)."
    )
    direction: str = col("outward or inward, as the tracker states it.")
    target_key: str = col("Key of the other ticket.")


@table("ticket_records", key=("document_id",), bucketed=True, references=(DOCUMENT_REFERENCE,))
@dataclasses.dataclass(frozen=True, slots=True)
class TicketRecord:
    """What an export says of a ticket beside its text, in one form for all trackers."""

    document_id: str = col("The ticket's document.")
    key: str = col("Key of the ticket as its tracker writes it, such as ABC-12.")
    markup: str = col("Markup of its texts: jira, markdown, html or plain.")
    fields: tuple[TicketField, ...] = col("Its fields, in order of their names.")
    links: tuple[StatedTicketLink, ...] = col("Links that its fields state.")
    comments: tuple[TicketComment, ...] = col("Its comments, in order of time.")
    description_start: int | None = col("Offset of its description in the text; null: it has none.")
    description_end: int | None = col("Offset after its description.")


@table(
    "document_versions",
    key=("document_id",),
    bucketed=False,
    references=(
        DOCUMENT_REFERENCE,
        Reference("same_as", "parsed_documents", "document_id"),
        Reference("superseded_by", "parsed_documents", "document_id"),
        Reference("newest", "parsed_documents", "document_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class DocumentVersion:
    """A document that has copies or other versions, or that holds only for a time.

    Whether ``valid_to`` is past is asked of the day of a question; no build knows a day.
    """

    document_id: str = col("The document.")
    collection: str = col("Collection of the document.")
    path: str = col("Path relative to the collection's root.")
    uri: str = col("Address that a citation shows.")
    title: str = col("Title of the document.")
    same_as: str | None = col(
        "The one that stands for it with all its copies and versions, so that they count once;"
        " null where it has none."
    )
    valid_from: str | None = col("First day on which it holds, ISO 8601; null: since ever.")
    valid_to: str | None = col("Last day on which it holds, ISO 8601; null: no end is known.")
    superseded: bool = col("Whether another has taken its place.")
    superseded_by: str | None = col("The document that took its place, where it is known.")
    newest: str | None = col("The last of those that took its place, one after the other.")
    superseded_from: str | None = col(
        "First day on which the one that took its place holds; null: it holds already."
    )
    said_by: str | None = col("What says that it is superseded: sidecar, front_matter or rule.")
    reason: str | None = col("The words or the rule that say so.")


@table("rejected_versions", key=("statement_id",), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class RejectedVersion:
    """Something that is said of a document's version and cannot be followed, and why."""

    statement_id: str = col("Id from who says it and what.")
    said_by: str = col("sidecar, front_matter or rule.")
    place: str = col("Document, as collection and path, or place in the sidecar, that says it.")
    statement: str = col("What is said.")
    reason: str = col("Why it is not followed.")
    remedy: str = col("What the reader can do.")
