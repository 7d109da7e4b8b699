"""Tables of web applications: what a crawl saw, as a graph of states and actions, and the manual.

A state is what a page shows a user, an action what they can do there (Lemon Learning, section 2).
No time, picture, typed value or secret stands in any of them.
"""

from __future__ import annotations

import dataclasses
from enum import StrEnum

from graphwright.tables.declare import Reference, col, table
from graphwright.tables.documents import DOCUMENT_REFERENCE
from graphwright.tables.help import Span


class CrawlStatus(StrEnum):
    """Where the last crawl of an application stands."""

    COMPLETE = "complete"
    LIMITED = "limited"
    NEVER = "never"


class ActionKind(StrEnum):
    """What an action is by its form and by what it asked of the server.

    ``edit``: it changes what a field holds and leads nowhere, as the tools of a text editor do.
    """

    OPEN = "open"
    TAB = "tab"
    MENU = "menu"
    ROW = "row"
    COMMIT = "commit"
    EDIT = "edit"
    EXTERNAL = "external"
    LOGOUT = "logout"
    DOWNLOAD = "download"


class ActionOutcome(StrEnum):
    """What came of an action, one for each.

    ``inferred``: its target is known from its address alone; ``blocked``: a request that writes was
    stopped on the wire; ``denied``: it is never tried, by a pattern of addresses or by its form.
    """

    DONE = "done"
    INFERRED = "inferred"
    BLOCKED = "blocked"
    DENIED = "denied"
    NO_EFFECT = "no_effect"
    FAILED = "failed"
    NOT_TRIED = "not_tried"


SHELL = "shell"
"""The region that pages of an application share."""
EDITOR = "editor"
"""The region of what changes what a field holds: a text editor's tools, values chosen before."""
NOT_OF_A_PAGE = frozenset({SHELL, EDITOR})
"""Regions whose elements tell no page from another."""


class MergeReason(StrEnum):
    """Why two states are one, or stay two."""

    OVERLAP = "overlap"
    KEPT_APART = "kept_apart"
    TEAM_SAME = "team_same"
    TEAM_APART = "team_apart"


class PathProblem(StrEnum):
    """Why a documented menu path leads to no state."""

    NO_SUCH_MENU = "no_such_menu"
    NO_SUCH_ITEM = "no_such_item"
    AMBIGUOUS = "ambiguous"
    PLACEHOLDER = "placeholder"
    NOT_CRAWLED = "not_crawled"


class QuizSkill(StrEnum):
    """What a question of the quiz asks for (Lemon Learning, section 3)."""

    NAVIGATION = "navigation"
    CONFIGURATION = "configuration"
    CONCEPT = "concept"


class QuizRejection(StrEnum):
    """Why a question is not part of the quiz."""

    FEW_DISTRACTORS = "few_distractors"
    SAME_STATE = "same_state"
    DOCUMENTED_DISTRACTOR = "documented_distractor"
    BETRAYED_BY_LENGTH = "betrayed_by_length"
    BETRAYED_BY_WORDS = "betrayed_by_words"
    DUPLICATE = "duplicate"
    NOT_VERBATIM = "not_verbatim"


@dataclasses.dataclass(frozen=True, slots=True)
class UiElement:
    """An element of a page that a user can act on."""

    key: str = col("Id from role, name, region, menu path and ordinal; unique in its capture.")
    role: str = col("ARIA role; generic where a listener alone makes it clickable.")
    name: str = col("Accessible name, without counts and times; may be empty.")
    region: str = col("Landmark or layer that holds it: shell, main, dialog, menu, editor.")
    menu_path: tuple[str, ...] = col("Names of the menus above it, the top one first.")
    href: str | None = col("Template of the address that it links to; null: no link.")
    column: str | None = col("Column of the list, where it stands for an element of each row.")
    found_by: str = col("What shows that it can be clicked: role, onclick or listener.")
    frame: str | None = col("Template of the frame that holds it; null: the page itself.")


