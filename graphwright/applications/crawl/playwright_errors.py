"""What calls of the browser may raise, without importing the extra before it is needed."""

from __future__ import annotations

import functools


@functools.cache
def playwright_errors() -> tuple[type[Exception], type[Exception]]:
    """Return what a call of the browser may raise: its own errors, and that time was up."""
    from playwright.async_api import Error  # noqa: PLC0415  # an extra

    return (Error, TimeoutError)
