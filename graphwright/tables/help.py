"""Tables of help pages: a page's tree of problems, their intents, and what joins the pages."""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from graphwright.tables.declare import Reference, col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE


class ConditionKind(StrEnum):
    """What a condition speaks of."""

    PLATFORM = "platform"
    ROLE = "role"
    PRODUCT = "product"
    VERSION = "version"
    STATE = "state"
    CHOICE = "choice"


class HelpNodeOrigin(StrEnum):
    """What says that a part of a page is a node."""

    PAGE = "page"
    HEADING = "heading"
    LIST = "list"
    QUESTION = "question"
    DEFINITION = "definition"
    TABLE = "table"
    CLAUSE = "clause"
    LLM = "llm"


class NotActionable(StrEnum):
    """Why a node's resolution does not do alone (Recruit, section 2.1)."""

    NO_RESOLUTION = "no_resolution"
    CONTACT = "contact"
    REFERS_ON = "refers_on"
    VAGUE = "vague"
    DESCRIPTION = "description"
    CLOSED = "closed"


class IntentKind(StrEnum):
    """In which words a user may bring a problem."""

    QUESTION = "question"
    COMPLAINT = "complaint"
    REQUEST = "request"
    ERROR = "error"
    TITLE = "title"
    ALIAS = "alias"


class IntentOrigin(StrEnum):
    """Who worded an intent."""

    RULE = "rule"
    LLM = "llm"
    TEAM = "team"


class HelpNodeRejection(StrEnum):
    """Why a part of a page is no node."""

    NO_RESOLUTION = "no_resolution"
    NOT_VERBATIM = "not_verbatim"
    TOO_DEEP = "too_deep"
    NAVIGATION = "navigation"
    DUPLICATE = "duplicate"
    MALFORMED = "malformed"


class HelpEdgeKind(StrEnum):
    """How two nodes are joined (Recruit, section 2.1)."""

    CHILD = "child"
    REFERENCE = "reference"
    DANGLING = "dangling"


class HelpFindingKind(StrEnum):
    """What a writer of help pages should look at."""

    DANGLING_LINK = "dangling_link"
    CONTRADICTION = "contradiction"
    NEVER_ACTIONABLE = "never_actionable"
    UNREACHED_PAGE = "unreached_page"
    DUPLICATE_ID = "duplicate_id"
    UNUSED_OVERRIDE = "unused_override"


@dataclasses.dataclass(frozen=True, slots=True)
class Span:
    """A piece of a document's canonical text, offsets from its start."""

    start: int = col("Offset of the first character.")
    end: int = col("Offset after the last character.")


@dataclasses.dataclass(frozen=True, slots=True)
class HelpNodeRow:
    """Columns of a node: those of the rules and of an LLM are alike."""

    node_id: str = col("Id from document, heading path and place.")
    document_id: str = col("The help page.")
    parent_id: str | None = col("Node above it; null: it is the page's root.")
    index: int = col("Position in the page, from 0; the root is 0.")
    depth: int = col("Nodes above it; the root has 0.")
    problem: str = col("The problem as written.")
    problem_span: Span | None = col(  # noqa: RUF009  # a field, and frozen
        "Where it stands; null where the text does not hold it."
    )
    problem_phrase: str = col("The problem as a noun phrase in normal form.")
    condition: str | None = col("When the resolution holds, as written; null: always.")
    condition_span: Span | None = col(  # noqa: RUF009  # a field, and frozen
        "Where the condition stands; null where there is none, or the text does not hold it."
    )
    condition_kind: str | None = col("A ConditionKind value.")
    condition_value: str | None = col("The condition in normal form, by which siblings are told.")
    condition_group: str | None = col("Id that conditions share which exclude each other.")
    group_question: str | None = col("What asks for the group, as written or from a template.")
    resolution_spans: tuple[Span, ...] = col("Pieces of the resolution, in order of the text.")
    carried_spans: tuple[Span, ...] = col(
        "Warnings, prerequisites and limits elsewhere on the page that hold here too."
    )
    start: int = col("Offset of the first character of all that the node holds.")
    end: int = col("Offset after it.")
    actionable: bool = col("Whether the resolution does alone.")
    why_not: str | None = col("A NotActionable value where it does not.")
    audience: str | None = col("Who the page is for, as its front matter says; null: all.")
    origin: str = col("A HelpNodeOrigin value.")
    rule: str = col("The rule that says so.")
    confidence: float = col("How sure that is, 0 to 1.")


@dataclasses.dataclass(frozen=True, slots=True)
class HelpIntentRow:
    """Columns of an intent: those of the rules and of an LLM are alike."""

    intent_id: str = col("Id from node and text.")
    document_id: str = col("The help page.")
    node_id: str = col("The node that is meant.")
    text: str = col("What a user says.")
    kind: str = col("An IntentKind value.")
    origin: str = col("An IntentOrigin value.")
    rule: str = col("The rule that worded it.")


@dataclasses.dataclass(frozen=True, slots=True)
class RejectedHelpNodeRow:
    """Columns of a part that is no node."""

    document_id: str = col("The help page.")
    index: int = col("Position among the page's rejected parts, from 0.")
    problem: str = col("What would have been its problem.")
    reason: str = col("A HelpNodeRejection value.")
    start: int | None = col("Offset in the canonical text; null where it is not in the text.")
    end: int | None = col("Offset after it.")
    detail: str = col("What was found, and what a writer can do.")


