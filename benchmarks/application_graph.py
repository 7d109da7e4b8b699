"""The example's web application, crawled, against its gold graph; equality and recrawls.

    python benchmarks/application_graph.py [--parts states equality kills recrawl]

Slipway is served in this process, and each crawl is a process of its own, of 4 contexts, with a
fresh lake; the first serves all parts.

states     states and actions against ``examples/application_gold.yaml``, one to one, with each
           miss; writes in the server's log; seconds a state.
equality   what was seen (pixels left out) by 4 contexts against 1 context, and against 50 rows more
           in each list.
kills      a crawl killed at random times, 20 times, that goes on each time, against one left alone.
recrawl    time, and processor time with the browser's, as a share of a crawl that takes nothing
           over: nothing changed, one page changed; each is compared with that crawl.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "examples" / "application")]

from application_gold_format import load_application_gold  # noqa: E402  # found by the line above
from application_matching import (  # noqa: E402
    MatchedActions,
    MatchedStates,
    match_actions,
    match_states,
)
from figures import rounded  # noqa: E402
from slipway.options import Options  # noqa: E402
from slipway.server import running  # noqa: E402
from slipway.site import DEMO_PASSWORD, USER, Site  # noqa: E402

from graphwright.applications.crawl.crawling import crawl_application  # noqa: E402
from graphwright.applications.merges import merge_states  # noqa: E402
from graphwright.applications.observation import Observation  # noqa: E402
from graphwright.applications.observation_store import (  # noqa: E402
    load_observation,
    observation_bytes,
)
from graphwright.settings import ApplicationSettings, load_settings  # noqa: E402
from graphwright.store.lake import Lake  # noqa: E402

SETTINGS = ROOT / "examples" / "application" / "sources.yaml"
PARTS = ("states", "equality", "kills", "recrawl")
CONTEXTS = 4
KILLS = 20
LONGEST_CRAWL_SECONDS = 900


def settings_at(home: str, contexts: int) -> ApplicationSettings:
    """Return the example's settings for an application that is served elsewhere."""
    (found,) = load_settings(SETTINGS).applications
    assert found.login is not None
    login = found.login.model_copy(update={"address": f"{home}login"})
    return found.model_copy(update={"home": home, "contexts": contexts, "login": login})


@dataclasses.dataclass(frozen=True)
class Cost:
    """What a crawl took: seconds of the clock, and of processors, its browser's among them."""

    seconds: float
    processor: float


@dataclasses.dataclass(frozen=True)
class Bench:
    """A served site, and lakes that crawls of it fill."""

    site: Site
    home: str
    folder: Path

    def start(self, lake: str, *, contexts: int = CONTEXTS) -> subprocess.Popen[str]:
        """Start a crawl into a lake, as a process and a group of its own."""
        command = [sys.executable, __file__, "--into", str(self.folder / lake)]
        command += ["--home", self.home, "--contexts", str(contexts)]
        secrets = {"SLIPWAY_USER": USER, "SLIPWAY_PASSWORD": DEMO_PASSWORD}
        environment = {**os.environ, **secrets}
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True
        )

    def crawl(self, lake: str, *, contexts: int = CONTEXTS) -> Cost:
        """Crawl to the end, and return what it took."""
        before = _processor_seconds()
        process = self.start(lake, contexts=contexts)
        try:
            said, _ = process.communicate(timeout=LONGEST_CRAWL_SECONDS)
        finally:
            with contextlib.suppress(ProcessLookupError):  # it, and the browser where one is left
                os.killpg(process.pid, signal.SIGKILL)
        if process.returncode:
            raise SystemExit(f"a crawl of the example ended with {process.returncode}")
        seconds = float(json.loads(said.splitlines()[-1])["seconds"])
        return Cost(seconds, _processor_seconds() - before)

    def first(self) -> Cost:
        """Crawl into the lake ``first``, once for all parts; return what it took."""
        kept = self.folder / "first-cost"
        if not kept.exists():
            kept.write_text(json.dumps(dataclasses.asdict(self.crawl("first"))))
        return Cost(**json.loads(kept.read_text()))

    def seen(self, lake: str) -> Observation:
        """Return what the last whole crawl into a lake saw."""
        found = load_observation(Lake(self.folder / lake), "slipway")
        assert found is not None
        return found

    def digest(self, lake: str) -> str:
        """Return a hash of all that becomes tables: what was seen, without places in pixels."""
        seen = self.seen(lake)
        bare = tuple(dataclasses.replace(state, boxes={}) for state in seen.states)
        found = observation_bytes(dataclasses.replace(seen, states=bare))
        return hashlib.sha256(found).hexdigest()


def _processor_seconds() -> float:
    """Return the processor time of all processes that were started here and have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def crawled_here(lake: Path, home: str, contexts: int) -> None:
    """Crawl in this process, and print the report as a line of JSON."""
    report = crawl_application(Lake(lake), settings_at(home, contexts))
    print(json.dumps(report.to_dict()))


def compared(seen: Observation) -> tuple[MatchedStates, MatchedActions]:
    """Return a crawl's states and actions matched with the gold graph, near states made one."""
    gold = load_application_gold()
    merged = merge_states(seen, [])
    ordered = sorted(seen.states, key=lambda one: (one.depth, one.address is None, one.identity))
    standing = [
        (one.identity, seen.captures[one.capture])
        for one in ordered
        if merged.standing(one.identity) == one.identity
    ]
    states = match_states(gold, standing)
    return states, match_actions(gold, seen, states, merged.standing)


