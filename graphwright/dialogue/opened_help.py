"""The published help pages, opened for dialogues: what command line, service and pages ask."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from graphwright.dialogue.dialogue_views import (
    PageName,
    ShownDialogue,
    ShownIntent,
    ShownIntents,
    ShownNode,
    ShownPage,
    ShownPages,
    ShownReply,
    ShownTurn,
)
from graphwright.dialogue.help_vectors import HelpVectors, rows_of_passages
from graphwright.dialogue.intent_search import FusedIntentSearch
from graphwright.dialogue.manager import GraphAgent
from graphwright.dialogue.reply import Reply, ReplyAction
from graphwright.dialogue.search import IntentSearch
from graphwright.dialogue.settings import DialogueSettings
from graphwright.errors import NotFoundError
from graphwright.graph.help_graph import HelpGraph
from graphwright.tables import HelpPage

if TYPE_CHECKING:
    from graphwright.graph.help_files import HelpFiles
    from graphwright.graph.snapshot import Snapshot
    from graphwright.settings import Settings
    from graphwright.vectors.embedder import Embedder, Vectors


class OpenedHelp:
    """The help pages of one snapshot, for many dialogues at once."""

    def __init__(
        self, graph: HelpGraph, search: IntentSearch, settings: DialogueSettings | None = None
    ) -> None:
        """``settings`` say who reads: what is not for them is neither said nor shown."""
        self.graph, self.search = graph, search
        self.agent = GraphAgent(graph, search, settings)

    def reply(self, utterances: Sequence[str]) -> ShownReply:
        """Return the reply to the last of a user's utterances."""
        return self._shown(self.agent.reply(utterances))

    def dialogue(self, utterances: Sequence[str]) -> ShownDialogue:
        """Return the dialogue that a user's utterances make."""
        turns = tuple(
            ShownTurn(said=said, reply=self.reply(utterances[: number + 1]))
            for number, said in enumerate(utterances)
        )
        ended = bool(turns) and turns[-1].reply.action == ReplyAction.ESCALATION
        return ShownDialogue(turns=turns, ended=ended)

    def intents(self, text: str, k: int = 10) -> ShownIntents:
        """Return what an utterance may mean, in descending order of score."""
        found = self.search.search(text, k=k)
        rows = [one for one in found.nodes if self._may_see(self.graph.nodes[one.row].document_id)]
        nodes = tuple(
            ShownIntent(
                node_id=self.graph.nodes[one.row].node_id,
                document_id=self.graph.nodes[one.row].document_id,
                title=self.graph.pages[self.graph.nodes[one.row].document_id].title,
                problem=self.graph.nodes[one.row].problem,
                intent=one.intent,
                score=one.score,
            )
            for one in rows
        )
        return ShownIntents(text=text, known=found.known, nodes=nodes)

    def pages(self, limit: int = 1_000) -> ShownPages:
        """Return the pages in the order of their titles."""
        seen = [page for page in self.graph.pages.values() if self._may_see(page.document_id)]
        ordered = sorted(seen, key=lambda page: (page.title.casefold(), page.document_id))
        return ShownPages(pages=tuple(map(self._name, ordered[:limit])), total=len(ordered))

    def show(self, page: str) -> ShownPage:
        """Return a page by its document, key or title; raises ``NotFoundError``."""
        found = self._page(page)
        rows = self._rows_of_page[found.document_id]
        return ShownPage(
            document_id=found.document_id,
            collection=found.collection,
            title=found.title,
            page_key=found.page_key,
            audience=self.graph.nodes[self.graph.row(found.root_id)].audience,
            product=found.product,
            text=self.graph.texts[found.document_id],
            nodes=tuple(map(self._node, rows)),
            group=self._group(found),
        )

    def _page(self, named: str) -> HelpPage:
        pages = [page for page in self.graph.pages.values() if self._may_see(page.document_id)]
        for field in ("document_id", "page_key", "title"):
            found = [page for page in pages if getattr(page, field) == named]
            if found:
                return min(found, key=lambda page: page.document_id)
        raise NotFoundError(
            f"No help page has the document, key or title {named!r}.",
            remedy="List the pages: graphwright dialogue show.",
        )

    @cached_property
    def _rows_of_page(self) -> Mapping[str, list[int]]:
        rows: defaultdict[str, list[int]] = defaultdict(list)
        for row, node in enumerate(self.graph.nodes):
            rows[node.document_id].append(row)
        return rows

    @cached_property
    def _intents_of(self) -> Mapping[str, list[str]]:
        texts: defaultdict[str, list[str]] = defaultdict(list)
        for intent in self.graph.intents:
            texts[intent.node_id].append(intent.text)
        return texts

    def _may_see(self, document_id: str) -> bool:
        return self.agent.view.is_heard(self._rows_of_page[document_id][0])

    def _name(self, page: HelpPage) -> PageName:
        return PageName(
            document_id=page.document_id,
            title=page.title,
            page_key=page.page_key,
            product=page.product,
            nodes=len(self._rows_of_page[page.document_id]),
        )

    def _group(self, page: HelpPage) -> tuple[PageName, ...]:
        roots = self.graph.groups.get(page.group_id, ()) if page.group_id else ()
        documents = [self.graph.nodes[row].document_id for row in roots]
        return tuple(self._name(self.graph.pages[one]) for one in documents if self._may_see(one))

    def _node(self, row: int) -> ShownNode:
        node = self.graph.nodes[row]
        targets = [self.graph.nodes[one].document_id for one in self.graph.references(row)]
        return ShownNode(
            node_id=node.node_id,
            depth=node.depth,
            problem=node.problem,
            condition=node.condition,
            condition_kind=node.condition_kind,
            resolution=node.resolution_spans,
            carried=node.carried_spans,
            actionable=node.actionable,
            why_not=node.why_not,
            origin=node.origin,
            rule=node.rule,
            confidence=node.confidence,
            intents=tuple(self._intents_of.get(node.node_id, ())),
            references=tuple(one for one in targets if self._may_see(one)),
        )

    def _shown(self, reply: Reply) -> ShownReply:
        node = None if reply.node_id is None else self.graph.nodes[self.graph.row(reply.node_id)]
        return ShownReply(
            text=reply.text,
            action=reply.action,
            parts=reply.parts,
            options=reply.options,
            node_id=reply.node_id,
            problem=None if node is None else node.problem,
            document_id=None if node is None else node.document_id,
            reason=reply.reason,
            facts=reply.facts,
            candidates=reply.candidates,
            probability=reply.probability,
            why=reply.why,
        )


