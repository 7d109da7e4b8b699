"""Questions for the product: pages of several products under one topic, asked without the product.

    python benchmarks/help_questions.py FOLDER [--vectors FILE.npz]

FOLDER holds ``pages`` and ``dialogues.jsonl`` (inquiry, product, page). Each dialogue is led with a
user who names the product when asked, with one who picks its option and says "none of these" where
there is none, and with the product in the inquiry, where a question is needless. Both halves of the
dialogues (by hash of their id) are printed, beside the search alone, which never asks. The search
is that of a published snapshot: vectors of intents and passages, and words. ``--vectors`` keeps the
vectors of texts for the next run.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from help_collections import KeptEmbedder
from help_graphs import help_graph, help_search
from help_sources import id_of, parsed_pages

from graphwright.dialogue.manager import GraphAgent
from graphwright.dialogue.opened_help import OpenedHelp
from graphwright.dialogue.reply import Reply, ReplyAction
from graphwright.graph.help_graph import HelpGraph
from graphwright.ids import bucket_of
from graphwright.settings import ChunkSettings
from graphwright.simulation.rag_pages import RagPages

_QUESTIONS = 2


@dataclasses.dataclass(frozen=True)
class Dialogue:
    """An inquiry that leaves out the product, the product, and the page that it is about."""

    name: str
    inquiry: str
    product: str
    document_id: str


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of a dialogue: solved by the right page, and after how many questions."""

    solved: bool
    questions: int
    milliseconds: tuple[float, ...]


Answer = Callable[[HelpGraph, Reply, Dialogue], str]


def by_name(graph: HelpGraph, reply: Reply, dialogue: Dialogue) -> str:
    """Answer with the product's name."""
    return _part(graph, reply, dialogue) or dialogue.product


def _part(graph: HelpGraph, reply: Reply, dialogue: Dialogue) -> str | None:
    """Return a part of the right page, if that is asked for: who asks for all of it takes any."""
    page = graph.pages[dialogue.document_id]
    right = reply.node_id and graph.nodes[graph.row(reply.node_id)].document_id
    if right != dialogue.document_id or reply.options[0].group.startswith(page.group_id or "-"):
        return None
    return reply.options[0].label


def by_option(graph: HelpGraph, reply: Reply, dialogue: Dialogue) -> str:
    """Answer with the label of the product's option, or that it is none of them."""
    if part := _part(graph, reply, dialogue):
        return part
    own = set(dialogue.product.casefold().replace("(", "").replace(")", "").split())
    for option in reply.options:
        label = set(option.label.casefold().replace("(", "").replace(")", "").split())
        if own == label or own | {"account"} == label | {"account"}:
            return option.label
    families = [one for one in reply.options if one.label.casefold() in own]
    return families[0].label if families else "None of these."


def lead(agent: GraphAgent, dialogue: Dialogue, inquiry: str, answer: Answer) -> Outcome:
    """Lead a dialogue until something is said, or the questions are used up."""
    said, took = [inquiry], []
    for asked in range(_QUESTIONS + 1):
        began = time.perf_counter()
        reply = agent.reply(said)
        took.append((time.perf_counter() - began) * 1000)
        if reply.action != ReplyAction.CLARIFICATION:
            return Outcome(_is_right(agent.view.graph, reply, dialogue), asked, tuple(took))
        said.append(answer(agent.view.graph, reply, dialogue))
    return Outcome(False, _QUESTIONS + 1, tuple(took))


def _is_right(graph: HelpGraph, reply: Reply, dialogue: Dialogue) -> bool:
    if reply.action != ReplyAction.RESOLUTION or reply.node_id is None:
        return False
    return graph.nodes[graph.row(reply.node_id)].document_id == dialogue.document_id


def read(folder: Path, embedder: KeptEmbedder) -> tuple[OpenedHelp, list[Dialogue]]:
    """Return a folder's pages as they are opened for dialogues, and its dialogues."""
    sources = parsed_pages(folder)
    graph = help_graph(sources)
    pages = RagPages.of([source.document for source in sources], embedder, ChunkSettings())
    rows = map(json.loads, (folder / "dialogues.jsonl").read_text("utf-8").splitlines())
    dialogues = [
        Dialogue(row["_id"], row["inquiry"], row["product"], id_of(row["page"])) for row in rows
    ]
    return OpenedHelp(graph, help_search(graph, pages)), dialogues


def report(label: str, opened: OpenedHelp, dialogues: Sequence[Dialogue]) -> None:
    """Print the shares of one half."""
    print(f"{label}: {len(dialogues)} dialogues")
    nodes = opened.graph.nodes
    for name, with_product in (("search, product left out", 0), ("search, product named", 1)):
        first = [opened.search.search(inquiry(one, with_product), k=1).nodes for one in dialogues]
        right = sum(
            bool(n) and nodes[n[0].row].document_id == one.document_id
            for n, one in zip(first, dialogues, strict=True)
        )
        print(f"  {name:<36} right page first {right / len(dialogues):.3f}")
    for name, answer, with_product in (
        ("answered by name", by_name, 0),
        ("answered by option", by_option, 0),
        ("product named", by_name, 1),
    ):
        found = [lead(opened.agent, one, inquiry(one, with_product), answer) for one in dialogues]
        solved = sum(one.solved for one in found) / len(found)
        asked = sum(one.questions > 0 for one in found) / len(found)
        p50 = statistics.median(ms for one in found for ms in one.milliseconds)
        print(f"  {name:<36} solved {solved:.3f}  asked {asked:.3f}  reply p50 {p50:.1f} ms")


def inquiry(dialogue: Dialogue, with_product: int) -> str:
    """Return the inquiry, with the product where it is asked for."""
    return f"{dialogue.inquiry} {dialogue.product}" if with_product else dialogue.inquiry


def main() -> None:
    """Read the folder and print both halves."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--vectors", type=Path)
    given = parser.parse_args()
    embedder = KeptEmbedder(given.vectors)
    opened, dialogues = read(given.folder, embedder)
    for half, label in enumerate(("chosen on", "confirmed on")):
        report(label, opened, [one for one in dialogues if bucket_of(one.name, 2) == half])
    embedder.save()


if __name__ == "__main__":
    main()
