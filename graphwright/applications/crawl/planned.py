"""Which applications a crawl would look at, and what it would begin with; reads files alone."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from typing import Any

from graphwright.applications.crawl.crawling import crawl_application, kind_of_crawl
from graphwright.applications.crawl.journal import has_memory
from graphwright.applications.crawl.report import CrawlReport
from graphwright.applications.observation_store import ApplicationFolder, load_observation
from graphwright.errors import DamageError, GraphwrightError, SettingsError
from graphwright.settings import ApplicationSettings, Settings
from graphwright.store.lake import Lake


@dataclasses.dataclass(frozen=True)
class PlannedCrawl:
    """An application of the settings, and where its crawls stand.

    ``states`` and ``actions`` are those of the last whole crawl, None before there was one;
    ``why`` says what the next one does.
    """

    application: str
    home: str
    states: int | None
    actions: int | None
    why: str

    def to_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return dataclasses.asdict(self)


def planned_crawls(lake: Lake, settings: Settings) -> tuple[PlannedCrawl, ...]:
    """Return what ``graphwright crawl`` would do with each application."""
    return tuple(_planned(lake, application) for application in settings.applications)


def _planned(lake: Lake, settings: ApplicationSettings) -> PlannedCrawl:
    folder = ApplicationFolder(lake, settings.name)
    try:
        last = load_observation(lake, settings.name)
    except DamageError:
        return PlannedCrawl(settings.name, settings.home, None, None, "what it saw is damaged")
    if last is None:
        why = "it was never crawled"
    elif not has_memory(folder.memory, kind_of_crawl(settings)):
        why = "its settings changed: nothing is taken over"
    else:
        why = "what the server answers otherwise is looked at, what changed is done again"
    if folder.journal.is_file():
        why = f"a crawl that stopped goes on; {why}"
    states, actions = (len(last.states), len(last.actions)) if last else (None, None)
    return PlannedCrawl(settings.name, settings.home, states, actions, why)


def crawl_applications(
    lake: Lake, settings: Settings, names: Collection[str] = (), *, clean: bool = False
) -> tuple[CrawlReport, ...]:
    """Crawl applications of the settings, by name or all; one that fails stops no other.

    Raises ``SettingsError`` for a name that there is not, and where there are none.
    """
    known = {application.name: application for application in settings.applications}
    if unknown := sorted(set(names) - set(known)):
        raise SettingsError(
            f"There is no application {', '.join(unknown)} in the settings.",
            remedy=f"There are: {', '.join(known) or 'none'}.",
        )
    if not known:
        raise SettingsError(
            "The settings name no application to crawl.",
            remedy="Name one under 'applications', with 'name' and 'home'.",
        )
    chosen = [known[name] for name in known if not names or name in names]
    return tuple(_crawled(lake, settings, application, clean=clean) for application in chosen)


def _crawled(
    lake: Lake, settings: Settings, application: ApplicationSettings, *, clean: bool
) -> CrawlReport:
    try:
        return crawl_application(lake, application, crawl=settings.crawl, clean=clean)
    except GraphwrightError as error:
        return CrawlReport.failed(application.name, str(error))