def open_help(
    snapshot: Snapshot,
    settings: Settings,
    open_embedder: Callable[[], Embedder],
    *,
    internal: bool = False,
) -> OpenedHelp:
    """Return the help pages of a snapshot; raises ``NotFoundError`` where it holds none.

    The embedder is opened at the first utterance. ``internal`` lets pages of the team be said.
    """
    files = snapshot.help_files
    if files is None:
        raise NotFoundError(
            "The published snapshot holds no help pages.",
            remedy="Name a collection of 'kind: help' in sources.yaml and build.",
        )
    graph = files.graph
    embedder = functools.cache(open_embedder)

    def embed(text: str) -> Vectors:
        return embedder().embed_query(text)

    search = FusedIntentSearch(graph, _vectors(snapshot, files), files.words, embed)
    audiences = DialogueSettings.audiences
    if internal:
        audiences |= {node.audience.strip().casefold() for node in graph.nodes if node.audience}
    contacts = {one.name: one.contact for one in settings.collections if one.contact}
    led = DialogueSettings(audiences=audiences, contacts=contacts, snapshot=snapshot.id)
    return OpenedHelp(graph, search, led)


def _vectors(snapshot: Snapshot, files: HelpFiles) -> HelpVectors:
    """Return the vectors of intents, and those of the chunks of help pages."""
    graph, chunks = files.graph, snapshot.chunks
    pages = pa.array(sorted(graph.texts), pa.string())
    rows = np.flatnonzero(pc.is_in(chunks["document_id"], value_set=pages).to_numpy())
    of_help = chunks.select(["document_id", "start"]).take(pa.array(rows))
    documents, starts = (of_help[name].to_pylist() for name in ("document_id", "start"))
    nodes = rows_of_passages(graph, documents, starts)
    return HelpVectors(files.vectors, np.asarray(snapshot.chunk_vectors[rows]), nodes)
