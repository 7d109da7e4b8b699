"""The example's web application, crawled, against its gold graph; equality and recrawls.

    python benchmarks/application_graph.py [--parts states equality kills recrawl]

Slipway is served in this process, and each crawl is a process of its own with a fresh lake.

states     states and actions against ``examples/application_gold.yaml``, one to one, with each
           miss; writes in the server's log; seconds a state.
equality   what was seen (pixels left out) by 1 and 4 contexts, and with 50 rows more in each list.
kills      a crawl killed at random times, 20 times, that goes on each time, against one left alone.
recrawl    shares of the first crawl's time: nothing changed, one page changed; each against a
           crawl that takes nothing over.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import os
import random
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
KILLS = 20
LONGEST_CRAWL_SECONDS = 900


def settings_at(home: str, contexts: int) -> ApplicationSettings:
    """Return the example's settings for an application that is served elsewhere."""
    (found,) = load_settings(SETTINGS).applications
    assert found.login is not None
    login = found.login.model_copy(update={"address": f"{home}login"})
    return found.model_copy(update={"home": home, "contexts": contexts, "login": login})


@dataclasses.dataclass(frozen=True)
class Bench:
    """A served site, and lakes that crawls of it fill."""

    site: Site
    home: str
    folder: Path

    def start(self, lake: str, *, contexts: int = 2, clean: bool = False) -> subprocess.Popen[str]:
        """Start a crawl into a lake, as a process and a group of its own."""
        command = [sys.executable, __file__, "--into", str(self.folder / lake)]
        command += ["--home", self.home, "--contexts", str(contexts), *(["--clean"] * clean)]
        secrets = {"SLIPWAY_USER": USER, "SLIPWAY_PASSWORD": DEMO_PASSWORD}
        environment = {**os.environ, **secrets}
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True
        )

    def crawl(self, lake: str, *, contexts: int = 2, clean: bool = False) -> Mapping[str, float]:
        """Crawl to the end, and return the crawl's own report."""
        process = self.start(lake, contexts=contexts, clean=clean)
        said, _ = process.communicate(timeout=LONGEST_CRAWL_SECONDS)
        if process.returncode:
            raise SystemExit(f"a crawl of the example ended with {process.returncode}")
        report: Mapping[str, float] = json.loads(said.splitlines()[-1])
        return report

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


def crawled_here(lake: Path, home: str, contexts: int, clean: bool) -> None:
    """Crawl in this process, and print the report as a line of JSON."""
    report = crawl_application(Lake(lake), settings_at(home, contexts), clean=clean)
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
    report = bench.crawl("first")
    seen = bench.seen("first")
    states, actions = compared(seen)
    print_misses(seen, states, actions)
    return {
        "states": len(states.counted),
        "states_recall": states.recall,
        "states_precision": states.precision,
        "actions_recall": actions.recall,
        "outcomes_right": actions.outcomes,
        "writes": len(bench.site.writes),
        "logouts": bench.site.logouts,
        "data_unchanged": bench.site.data.digest() == before,
        "seconds": report["seconds"],
        "seconds_a_state": report["seconds"] / max(1, len(states.counted)),
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
    """Compare crawls of 1 and 4 contexts, and one with more rows."""
    times = {}
    for contexts in (1, 4):
        times[contexts] = bench.crawl(f"contexts-{contexts}", contexts=contexts)["seconds"]
    bench.site.become(Options(extra_rows=50))
    bench.crawl("rows")
    bench.site.become(Options())
    one = bench.digest("contexts-1")
    return {
        "four_contexts_equal": bench.digest("contexts-4") == one,
        "rows_equal": bench.digest("rows") == one,
        "seconds_of_contexts": times,
    }


def measure_kills(bench: Bench) -> Mapping[str, object]:
    """Kill a crawl again and again; what it ends with is compared with a crawl left alone."""
    whole = bench.crawl("alone")["seconds"]
    chance = random.Random(23)
    done = 0
    while done < KILLS:
        process = bench.start("killed")
        try:
            process.wait(timeout=chance.uniform(1.5, max(3.0, whole / 4)))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            done += 1
        else:
            break  # it came to its end before the last kills
    bench.crawl("killed")
    return {"kills": done, "killed_equal": bench.digest("killed") == bench.digest("alone")}


def measure_recrawl(bench: Bench) -> Mapping[str, object]:
    """Crawl again without a change and after one, each against a clean crawl of the same."""
    first = bench.crawl("again", clean=True)["seconds"]
    was = bench.digest("again")
    same = bench.crawl("again")["seconds"]
    unchanged = bench.digest("again") == was
    bench.site.become(Options(changed_page=True))
    changed = bench.crawl("again")["seconds"]
    bench.crawl("changed", clean=True)
    changed_equal = bench.digest("again") == bench.digest("changed")
    bench.site.become(Options())
    back = bench.crawl("again")["seconds"]
    return {
        "nothing_changed_share": same / first,
        "nothing_changed_equal": unchanged,
        "one_page_changed_share": changed / first,
        "one_page_changed_equal": changed_equal,
        "changed_back_share": back / first,
        "changed_back_equal": bench.digest("again") == was,
    }


MEASURES = dict(
    zip(PARTS, (measure_states, measure_equality, measure_kills, measure_recrawl), strict=True)
)


def benchmark(parts: Sequence[str], folder: Path) -> None:
    """Measure the parts in a folder, and print a line of figures for each."""
    site = Site()
    with running(site) as home:
        for part in parts:
            began = time.monotonic()
            figures = MEASURES[part](Bench(site, home, folder))
            print(json.dumps({"part": part, **rounded(figures)}))
            print(f"{part} took {time.monotonic() - began:.0f} s; writes: {len(site.writes)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--folder", type=Path, help="an empty folder whose lakes are kept")
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--home", help=argparse.SUPPRESS)
    parser.add_argument("--contexts", type=int, default=2, help=argparse.SUPPRESS)
    parser.add_argument("--clean", action="store_true", help=argparse.SUPPRESS)
    said = parser.parse_args()
    if said.into:
        crawled_here(said.into, said.home, said.contexts, said.clean)
    elif said.folder:
        benchmark(said.parts, said.folder)
    else:
        with tempfile.TemporaryDirectory() as folder:
            benchmark(said.parts, Path(folder))


if __name__ == "__main__":
    main()
