"""How one Slipway differs from another: what tests of recrawls change."""

from __future__ import annotations

import dataclasses
import datetime


@dataclasses.dataclass(frozen=True)
class Options:
    """Differences from the plain application.

    ``extra_rows`` more rows stand in each long list, ``changed_page`` gives the page of
    certificates another button and dialog, ``moved_menu`` moves the price lists from the menu Sales
    to Admin, and ``clock`` is the time that the application takes for now.
    """

    extra_rows: int = 0
    changed_page: bool = False
    moved_menu: bool = False
    clock: datetime.datetime | None = None

    def now(self) -> datetime.datetime:
        """Return the time that pages show."""
        return self.clock or datetime.datetime.now()
