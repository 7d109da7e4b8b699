"""Pictures of pages, taken while they are looked at: for people, and in no table."""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Mapping
from pathlib import Path

from graphwright.applications.crawl.playwright_errors import playwright_errors
from graphwright.applications.crawl.tab import Tab
from graphwright.applications.crawl.work import Key
from graphwright.ids import content_id
from graphwright.store.folder import LOCAL_FILES

_QUALITY = 55
_TALLEST = 3000


class Pictures:
    """A folder of pictures by what they show; while a crawl runs, by what led there."""

    def __init__(
        self, folder: Path, kept: Path | None = None, captures: Mapping[str, str] | None = None
    ) -> None:
        """``kept`` has pictures of states whose capture was that of ``captures``."""
        self._folder = folder
        self._kept = kept
        self._captures = captures or {}

    def has(self, identity: str, capture: str) -> bool:
        """Say whether a state that looks like this has its picture from an earlier crawl."""
        if self._kept is None or self._captures.get(identity) != capture:
            return False
        return (self._kept / f"{identity}.jpg").is_file()

    async def take(self, key: Key, tab: Tab) -> str | None:
        """Write a picture of a page and return its file's name; None where there is none.

        Whole pages, down to ``_TALLEST`` pixels, at the crawl's fixed viewport.
        """
        name = f"{content_id(*key)}.jpg"
        width, height = tab.settings.viewport
        with contextlib.suppress(*playwright_errors()):
            metrics = await tab.cdp.send("Page.getLayoutMetrics")
            tall = min(max(height, int(metrics["cssContentSize"]["height"])), _TALLEST)
            clip = {"x": 0, "y": 0, "width": width, "height": tall, "scale": 1}
            taken = await tab.cdp.send(
                "Page.captureScreenshot",
                {
                    "format": "jpeg",
                    "quality": _QUALITY,
                    "clip": clip,
                    "captureBeyondViewport": tall > height,
                    "optimizeForSpeed": True,
                },
            )
            with LOCAL_FILES.replacing(self._folder / name, synced=False) as file:
                file.write_bytes(base64.b64decode(taken["data"]))
            return name
        return None

    def keep(self, shown: Mapping[str, str | None], folder: Path) -> None:
        """Give ``folder`` the pictures of states, each under its identity, and delete all others.

        ``shown`` names a state's new picture; one without keeps what ``folder`` has.
        """
        folder.mkdir(parents=True, exist_ok=True)
        for identity, name in shown.items():
            if name is not None and (self._folder / name).is_file():
                (self._folder / name).replace(folder / f"{identity}.jpg")
        for path in LOCAL_FILES.paths(folder, "*.jpg"):
            if path.stem not in shown:
                LOCAL_FILES.delete(path)
        LOCAL_FILES.delete(self._folder)
