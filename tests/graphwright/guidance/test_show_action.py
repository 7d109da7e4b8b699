"""An action drawn on its page's picture, and what is said where that cannot be."""

from __future__ import annotations

import io
from pathlib import Path

import PIL.Image
import pytest

from graphwright.applications.observation_store import ApplicationFolder
from graphwright.errors import NotFoundError, SettingsError
from graphwright.project import Project
from graphwright.tables.applications import UiAction


@pytest.fixture
def create(desk_project: Project) -> UiAction:
    """Return the link ``Create`` of the page of queues."""
    graph = desk_project.snapshot().applications
    assert graph is not None
    (found,) = [one for one in graph.actions if one.name == "Create"]
    return found


@pytest.fixture
def picture(desk_project: Project) -> Path:
    """Return the picture of the page of queues: all white."""
    place = ApplicationFolder(desk_project.lake, "desk").pictures / "queues.jpg"
    place.parent.mkdir(parents=True, exist_ok=True)
    PIL.Image.new("RGB", (300, 300), "white").save(place, "JPEG")
    return place


def test_the_element_is_marked(
    desk_project: Project, create: UiAction, picture: Path, tmp_path: Path
) -> None:
    assert picture.is_file()
    shown = desk_project.show(create.action_id, tmp_path / "out.png")
    assert shown.path == tmp_path / "out.png"
    with PIL.Image.open(shown.path) as drawn:
        assert drawn.format == "PNG"
        colours = {drawn.convert("RGB").getpixel((x, y)) for x in range(95) for y in range(300)}
        assert (200, 30, 30) in colours
        assert drawn.convert("RGB").getpixel((200, 200)) == (255, 255, 255)
    assert "'Create'" in shown.notes[0]


def test_the_start_of_an_id_will_do(
    desk_project: Project, create: UiAction, picture: Path, tmp_path: Path
) -> None:
    assert picture.is_file()
    shown = desk_project.show(create.action_id[:10], tmp_path / "out.png")
    assert shown.path.is_file()


def test_a_picture_that_is_gone_or_damaged_is_said(
    desk_project: Project, create: UiAction, picture: Path, tmp_path: Path
) -> None:
    for content in (b"", b"no picture", _cut(picture)):
        picture.write_bytes(content)
        with pytest.raises(NotFoundError, match="damaged"):
            desk_project.show(create.action_id, tmp_path / "out.png")
    picture.unlink()
    with pytest.raises(NotFoundError, match=r"gone.*\n?.*crawl"):
        desk_project.show(create.action_id, tmp_path / "out.png")
    assert not (tmp_path / "out.png").exists()


def _cut(picture: Path) -> bytes:
    made = io.BytesIO()
    PIL.Image.new("RGB", (30, 30)).save(made, "PNG")
    return made.getvalue()[:40]


def test_an_action_is_shown_as_png_alone(desk_project: Project, create: UiAction) -> None:
    with pytest.raises(SettingsError, match=r"\.png"):
        desk_project.show(create.action_id, Path("action.html"))


def test_an_id_of_neither_is_unknown(desk_project: Project, tmp_path: Path) -> None:
    for identifier in ("0000", "no such id", "f" * 24):
        with pytest.raises(NotFoundError):
            desk_project.show(identifier, tmp_path / "out.png")
