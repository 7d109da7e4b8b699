"""The reader in the browser: one call to it, then a pure function of what it handed over.

The inspector (CDP) is asked, not the page, as it alone tells which elements have listeners.
"""

from __future__ import annotations

import functools
import json
import re
import weakref
from importlib import resources
from typing import TYPE_CHECKING, cast

from graphwright.applications.capture import Reading
from graphwright.applications.raw_page import RawPage
from graphwright.applications.readings import reading_of
from graphwright.errors import CrawlError

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

    from graphwright.settings import ApplicationSettings

MOST_OPTIONS = 60
"""Choices of a field that are read."""
MOST_TEXTS = 200
"""Labels and help texts of a page that are read."""

_PARTS = ("sight", "names", "regions", "rows", "listeners", "editors", "fields", "elements")

_AS_TEXT = """((page) => {
  const bare = (value) => {
    if (value === null || typeof value !== "object") return value;
    for (const name of Object.keys(value)) bare(value[name]);
    return Object.setPrototypeOf(value, null);
  };
  return JSON.stringify(bare(page));
})"""
"""Makes one text of what was read: an object of thousands of parts would be walked through by the
driver's every layer. Without prototypes, as old libraries give arrays a ``toJSON`` of their own."""
_HALF = re.compile(r"(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}")
"""Half of a surrogate pair as ``JSON.stringify`` writes one that stands alone."""

_SESSIONS: weakref.WeakKeyDictionary[Page, CDPSession] = weakref.WeakKeyDictionary()


async def read_page(page: Page, settings: ApplicationSettings) -> Reading:
    """Return what a page shows, as it stands: who calls has waited until it has settled.

    Nothing in the page is changed. Elements beyond ``limits.elements_of_a_page`` are left out.
    Raises ``CrawlError`` where the page cannot be read (it is being left, or its script fails).
    """
    limits = {
        "elements": settings.limits.elements_of_a_page,
        "options": MOST_OPTIONS,
        "texts": MOST_TEXTS,
    }
    expression = f"{_AS_TEXT}({_script()}({json.dumps(limits)}, getEventListeners))"
    session = await _session(page)
    answer = await session.send(
        "Runtime.evaluate",
        {"expression": expression, "returnByValue": True, "includeCommandLineAPI": True},
    )
    if "exceptionDetails" in answer:
        thrown = answer["exceptionDetails"].get("exception", {}).get("description", "an error")
        raise CrawlError(f"The page could not be read: {thrown.splitlines()[0]}.", transient=True)
    try:
        return reading_of(cast("RawPage", _told(answer["result"]["value"])), str(settings.home))
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        # What stands in a page may stand in the reader's way: it can replace what the reader calls.
        raise CrawlError(
            f"The page could not be read: it hands over what no page shows ({error}).",
            transient=True,
        ) from None


def _told(text: str) -> object:
    """Return what the page handed over; halves of characters are no text, so they are replaced."""
    return json.loads(_HALF.sub(r"\1\\ufffd", text) if "\\ud" in text else text)


async def _session(page: Page) -> CDPSession:
    known = _SESSIONS.get(page)
    if known is None:
        known = _SESSIONS[page] = await page.context.new_cdp_session(page)
    return known


@functools.cache
def _script() -> str:
    """Return the reader as an expression: a function of limits and the inspector's listeners."""
    folder = resources.files("graphwright.applications").joinpath("in_page")
    parts = (folder.joinpath(f"{name}.js").read_text("utf-8") for name in _PARTS)
    return "((limits, getEventListeners) => {\n'use strict';\n" + "\n".join(parts) + "})"
