"""The repair board: one page whose script fetches JSON and never changes the address."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from slipway.web import Request, Response, route

if TYPE_CHECKING:
    from slipway.site import Site


@route("GET", "/board")
def board(site: Site, request: Request) -> Response:
    """Show the empty page that the script fills."""
    return site.page(request, "Repair board", '<div id="board"></div>', ("slipway", "board"))


@route("GET", "/board/api/cards")
def cards(site: Site, request: Request) -> Response:
    """Send all cards."""
    return _json(site.data.lists["cards"])


@route("POST", "/board/api/query")
def query(site: Site, request: Request) -> Response:
    """Send one card: a POST that only reads."""
    key = request.body.get("id") if isinstance(request.body, dict) else None
    return _json(site.data.row("cards", str(key)))


@route("POST", "/board/api/move", writes=True)
def move(site: Site, request: Request) -> Response:
    """Move a card to the next lane."""
    key = request.body.get("id") if isinstance(request.body, dict) else None
    if row := site.data.row("cards", str(key)):
        row["lane"] = "Done"
    return _json(row)


@route("POST", "/board/api/settings", writes=True)
def save_settings(site: Site, request: Request) -> Response:
    """Keep the settings of the board."""
    site.data.settings["board"] = json.dumps(request.body, sort_keys=True)[:200]
    return _json(None)


def _json(value: Any) -> Response:
    return Response(json.dumps(value).encode(), kind="application/json")
