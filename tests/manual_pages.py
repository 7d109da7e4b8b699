"""Pages of a manual read as documents, and a small application with menus, for tests."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from graphwright.documents.parse import parse_document
from graphwright.settings import ParseSettings
from graphwright.tables import (
    ActionKind,
    ActionOutcome,
    ParsedDocument,
    SourceDocument,
    UiAction,
    UiField,
    UiState,
)

APPLICATION = "desk"


def page(text: str, path: str = "manual.md") -> ParsedDocument:
    """Return a page of the manual as the parser reads it."""
    data = text.encode()
    source = SourceDocument(
        f"id of {path}",
        "manual",
        path,
        path,
        path,
        path.rpartition(".")[2],
        "none",
        len(data),
        None,
        hashlib.sha256(data).hexdigest(),
        None,
    )
    row = parse_document(source, data, ParseSettings())[0]
    assert isinstance(row, ParsedDocument)
    return row


def state(state_id: str, label: str, depth: int = 1, menu: Sequence[str] = ()) -> UiState:
    """Return a state."""
    return UiState(
        state_id,
        APPLICATION,
        label,
        tuple(menu),
        f"/{state_id}",
        f"http://desk/{state_id}",
        (),
        depth,
        f"capture of {state_id}",
        label,
    )


def action(
    source: str,
    name: str,
    target: str | None = None,
    menu: Sequence[str] = (),
    *,
    kind: ActionKind = ActionKind.OPEN,
    outcome: ActionOutcome = ActionOutcome.DONE,
    region: str = "main",
) -> UiAction:
    """Return an action of a state; with a menu above it stands in the shell."""
    path = tuple(menu)
    return UiAction(
        f"{source}: {' > '.join((*path, name))}",
        APPLICATION,
        source,
        name,
        "link",
        name,
        "shell" if path else region,
        path,
        kind,
        outcome,
        target,
        None,
        None,
        name,
    )


def field(state_id: str, index: int, label: str, *options: str, says: str | None = None) -> UiField:
    """Return a field."""
    return UiField(state_id, index, None, label, "select", options, False, says)


def desk() -> tuple[list[UiState], list[UiAction], list[UiField]]:
    """Return an application: menus on every page, a list of queues, and tabs on a queue's page."""
    states = [
        state("home", "Start", 0),
        state("queues", "Select a queue", menu=("Admin", "Queues")),
        state("queue", "Edit queue", 2),
        state("watchers", "People of queue", 3),
        state("templates", "Templates of queue", 3),
        state("scrips", "Global scrips", menu=("Admin", "Global", "Scrips")),
        state("global templates", "Global templates", menu=("Admin", "Global", "Templates")),
        state("rights", "Group rights", menu=("Admin", "Global", "Group Rights")),
        state("tokens", "Auth tokens", menu=("Logged in as", "Settings", "Auth Tokens")),
        state("search", "Query Builder", menu=("Search", "Tickets", "New Search")),
    ]
    shell = [
        ("Queues", "queues", ("Admin",)),
        ("Scrips", "scrips", ("Admin", "Global")),
        ("Templates", "global templates", ("Admin", "Global")),
        ("Group Rights", "rights", ("Admin", "Global")),
        ("Auth Tokens", "tokens", ("Logged in as", "Settings")),
        ("New Search", "search", ("Search", "Tickets")),
    ]
    actions = [
        action(one.state_id, name, target, menu) for one in states for name, target, menu in shell
    ]
    actions += [
        action("queues", "General", "queue", kind=ActionKind.ROW),
        action("queue", "Watchers", "watchers"),
        action("queue", "Templates", "templates"),
        action("queue", "Save", kind=ActionKind.COMMIT, outcome=ActionOutcome.BLOCKED),
        action("queue", "Archive", outcome=ActionOutcome.NOT_TRIED),
        action("watchers", "Edit", "queue"),
    ]
    fields = [
        field("queue", 0, "Reply Address", says="Mail is sent from this address to the people."),
        field("queue", 1, "Queue Lifecycle", "Default", "Approvals"),
        field("search", 0, "Order by", "Created", "Last Updated"),
    ]
    return states, actions, fields
