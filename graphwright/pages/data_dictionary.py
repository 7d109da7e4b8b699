"""The data dictionary: Markdown about every table, rendered from the declarations alone.

``graphwright docs`` writes docs/data_dictionary.md; a test compares the file with the declarations.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import pyarrow as pa

from graphwright.display.markdown import markdown_table
from graphwright.tables import (
    GROUPS,
    TABLES,
    ActionKind,
    ActionOutcome,
    Block,
    BlockKind,
    Cell,
    CommentRole,
    ConditionKind,
    ContradictionKind,
    CrawlStatus,
    DecisionKind,
    DisagreementKind,
    DocumentStatus,
    EntityType,
    HelpEdgeKind,
    HelpFindingKind,
    HelpNodeOrigin,
    HelpNodeRejection,
    IntentKind,
    IntentOrigin,
    Layer,
    LeftOut,
    LlmFailureReason,
    Mark,
    MarkKind,
    MentionForm,
    MergeReason,
    NameGuard,
    NameTier,
    NotActionable,
    PathProblem,
    Place,
    Qualifier,
    QuizRejection,
    QuizSkill,
    SectionOrigin,
    SentenceFilter,
    Span,
    StatedTicketLink,
    StatedVersion,
    StepAction,
    Table,
    TicketComment,
    TicketField,
    TicketLinkKind,
    TicketLinkOrigin,
    TicketPartRejection,
    TicketSectionRejection,
    TripleRejection,
    TypeSource,
    UiElement,
)
from graphwright.tables.declare import arrow_type, columns_of

_INTRODUCTION = """\
# Data dictionary

Every table of the lake, in the order in which the pipeline makes them. This file is made from the
declarations in `graphwright/tables` by `graphwright docs`; change the declarations, not this file.

A **bucketed** table is split by document, or by the address of a page of an application, into a
fixed number of Parquet files; the others are one file. Rows are kept in the order of the key.
Offsets count characters (Unicode code points), from 0.
"""

_TITLES = {"entities": "Entities and relations"}
"""What a group is called, where that is not its name."""

_STEPS = {
    group: f"{number}. {_TITLES.get(group, group.capitalize())}"
    for number, group in enumerate(GROUPS, start=1)
}

_NESTED: tuple[type, ...] = (
    Block,
    Cell,
    LeftOut,
    Mark,
    Place,
    Qualifier,
    Span,
    StatedTicketLink,
    StatedVersion,
    StepAction,
    TicketComment,
    TicketField,
    UiElement,
)
"""Row types that stand inside a column of another table."""

_ENUMS: tuple[type[StrEnum], ...] = (
    DocumentStatus,
    BlockKind,
    MarkKind,
    SentenceFilter,
    LlmFailureReason,
    TripleRejection,
    Layer,
    MentionForm,
    NameTier,
    NameGuard,
    DecisionKind,
    SectionOrigin,
    CommentRole,
    TicketLinkKind,
    TicketLinkOrigin,
    TicketPartRejection,
    TicketSectionRejection,
    HelpNodeOrigin,
    ConditionKind,
    NotActionable,
    IntentKind,
    IntentOrigin,
    HelpNodeRejection,
    HelpEdgeKind,
    HelpFindingKind,
    EntityType,
    TypeSource,
    ContradictionKind,
    DisagreementKind,
    CrawlStatus,
    ActionKind,
    ActionOutcome,
    MergeReason,
    PathProblem,
    QuizSkill,
    QuizRejection,
)
"""Lists of the values that a column can take."""

_SCALARS = {
    pa.string(): "text",
    pa.int64(): "integer",
    pa.float64(): "number",
    pa.bool_(): "boolean",
    pa.binary(): "bytes",
}


def render_dictionary() -> str:
    """Return the data dictionary as Markdown."""
    return "\n".join([_INTRODUCTION, *_contents(), *_tables(), *_nested_types(), *_known_values()])


def _contents() -> Iterator[str]:
    rows = [
        (
            _STEPS[table.group],
            f"[{table.name}](#{table.name})",
            "bucket" if table.bucketed else "all",
        )
        for table in TABLES.values()
    ]
    yield markdown_table(("step", "table", "split by"), rows, marked_up=True)


def _tables() -> Iterator[str]:
    step = ""
    for table in TABLES.values():
        if table.group != step:
            step = table.group
            yield f"## {_STEPS[step]}\n"
        yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    yield f"### {table.name}\n"
    yield f"{table.description}\n"
    by = "address of the page" if table.group == "applications" else "document"
    kept = f"bucketed by {by}" if table.bucketed else "one file"
    yield f"Key: {', '.join(f'`{name}`' for name in table.key)}; {kept}.\n"
    references = {r.column: f"[{r.table}](#{r.table}).{r.target}" for r in table.references}
    rows = [
        (
            f"`{column.name}`",
            type_name(column.type),
            "yes" if column.nullable else "",
            column.description,
            references.get(column.name, ""),
        )
        for column in table.columns
    ]
    yield markdown_table(("column", "type", "null", "meaning", "refers to"), rows, marked_up=True)


def _nested_types() -> Iterator[str]:
    yield "## Types inside columns\n"
    for row_type in _NESTED:
        yield f"### {row_type.__name__}\n"
        yield f"{' '.join((row_type.__doc__ or '').split())}\n"
        rows = [
            (
                f"`{column.name}`",
                type_name(column.type),
                "yes" if column.nullable else "",
                column.description,
            )
            for column in columns_of(row_type)
        ]
        yield markdown_table(("field", "type", "null", "meaning"), rows, marked_up=True)


def _known_values() -> Iterator[str]:
    yield "## Lists of values\n"
    rows = [
        (enum.__name__, " ".join((enum.__doc__ or "").split()), ", ".join(enum)) for enum in _ENUMS
    ]
    yield markdown_table(("list", "what it says", "values"), rows, marked_up=True)


def type_name(type_: pa.DataType) -> str:
    """Return an Arrow type in plain words, such as ``list of text`` or ``list of Block``.

    Raises ``TypeError`` for a type that no declaration can have.
    """
    if type_ in _SCALARS:
        return _SCALARS[type_]
    if pa.types.is_list(type_):
        return f"list of {type_name(type_.value_type)}"
    for row_type in _NESTED:
        if arrow_type(row_type) == type_:
            return row_type.__name__
    raise TypeError(f"The data dictionary has no words for the Arrow type {type_}.")
