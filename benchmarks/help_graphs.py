"""The graph of a folder's help pages in memory, by the product's own readers, without a build.

So that pages can be withheld from it in no time. Pages are joined by their numbers in addresses, as
a collection's ``link_pattern`` does, and by child edges.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from help_sources import HelpSource

from graphwright.dialogue.help_vectors import HelpVectors, rows_of_passages
from graphwright.dialogue.intent_search import FusedIntentSearch
from graphwright.graph.help_graph import HelpGraph
from graphwright.graph.help_words import HelpWords
from graphwright.help.intents import intents_of
from graphwright.help.product_groups import ProductPage, TitledPage, product_groups
from graphwright.help.rows import read_page
from graphwright.ids import content_id
from graphwright.simulation.rag_pages import RagPages
from graphwright.tables import HelpEdge, HelpEdgeKind, HelpNode, HelpPage

_KEY = re.compile(r"articles/(\d+)")


def help_graph(pages: Sequence[HelpSource], withheld: Collection[str] = ()) -> HelpGraph:
    """Return the graph of pages without some documents, as if they had never been there."""
    kept = [page for page in pages if page.document.document_id not in withheld]
    kept.sort(key=lambda page: page.document.document_id)
    rows = {
        page.document.document_id: read_page(page.document, page.title, page.document.audience)
        for page in kept
    }
    nodes = [node for found in rows.values() for node in found.nodes]
    roots = {name: found.nodes[0].node_id for name, found in rows.items() if found.nodes}
    intents = [
        intent
        for page in kept
        for intent in intents_of(page.document, rows[page.document.document_id].nodes)
    ]
    products = product_groups(_titled(page) for page in kept)
    edges = [*_children(nodes), *_references(kept, nodes, roots)]
    return HelpGraph(
        nodes=nodes,
        pages={
            page.document.document_id: _page(page, roots, products)
            for page in kept
            if page.document.document_id in roots
        },
        edges=edges,
        intents=intents,
        components=_components(nodes, edges),
        texts={page.document.document_id: page.document.text for page in kept},
    )


def help_search(graph: HelpGraph, pages: RagPages) -> FusedIntentSearch:
    """Return the search of a graph, by the vectors of its pages' passages and of its intents."""
    starts = [passage.start for passage in pages.passages]
    names = [passage.document_id for passage in pages.passages]
    texts = list(dict.fromkeys(intent.text for intent in graph.intents))
    vectors = dict(zip(texts, pages.embedder.embed_passages(texts), strict=True))
    found = HelpVectors(
        intents=np.stack([vectors[intent.text] for intent in graph.intents]),
        texts=pages.passage_vectors,
        text_rows=rows_of_passages(graph, names, starts),
    )
    return FusedIntentSearch(graph, found, HelpWords.of(graph), pages.embedder.embed_query)


def _titled(page: HelpSource) -> TitledPage:
    document = page.document
    return TitledPage(document.document_id, document.collection, document.path, page.title)


def _page(
    page: HelpSource, roots: Mapping[str, str], products: Mapping[str, ProductPage]
) -> HelpPage:
    document = page.document
    product = products.get(document.document_id)
    return HelpPage(
        document_id=document.document_id,
        collection=document.collection,
        title=page.title,
        page_key=page.key,
        root_id=roots[document.document_id],
        topic=product.topic if product else None,
        product=product.product if product else None,
        group_id=product.group_id if product else None,
        group_question=product.question if product else None,
    )


def _children(nodes: Iterable[HelpNode]) -> Iterable[HelpEdge]:
    for node in nodes:
        if node.parent_id is not None:
            yield _edge(node.parent_id, node.node_id, HelpEdgeKind.CHILD)


def _references(
    pages: Iterable[HelpSource], nodes: Iterable[HelpNode], roots: Mapping[str, str]
) -> Iterable[HelpEdge]:
    """Yield an edge for each link that names a page, from the innermost node that holds it."""
    of_page: defaultdict[str, list[HelpNode]] = defaultdict(list)
    for node in nodes:
        of_page[node.document_id].append(node)
    pages = list(pages)
    named = {page.key: page.document.document_id for page in pages if page.key}
    seen = set()
    for page in pages:
        for href, start in page.links:
            key = _KEY.search(href)
            target = roots.get(named.get(key[1], "")) if key else None
            holders = [n for n in of_page[page.document.document_id] if n.start <= start < n.end]
            if target is None or not holders:
                continue
            edge = _edge(holders[-1].node_id, target, HelpEdgeKind.REFERENCE)
            if edge.edge_id not in seen and edge.source_id != target:
                seen.add(edge.edge_id)
                yield edge


def _edge(source: str, target: str, kind: HelpEdgeKind) -> HelpEdge:
    return HelpEdge(content_id("edge", source, target, kind), source, target, kind, None, None)


def _components(nodes: Iterable[HelpNode], edges: Iterable[HelpEdge]) -> dict[str, str]:
    """Return the smallest node of each node's connected part."""
    found = {node.node_id: node.node_id for node in nodes}

    def root(name: str) -> str:
        while found[name] != name:
            name = found[name] = found[found[name]]
        return name

    for edge in edges:
        if edge.target_id is not None:
            one, other = sorted((root(edge.source_id), root(edge.target_id)))
            found[other] = one
    return {name: root(name) for name in found}
