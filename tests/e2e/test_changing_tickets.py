"""Tickets that change, are linked anew and are killed in between equal a clean build's tables."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from e2e_project import Built
from warm_builds import Outcome, warm_build

from benchmarks.lake_equality import differing, served_vectors
from graphwright.settings import load_settings

LINKS = ("Duplicate", "Cloners", "Relates", "Blocks")
PROBLEMS = (
    "The till prints blank receipts",
    "The scanner drops pallets",
    "Nobody can sign in",
    "The report is empty",
)
CHANGES = ("add", "edit", "retitle", "delete", "relink", "tell", "untell", "move", "comment")
EACH = ("edit", "relink", "tell", "add", "comment", "delete", "move", "retitle")
"""What changes in the quick form, between its two builds."""
RANDOM_STAGES = 8


class Tracker:
    """Two exports of a tracker with what readers said of its tickets, changed at random."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root, self.lake = root, Built(root / "lake")
        self.random, self.history = random.Random(seed), [f"seed {seed}"]
        self.issues: dict[str, dict[str, Any]] = {}
        self.second: set[str] = set()
        self.said: set[tuple[str, str]] = set()
        self._made = 0
        (root / "exports").mkdir(parents=True)
        collection = {"name": "shop", "folder": "exports", "kind": "tickets", "format": "jira"}
        settings = {
            "collections": [collection | {"extractor": "none"}],
            "ticket_feedback": "said.csv",
            "language": {"coreference": False},
            "checks": {"lost_share": 1},
            "buckets": 2,
            "workers": 1,
        }
        self.sources = root / "sources.yaml"
        self.sources.write_text(yaml.safe_dump(settings))
        for _ in range(5):
            self.add()
        self.issues["SHOP-1"]["links"] = [("Duplicate", "SHOP-99"), ("Relates", "SHOP-2")]
        self.said.add(("SHOP-3", "SHOP-4"))

    def change(self, name: str) -> None:
        """Apply a change and write all files."""
        getattr(self, name)()
        self.history.append(name)

    def add(self) -> None:
        self._made += 1
        key = f"SHOP-{self._made}"
        self.issues[key] = {"links": [], "comments": []}
        self._retell(key)

    def edit(self) -> None:
        fields = self.issues[self._some()]
        fields["description"] = (
            f"h3. Steps\nSell {self.random.randrange(99)} pens.\nh3. Cause\nDust"
        )

    def retitle(self) -> None:
        """A title that others may have too: an implicit link comes or goes."""
        self.issues[self._some()]["summary"] = self.random.choice(PROBLEMS)

    def comment(self) -> None:
        self.issues[self._some()]["comments"].append(f"As in {self._some()}: restart the till.")

    def delete(self) -> None:
        """Links and readers' words to it stay, and lead nowhere."""
        if len(self.issues) > 2:
            del self.issues[self._some()]

    def relink(self) -> None:
        """Other links of a ticket, also to one that is not there."""
        ends = [*self.issues, "SHOP-99"]
        self.issues[self._some()]["links"] = [
            (self.random.choice(LINKS), self.random.choice(ends)) for _ in range(2)
        ]

    def tell(self) -> None:
        one, other = self.random.sample([*self.issues, "SHOP-99"], 2)
        self.said.add((one, other))

    def untell(self) -> None:
        if self.said:
            self.said.remove(self.random.choice(sorted(self.said)))

    def move(self) -> None:
        """Another export has a ticket."""
        self.second ^= {self._some()}

    def write(self) -> None:
        """Write the exports, in any order of tickets."""
        keys = self.random.sample(sorted(self.issues), len(self.issues))
        for name, there in (("a", False), ("b", True)):
            issues = [self._issue(key) for key in keys if (key in self.second) == there]
            text = json.dumps({"issues": issues})
            (self.root / "exports" / f"{name}.json").write_text(text)
        lines = [f"{one},{other}\n" for one, other in sorted(self.said)]
        (self.root / "said.csv").write_text("solved_by,ticket\n" + "".join(lines))

    def build(self, lake: Path | None = None, *, kill_before: int | None = None) -> Outcome:
        """Build; one that is not killed must end well."""
        outcome = warm_build(self.sources, lake or self.lake.lake, kill_before_change=kill_before)
        assert outcome.killed or outcome.worked is not None, f"{outcome.error}\n{self.history}"
        return outcome

    def equals_a_clean_build(self) -> None:
        """Compare tables, snapshot and vectors byte for byte."""
        clean = Built(self.root / f"clean-{len(self.history)}")
        self.build(clean.lake)
        assert differing(self.lake.hashes(), clean.hashes()) == [], self.history
        assert self.lake.verified().manifest == clean.verified().manifest, self.history
        embedding = load_settings(self.sources).embedding
        ours, theirs = (served_vectors(one.lake, embedding) for one in (self.lake, clean))
        assert differing(ours, theirs) == [], self.history
        assert self.lake.leftovers() == self.lake.locked() == [], self.history

    def stage(self, changes: tuple[str, ...], most: int) -> None:
        """Change, kill a build at any moment, build, compare."""
        for name in changes:
            self.change(name)
        self.write()
        before = self.random.randrange(1, most)
        killed = self.build(kill_before=before).killed
        self.history.append(f"killed before change {before}: {killed}")
        self.build()
        self.equals_a_clean_build()

    def _some(self) -> str:
        return self.random.choice(sorted(self.issues))

    def _retell(self, key: str) -> None:
        self.issues[key] |= {
            "summary": self.random.choice(PROBLEMS),
            "description": f"It began on day {self.random.randrange(99)}.",
        }

    def _issue(self, key: str) -> dict[str, Any]:
        told = self.issues[key]
        links = [
            {"type": {"name": kind}, "outwardIssue": {"key": to}} for kind, to in told["links"]
        ]
        said = [{"body": text, "author": {"name": "ann"}} for text in told["comments"]]
        fields = {"issuelinks": links, "comment": {"comments": said}}
        named = {name: told[name] for name in ("summary", "description")}
        return {"key": key, "fields": named | fields | {"created": "2024-01-02T00:00:00.000+0000"}}


@pytest.mark.long
def test_tickets_links_and_feedback_equal_a_clean_build(tmp_path: Path) -> None:
    tracker = Tracker(tmp_path, 1)
    tracker.write()
    most = tracker.build().changes
    edges = {(row.kind, row.status) for row in tracker.lake.rows("ticket_edges")}
    assert edges == {("duplicate", "absent"), ("relate", "resolved"), ("solve", "resolved")}
    tracker.stage(EACH, most)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 5))
def test_a_random_history_of_tickets_equals_a_clean_build(tmp_path: Path, seed: int) -> None:
    tracker = Tracker(tmp_path, seed)
    tracker.write()
    most = tracker.build().changes
    for _ in range(RANDOM_STAGES):
        changes = tracker.random.choices(CHANGES, k=tracker.random.randrange(1, 5))
        tracker.stage(tuple(changes), most)
