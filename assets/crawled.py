"""Crawls of applications: an asset for each, that a job of its own makes and no build does.

A build reads what the last crawl saw and needs no browser, so these assets stand outside its
selection: Dagster knows them, and a crawl says of itself there what it found.
"""

import re
from collections.abc import Iterator
from typing import Any

import dagster as dg
import pydantic

from assets.failures import clear_failures
from assets.pools import BROWSER_POOL
from graphwright.applications.observation_store import observation_digest
from graphwright.errors import SettingsError
from graphwright.execution.memory import given_back
from graphwright.ids import content_id
from graphwright.settings import ApplicationSettings, Settings
from graphwright.store.lake import Lake
from resources.lake import LakeResource
from resources.sources import SourcesResource

_GROUP = "crawls"
_DATA_VERSION = "dagster/data_version"


class CrawlConfig(dg.Config):
    """How an application is crawled."""

    clean: bool = pydantic.Field(
        default=False, description="Take nothing over from the crawl before: try everything anew."
    )


def crawl_key(application: str) -> dg.AssetKey:
    """Return the key of the crawl of an application."""
    return dg.AssetKey([_GROUP, application])


def crawl_specs(settings: Settings) -> list[dg.AssetSpec]:
    """Return the crawls of the settings' applications, which no build makes."""
    return [
        dg.AssetSpec(
            crawl_key(one.name),
            group_name=_GROUP,
            owners=list(settings.owners),
            kinds={"playwright"},
            description=f"What the last whole crawl of {one.name} saw; the job crawl_applications "
            "makes it.",
        )
        for one in settings.applications
    ]


def crawl_op(application: ApplicationSettings) -> dg.OpDefinition:
    """Return the op that crawls an application; one at a time uses the machine's browsers."""
    name = application.name

    @dg.op(
        name=_op_name(name),
        pool=BROWSER_POOL,
        description=f"Crawls {name}: looks at each of its states, writes nothing there, and "
        "keeps what it saw for the next build. A crawl that was killed goes on.",
    )
    def crawl(
        context: dg.OpExecutionContext,
        config: CrawlConfig,
        lake: LakeResource,
        sources: SourcesResource,
    ) -> None:
        opened = lake.open()
        with clear_failures(context, sources), given_back():
            found = dict(_crawled(opened, sources.settings, name, clean=config.clean))
        context.log_event(
            dg.AssetMaterialization(
                crawl_key(name),
                metadata=found,
                tags={_DATA_VERSION: str(observation_digest(opened, name))},
            )
        )

    return crawl


def _op_name(application: str) -> str:
    """Return a name that Dagster takes and that no other application has."""
    plain = re.sub(r"\W", "_", application)
    return (
        f"crawl_{plain}" if plain == application else f"crawl_{plain}_{content_id(application)[:4]}"
    )


def _crawled(
    lake: Lake, settings: Settings, name: str, *, clean: bool
) -> Iterator[tuple[str, Any]]:
    """Crawl an application and yield what the page shows of that. Raises ``GraphwrightError``."""
    from graphwright.applications.crawl.crawling import crawl_application  # noqa: PLC0415  # slow

    application = next((one for one in settings.applications if one.name == name), None)
    if application is None:
        raise SettingsError(
            f"The settings do not name the application {name} any more.",
            remedy="Reload the code location: its jobs are those of the settings before.",
        )
    report = crawl_application(lake, application, crawl=settings.crawl, clean=clean)
    yield from (("status", report.status), ("states", report.states))
    yield "actions", sum(report.outcomes.values())
    yield from ((f"actions_{outcome}", count) for outcome, count in report.outcomes.items())
    yield from ((f"left_by_{limit}", count) for limit, count in report.limited.items())
    yield from (("tried", report.tried), ("spared", report.spared))
    yield "taken_over", report.taken_over
    yield from (("resumed", report.resumed), ("browsers_started", report.browsers))
    yield from (("seconds", report.seconds), ("seconds_a_state", report.seconds_a_state))
    if report.unlisted:
        yield "requests_stopped_on_load", list(report.unlisted)
