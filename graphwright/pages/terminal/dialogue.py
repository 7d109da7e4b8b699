"""Help pages and dialogues over them as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.dialogue.dialogue_views import (
    ShownDialogue,
    ShownIntents,
    ShownNode,
    ShownPage,
    ShownPages,
    ShownReply,
)
from graphwright.display.grid import Grid, grid
from graphwright.display.printable import one_line, prose, shortened

_CHARACTERS = 400


def render_dialogue(dialogue: ShownDialogue, *, explain: bool = False) -> str:
    """Return a dialogue; with ``explain`` the node, facts and reason of each turn too."""
    lines: list[str] = []
    for turn in dialogue.turns:
        lines += [f"You: {prose(turn.said)}", *_reply(turn.reply, explain=explain), ""]
    return "\n".join(lines)


def render_reply(reply: ShownReply, *, explain: bool = False) -> str:
    """Return a reply with its options by number."""
    return "\n".join(_reply(reply, explain=explain)) + "\n"


def _reply(reply: ShownReply, *, explain: bool) -> Iterator[str]:
    for part in reply.parts:
        yield from (f"  {prose(line)}" for line in part.text.splitlines())
    for number, option in enumerate(reply.options, 1):
        yield f"    {number}. {prose(option.label)}"
    cited = dict.fromkeys(part.document_id for part in reply.parts if part.document_id)
    yield from (f"  [page {document}]" for document in cited)
    if explain:
        yield from _explained(reply)


def _explained(reply: ShownReply) -> Iterator[str]:
    reason = f", {reply.reason}" if reply.reason else ""
    yield f"  {reply.action}{reason}: {prose(reply.why)}"
    yield f"  known with probability {reply.probability:.2f}"
    if reply.problem is not None:
        yield f"  node: {one_line(reply.problem)} [{reply.node_id}]"
    for fact in reply.facts:
        met = {True: "met", False: "not met", None: "unknown"}[fact.met]
        yield f"  fact of turn {fact.turn}: {one_line(fact.value)} is {met}"
    for one in reply.candidates:
        yield f"  candidate {one.score:.2f} {one.action}: {one_line(one.why)} [{one.node_id}]"


def render_help_page(page: ShownPage) -> str:
    """Return a page's tree: problem, condition, resolution and intents of each node."""
    named = f" ({page.page_key})" if page.page_key else ""
    lines = [f"{prose(page.title)}{named}  [{page.document_id}]"]
    lines += [f"  for: {one_line(page.audience)}"] if page.audience else []
    lines += [f"  product: {one_line(page.product)}"] if page.product else []
    for node in page.nodes:
        lines += _node(page, node)
    if page.group:
        lines += ["", "Pages that differ by product alone"]
        lines += [f"  {prose(one.title)}  [{one.document_id}]" for one in page.group]
    return "\n".join(lines) + "\n"


def _node(page: ShownPage, node: ShownNode) -> Iterator[str]:
    margin = " " * (2 + 3 * node.depth)
    state = "" if node.actionable else f", not actionable: {node.why_not}"
    yield f"{margin}{prose(node.problem)}  [{node.origin}: {node.rule}{state}]"
    if node.condition:
        yield f"{margin}  when ({node.condition_kind}): {prose(node.condition)}"
    for name, spans in (("carried", node.carried), ("resolution", node.resolution)):
        for span in spans:
            text = shortened(prose(page.text[span.start : span.end]), _CHARACTERS)
            yield f"{margin}  {name} {span.start}:{span.end}  {text}"
    if node.intents:
        yield f"{margin}  intents: {'; '.join(map(one_line, node.intents[:6]))}"
    yield from (f"{margin}  refers to {document}" for document in node.references)


def pages_grid(found: ShownPages) -> Grid:
    """Return the help pages as a grid."""
    rows = [(one.title, one.page_key or "", one.product or "", one.nodes) for one in found.pages]
    return grid(f"Help pages ({found.total:,})", ("title", "key", "product", "nodes"), rows)


def intents_grid(found: ShownIntents) -> Grid:
    """Return what an utterance may mean as a grid."""
    rows = [(f"{one.score:.3f}", one.title, one.problem, one.intent or "") for one in found.nodes]
    title = f"Nodes for {found.text!r}; known with probability {found.known:.2f}"
    return grid(title, ("score", "page", "problem", "intent"), rows)