@table("applications", key=("name",), bucketed=False, headline=True)
@dataclasses.dataclass(frozen=True, slots=True)
class Application:
    """A web application whose states were crawled."""

    name: str = col("Its name in the settings.")
    home: str = col("Home address.")
    scripts: str = col("Digest of the scripts that its pages loaded; empty before a crawl.")
    status: str = col("A CrawlStatus value.")
    home_state_id: str | None = col("The state of the home address; null before a crawl.")
    everybody: bool = col("Whether all may see it.")
    groups: tuple[str, ...] = col("Else the groups of which one is enough; none: nobody.")


@table("ui_captures", key=("capture_id",), bucketed=True)
@dataclasses.dataclass(frozen=True, slots=True)
class UiCapture:
    """A page as it was read, in canonical form; pages that read alike are one capture.

    Its bucket is that of application and address template.
    """

    capture_id: str = col("Hash of the canonical page.")
    application: str = col("Name of the application.")
    template: str = col("Template of its address, ids and tokens left out.")
    title: str = col("Title of the page.")
    headings: tuple[str, ...] = col("Headings in order.")
    dialogs: tuple[str, ...] = col("Names of open dialogs.")
    menus: tuple[str, ...] = col("Names of open menus.")
    tabs: tuple[str, ...] = col("Names of selected tabs.")
    texts: tuple[str, ...] = col("Labels and help texts, without rows, values, counts and times.")
    elements: tuple[UiElement, ...] = col("What can be acted on, in order of the page.")


