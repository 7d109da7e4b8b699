"""Pairs of near states of an application, and what a person says of each: same or different.

    python benchmarks/state_pairs.py LAKE APPLICATION [--pairs 200] > pairs.yaml

draws pairs by bands of overlap from what the last crawl saw, before any merge, and leaves the
verdicts open. A verdict is kept by what a user sees of both pages, never by an id, so that it
holds for other versions of the code.
"""

import argparse
import dataclasses
import itertools
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from graphwright.applications.capture import Capture
from graphwright.applications.identity import features
from graphwright.applications.observation import Observation
from graphwright.applications.observation_store import load_observation
from graphwright.store.lake import Lake

BANDS = (0.0, 0.5, 0.8, 0.9, 0.95, 1.0001)
"""Lower ends of the bands of overlap; each gives as many pairs, as far as it has them."""
_SEED = 23


@dataclasses.dataclass(frozen=True, slots=True)
class View:
    """What tells a state to a person: its address, its layers and what it offers."""

    template: str
    title: str
    layers: tuple[str, ...]
    tabs: tuple[str, ...]
    offers: frozenset[str]


@dataclasses.dataclass(frozen=True, slots=True)
class Pair:
    """Two views; ``same`` is a person's verdict, None before there is one."""

    first: View
    other: View
    same: bool | None
    note: str | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class PairErrors:
    """How a merge fared: pairs found in a crawl, and those that it decided wrongly."""

    found: int
    same: int
    missed: tuple[Pair, ...]
    false: tuple[Pair, ...]

    @property
    def missed_share(self) -> float:
        """Return the share of all found pairs that are one state and stand as two."""
        return len(self.missed) / max(1, self.found)

    @property
    def false_share(self) -> float:
        """Return the share of all found pairs that are two states and were made one."""
        return len(self.false) / max(1, self.found)


def view_of(capture: Capture) -> View:
    """Return how a person tells a page from others."""
    return View(
        capture.template,
        capture.title,
        (*capture.dialogs, *capture.menus),
        capture.tabs,
        frozenset(" ".join(part for part in one if part) for one in features(capture)),
    )


def overlap(first: View, other: View) -> float:
    """Return the overlap of what two pages offer, 0 to 1."""
    union = first.offers | other.offers
    return len(first.offers & other.offers) / len(union) if union else 1.0


def drawn(seen: Observation, wanted: int) -> list[tuple[float, str, str]]:
    """Return pairs of identities with their overlap: near ones, spread over the bands."""
    views = {state.identity: view_of(seen.captures[state.capture]) for state in seen.states}
    bands: dict[int, list[tuple[float, str, str]]] = defaultdict(list)
    for first, other in _neighbours(views):
        score = overlap(views[first], views[other])
        bands[sum(score >= low for low in BANDS)].append((score, first, other))
    random_of = random.Random(_SEED)
    for band in bands.values():
        random_of.shuffle(band)
    turns = itertools.zip_longest(*(bands[key] for key in sorted(bands, reverse=True)))
    chosen = [pair for turn in turns for pair in turn if pair is not None]
    return sorted(chosen[:wanted], reverse=True)


def _neighbours(views: Mapping[str, View]) -> Iterable[tuple[str, str]]:
    """Yield pairs of one template, and of templates under one path."""
    groups: dict[str, list[str]] = defaultdict(list)
    for identity, view in sorted(views.items()):
        groups[view.template.partition("?")[0].rpartition("/")[0]].append(identity)
    for group in groups.values():
        yield from itertools.combinations(group, 2)


def load_pairs(path: Path) -> tuple[Pair, ...]:
    """Return the pairs of a file."""
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    return tuple(
        Pair(_view(row["first"]), _view(row["other"]), row["same"], row.get("note")) for row in rows
    )


def _view(row: Mapping[str, Any]) -> View:
    return View(
        row["template"],
        row.get("title", ""),
        tuple(row.get("layers", ())),
        tuple(row.get("tabs", ())),
        frozenset(row.get("offers", ())),
    )


def row_of(pair: Pair) -> dict[str, Any]:
    """Return a pair as a file holds it: of what both offer only that which differs."""
    shared = pair.first.offers & pair.other.offers
    kept = sorted(shared)[:6]
    return {
        "first": _row(pair.first, [*kept, *sorted(pair.first.offers - shared)]),
        "other": _row(pair.other, [*kept, *sorted(pair.other.offers - shared)]),
        "same": pair.same,
        **({"note": pair.note} if pair.note else {}),
    }


def _row(view: View, offers: Sequence[str]) -> dict[str, Any]:
    row: dict[str, Any] = {"template": view.template, "title": view.title}
    if view.layers:
        row["layers"] = list(view.layers)
    if view.tabs:
        row["tabs"] = list(view.tabs)
    return row | {"offers": list(offers)}


def judged(pairs: Iterable[Pair], seen: Observation, leaders: Mapping[str, str]) -> PairErrors:
    """Compare verdicts with what stands: ``leaders`` names the state that stands for another.

    A pair that is the same and was never seen as two is one state from the start.
    """
    known = [(state.identity, view_of(seen.captures[state.capture])) for state in seen.states]
    found = same = 0
    missed, false = [], []
    for pair in pairs:
        first = _nearest(pair.first, pair.other, known)
        other = _nearest(pair.other, pair.first, known)
        if first is None or other is None or (first == other and not pair.same):
            continue  # one of them, at least, is not there
        found, same = found + 1, same + bool(pair.same)
        one = leaders.get(first, first) == leaders.get(other, other)
        if pair.same and not one:
            missed.append(pair)
        if not pair.same and one:
            false.append(pair)
    return PairErrors(found, same, tuple(missed), tuple(false))


def _nearest(view: View, beside: View, known: Sequence[tuple[str, View]]) -> str | None:
    """Return the identity of the page that a view was drawn from; None: it is not there.

    A page that lacks most of what tells the view from the one beside it is another: the page under
    an open search is not that search.
    """
    alike = [
        (len(view.offers - other.offers), len(other.offers - view.offers), identity)
        for identity, other in known
        if (other.template, other.layers, other.tabs) == (view.template, view.layers, view.tabs)
        and (not view.title or other.title == view.title)
        and _is_most_there(view.offers, other.offers)
        and _is_most_there(view.offers - beside.offers, other.offers)
    ]
    # What a file leaves out is offered by both pages, so it counts alike for each candidate.
    return min(alike, default=(0, 0, None))[-1]


def _is_most_there(wanted: frozenset[str], there: frozenset[str]) -> bool:
    return len(wanted - there) <= len(wanted) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lake", type=Path)
    parser.add_argument("application")
    parser.add_argument("--pairs", type=int, default=200)
    options = parser.parse_args()
    seen = load_observation(Lake(options.lake), options.application)
    if seen is None:
        sys.exit(f"{options.application} was never crawled in {options.lake}.")
    views = {state.identity: view_of(seen.captures[state.capture]) for state in seen.states}
    pairs = [Pair(views[a], views[b], None) for _, a, b in drawn(seen, options.pairs)]
    for pair in pairs:
        print(f"- {json.dumps(row_of(pair), ensure_ascii=False)}")  # a pair a line, still YAML


if __name__ == "__main__":
    main()