@table(
    "llm_help_nodes",
    key=("node_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class LlmHelpNode(HelpNodeRow):
    """A node of a page that an LLM read: one that it found, or one of the rules that it judged."""


@table(
    "llm_help_intents",
    key=("intent_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, Reference("node_id", "llm_help_nodes", "node_id")),
)
@dataclasses.dataclass(frozen=True, slots=True)
class LlmHelpIntent(HelpIntentRow):
    """A problem as an LLM words it for a user; its names and numbers stand on the page."""


@table(
    "rejected_llm_help_nodes",
    key=("document_id", "index"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class RejectedLlmHelpNode(RejectedHelpNodeRow):
    """A node, an intent or a judgement of an LLM that the page does not bear out."""


@table(
    "llm_help_failures",
    key=("document_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class LlmHelpFailure:
    """A help page that an LLM gave no usable answer for: it stands as the rules read it."""

    document_id: str = col("The help page.")
    stage: str = col("Prompt that failed: help_nodes, help_intents or help_actionable.")
    reason: str = col("An LlmFailureReason value.")
    detail: str = col("What the endpoint answered, shortened, without secrets.")
    answers: tuple[str, ...] = col("Keys of kept answers that were of no use.")


@table(
    "help_nodes",
    key=("node_id",),
    bucketed=True,
    headline=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class HelpNode(HelpNodeRow):
    """A problem, the condition under which it is meant, and its resolution (Recruit, 2.1)."""


@table(
    "help_references",
    key=("document_id", "index"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, Reference("node_id", "help_nodes", "node_id")),
)
@dataclasses.dataclass(frozen=True, slots=True)
class HelpReference:
    """A link that a node holds to another page."""

    document_id: str = col("The page that holds it.")
    index: int = col("Position among the page's links, from 0.")
    node_id: str = col("The node that holds it.")
    href: str = col("Target as written.")
    target_uri: str = col("Target as an address.")
    page_key: str | None = col(
        "Name of the page by the collection's pattern of addresses; null where it has none."
    )
    target_document_id: str | None = col("Id that the target has by its path; it need not exist.")
    anchor: str = col("Words of the link.")
    start: int | None = col("Offset of the words in the canonical text.")
    end: int | None = col("Offset after them.")


@table(
    "help_intents",
    key=("intent_id",),
    bucketed=True,
    references=(DOCUMENT_REFERENCE, Reference("node_id", "help_nodes", "node_id")),
)
@dataclasses.dataclass(frozen=True, slots=True)
class HelpIntent(HelpIntentRow):
    """A problem in the words of a user (Recruit, section 2.1)."""


@table(
    "rejected_help_nodes",
    key=("document_id", "index"),
    bucketed=True,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class RejectedHelpNode(RejectedHelpNodeRow):
    """A part of a page that is no node, with the reason."""


@table(
    "help_pages",
    key=("document_id",),
    bucketed=False,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class HelpPage:
    """What is known of a page beside its tree; pages that differ by product alone form a group."""

    document_id: str = col("The help page.")
    collection: str = col("Name of the collection.")
    title: str = col("Its title.")
    page_key: str | None = col("Name of the page in addresses, of its front matter or its path.")
    root_id: str = col("Its root node.")
    topic: str | None = col("The problem without the product; null: the page is in no group.")
    product: str | None = col("The product that the page is about, where it is in a group.")
    group_id: str | None = col("Id that pages share which differ by product alone.")
    group_question: str | None = col(
        "What asks for the product; null: the page is in no group.", default=None
    )


@table(
    "help_edges",
    key=("edge_id",),
    bucketed=False,
    headline=True,
    references=(
        Reference("source_id", "help_nodes", "node_id"),
        Reference("target_id", "help_nodes", "node_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class HelpEdge:
    """An edge of the graph of help pages (Recruit, section 2.1)."""

    edge_id: str = col("Id from ends, kind and address.")
    source_id: str = col("The parent, or the node that holds the link.")
    target_id: str | None = col("The child, or the root of the page referred to; null: dangling.")
    kind: str = col("A HelpEdgeKind value.")
    href: str | None = col("Address of a reference as written.")
    anchor: str | None = col("Words of a reference.")


@table(
    "help_components",
    key=("node_id",),
    bucketed=False,
    references=(Reference("node_id", "help_nodes", "node_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class HelpComponent:
    """A node's connected part of the graph, which is named by its smallest node."""

    node_id: str = col("The node.")
    component_id: str = col("The smallest node of its part.")
    size: int = col("Nodes of the part.")


@table("unused_help_overrides", key=("line",), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class UnusedHelpOverride:
    """A line of the team's overrides that changes nothing, because it names what is not there."""

    line: int = col("Line of the file in which the override begins.")
    page: str = col("Page that it names.")
    problem: str | None = col("Problem of the node that it names; null: the page's root.")
    reason: str = col("What was not found.")


@table(
    "help_findings",
    key=("finding_id",),
    bucketed=False,
    references=(
        DOCUMENT_REFERENCE,
        Reference("node_id", "help_nodes", "node_id"),
        Reference("other_node_id", "help_nodes", "node_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class HelpFinding:
    """What a writer of help pages should look at, with what was found."""

    finding_id: str = col("Id from kind, nodes and what was found.")
    kind: str = col("A HelpFindingKind value.")
    document_id: str | None = col("The page; null where it is not known.")
    path: str = col("Path of the page inside its collection, or what an override calls it.")
    node_id: str | None = col("The node, where it is one.")
    other_node_id: str | None = col("The other node, where there are two.")
    problem: str = col("Problem of the node, or of the page.")
    found: str = col("What was found: an address, a name, a reason.")
