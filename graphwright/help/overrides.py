"""What the team says of help pages, a YAML beside the sources that each build replays.

    - page: returns/refund.md
      problem: Refund by card
      intents: ["Where is my money?"]
      closed: true
      conditions: {On Windows: With Windows 11}

``page`` is a path, or the id of a front matter; ``collection`` says of which collection, where
several have such a page. ``problem`` is that of a node, the page's root where it is left out:
``intents`` are added to the node, ``closed`` says that its resolution no longer does alone, and
``conditions`` renames those of the node and of all below it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import pydantic
import yaml

from graphwright.documents.sidecars.file import Sidecar
from graphwright.errors import SettingsError
from graphwright.help.pages import ReadPage
from graphwright.ids import content_id
from graphwright.tables import (
    HelpIntent,
    HelpNode,
    IntentKind,
    IntentOrigin,
    NotActionable,
    UnusedHelpOverride,
)
from graphwright.yaml_file import parse_yaml

_REMEDY = "Write a list of pages, each with intents, closed or conditions, as docs/help.md shows."
_SIDECAR = Sidecar("what the team says of help pages", "help_overrides", _REMEDY)


class Override(pydantic.BaseModel):
    """An entry of the file; ``line`` is where it begins, from 1."""

    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")

    page: str = pydantic.Field(min_length=1)
    collection: str | None = None
    problem: str | None = None
    intents: tuple[str, ...] = ()
    closed: bool = False
    conditions: dict[str, str] = pydantic.Field(default_factory=dict)
    line: int = pydantic.Field(0, exclude=True)

    @pydantic.model_validator(mode="after")
    def _says_something(self) -> Override:
        if not (self.intents or self.closed or self.conditions):
            raise ValueError("'intents', 'closed: true' or 'conditions' was expected")
        if not all(map(str.strip, (*self.intents, *self.conditions, *self.conditions.values()))):
            raise ValueError("an intent or a condition is empty")
        return self

    def names(self, page: ReadPage) -> bool:
        """Return whether the entry speaks of a page."""
        own = self.collection in (None, page.collection)
        return own and self.page in (page.path, page.stated_id)


def read_overrides(path: Path | None) -> list[Override]:
    """Return the entries of a file in its order; nothing without a file.

    Raises ``SettingsError`` that names the line of the first wrong entry.
    """
    if path is None:
        return []
    return _SIDECAR.rows(path, _SIDECAR.read(path), _from_yaml, _from_csv)


def overrides_of(overrides: Iterable[Override], page: ReadPage) -> tuple[Override, ...]:
    """Return the entries that speak of a page, in the order of the file."""
    return tuple(one for one in overrides if one.names(page))


@dataclasses.dataclass(frozen=True, slots=True)
class Overridden:
    """The nodes and intents of a page as the team wants them."""

    nodes: tuple[HelpNode, ...]
    intents: tuple[HelpIntent, ...]


def override_page(
    nodes: Sequence[HelpNode], intents: Sequence[HelpIntent], overrides: Iterable[Override]
) -> Overridden:
    """Replay the entries that speak of a page on its rows."""
    changed, worded = {node.node_id: node for node in nodes}, list(intents)
    known = {(intent.node_id, intent.text) for intent in intents}
    for one in overrides:
        for node in named_nodes(nodes, one.problem):
            _replay(changed, _below(nodes, node.node_id), node.node_id, one)
            added = [text for text in one.intents if (node.node_id, text) not in known]
            worded += (_intent(node, text) for text in dict.fromkeys(added))
            known |= {(node.node_id, text) for text in added}
    return Overridden(tuple(changed.values()), tuple(worded))


def named_nodes(nodes: Sequence[HelpNode], problem: str | None) -> list[HelpNode]:
    """Return the nodes of a page whose problem is named, its root where none is."""
    if problem is None:
        return list(nodes[:1])
    return [node for node in nodes if _normal(node.problem) == _normal(problem)]


def unused_overrides(
    overrides: Iterable[Override],
    pages: Sequence[ReadPage],
    nodes: Mapping[str, Sequence[HelpNode]],
) -> Iterator[UnusedHelpOverride]:
    """Yield the entries that change nothing; ``nodes`` are those of each document, replayed."""
    for one in overrides:
        reason = _why_unused(one, [page for page in pages if one.names(page)], nodes)
        if reason:
            yield UnusedHelpOverride(one.line, one.page, one.problem, reason)


def _why_unused(
    one: Override, pages: Sequence[ReadPage], nodes: Mapping[str, Sequence[HelpNode]]
) -> str | None:
    if not pages:
        return "There is no such page: neither a path nor an id in a front matter."
    of_page = [nodes.get(page.document_id, ()) for page in pages]
    named = [(rows, node) for rows in of_page for node in named_nodes(rows, one.problem)]
    if not named:
        return "The page has no node with this problem."
    below = [
        node.condition
        for rows, top in named
        for node in rows
        if node.node_id in _below(rows, top.node_id)
    ]
    absent = sorted(old for old, new in one.conditions.items() if new not in below)
    return f"No node has the condition {', '.join(map(repr, absent))}." if absent else None


def _replay(nodes: dict[str, HelpNode], below: Set[str], node_id: str, one: Override) -> None:
    if one.closed:
        nodes[node_id] = dataclasses.replace(
            nodes[node_id], actionable=False, why_not=NotActionable.CLOSED.value
        )
    renamed = {_normal(old): new for old, new in one.conditions.items()}
    for found in below:
        new = renamed.get(_normal(nodes[found].condition or ""))
        if new is not None:
            nodes[found] = dataclasses.replace(
                nodes[found], condition=new, condition_span=None, condition_value=_normal(new)
            )


def _below(nodes: Sequence[HelpNode], top: str) -> set[str]:
    """Return a node and all below it; parents stand before their children."""
    found = {top}
    for node in nodes:
        if node.parent_id in found:
            found.add(node.node_id)
    return found


def _intent(node: HelpNode, text: str) -> HelpIntent:
    kind = IntentKind.QUESTION if text.rstrip().endswith("?") else IntentKind.REQUEST
    name = content_id("team intent", node.node_id, text)
    origin = IntentOrigin.TEAM.value
    return HelpIntent(
        name, node.document_id, node.node_id, text, kind.value, origin, "help_overrides"
    )


def _normal(text: str) -> str:
    return " ".join(text.split()).casefold()


def _from_yaml(text: str, path: Path) -> Iterator[Override]:
    entries = parse_yaml(text, path, remedy=_REMEDY)
    if entries is None:
        return
    if not isinstance(entries, list):
        raise SettingsError(
            f"{path} holds a {type(entries).__name__}, but a list was expected.", remedy=_REMEDY
        )
    for entry, line in zip(entries, _lines(text), strict=True):
        yield _entry(entry, line, path)


def _lines(text: str) -> list[int]:
    """Return the line in which each entry of a list begins, from 1."""
    node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    return [one.start_mark.line + 1 for one in node.value]


def _entry(entry: Any, line: int, path: Path) -> Override:
    problem = f"a {type(entry).__name__} was found, but a mapping was expected"
    if isinstance(entry, dict) and "line" not in entry:
        try:
            return Override.model_validate(entry | {"line": line})
        except pydantic.ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"]))
            problem = f"{place}: {first['msg']}" if place else first["msg"]
    elif isinstance(entry, dict):
        problem = "line: is no key of this place"
    raise SettingsError(f"{path}, line {line}: {problem}.", remedy=_REMEDY)


def _from_csv(_text: str, path: Path) -> list[Override]:
    raise SettingsError(
        f"The sidecar of what the team says of help pages {path} is a CSV.", remedy="Name a .yaml."
    )
