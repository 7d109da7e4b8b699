"""What HTML elements mean to a reader: blocks, list items, what is not read, footnote marks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from graphwright.tables import MarkKind


def name_set(text: str) -> frozenset[str]:
    """Return names that stand in one text as a set."""
    return frozenset(text.split())


HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LISTS = frozenset({"ul", "ol", "dl", "menu", "dir"})
ITEMS = frozenset({"li", "dt", "dd"})
PREFORMATTED = frozenset({"pre", "listing", "xmp"})
BLOCKS = (
    name_set(
        "address article aside blockquote body caption center details dialog div fieldset"
        " figcaption figure form header hgroup hr html legend main p section summary table"
        " tbody td tfoot th thead tr"
    )
    | HEADINGS
    | LISTS
    | ITEMS
    | PREFORMATTED
)
NO_HEADING_INSIDE = frozenset({"aside", "blockquote", "dd", "details", "dt", "figure", "li"})
"""Elements whose headings label a note or an item and begin no section."""

_SILENT = name_set(
    "title meta link base button input select option textarea"
    " datalist map area col colgroup annotation annotation-xml param"
)
"""Elements that a reader never sees as text; dropping them is no loss."""

SCRIPTS = frozenset({"script", "style", "noscript", "template"})
NAVIGATION_ROLES = frozenset({"navigation", "search", "contentinfo", "menu", "menubar"})
_NAVIGATION_MARKS = name_set(
    "breadcrumb breadcrumbs breadcrumb-section navbar site-nav main-nav pagination skip-link"
)
"""Classes and ids by which templates of pages mark navigation that no element or role names."""
_AUTHOR_CLASSES = name_set(
    "byline author post-author entry-author article-author author-name"
    " page-metadata post-meta entry-meta article-meta"
)
_LONGEST_BYLINE = 200
_WHOLE_PAGE = frozenset({"html", "body", "main", "article"})

_LEFT_OUT = {
    **dict.fromkeys(SCRIPTS, "script"),
    "nav": "navigation block",
    "footer": "page footer",
    "img": "image",
    "svg": "image",
    "canvas": "image",
    "iframe": "embedded page",
    "object": "embedded object",
    "video": "video",
    "audio": "sound",
}
"""Elements that a reader sees and that are left out: each is counted."""

READ_THROUGH = {"embed": "embedded object", "source": "", "track": "", "keygen": ""}
"""Elements without content for which the parser knows no end: what follows lies inside them.
They are left out and counted under the name given, what lies inside is read."""

_MARKED = {
    "a": MarkKind.LINK,
    **dict.fromkeys(("em", "i", "strong", "b", "cite", "var"), MarkKind.EMPHASIS),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), MarkKind.CODE),
}
"""Elements that mark words inside a line."""

_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_FOOTNOTE_MARK = re.compile(r"[\s\[(]*(?:(?:\d++|[a-z*†‡§])[\s,]*+)+[\])\s]*")
_SUPERSCRIPTS = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


def visit(
    root: Any,
    start: Callable[[str, Any], bool],
    end: Callable[[str, Any], None],
    text: Callable[[str, Any], None],
) -> None:
    """Visit a tree in document order without recursion, which deep pages would exhaust.

    ``start(tag, element)`` says whether to read the element's content; ``end(tag, element)`` is
    called for those alone; ``text(text, element)`` gets each text with the element that it stands
    in.
    """
    stack: list[tuple[Any, Any]] = []
    element = root
    while True:
        if isinstance(element.tag, str) and start(element.tag, element):
            if element.text:
                text(element.text, element)
            stack.append((element, iter(element)))
        elif element is root:
            return
        elif element.tail:
            text(element.tail, stack[-1][0])
        while stack:
            following = next(stack[-1][1], None)
            if following is not None:
                element = following
                break
            done, _ = stack.pop()
            end(done.tag, done)
            if done.tail and stack:
                text(done.tail, stack[-1][0])
        if not stack:
            return


def left_out(tag: str, element: Any, *, at_start: bool) -> str | None:
    """Say whether an element is not read: what to count it as ("" for nothing), else ``None``.

    ``at_start`` says whether the element begins its block (where a raised number is the label
    of a footnote).
    """
    if tag in _SILENT:
        return None if tag == "button" and _is_label(element) else ""
    if _is_hidden(element):
        return "hidden element" if all_text(element).strip() else ""
    if tag in _LEFT_OUT:
        return _LEFT_OUT[tag]
    if is_navigation(element):
        return "navigation block"
    if tag == "sup" and _is_footnote_mark(element, at_start):
        return "footnote mark"
    return None


def is_navigation(element: Any) -> bool:
    """Say whether a page marks an element as navigation by its role, class or id."""
    if not element.attrib or element.tag in _WHOLE_PAGE:
        return False
    marks = f"{element.get('class', '')} {element.get('id', '')}".lower().split()
    return element.get("role") in NAVIGATION_ROLES or not _NAVIGATION_MARKS.isdisjoint(marks)


def _is_label(button: Any) -> bool:
    """Say whether a button is the text of a heading or term, and opens what stands below it."""
    return next(button.iterancestors(*HEADINGS, "dt", "summary"), None) is not None


def _is_hidden(element: Any) -> bool:
    if not element.attrib:
        return False
    return (
        element.get("hidden", "until-found") != "until-found"
        or element.get("aria-hidden") == "true"
        or _HIDDEN_STYLE.search(element.get("style", "")) is not None
    )


def is_byline(element: Any) -> bool:
    """Say whether a page marks an element as the name of its author, and as nothing more."""
    if not element.attrib:
        return False
    marks = f"{element.get('class', '')} {element.get('itemprop', '')} {element.get('rel', '')}"
    named = not _AUTHOR_CLASSES.isdisjoint(marks.lower().split())
    return named and len(all_text(element)) <= _LONGEST_BYLINE


def _is_footnote_mark(element: Any, at_start: bool) -> bool:
    if not _FOOTNOTE_MARK.fullmatch(all_text(element)):
        return False
    linked = any(parent.tag == "a" for parent in element.iterancestors())
    return at_start or linked or element.find(".//a") is not None


def mark_kind(tag: str, element: Any) -> MarkKind | None:
    """Return how an element marks its words; an anchor that leads nowhere does not."""
    return None if tag == "a" and not element.get("href") else _MARKED.get(tag)


def inline_text(text: str, inside: Any) -> str:
    """Return a text as it reads in a line: raised digits stay raised (10², not 102)."""
    return text.translate(_SUPERSCRIPTS) if inside.tag == "sup" else text


def all_text(element: Any) -> str:
    """Return all text inside an element."""
    return "".join(element.itertext())
