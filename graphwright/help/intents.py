"""The problems of a help page in the words of its users: the rows of its intents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from graphwright.help.error_texts import error_texts
from graphwright.help.wordings import Wording, as_title, verbs_of, wordings
from graphwright.ids import content_id
from graphwright.tables import HelpIntent, HelpNode, IntentKind, IntentOrigin, ParsedDocument

NO_ALIASES: Mapping[str, Sequence[str]] = {}


def intents_of(
    document: ParsedDocument,
    nodes: Sequence[HelpNode],
    aliases: Mapping[str, Sequence[str]] = NO_ALIASES,
) -> tuple[HelpIntent, ...]:
    """Return the intents of nodes of a page, in order of nodes and rules, no text of one twice.

    ``nodes`` are those of ``read_page``, the root first; ``aliases`` maps a name to other names of
    what it means, and a problem that holds the name is worded with these too.
    """
    verbs = verbs_of(document.text)
    by_id = {node.node_id: node for node in nodes}
    errors = _errors(document, nodes)
    made = (
        (node, wording)
        for node in nodes
        for wording in (
            *_of_node(node, by_id, verbs),
            *errors.get(node.node_id, ()),
            *_with_aliases(as_title(node.problem), aliases),
        )
    )
    rows = {_id(node, wording): (node, wording) for node, wording in _first_of_text(made)}
    return tuple(
        HelpIntent(
            id_,
            node.document_id,
            node.node_id,
            wording.text,
            wording.kind.value,
            IntentOrigin.RULE.value,
            wording.rule,
        )
        for id_, (node, wording) in rows.items()
    )


def _id(node: HelpNode, wording: Wording) -> str:
    return content_id("help_intent", node.node_id, wording.text)


def _first_of_text(made: Iterator[tuple[HelpNode, Wording]]) -> Iterator[tuple[HelpNode, Wording]]:
    seen: set[tuple[str, str]] = set()
    for node, wording in made:
        key = (node.node_id, wording.text.casefold())
        if wording.text and key not in seen:
            seen.add(key)
            yield node, wording


def _of_node(
    node: HelpNode, by_id: Mapping[str, HelpNode], verbs: frozenset[str]
) -> Iterator[Wording]:
    """Yield the wordings of a problem, then its path from the page's title down."""
    yield from wordings(node.problem, verbs)
    above = _above(node, by_id)
    if above:
        path = ": ".join(as_title(one.problem) for one in (*above, node))
        yield Wording(path, IntentKind.TITLE, "heading_path")


def _above(node: HelpNode, by_id: Mapping[str, HelpNode]) -> list[HelpNode]:
    """Return the nodes above one, the root first."""
    above: list[HelpNode] = []
    while node.parent_id is not None:
        node = by_id[node.parent_id]
        above.insert(0, node)
    return above


def _errors(document: ParsedDocument, nodes: Sequence[HelpNode]) -> Mapping[str, Sequence[Wording]]:
    """Return the error texts of each node: of all nodes that hold one, it is the deepest's."""
    found: dict[str, list[Wording]] = {}
    for span in error_texts(document):
        holders = [node for node in nodes if node.start <= span.start and span.end <= node.end]
        if holders:
            node = max(holders, key=lambda node: (node.depth, node.index))
            text = " ".join(document.text[span.start : span.end].split())
            found.setdefault(node.node_id, []).append(
                Wording(text, IntentKind.ERROR, "quoted_error")
            )
    return found


def _with_aliases(title: str, aliases: Mapping[str, Sequence[str]]) -> Iterator[Wording]:
    """Yield the title with each other name of what it names; of names in a name the whole counts.

    So a title that has "Lark Till" already gets no second "Lark" where "Till" is a name of it too.
    """
    folded = title.casefold()
    near = sorted((name for name in aliases if name.casefold() in folded), key=len, reverse=True)
    if not near:
        return
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, near))})(?!\w)", re.IGNORECASE)
    pieces = pattern.split(title)  # what is named stands at odd places
    named = {name.casefold() for name in pieces[1::2]}
    for name in sorted(name for name in near if name.casefold() in named):
        for other in sorted(aliases[name]):
            text = "".join(
                other if place % 2 and piece.casefold() == name.casefold() else piece
                for place, piece in enumerate(pieces)
            )
            yield Wording(text, IntentKind.ALIAS, "alias")
