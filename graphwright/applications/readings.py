"""A raw page made canonical: a pure function of what the browser handed over and the home address.

Names without counts and times, lists folded, elements with keys that others cannot change.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlsplit

from graphwright.applications.address_templates import place_of, template_of
from graphwright.applications.capture import Box, Capture, CapturedField, ElementPlace, Reading
from graphwright.applications.raw_page import RawElement, RawField, RawPage
from graphwright.applications.rows_folded import Fold, folds_of, smallest
from graphwright.applications.wording import (
    is_duration,
    is_icon_name,
    stable_text,
    words_of_identifier,
)
from graphwright.ids import content_id
from graphwright.tables.applications import UiElement

MOST_TEXTS = 120
"""Labels and help texts that a capture keeps."""


def reading_of(raw: RawPage, home: str) -> Reading:
    """Return the reading of a page; ``home`` is the address that the application begins at."""
    layer = _modal_layer(raw)
    shown = [one for one in raw["elements"] if _is_reached(one["layer"], one["region"], layer)]
    elements, places = _elements(shown, raw["address"], home)
    fields, boxes = _fields(
        [one for one in raw["fields"] if _is_reached(one["layer"], one["region"], layer)]
    )
    capture = Capture(
        template=template_of(raw["address"], home),
        title=stable_text(raw["title"]),
        headings=_headings(raw, layer),
        dialogs=_unique(
            raw["dialogs"][at]["name"] or "dialog" for at in range(len(raw["dialogs"]))
        ),
        menus=_unique(one or "menu" for one in raw["menus"]),
        tabs=_unique(spoken(*one["name"]) for one in raw["tabs"] if one["layer"] >= layer),
        texts=_unique(one["text"] for one in raw["texts"] if one["layer"] >= layer)[:MOST_TEXTS],
        elements=tuple(elements),
        fields=tuple(fields),
    )
    boxes |= {key: place.box for key, place in places.items() if place.box is not None}
    scripts = sorted({_bare(one) for one in raw["scripts"]})
    return Reading(capture, raw["address"], places, boxes, tuple(scripts), raw["busy"])


def _modal_layer(raw: RawPage) -> int:
    """Return the last modal dialog, -1 where none hides the page."""
    return max((at for at, one in enumerate(raw["dialogs"]) if one["modal"]), default=-1)


def _is_reached(layer: int, region: str, modal: int) -> bool:
    return layer >= modal or region == "menu"


def _headings(raw: RawPage, layer: int) -> tuple[str, ...]:
    def of_row(rows: Sequence[object]) -> bool:
        return any(one["kind"] == "table" or one["rows"] >= 3 for one in rows)  # type: ignore[index]

    shown = (one for one in raw["headings"] if one["layer"] >= layer)
    return _unique(one["text"] for one in shown if not of_row(one["rows"]))


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    """Return texts made stable, in order, without empty ones and those that come again."""
    return tuple(dict.fromkeys(filter(None, map(stable_text, texts))))


def _bare(script: str) -> str:
    """Return the address of a script without its query, which may be a token."""
    return urlsplit(script)._replace(query="", fragment="").geturl()


def _elements(
    raw: Sequence[RawElement], page: str, home: str
) -> tuple[list[UiElement], dict[str, ElementPlace]]:
    found: list[UiElement] = []
    places: dict[str, ElementPlace] = {}
    known: set[tuple[object, ...]] = set()
    met: dict[tuple[object, ...], int] = {}
    for element, fold in _folded(raw, page, home):
        made = _element(element, fold, home)
        if not made.name and made.found_by == "listener" and fold is None:
            continue  # nothing that a user could be told to click on
        parts = _identifying(made, fold)
        if made.href is not None and parts in known:
            continue  # a link that stands twice: by its picture and by its words
        known.add(parts)
        ordinal = met[parts] = met.get(parts, -1) + 1
        key = content_id("ui element", *parts, ordinal)
        found.append(dataclasses.replace(made, key=key))
        places[key] = _place(element, fold)
    return found, places


def _folded(
    raw: Sequence[RawElement], page: str, home: str
) -> Iterator[tuple[RawElement, Fold | None]]:
    folds = folds_of(raw, page, home)
    kept = smallest((at, fold) for at, fold in enumerate(folds) if fold is not None)
    seen: set[tuple[object, ...]] = set()
    for at, fold in enumerate(folds):
        if fold is None:
            yield raw[at], None
        elif fold.group not in seen:
            seen.add(fold.group)
            chosen, own = kept[fold.group]
            yield raw[chosen], own


def _element(raw: RawElement, fold: Fold | None, home: str) -> UiElement:
    href = None if raw["href"] is None else template_of(raw["href"], home)
    return UiElement(
        key="",
        role=raw["role"],
        name=fold.name if fold else _name(raw, href),
        region=raw["region"],
        menu_path=tuple(filter(None, (spoken(name, source) for name, source in raw["path"]))),
        href=fold.href if fold and fold.href else href,
        column=fold.column if fold else None,
        found_by=raw["found"],
        frame=None if raw["frame"] is None else template_of(raw["frame"], home),
    )


def _name(raw: RawElement, href: str | None) -> str:
    name = spoken(raw["name"], raw["source"])
    if name or raw["role"] == "generic":
        return name
    return raw["name"] if is_duration(raw["name"]) else place_of(href or "")


def spoken(name: str, source: str) -> str:
    """Return a name as people say it; ``source`` says what the page made it of."""
    if source == "identifier" or (source == "icon" and is_icon_name(name)):
        words = words_of_identifier(name)
        return words[:1].upper() + words[1:]
    return stable_text(name)


def _identifying(made: UiElement, fold: Fold | None) -> tuple[object, ...]:
    of = fold.list_name if fold else ""
    where = (made.frame, made.region, made.menu_path, made.column, of)
    return (made.role, made.name, made.href, *where)


def _place(raw: RawElement, fold: Fold | None) -> ElementPlace:
    key = fold.row_key[:200] if fold else None
    return ElementPlace(raw["selector"], raw["href"], _box(raw["box"]), key)


def _box(raw: list[int] | None) -> Box | None:
    return None if raw is None else Box(*raw)


def _fields(raw: Sequence[RawField]) -> tuple[list[CapturedField], dict[str, Box]]:
    found: list[CapturedField] = []
    boxes: dict[str, Box] = {}
    met: dict[tuple[object, ...], int] = {}
    for group in _grouped(raw):
        one = group[0]
        label = _label(group)
        form = stable_text(one["form"] or "") or None
        parts = (form, label, one["type"], one["region"])
        ordinal = met[parts] = met.get(parts, -1) + 1
        key = content_id("ui field", *parts, ordinal)
        help_text = stable_text(one["help"] or "") or None
        required = any(each["required"] for each in group)
        found.append(
            CapturedField(
                key, form, label, one["type"], _options(group), required, help_text, one["region"]
            )
        )
        box = _box(one["box"])
        if box is not None:
            boxes[key] = box
    return found, boxes


def _grouped(raw: Sequence[RawField]) -> list[list[RawField]]:
    """Return fields together that are one to a user: radio buttons, and those of a list's rows."""
    groups: dict[tuple[object, ...], list[RawField]] = {}
    for at, one in enumerate(raw):
        groups.setdefault(_field_group(one, at), []).append(one)
    return list(groups.values())


def _field_group(one: RawField, at: int) -> tuple[object, ...]:
    if one["group"] is not None:
        return ("radio", one["frame"], one["group"])
    table = next((row for row in one["rows"] if row["kind"] == "table"), None)
    if table is not None:
        return ("row", table["list"], table["column"], one["type"])
    if one["rows"]:
        return ("item", one["rows"][0]["list"], one["label"], one["type"], one["region"])
    return ("own", at)


def _label(group: Sequence[RawField]) -> str:
    one = group[0]
    if one["group"] is not None:
        return stable_text(one["groupLabel"] or "") or spoken(one["group"], "identifier")
    table = next((row for row in one["rows"] if row["kind"] == "table"), None)
    if table is not None:
        labels = {stable_text(each["label"]) for each in group}
        header = stable_text(table["header"])
        return header or (labels.pop() if len(labels) == 1 and len(group) > 1 else "")
    return spoken(one["label"], one["source"])


def _options(group: Sequence[RawField]) -> tuple[str, ...]:
    if group[0]["group"] is not None:
        return _unique(one["label"] for one in group)
    return _unique(option for one in group[:1] for option in one["options"])
