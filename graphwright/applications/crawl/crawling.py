"""One crawl, whole: from settings to an observation in the lake, or to an error that says why not.

What was crawled before stays until a crawl has come to its end.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence

from graphwright.applications.address_templates import template_of
from graphwright.applications.crawl.ahead import MOST_HELD, Ahead
from graphwright.applications.crawl.browser import BrowserProcess, find_browser
from graphwright.applications.crawl.crew import Crew
from graphwright.applications.crawl.explorer import Explorer
from graphwright.applications.crawl.journal import Journal, about_text, memory_text, read_memory
from graphwright.applications.crawl.memory import Memory
from graphwright.applications.crawl.observing import observation_from
from graphwright.applications.crawl.pictures import Pictures
from graphwright.applications.crawl.report import CrawlReport, limited_of, outcomes_of, tools_of
from graphwright.applications.crawl.work import Key, Result, Visit, Work
from graphwright.applications.observation import Observation
from graphwright.applications.observation_store import (
    ApplicationFolder,
    observation_digest,
    save_observation,
)
from graphwright.errors import CrawlError
from graphwright.settings import ApplicationSettings, CrawlSettings
from graphwright.store.lake import Lake
from graphwright.tables.applications import ActionOutcome

_NOT_OF_RESULTS = {"contexts", "documents", "groups", "limits", "exclude", "reset", "login"}
_RESET_SECONDS = 600


def crawl_application(
    lake: Lake,
    settings: ApplicationSettings,
    *,
    crawl: CrawlSettings | None = None,
    clean: bool = False,
) -> CrawlReport:
    """Crawl an application and keep what was seen in the lake; ``clean`` takes nothing over.

    A crawl that was killed goes on where it stopped. Raises ``CrawlError`` where there is no
    browser, no home page or no session, ``SettingsError`` for a secret that is not set,
    ``StorageError`` where the disk refuses; what was there before stays.
    """
    browser = find_browser((crawl or CrawlSettings()).browser)
    folder = ApplicationFolder(lake, settings.name)
    with _locked(folder):
        _reset(settings)
        return asyncio.run(_Crawl(folder, settings, clean=clean).run(browser))


@contextlib.contextmanager
def _locked(folder: ApplicationFolder) -> Iterator[None]:
    with folder.lake.storage.lock(folder.lock, wait=False) as held:
        if not held:
            raise CrawlError(
                f"{folder.name} is being crawled by another process.",
                remedy="Wait for its end.",
                transient=True,
            )
        yield


def _reset(settings: ApplicationSettings) -> None:
    """Bring a sandbox to its first state, by the command of the settings."""
    if not settings.sandbox or settings.reset is None:
        return
    try:
        done = subprocess.run(  # noqa: S602  # a command line that the user's settings name
            settings.reset, shell=True, check=False, capture_output=True, timeout=_RESET_SECONDS
        )
        said = f"ended with {done.returncode}" if done.returncode else ""
    except subprocess.TimeoutExpired:
        said = f"did not end in {_RESET_SECONDS} s"
    if said:
        raise CrawlError(
            f"The reset command of {settings.name} {said}: nothing was crawled.",
            remedy="Run the command of 'reset' by hand to see why.",
        )


def kind_of_crawl(settings: ApplicationSettings) -> str:
    """Return what of the settings shapes results: crawls that agree in it may share them."""
    plain = settings.model_dump(mode="json", exclude=_NOT_OF_RESULTS)
    return about_text(plain, settings.login and settings.login.model_dump(mode="json"))


class _Crawl:
    """A crawl under way: explorer, memory, journal and crew, and the results so far."""

    def __init__(
        self, folder: ApplicationFolder, settings: ApplicationSettings, *, clean: bool
    ) -> None:
        self._folder = folder
        self._settings = settings
        self._about = kind_of_crawl(settings)
        remembered = ({}, {}) if clean else read_memory(folder.memory, self._about)
        self._memory = Memory(*remembered)
        base = None if clean else observation_digest(folder.lake, folder.name)
        self._journal = Journal(
            folder.journal, about_text(self._about, settings.limits.page_seconds, base)
        )
        self._pictures = Pictures(folder.pictures_under_way, folder.pictures, self._memory.captures)
        self._explorer = Explorer(settings)
        most = 0 if settings.sandbox else MOST_HELD
        self._ahead = Ahead(self._memory, self._explorer, self._journal.get, self._note, most)
        self._results: dict[Key, Result] = {}
        self._tried = 0

    async def run(self, browser: str) -> CrawlReport:
        """Crawl to the end, and keep what was seen."""
        began = time.monotonic()
        resumed = self._journal.open()
        process = BrowserProcess(browser, self._settings)
        crew = Crew(process, self._settings, self._pictures)
        try:
            await self._explore(crew)
            await self._check_home(crew)
        except CrawlError:
            if not self._explorer.home_state:
                self._journal.end()
            raise
        else:
            observation = observation_from(self._settings, self._explorer)
            self._keep(observation)
        finally:
            await crew.close()
            await process.close()
        return CrawlReport(
            application=self._settings.name,
            status=observation.status.value,
            states=len(observation.states),
            outcomes=outcomes_of(observation),
            limited=limited_of(observation),
            tried=self._tried - crew.answers.spared,
            spared=crew.answers.spared,
            taken_over=self._memory.taken,
            resumed=resumed,
            seconds=time.monotonic() - began,
            browsers=process.starts,
            unlisted=_plain(crew, self._settings.home),
            tools=tools_of(observation),
        )

    async def _check_home(self, crew: Crew) -> None:
        """Look at home again where something failed.

        An application that went away fails address by address, and its crawl would come to an end
        with most of it gone. Raises ``CrawlError``; a crawl goes on where this one was.
        """
        if all(one.outcome is not ActionOutcome.FAILED for one in self._results.values()):
            return
        home, found = Visit(self._settings.home), dict[Key, Result]()
        await crew.do([home], self._explorer.known, found.update)
        result = found[home.keys[0]]
        if result.landing is None:
            raise CrawlError(
                f"{self._settings.name} went away while it was crawled: its home address now "
                f"leads to no page ({result.detail or result.outcome.value}).",
                remedy="Start it and crawl again; what is finished is not done twice.",
                transient=True,
            )

    async def _explore(self, crew: Crew) -> None:
        exploring = self._explorer.explore()
        works = next(exploring)
        with contextlib.suppress(StopIteration):
            while True:
                works = exploring.send(await self._results_of(works, crew))

    async def _results_of(self, works: Sequence[Work], crew: Crew) -> Mapping[Key, Result]:
        """Return the results of all work: remembered, in the journal, or done now."""
        results: dict[Key, Result] = {}
        waiting = list(works)
        while waiting:
            split = self._memory.split(waiting)
            waiting = split.later
            done = await self._done(split.now, crew)
            self._memory.note(done)
            results |= split.taken | done
        self._results |= {key: result.without_reading() for key, result in results.items()}
        return results

    async def _done(self, works: Sequence[Work], crew: Crew) -> dict[Key, Result]:
        """Return the results of some work that is not remembered."""
        if new := self._ahead.plan(works):
            await crew.do(new, self._explorer.known, self._ahead.add, self._ahead.earlier)
        return self._ahead.take(works)

    def _note(self, found: Mapping[Key, Result]) -> None:
        """Note in the journal what was done."""
        self._journal.add(found)
        self._tried += len(found)

    def _keep(self, observation: Observation) -> None:
        """Put all that was seen into the place of what was there; the observation comes first.

        Memory and pictures name states of the observation: where the process ends in between, they
        are of the one before, and what they lack is looked at again.
        """
        lake, states = self._folder.lake, self._explorer.states
        save_observation(lake, observation)
        doubtful = {key[1] for key, r in self._results.items() if key[0] == "try" and r.transient}
        first = {
            identity: dataclasses.replace(state.way, exchange=None)
            if identity in doubtful  # it was not come to again, so it is looked at the next time
            else state.way
            for identity, state in states.items()
        }
        text = memory_text(self._about, self._results, first)
        with lake.storage.replacing(self._folder.memory) as file:
            file.write_text(text, encoding="utf-8")
        shown = {identity: state.landing.picture for identity, state in states.items()}
        self._pictures.keep(shown, self._folder.pictures)
        self._journal.end()


def _plain(crew: Crew, home: str) -> tuple[str, ...]:
    return tuple(sorted({f"{m} {template_of(a, home)}" for m, a in crew.writes_on_load}))
