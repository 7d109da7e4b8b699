"""Tables of tickets: a ticket's record, its tree of sections, and the links between tickets."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from graphwright.tables.declare import Reference, col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE


class TicketLinkKind(StrEnum):
    """What a link between two tickets says, whatever a tracker calls it."""

    DUPLICATE = "duplicate"
    CLONE = "clone"
    CAUSE = "cause"
    BLOCK = "block"
    DEPEND = "depend"
    RELATE = "relate"
    PARENT = "parent"
    SPLIT = "split"
    SOLVE = "solve"
    MENTION = "mention"


class TicketLinkOrigin(StrEnum):
    """Where a link stands: in a field of the ticket, as a key in its text, or as an address.

    ``feedback`` is what a reader said.
    """

    FIELD = "field"
    TEXT = "text"
    URL = "url"
    FEEDBACK = "feedback"


class SectionOrigin(StrEnum):
    """What says that a piece of a ticket is a section."""

    FIELD = "field"
    HEADING = "heading"
    RULE = "rule"
    LLM = "llm"


class CommentRole(StrEnum):
    """What a comment does in its ticket."""

    FIX = "fix"
    WORKAROUND = "workaround"
    CAUSE = "cause"
    QUESTION = "question"
    OTHER = "other"


class TicketPartRejection(StrEnum):
    """Why a part of a ticket is in no section."""

    UNKNOWN_FIELD = "unknown_field"
    UNKNOWN_HEADING = "unknown_heading"
    NO_RULE = "no_rule"
    EMPTY = "empty"
    UNREADABLE = "unreadable"


class TicketSectionRejection(StrEnum):
    """Why what a model answered is no section of a ticket."""

    NOT_VERBATIM = "not_verbatim"
    UNKNOWN_SECTION = "unknown_section"
    READ_BY_RULES = "read_by_rules"
    OVERLAP = "overlap"
    MALFORMED = "malformed"


@table(
    "llm_ticket_sections",
    key=("document_id", "index"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class LlmTicketSection:
    """A section that an LLM found in what the rules left of a ticket (LinkedIn, section 3.1.2)."""

    document_id: str = col("The ticket's document.")
    index: int = col("Position among what an LLM found in it, from 0.")
    section: str = col("Name of the section in the template.")
    start: int = col("Offset of the first character in the canonical text.")
    end: int = col("Offset after the last character.")
    text: str = col("Exactly the canonical text from start to end.")
    rule: str = col("The prompt with its version, and the model.")
    confidence: float = col("How sure that is, 0 to 1.")


@table(
    "rejected_llm_ticket_sections",
    key=("document_id", "index"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class RejectedLlmTicketSection:
    """A section of an LLM that the ticket does not bear out."""

    document_id: str = col("The ticket's document.")
    index: int = col("Position among what was rejected of it, from 0.")
    section: str = col("Name of the section as answered.")
    text: str = col("Its text as answered, shortened.")
    reason: str = col("A TicketSectionRejection value.")
    detail: str = col("What was found.")


@table(
    "llm_ticket_failures",
    key=("document_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class LlmTicketFailure:
    """A ticket that an LLM gave no usable answer for: it stands as the rules read it."""

    document_id: str = col("The ticket's document.")
    stage: str = col("Prompt that failed: ticket_sections.")
    reason: str = col("An LlmFailureReason value.")
    detail: str = col("What the endpoint answered, shortened, without secrets.")
    answers: tuple[str, ...] = col("Keys of kept answers that were of no use.")


@table(
    "tickets", key=("document_id",), bucketed=True, headline=True, references=(DOCUMENT_REFERENCE,)
)
@dataclasses.dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket: the root of a tree of sections."""

    document_id: str = col("The ticket's document.")
    collection: str = col("Name of the collection.")
    key: str = col("Key of the ticket as its tracker writes it.")
    title: str = col("Its summary.")
    project: str | None = col("Project, product or repository.")
    type: str | None = col("Type, such as Bug.")
    status: str | None = col("Status as written.")
    resolution: str | None = col("Resolution as written; null where it is open.")
    priority: str | None = col("Priority or severity as written.")
    components: tuple[str, ...] = col("Components.")
    labels: tuple[str, ...] = col("Labels or keywords.")
    versions: tuple[str, ...] = col("Affected versions.")
    fix_versions: tuple[str, ...] = col("Versions with the fix.")
    created: str | None = col("When it was opened, ISO 8601 in UTC.")
    updated: str | None = col("When it was last changed.")
    resolved: str | None = col("When it was resolved.")
    reporter: str | None = col("Salted hash of the reporter's name.")
    assignee: str | None = col("Salted hash of the assignee's name.")


