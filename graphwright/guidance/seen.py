"""What a page plugin sends of the page that its user sees: enough to tell the state."""

from __future__ import annotations

import pydantic
from pydantic import Field

from graphwright.applications.address_templates import template_of
from graphwright.applications.capture import Capture, CapturedField
from graphwright.tables.applications import UiElement

_MOST = 3_000
_LONGEST = 2_000


class _Model(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class SeenElement(_Model):
    """An element that can be acted on; ``href`` is the address that a link names."""

    role: str = Field(max_length=100)
    name: str = Field("", max_length=_LONGEST)
    region: str = Field("main", max_length=100)
    menu_path: tuple[str, ...] = Field((), max_length=20)
    href: str | None = Field(None, max_length=_LONGEST)


class SeenField(_Model):
    """A field of a form, never what is typed into it."""

    label: str = Field(max_length=_LONGEST)
    type: str = Field("text", max_length=100)
    region: str = Field("main", max_length=100)


class SeenPage(_Model):
    """The page that a user sees: its address, what is open on it, its elements and fields."""

    address: str = Field(max_length=20_000)
    dialogs: tuple[str, ...] = Field((), max_length=20)
    menus: tuple[str, ...] = Field((), max_length=20)
    tabs: tuple[str, ...] = Field((), max_length=20)
    elements: tuple[SeenElement, ...] = Field((), max_length=_MOST)
    fields: tuple[SeenField, ...] = Field((), max_length=_MOST)

    def capture(self, home: str) -> Capture:
        """Return the page in the form of a crawl; ``home`` is the application's home address."""
        return Capture(
            template=template_of(self.address, home),
            title="",
            headings=(),
            dialogs=self.dialogs,
            menus=self.menus,
            tabs=self.tabs,
            texts=(),
            elements=tuple(
                UiElement(
                    key=str(number),
                    role=one.role,
                    name=one.name,
                    region=one.region,
                    menu_path=one.menu_path,
                    href=None if one.href is None else template_of(one.href, home),
                    column=None,
                    found_by="role",
                    frame=None,
                )
                for number, one in enumerate(self.elements)
            ),
            fields=tuple(
                CapturedField(str(n), None, one.label, one.type, (), False, None, one.region)
                for n, one in enumerate(self.fields)
            ),
        )
