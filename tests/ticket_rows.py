"""Tickets of a made-up shop, as rows of the tables: for tests of what runs on them."""

from __future__ import annotations

from typing import Any

from graphwright.tables import Ticket, TicketEdge, TicketSection


def a_ticket(key: str, title: str = "", collection: str = "shop", **fields: Any) -> Ticket:
    """Return a ticket that has what is given and nothing else."""
    empty: dict[str, Any] = {
        **dict.fromkeys(
            ("project", "type", "status", "resolution", "priority", "created", "updated")
        ),
        **dict.fromkeys(("resolved", "reporter", "assignee")),
        **dict.fromkeys(("components", "labels", "versions", "fix_versions"), ()),
    }
    document = f"{collection}/{key}"
    given: dict[str, Any] = {**empty, **fields}
    return Ticket(document_id=document, collection=collection, key=key, title=title, **given)


def its_sections(ticket: Ticket, **texts: str) -> list[TicketSection]:
    """Return sections of a ticket, in the order given; ``comment_2`` is a section ``comment``."""
    made, start = [], 0
    for index, (name, text) in enumerate(texts.items()):
        made.append(
            TicketSection(
                section_id=f"{ticket.document_id}#{index}",
                document_id=ticket.document_id,
                section=name.rstrip("_0123456789"),
                parent_id=None,
                index=index,
                start=start,
                end=start + len(text),
                text=text,
                origin="heading",
                rule=name,
                confidence=1.0,
                author_role=None,
            )
        )
        start += len(text) + 1
    return made


def an_edge(source: Ticket, kind: str, target: Ticket | str) -> TicketEdge:
    """Return an edge to a ticket, or to the key of an absent one."""
    key = target if isinstance(target, str) else target.key
    there = None if isinstance(target, str) else target.document_id
    return TicketEdge(
        edge_id=f"{source.key}-{kind}-{key}",
        source_id=source.document_id,
        target_id=there,
        source_key=source.key,
        target_key=key,
        kind=kind,
        stated_by=("source",),
        origins=("field",),
        status="resolved" if there else "absent",
    )
