"""What the reader in the browser hands over, typed: untrusted, and not yet canonical."""

from __future__ import annotations

from typing import TypedDict


class RawRow(TypedDict):
    """A row of a list that holds an element; ``itself`` where the element is the row."""

    list: int
    kind: str
    rows: int
    key: str
    row: int
    pieces: int
    column: int
    header: str
    name: str
    itself: bool


class RawHeading(TypedDict):
    """A heading; ``layer`` is the dialog that holds it, -1 for none."""

    text: str
    region: str
    rows: list[RawRow]
    layer: int


class RawDialog(TypedDict):
    """An open dialog; a modal one hides what lies behind it."""

    name: str
    modal: bool


class RawText(TypedDict):
    """A label or help text."""

    text: str
    layer: int


class RawTab(TypedDict):
    """A selected tab; ``name`` is a pair as in ``RawElement.path``."""

    name: list[str]
    layer: int


class RawElement(TypedDict):
    """An element that can be acted on; ``path`` are pairs of name and what the name was made of."""

    role: str
    name: str
    source: str
    region: str
    path: list[list[str]]
    href: str | None
    found: str
    frame: str | None
    rows: list[RawRow]
    layer: int
    box: list[int] | None
    selector: str


class RawField(TypedDict):
    """A field of a form; ``group`` is the name that radio buttons share."""

    form: str | None
    label: str
    source: str
    type: str
    group: str | None
    groupLabel: str | None
    options: list[str]
    required: bool
    help: str | None
    region: str
    layer: int
    rows: list[RawRow]
    box: list[int] | None
    selector: str
    frame: str | None


class RawPage(TypedDict):
    """A page as read in the browser."""

    address: str
    title: str
    elements: list[RawElement]
    fields: list[RawField]
    headings: list[RawHeading]
    dialogs: list[RawDialog]
    menus: list[str]
    tabs: list[RawTab]
    texts: list[RawText]
    scripts: list[str]
    busy: str
