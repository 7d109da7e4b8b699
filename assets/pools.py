"""Pools: what only so many steps may use at once, whichever run they belong to."""

from pathlib import Path

from graphwright.ids import content_id

BROWSER_POOL = "browser"
"""The pool of crawls: one at a time, as a browser takes a core or two and a gigabyte."""


def milvus_pool(root: Path) -> str:
    """Return the pool of the steps that write to a lake's Milvus Lite: one at a time."""
    return f"milvus_lite_{content_id(root)[:8]}"
