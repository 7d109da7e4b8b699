"""Scripts and styles, by a fixed list of names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from slipway.web import Request, Response, route

if TYPE_CHECKING:
    from slipway.site import Site

_FOLDER = Path(__file__).parents[1] / "static"
_KINDS = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}


def _serve(name: str) -> None:
    kind = _KINDS[name.rsplit(".", 1)[1]]
    body = (_FOLDER / name).read_bytes()

    @route("GET", f"/static/{name}", open_to_all=True)
    def file(site: Site, request: Request) -> Response:
        return Response(body, kind=kind)


for _name in ("slipway.js", "board.js", "gauge.js", "slipway.css"):
    _serve(_name)
