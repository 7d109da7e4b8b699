"""Showing an action of a web application: its element's box on the picture of its page.

Pictures and boxes lie in the lake beside what crawls saw, and in no table: where they are gone, or
are of a later crawl, the message says so.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from graphwright.applications.capture import Box
from graphwright.applications.identity import state_id
from graphwright.applications.observation_store import load_observation, picture_of
from graphwright.errors import NotFoundError, SettingsError
from graphwright.graph.snapshot import Snapshot
from graphwright.pages.show_evidence import Shown
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.lake import Lake
from graphwright.tables.applications import UiAction

if TYPE_CHECKING:
    from PIL.Image import Image

_LEAST_START = 6
"""Characters of an id at least, where it is not whole."""

_MAX_PIXELS = 60_000_000
_RED = (200, 30, 30)
_REMEDY = "Crawl the application again: graphwright crawl NAME."


def action_of(snapshot: Snapshot, identifier: str) -> UiAction | None:
    """Return the action of an id, or of how one starts; None where there is none.

    Raises ``NotFoundError`` where several start so.
    """
    graph = snapshot.applications
    if graph is None:
        return None
    row = graph.action_rows.get(identifier)
    if row is not None:
        return graph.actions[row]
    if len(identifier) < _LEAST_START:
        return None
    found = [one for one in graph.actions if one.action_id.startswith(identifier)]
    if len(found) > 1:
        raise NotFoundError(
            f"{len(found):,} actions start with {identifier!r}.", remedy="Give more of the id."
        )
    return found[0] if found else None


def show_action(lake: Lake, action: UiAction, out: Path | None = None) -> Shown:
    """Write the picture of an action's page with its element marked, and return where.

    ``out`` ends with ``.png``. Raises ``SettingsError`` for another name, and ``NotFoundError``
    where the picture or the box is gone.
    """
    target = out or Path(f"action-{action.action_id}.png")
    if target.suffix.lower() != ".png":
        raise SettingsError(
            f"The action cannot be shown as {str(target)!r}.",
            remedy="Name a file that ends with .png.",
        )
    picture, box = _found(lake, action)
    content = draw_box(picture.read_bytes(), box)
    with LOCAL_FILES.replacing(target) as temporary:
        temporary.write_bytes(content)
    named = action.name or action.role
    return Shown(target, (f"{named!r} is at x {box.x}, y {box.y} of the page.",))


def _found(lake: Lake, action: UiAction) -> tuple[Path, Box]:
    """Return the picture of an action's page, and where on it its element is."""
    application = action.application
    seen = load_observation(lake, application)
    if seen is None:
        raise NotFoundError(
            f"What was seen of {application} is gone from the lake.", remedy=_REMEDY
        )
    states = [one for one in seen.states if state_id(application, one.identity) == action.state_id]
    for state in states:
        box = state.boxes.get(action.element_key)
        picture = picture_of(lake, application, state.identity)
        if picture is None:
            raise NotFoundError("The picture of this page is gone from the lake.", remedy=_REMEDY)
        if box is not None:
            return picture, box
    raise NotFoundError(
        f"Where {(action.name or action.role)!r} is on its page is not known: it was not seen "
        "there, or the page is another since.",
        remedy=_REMEDY,
    )


def draw_box(picture: bytes, box: Box) -> bytes:
    """Return a picture as PNG with a box drawn around an element.

    Raises ``NotFoundError`` where the file is no picture.
    """
    import PIL.Image  # noqa: PLC0415  # only who shows a page needs it
    import PIL.ImageDraw  # noqa: PLC0415

    try:
        with PIL.Image.open(io.BytesIO(picture), formats=("JPEG", "PNG")) as opened:
            if opened.width * opened.height > _MAX_PIXELS:
                raise ValueError("it is too large")
            drawn: Image = opened.convert("RGB")
    except (OSError, ValueError) as error:
        raise NotFoundError("The picture of this page is damaged.", remedy=_REMEDY) from error
    place = (box.x - 3, box.y - 3, box.x + box.width + 3, box.y + box.height + 3)
    PIL.ImageDraw.Draw(drawn).rectangle(place, outline=_RED, width=3)
    made = io.BytesIO()
    drawn.save(made, "PNG")
    return made.getvalue()
