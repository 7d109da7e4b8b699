"""What the templates of tickets lack, over a lake's tables."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.errors import LakeError
from graphwright.settings import Settings
from graphwright.store.lake import Lake
from graphwright.tables import ParsedDocument, TicketRecord, rows_of
from graphwright.tickets.template import default_template, templates_of
from graphwright.tickets.template_gaps import TemplateGap, template_gaps


def lake_gaps(lake: Lake, settings: Settings, least: int = 2) -> dict[str, list[TemplateGap]]:
    """Return by collection the headings and fields that ``least`` tickets have and no section.

    Raises ``LakeError`` where no ticket was read, ``SettingsError`` for a wrong template.
    """
    templates = templates_of(settings)
    names = [one.name for one in settings.collections if one.kind == "tickets"]
    found = {
        name: template_gaps(_tickets(lake, name), templates.get(name, default_template()), least)
        for name in names
    }
    if not names or not lake.paths("ticket_records"):
        raise LakeError(
            f"No ticket was read into the lake at {lake.root}.",
            remedy="Name a collection with 'kind: tickets' in sources.yaml, and build.",
        )
    return found


def _tickets(lake: Lake, collection: str) -> Iterator[tuple[ParsedDocument, TicketRecord]]:
    """Yield the tickets of a collection, bucket by bucket."""
    for records, documents in zip(
        lake.paths("ticket_records"), lake.paths("parsed_documents"), strict=True
    ):
        parsed = rows_of(ParsedDocument, lake.read_file("parsed_documents", documents))
        by_id = {one.document_id: one for one in parsed if one.collection == collection}
        for record in rows_of(TicketRecord, lake.read_file("ticket_records", records)):
            if record.document_id in by_id:
                yield by_id[record.document_id], record