@table(
    "ui_states",
    key=("state_id",),
    bucketed=False,
    headline=True,
    references=(
        Reference("application", "applications", "name"),
        Reference("capture_id", "ui_captures", "capture_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class UiState:
    """A state of an application: what a user sees at one place (Lemon Learning, section 2)."""

    state_id: str = col("Id from application and identity.")
    application: str = col("Name of the application.")
    label: str = col("What people call it: dialog, tab, heading or title.")
    menu_path: tuple[str, ...] = col("Names of the menus that lead to it, the top one first.")
    template: str = col("Template of its address.")
    address: str | None = col("An address that opens it; null: it is reached by actions alone.")
    replay: tuple[str, ...] = col("Ids of the actions from an address, where actions are needed.")
    depth: int = col("Actions from the home state.")
    capture_id: str = col("Its page as read.")
    text: str = col("Menu path, title, headings, fields and own actions: what is searched.")


@table(
    "ui_actions",
    key=("action_id",),
    bucketed=False,
    headline=True,
    references=(
        Reference("application", "applications", "name"),
        Reference("state_id", "ui_states", "state_id"),
        Reference("target_id", "ui_states", "state_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class UiAction:
    """An action that a state offers, with what came of it."""

    action_id: str = col("Id from state and element.")
    application: str = col("Name of the application.")
    state_id: str = col("State that offers it.")
    element_key: str = col("Its element in the state's capture.")
    role: str = col("ARIA role of the element.")
    name: str = col("Name of the element.")
    region: str = col("Landmark or layer that holds it.")
    menu_path: tuple[str, ...] = col("Names of the menus above it, the top one first.")
    kind: str = col("An ActionKind value.")
    outcome: str = col("An ActionOutcome value.")
    target_id: str | None = col("State that it leads to; null: none is known.")
    request: str | None = col("Method and address template of a request that was stopped.")
    detail: str | None = col("What was met, where the outcome needs a reason.")
    text: str = col("Menu path, name and source: what is searched.")


@table(
    "ui_fields",
    key=("state_id", "index"),
    bucketed=False,
    references=(Reference("state_id", "ui_states", "state_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class UiField:
    """A field of a state's form; what is typed into it stands nowhere."""

    state_id: str = col("State that shows it.")
    index: int = col("Position in the page, from 0.")
    form: str | None = col("Name of its form or group.")
    label: str = col("Its label.")
    type: str = col("Kind of field: text, checkbox, select, date and the like.")
    options: tuple[str, ...] = col("Choices that it offers.")
    required: bool = col("Whether it must be filled in.")
    help_text: str | None = col("What the page says of it.")


@table(
    "ui_merges",
    key=("state_id", "other_id"),
    bucketed=False,
    references=(Reference("state_id", "ui_states", "state_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class UiMerge:
    """Two near states that were made one, or kept apart; the team's decisions win."""

    state_id: str = col("The state that stands.")
    other_id: str = col("The other: part of it, or a state of its own.")
    merged: bool = col("Whether they are one.")
    score: float = col("Overlap of their elements and fields, 0 to 1.")
    reason: str = col("A MergeReason value.")
    template: str = col("Address template that they share.")
    differs: tuple[str, ...] = col("What one of them alone shows, at most ten names.")


@table("unused_state_decisions", key=("application", "state", "other"), bucketed=False)
@dataclasses.dataclass(frozen=True, slots=True)
class UnusedStateDecision:
    """What the team says of two states, and decides nothing."""

    application: str = col("Application that it names.")
    same: bool = col("Whether it says that they are one.")
    state: str = col("One of the states, as the team names it.")
    other: str = col("The other.")
    reason: str = col("Why it decides nothing.")


@table(
    "documented_paths",
    key=("document_id", "start", "application"),
    bucketed=False,
    references=(
        DOCUMENT_REFERENCE,
        Reference("application", "applications", "name"),
        Reference("state_id", "ui_states", "state_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class DocumentedPath:
    """A menu path that a document names, and the state that it leads to in the application."""

    document_id: str = col("Document that names it.")
    start: int = col("Offset of its first character in the canonical text.")
    end: int = col("Offset after its last character.")
    application: str = col("Application whose menus it follows.")
    path: tuple[str, ...] = col("Its names in order.")
    state_id: str | None = col("State that it leads to; null: to none.")
    action_ids: tuple[str, ...] = col("The actions along it.")
    problem: str | None = col("A PathProblem value where it leads to none.")
    detail: str | None = col("What was sought, and what is there.")


@table(
    "undocumented_states",
    key=("state_id",),
    bucketed=False,
    references=(Reference("state_id", "ui_states", "state_id"),),
)
@dataclasses.dataclass(frozen=True, slots=True)
class UndocumentedState:
    """A state that the manual of its application does not name."""

    state_id: str = col("The state.")
    application: str = col("Name of the application.")
    label: str = col("Its label.")
    menu_path: tuple[str, ...] = col("Names of the menus that lead to it.")


@table(
    "quiz_items",
    key=("item_id",),
    bucketed=False,
    references=(
        DOCUMENT_REFERENCE,
        Reference("application", "applications", "name"),
        Reference("state_id", "ui_states", "state_id"),
    ),
)
@dataclasses.dataclass(frozen=True, slots=True)
class QuizItem:
    """A multiple-choice question on an application (Lemon Learning, section 3)."""

    item_id: str = col("Id from application, question and right answer.")
    application: str = col("Name of the application.")
    skill: str = col("A QuizSkill value.")
    question: str = col("The question.")
    options: tuple[str, ...] = col("Choices, in an order that tells nothing.")
    right: int = col("Position of the right one, from 0.")
    document_id: str = col("Document that answers it.")
    span: Span = col("Where it does.")  # noqa: RUF009  # a field, and frozen
    state_id: str | None = col("State that the answer names.")
    origin: str = col("rule or llm: what worded it.")


@table(
    "quiz_rejected",
    key=("item_id",),
    bucketed=False,
    references=(DOCUMENT_REFERENCE,),
)
@dataclasses.dataclass(frozen=True, slots=True)
class RejectedQuizItem:
    """A question that is not part of the quiz, with the reason."""

    item_id: str = col("Id from application, question and right answer.")
    application: str = col("Name of the application.")
    skill: str = col("A QuizSkill value.")
    question: str = col("The question.")
    options: tuple[str, ...] = col("Choices that there were.")
    document_id: str = col("Document that answers it.")
    reason: str = col("A QuizRejection value.")
    detail: str = col("What was found.")
