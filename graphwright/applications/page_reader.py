"""The reader in the browser: one call to it, then a pure function of what it handed over.

The inspector (CDP) is asked, not the page, as it alone tells which elements have listeners.
"""

from __future__ import annotations

import functools
import json
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

_PARTS = ("sight", "names", "regions", "rows", "listeners", "fields", "elements")

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
    expression = f"{_script()}({json.dumps(limits)}, getEventListeners)"
    session = await _session(page)
    answer = await session.send(
        "Runtime.evaluate",
        {"expression": expression, "returnByValue": True, "includeCommandLineAPI": True},
    )
    if "exceptionDetails" in answer:
        thrown = answer["exceptionDetails"].get("exception", {}).get("description", "an error")
        raise CrawlError(f"The page could not be read: {thrown.splitlines()[0]}.", transient=True)
    return reading_of(cast("RawPage", answer["result"]["value"]), str(settings.home))


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