@table(
    "ticket_sections",
    key=("section_id",),
    bucketed=True,
    headline=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class TicketSection:
    """A node of a ticket's tree: a section of its text, or a field (LinkedIn, section 3.1.1)."""

    section_id: str = col("Id from document, section and place.")
    document_id: str = col("The ticket's document.")
    section: str = col("Name of the section in the template.")
    parent_id: str | None = col("Section above it; null: the ticket itself.")
    index: int = col("Position in the ticket, from 0.")
    start: int = col("Offset of the first character in the canonical text.")
    end: int = col("Offset after the last character.")
    text: str = col("Exactly the canonical text from start to end.")
    origin: str = col("A SectionOrigin value.")
    rule: str = col("The field, heading or rule that says so.")
    confidence: float = col("How sure that is, 0 to 1.")
    author_role: str | None = col("Who wrote a comment: reporter, assignee or other; else null.")
    comment_role: str | None = col("Of a comment itself: a CommentRole value.", default=None)
    heading_start: int | None = col(
        "Offset of the heading or label that opens it; null where it has none.", default=None
    )
    heading_end: int | None = col("Offset after that heading.", default=None)


@table(
    "section_pieces",
    key=("piece_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, Reference("section_id", "ticket_sections", "section_id")),
)
@dataclasses.dataclass(frozen=True, slots=True)
class SectionPiece:
    """What is embedded of a text-rich section: it, or the first pieces of a long one."""

    piece_id: str = col("Id from section and position.")
    section_id: str = col("The section; no piece reaches beyond it.")
    document_id: str = col("The ticket's document.")
    section: str = col("Name of the section in the template.")
    index: int = col("Position in the section, from 0.")
    start: int = col("Offset of the first character in the canonical text.")
    end: int = col("Offset after the last character.")
    text: str = col("Exactly the canonical text from start to end.")


@table(
    "ticket_links", key=("document_id", "index"), bucketed=True, references=(DOCUMENT_REFERENCE,)
)
@dataclasses.dataclass(frozen=True, slots=True)
class TicketLink:
    """A link that one ticket states, whether or not its target is there."""

    document_id: str = col("The ticket that states it.")
    index: int = col("Position among its links, from 0.")
    kind: str = col("A TicketLinkKind value.")
    name: str = col("Name as written.")
    outward: bool = col("Whether this ticket is the subject: it duplicates, blocks, causes ...")
    target_key: str = col("Key of the other ticket as written.")
    origin: str = col("A TicketLinkOrigin value.")
    start: int | None = col("Offset of the key in the canonical text; null for a field.")
    end: int | None = col("Offset after the key.")


@table(
    "rejected_ticket_parts",
    key=("document_id", "index"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class RejectedTicketPart:
    """A field or block of a ticket that is in no section of the template, with the reason."""

    document_id: str = col("The ticket's document.")
    index: int = col("Position among its rejected parts, from 0.")
    name: str = col("Name of the field, words of the heading, or kind of the block.")
    reason: str = col("A TicketPartRejection value.")
    start: int | None = col("Offset in the canonical text; null where it is not in the text.")
    end: int | None = col("Offset after it.")
    detail: str = col("What was found, and what the reader can do.")


@table(
    "ticket_edges",
    key=("edge_id",),
    bucketed=False,
    headline=True,
    references=(
        Reference("source_id", "tickets", "document_id"),
        Reference("target_id", "tickets", "document_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class TicketEdge:
    """A link between two tickets, once, whichever of them states it (LinkedIn, section 3.1.1)."""

    edge_id: str = col("Id from the ends and the kind.")
    source_id: str | None = col(
        "Ticket that is the subject: it duplicates, clones, causes, blocks, depends on, mentions,"
        " is the parent of, was split into, or solved the other; null while it is absent."
    )
    target_id: str | None = col("The other ticket; null while it is absent. One of both is there.")
    source_key: str = col("Key of the subject as written.")
    target_key: str = col("Key of the other as written.")
    kind: str = col("A TicketLinkKind value.")
    stated_by: tuple[str, ...] = col("Ends that state it: source, target; none: readers do.")
    origins: tuple[str, ...] = col("TicketLinkOrigin values, sorted.")
    status: str = col("resolved, or absent where the other ticket is in no collection.")


@table(
    "ticket_clusters",
    key=("document_id",),
    bucketed=False,
    references=(Reference("document_id", "tickets", "document_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class TicketCluster:
    """A ticket of a cluster of duplicates."""

    document_id: str = col("The ticket.")
    canonical_id: str = col("The ticket that stands for the cluster.")
    size: int = col("Tickets of the cluster.")
