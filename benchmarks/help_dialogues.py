"""Simulate dialogues over folders of help pages: the graph's agent against RAG-Agent (Recruit, 3).

    .venv/bin/python benchmarks/help_dialogues.py FOLDER... [--kept FOLDER] [--labels FILE]
                                                  [--read N] [--vectors FILE.npz] [--ours]
                                                  [--sheet FILE --each N]
                                                  [--draw N] [--model NAME --base-url URL]

What a FOLDER holds is in ``help_cases``. Each inquiry is asked twice: where its page is there, and
where it is withheld. For that the pages named by inquiries are parted into two halves by the hash
of the page, and both agents are opened without the one half, then without the other. A simulated
user asks (``graphwright.simulation``), rules judge; with --model a language model is user, judge
and the baseline's generator. RAG-Agent's floor, tie and number of passages are those that end most
dialogues of one half of the inquiries rightly (correct, or handed over before another answer where
the page is withheld), so it is as good as its rules allow; the other half confirms. "unfitted" is
the baseline with what the paper gives alone: cosine .4, else three pages. --kept writes
the dialogues as JSON Lines and Markdown. --labels (by default those of benchmarks/data) compares
the judge with verdicts of people on the dialogues that they read (``help_labels``), by quadratic
kappa; --sheet appends N dialogues of each agent, without verdicts, to FILE.md to be read and to
FILE.jsonl to be labelled. --vectors keeps the vectors of texts for the next run; --ours leaves the
baselines out, of which fitting takes longest. --draw 1, 2, ... draws anew what users mean, how they
put it and when they are not sure: whether a rule holds beyond the dialogues it was written after.
The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from figures import rounded
from help_cases import is_first_half, is_withheld_first, load_cases
from help_collections import KeptEmbedder
from help_graphs import help_graph, help_search
from help_labels import LABELS, Label, Pages, agreement, read_labels, row_of, sample, sheet
from help_sources import HelpSource, id_of, parsed_pages

from graphwright.dialogue.manager import GraphAgent
from graphwright.dialogue.reply import Agent
from graphwright.llm.calls.client import LlmClient
from graphwright.settings import ChunkSettings, LlmSettings
from graphwright.simulation.case import Case
from graphwright.simulation.judge import Judge, RuleJudge
from graphwright.simulation.llm_judge import LlmJudge
from graphwright.simulation.llm_rag_agent import LlmRagAgent
from graphwright.simulation.llm_user import LlmUser
from graphwright.simulation.rag_agent import RagAgent, RagSettings
from graphwright.simulation.rag_pages import RagPages
from graphwright.simulation.records import as_jsonl, as_markdown
from graphwright.simulation.run import Judged, Summary, simulate, summary
from graphwright.simulation.user import RuleUser, User, UserSettings

FLOORS = (0.0, 0.6, 0.65, 0.7, 0.75)
TIES = (0.0, 0.01, 0.02, 0.04)
UNFITTED = RagSettings(floor=0.0, tie=0.0)
PASSAGES = (1, 2, 4)
ONE_PAGE = (False, True)

Opened = Callable[[frozenset[str]], Agent]
"""Opens an agent without the documents that are withheld."""


@dataclasses.dataclass(frozen=True)
class Sides:
    """Whoever asks and judges."""

    user: User
    judge: Judge


def rounds(cases: Sequence[Case]) -> list[tuple[frozenset[str], list[Case]]]:
    """Return, for each half of the pages, the documents withheld and the cases as they are then."""
    found = []
    for first in (True, False):
        gone = {c.document_id for c in cases if c.document_id and is_withheld_first(c) == first}
        told = [_as_lost(case) if case.document_id in gone else case for case in cases]
        found.append((frozenset(id_of(page) for page in gone), told))
    return found


def _as_lost(case: Case) -> Case:
    return dataclasses.replace(case, core=None, others=())


def judged_by(opened: Opened, cases: Sequence[Case], sides: Sides) -> list[Judged]:
    """Return the dialogues of an agent in both rounds."""
    return [
        one
        for withheld, told in rounds(cases)
        for one in simulate(opened(withheld), told, sides.user, sides.judge)
    ]


def rightly_ended(judged: Sequence[Judged]) -> float:
    """Return the mean of: correct where it is resolvable, handed over at once where it is not."""
    found = summary(judged, {})
    return (found.correct + found.at_once) / 2


def chosen_settings(pages: RagPages, cases: Sequence[Case], sides: Sides) -> RagSettings:
    """Return the settings under which the baseline ends most dialogues rightly."""
    kept = {withheld: pages.without(withheld) for withheld, _ in rounds(cases)}

    def score(settings: RagSettings) -> float:
        return rightly_ended(judged_by(lambda w: RagAgent(kept[w], settings), cases, sides))

    tried = [
        RagSettings(floor=floor, tie=tie, passages=passages, one_page=one_page)
        for floor, tie, passages, one_page in itertools.product(FLOORS, TIES, PASSAGES, ONE_PAGE)
    ]
    return max(tried, key=score)


def halves(judged: Sequence[Judged]) -> dict[str, list[Judged]]:
    """Return all dialogues, and those of the half that chose and of the one that confirms."""
    return {
        "all": list(judged),
        "chosen on": [one for one in judged if is_first_half(one.dialogue.case.case_id)],
        "confirmed on": [one for one in judged if not is_first_half(one.dialogue.case.case_id)],
    }


def measure(
    folder: Path,
    sides: Sides,
    client: LlmClient | None,
    embedder: KeptEmbedder,
    *,
    ours: bool,
    draw: int = 0,
) -> tuple[dict[str, list[Judged]], dict[str, str], RagSettings | None]:
    """Return the dialogues of each agent, the pages' texts, and the baseline's settings.

    With ``ours`` alone there is no baseline. ``draw`` is that of the cases.
    """
    sources = parsed_pages(folder)
    documents = [source.document for source in sources]
    cases = load_cases(folder, draw)
    pages = RagPages.of(documents, embedder, ChunkSettings())
    agents = {"GraphAgent": _graph_opened(sources, pages)}
    settings = None
    if not ours:
        first = [case for case in cases if is_first_half(case.case_id)]
        rules = Sides(RuleUser(UserSettings(seed=draw)), RuleJudge())
        settings = chosen_settings(pages, first, rules)
        agents["unfitted"] = _rag_opened(pages, UNFITTED, None)
        agents["RAG-Agent"] = _rag_opened(pages, settings, client)
    judged = {name: judged_by(opened, cases, sides) for name, opened in agents.items()}
    embedder.save()
    return judged, {page.document_id: page.text for page in documents}, settings


def _rag_opened(pages: RagPages, settings: RagSettings, client: LlmClient | None) -> Opened:
    def opened(withheld: frozenset[str]) -> Agent:
        rules = RagAgent(pages.without(withheld), settings)
        return LlmRagAgent(rules, client) if client else rules

    return opened


def _graph_opened(sources: Sequence[HelpSource], pages: RagPages) -> Opened:
    def opened(withheld: frozenset[str]) -> Agent:
        graph = help_graph(sources, withheld)
        return GraphAgent(graph, help_search(graph, pages.without(withheld)))

    return opened


def show(name: str, found: Mapping[str, Summary]) -> None:
    """Print the figures of an agent, a line a half."""
    for half, figures in found.items():
        told = "  ".join(f"{k} {rounded(v)}" for k, v in dataclasses.asdict(figures).items())
        print(f"{name:<12}{half:<13}{told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--labels", type=Path, default=LABELS)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--read", type=int, default=0)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--ours", action="store_true")
    parser.add_argument("--draw", type=int, default=0)
    parser.add_argument("--model")
    parser.add_argument("--base-url")
    given = parser.parse_args()
    client = _client(given.model, given.base_url) if given.model else None
    rules = Sides(RuleUser(UserSettings(seed=given.draw)), RuleJudge())
    sides = Sides(LlmUser(client), LlmJudge(client)) if client else rules
    measured = {f.name: _of_folder(f, given, sides, client) for f in given.folders}
    figures: dict[str, object] = {name: found for name, (found, _) in measured.items()}
    figures["judge against reader"] = _agreement(
        [read for _, read in measured.values()], sides.judge
    )
    print(json.dumps(rounded(figures)))


def _client(model: str, base_url: str | None) -> LlmClient:
    return LlmClient(LlmSettings.model_validate({"model": model, "base_url": base_url}))


def _of_folder(
    folder: Path, given: argparse.Namespace, sides: Sides, client: LlmClient | None
) -> tuple[dict[str, dict[str, object]], Read]:
    embedder = KeptEmbedder(given.vectors)
    judged, texts, settings = measure(
        folder, sides, client, embedder, ours=given.ours, draw=given.draw
    )
    paths = {source.document.document_id: source.document.path for source in parsed_pages(folder)}
    pages = Pages(folder.name, texts, paths)
    print(f"{folder.name}: RAG-Agent with {settings}" if settings else folder.name)
    found: dict[str, dict[str, object]] = {}
    for name, dialogues in judged.items():
        summaries = {half: summary(part, texts) for half, part in halves(dialogues).items()}
        show(name, summaries)
        found[name] = {half: dataclasses.asdict(told) for half, told in summaries.items()}
        if given.kept:
            _keep(given.kept, f"{folder.name}-{name}", name, dialogues)
        print(as_markdown(name, dialogues[: given.read]), end="")
    if given.sheet:
        _append_sheet(given.sheet, judged, pages, given.each)
    read = Read(*read_labels(given.labels, load_cases(folder), pages))
    return found, read


@dataclasses.dataclass(frozen=True)
class Read:
    """The labels of a folder's dialogues, and the rows whose words its pages no longer give."""

    labels: Sequence[Label]
    stale: Sequence[Mapping[str, object]]


def _agreement(read: Sequence[Read], judge: Judge) -> dict[str, object]:
    """Print and return how far the judge agrees with the reader of the folders' dialogues."""
    labels = [label for one in read for label in one.labels]
    if not labels:
        return {}
    told = agreement(labels, judge) | {"stale": sum(len(one.stale) for one in read)}
    print(f"judge against reader: {json.dumps(rounded(told))}")
    return told


def _append_sheet(
    file: Path, judged: Mapping[str, Sequence[Judged]], pages: Pages, each: int
) -> None:
    with (
        file.with_suffix(".md").open("a", encoding="utf-8") as text,
        file.with_suffix(".jsonl").open("a", encoding="utf-8") as rows,
    ):
        for agent, dialogue in sample(judged, each):
            text.write(f"{sheet(dialogue)}\n")
            rows.write(f"{json.dumps(row_of(agent, dialogue, pages), ensure_ascii=False)}\n")


def _keep(folder: Path, stem: str, name: str, judged: Sequence[Judged]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{stem}.jsonl").write_text(as_jsonl(name, judged), "utf-8")
    (folder / f"{stem}.md").write_text(as_markdown(name, judged), "utf-8")


if __name__ == "__main__":
    main()
