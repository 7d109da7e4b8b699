"""What a setting keeps in the text of a page that is left out by default.

The tree of the page is changed, so that the elements read as what they show: a script as code,
navigation as plain blocks, a picture as its description, a link with its target behind it.
"""

from __future__ import annotations

from typing import Any

from lxml import etree

from graphwright.documents.html.elements import SCRIPTS, is_navigation
from graphwright.settings import CleanSettings


def expose_kept_elements(root: Any, clean: CleanSettings) -> None:
    """Change the tree so that what the settings keep is read."""
    if not clean.scripts:
        for element in root.iter(*sorted(SCRIPTS)):
            element.tag = "pre"
    if not clean.navigation:
        for element in root.iter("nav", "footer"):
            element.tag = "div"
        for element in root.iter(etree.Element):
            if is_navigation(element):
                element.attrib.clear()
    if not clean.images:
        for element in root.iter("img"):
            element.tag = "span"
            element.text = element.get("alt") or element.get("title")
    if not clean.link_targets:
        for element in root.iter("a"):
            _append(element, element.get("href"))


def _append(element: Any, target: str | None) -> None:
    if not target or target.startswith("#"):
        return
    shown = f" ({target})"
    if len(element):
        element[-1].tail = (element[-1].tail or "") + shown
    else:
        element.text = (element.text or "") + shown
