"""Names of links, of fields and in sentences, and the kind that each stands for."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from pathlib import Path

import yaml

from graphwright.tables import TicketLinkKind
from graphwright.tickets.normal_words import normal_words

_FILE = Path(__file__).with_name("link_names.yaml")

SYMMETRIC = frozenset((TicketLinkKind.RELATE,))
"""Kinds that say the same from both ends."""


@dataclasses.dataclass(frozen=True, slots=True)
class LinkName:
    """What a name says: the kind, and whether the ticket that states it is the subject."""

    kind: TicketLinkKind
    outward: bool


@functools.cache
def link_names() -> Mapping[str, LinkName]:
    """Return the names of the package's table in normal form."""
    table = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return {
        normal_words(name): LinkName(TicketLinkKind(kind), direction == "outward")
        for kind, directions in table.items()
        for direction, names in directions.items()
        for name in names
    }


def link_kind(name: str, direction: str) -> LinkName:
    """Return what the name of a link in a field says.

    A name that the table lacks relates two tickets, as its tracker gives the direction.
    """
    found = link_names().get(normal_words(name.replace("_", " ")))
    return found or LinkName(TicketLinkKind.RELATE, direction != "inward")


def link_before(words: str) -> tuple[LinkName, str] | None:
    """Return what the last words before a key say, with the name: "... is a duplicate of".

    The longest name that ends there counts; a name of one word needs to be a verb of the table.
    """
    parts = normal_words(words).split()
    for size in range(min(5, len(parts)), 0, -1):
        name = " ".join(parts[-size:])
        found = link_names().get(name)
        if found is not None:
            return found, name
    return None