def measure_states(bench: Bench) -> Mapping[str, object]:
    """Crawl once and compare with the gold graph; print each miss."""
    before = bench.site.data.digest()
    seconds = bench.first().seconds
    seen = bench.seen("first")
    states, actions = compared(seen)
    print_misses(seen, states, actions)
    return {
        "states": len(states.counted),
        "states_recall": states.recall,
        "states_precision": states.precision,
        "actions": len(actions.right) + len(actions.wrong),
        "actions_recall": actions.recall,
        "outcomes_right": actions.outcomes,
        "writes": len(bench.site.writes),
        "logouts": bench.site.logouts,
        "data_unchanged": bench.site.data.digest() == before,
        "seconds": seconds,
        "seconds_a_state": seconds / len(states.counted),
    }


def print_misses(seen: Observation, states: MatchedStates, actions: MatchedActions) -> None:
    """Print what a crawl lacks, has twice, or has that is in no gold graph."""
    captures = {one.identity: seen.captures[one.capture] for one in seen.states}
    for name in states.missed:
        print(f"missed state {name}")
    twice = dict(states.duplicates)
    for identity in (*twice, *states.unknown):
        page = captures[identity]
        layers = [*page.dialogs, *page.menus, *page.tabs]
        print(f"{twice.get(identity, 'unknown')} again: {page.template} {page.headings} {layers}")
    for name, action in actions.missed:
        print(f"missed action of {name}: {action.role} {action.name!r}")
    for name, action, found in actions.wrong:
        came = f"{found.kind.value} {found.outcome.value} {found.request or found.detail or ''}"
        goal = states.names.get(found.target or "", found.target)
        print(f"wrong outcome of {name}: {action.role} {action.name!r} gave {came} {goal}")


def measure_equality(bench: Bench) -> Mapping[str, object]:
    """Compare the first crawl with one of 1 context, and one with more rows."""
    bench.first()
    seconds = bench.crawl("one-context", contexts=1).seconds
    bench.site.become(Options(extra_rows=50))
    bench.crawl("rows")
    bench.site.become(Options())
    was = bench.digest("first")
    return {
        "one_and_four_contexts_equal": bench.digest("one-context") == was,
        "rows_equal": bench.digest("rows") == was,
        "seconds_of_one_context": seconds,
    }


def measure_kills(bench: Bench) -> Mapping[str, object]:
    """Kill a crawl again and again; what it ends with is compared with a crawl left alone."""
    whole = bench.first().seconds
    chance = random.Random(23)
    done = 0
    while done < KILLS:
        process = bench.start("killed")
        try:
            process.wait(timeout=chance.uniform(1.5, max(3.0, whole / 8)))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            done += 1
        else:
            break  # it came to its end before the last kills
    bench.crawl("killed")
    return {"kills": done, "killed_equal": bench.digest("killed") == bench.digest("first")}


def measure_recrawl(bench: Bench) -> Mapping[str, object]:
    """Crawl again without a change and after one, each against a crawl that knows nothing."""
    first = bench.first()
    shutil.copytree(bench.folder / "first", bench.folder / "again")
    was = bench.digest("first")
    same = bench.crawl("again")
    unchanged = bench.digest("again") == was
    bench.site.become(Options(changed_page=True))
    changed = bench.crawl("again")
    clean = bench.crawl("changed")
    changed_equal = bench.digest("again") == bench.digest("changed")
    bench.site.become(Options())
    return {
        "nothing_changed_share": same.seconds / first.seconds,
        "nothing_changed_processor_share": same.processor / first.processor,
        "nothing_changed_equal": unchanged,
        "one_page_changed_share": changed.seconds / clean.seconds,
        "one_page_changed_processor_share": changed.processor / clean.processor,
        "one_page_changed_equal": changed_equal,
    }


MEASURES = dict(
    zip(PARTS, (measure_states, measure_equality, measure_kills, measure_recrawl), strict=True)
)


def benchmark(parts: Sequence[str], folder: Path, port: int) -> None:
    """Measure the parts in a folder, and print a line of figures for each."""
    site = Site()
    with running(site, port) as home:
        for part in parts:
            began = time.monotonic()
            figures = MEASURES[part](Bench(site, home, folder))
            print(json.dumps({"part": part, **rounded(figures)}))
            print(f"{part} took {time.monotonic() - began:.0f} s; writes: {len(site.writes)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--folder", type=Path, help="where lakes are kept, for the same port")
    parser.add_argument("--port", type=int, default=0, help="of Slipway; 0: a free one")
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--home", help=argparse.SUPPRESS)
    parser.add_argument("--contexts", type=int, default=CONTEXTS, help=argparse.SUPPRESS)
    said = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if said.into:
        crawled_here(said.into, said.home, said.contexts)
    elif said.folder:
        benchmark(said.parts, said.folder, said.port)
    else:
        with tempfile.TemporaryDirectory() as folder:
            benchmark(said.parts, Path(folder), said.port)


if __name__ == "__main__":
    main()
