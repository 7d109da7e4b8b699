"""What a reader must know of a ticket before its text is trusted: open, or closed without a fix."""

from __future__ import annotations

import re

from graphwright.tables.tickets import Ticket

_WITHOUT_FIX = frozenset([
    "wontfix", "wontdo", "invalid", "cannotreproduce", "worksforme", "notourbug", "notabug",
    "incomplete", "hold", "notplanned", "needsmoreinfo", "rejected", "declined", "abandoned",
    "deferred", "later", "expired", "notanissue",
])  # fmt: skip
"""Resolutions of trackers that say that nothing was changed, without signs and blanks."""


def state_note(ticket: Ticket) -> str:
    """Return what to know of a ticket's state in one sentence; empty where it was settled."""
    if ticket.resolution is None and ticket.resolved is None:
        status = f", with the status {ticket.status}" if ticket.status else ""
        return f"{ticket.key} is not resolved{status}."
    said = re.sub(r"[^a-z]", "", (ticket.resolution or "").casefold())
    if said in _WITHOUT_FIX:
        return f"{ticket.key} was closed without a fix: {ticket.resolution}."
    return ""
