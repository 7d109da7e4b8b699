"""Lead many dialogues at once over HTTP while a page is edited and a new snapshot published.

    .venv/bin/python benchmarks/help_load.py [--dialogues N] [--place FOLDER]

The example's help pages are built as a collection of their own in FOLDER (by default a temporary
one), and ``graphwright serve`` is started on them. N simulated users (``graphwright.simulation``),
a thread and a connection each, lead their dialogues one after the other, all N at a time. Meanwhile
a page gets a sentence more and ``graphwright build`` publishes it; the users go on until all of
them have been answered from it. Afterwards each reply is held against the one that the snapshot
which it names gives in this process to the same utterances: a reply that is not equal, in any
field, is mixed up with another dialogue or snapshot. As a control each user's first reply is held
against that of the next user too, which must differ. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from help_cases import load_cases
from serve_load import ROOT, serving

from graphwright.dialogue.dialogue_views import ShownReply
from graphwright.dialogue.opened_help import OpenedHelp, open_help
from graphwright.dialogue.reply import Reply
from graphwright.project import Project, open_project
from graphwright.serving.help_models import DialogueReplyAnswer
from graphwright.simulation.case import Case
from graphwright.simulation.run import converse
from graphwright.simulation.user import RuleUser
from graphwright.vectors.embedder import make_embedder

_COMMAND = "from dagster_project.cli import main; main()"
_EDITED = "orders/track-a-delivery.md"
_MOST_SECONDS = 400


@dataclasses.dataclass(frozen=True)
class Told:
    """A reply over HTTP: what was said before it, the snapshot that it names, how long it took."""

    dialogue: int
    utterances: tuple[str, ...]
    snapshot: str
    reply: ShownReply
    milliseconds: float


class HttpAgent:
    """An ``Agent`` that a service answers for, over a connection of its own."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.dialogue = 0
        self.told: list[Told] = []
        self.errors: list[str] = []

    def reply(self, utterances: Sequence[str]) -> Reply:
        """Return the reply to the last of the user's utterances."""
        began = time.perf_counter()
        body = json.dumps({"utterances": list(utterances)})
        headers = {"Content-Type": "application/json"}
        self._connection.request("POST", "/api/v1/help/reply", body, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise OSError(f"{answer.status}: {text[:200]!r}")
        took = 1000 * (time.perf_counter() - began)
        read = DialogueReplyAnswer.model_validate_json(text)
        self.told.append(Told(self.dialogue, tuple(utterances), read.snapshot, read.reply, took))
        shown = read.reply
        return Reply(read.snapshot, shown.action, tuple(shown.parts), tuple(shown.options))


def built(place: Path) -> tuple[Path, Path]:
    """Write the sources and build them; return the lake and the file of the sources."""
    shutil.copytree(ROOT / "examples" / "help", place / "help")
    collection = {"name": "help", "folder": "help", "kind": "help", "extractor": "none"}
    settings = {"collections": [{**collection, "link_pattern": r"articles/(\d+)"}], "workers": 1}
    sources = place / "sources.yaml"
    sources.write_text(yaml.safe_dump(settings), "utf-8")
    build(place / "lake", sources)
    return place / "lake", sources


def build(lake: Path, sources: Path) -> None:
    """Build by the command, in a process of its own."""
    options = ["build", "--lake", str(lake), "--sources", str(sources)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", _COMMAND, *options]
    subprocess.run(command, check=True, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)


def led(agents: Sequence[HttpAgent], cases: Sequence[Case], lake: Path, sources: Path) -> str:
    """Lead dialogues until all users were answered by the snapshot that is built meanwhile."""
    ready, new = threading.Barrier(len(agents) + 1), list[str]()
    until = time.monotonic() + _MOST_SECONDS
    threads = [
        threading.Thread(target=_lead, args=(agent, case, ready, new, until))
        for agent, case in zip(agents, cases, strict=True)
    ]
    for thread in threads:
        thread.start()
    ready.wait()
    page = sources.parent / "help" / _EDITED
    page.write_text(f"{page.read_text('utf-8')}\nThe desk answers on Sundays too.\n", "utf-8")
    build(lake, sources)
    new.append(open_project(lake).snapshot().id)
    for thread in threads:
        thread.join()
    return new[0]


def _lead(
    agent: HttpAgent, case: Case, ready: threading.Barrier, new: Sequence[str], until: float
) -> None:
    user = RuleUser()
    ready.wait()
    while time.monotonic() < until:
        agent.dialogue += 1
        try:
            converse(agent, case, user)
        except (OSError, http.client.HTTPException, ValueError) as error:
            agent.errors.append(f"{type(error).__name__}: {error}")
            return
        if new and agent.told[-1].snapshot == new[0]:
            return


def judged(agents: Sequence[HttpAgent], project: Project) -> dict[str, Any]:
    """Return how many replies there were, and how many are another's."""
    opened = functools.cache(functools.partial(_opened, project))
    told = [[(opened(one.snapshot).reply(one.utterances), one) for one in a.told] for a in agents]
    flat = [pair for pairs in told for pair in pairs]
    others = [pair for pairs in (*told[1:], told[0]) for pair in pairs[:1]]
    firsts = [pairs[0][1] for pairs in told if pairs]
    spans = sum(
        len({one.snapshot for one in agent.told if one.dialogue == number}) > 1
        for agent in agents
        for number in range(1, agent.dialogue + 1)
    )
    taken = [one.milliseconds for _, one in flat]
    return {
        "dialogues_at_once": len(agents),
        "dialogues": sum(agent.dialogue for agent in agents),
        "over_the_change": spans,
        "replies": len(flat),
        "snapshots": len({one.snapshot for _, one in flat}),
        "errors": sum(len(agent.errors) for agent in agents),
        "mixed": sum(expected != one.reply for expected, one in flat),
        "control_differs": sum(
            other != one.reply for (other, _), one in zip(others, firsts, strict=True)
        ),
        "p50_ms": float(np.percentile(taken, 50)),
        "p99_ms": float(np.percentile(taken, 99)),
    }


def _opened(project: Project, snapshot: str) -> OpenedHelp:
    found = project.snapshot(snapshot)
    embedder = functools.partial(make_embedder, project.settings.embedding, 1)
    return open_help(found, project.settings, embedder)


def main() -> None:
    """Build, lead the dialogues and print what became of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--dialogues", type=int, default=50)
    parser.add_argument("--place", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = given.place or Path(temporary)
        place.mkdir(parents=True, exist_ok=True)
        cases = load_cases(ROOT / "examples" / "help")
        lake, sources = built(place)
        with serving(lake, sources, 1) as server:
            agents = [HttpAgent(server.port) for _ in range(given.dialogues)]
            asked = [cases[number % len(cases)] for number in range(given.dialogues)]
            new = led(agents, asked, lake, sources)
        found = judged(agents, open_project(lake))
        for error in {error for agent in agents for error in agent.errors}:
            print(error)
        met = sum(agent.told[-1].snapshot == new for agent in agents if agent.told)
        print(f"{met} of {len(agents)} users were answered from the snapshot that was published")
        print(json.dumps({key: round(value, 1) for key, value in found.items()}))


if __name__ == "__main__":
    main()
