"""Typed Cypher as a plan: one path of at most three links, conditions, what is returned.

The text is parsed here and nowhere else: no engine ever sees it, so it can neither write nor read a
file. Whatever is not of the grammar is one ``PlanError`` with line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

import pydantic
from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from graphwright.errors import PlanError
from graphwright.tables.tickets import TicketLinkKind
from graphwright.ticket_retrieval.cypher_grammar import parser
from graphwright.ticket_retrieval.plan import (
    LINK_KIND,
    MOST_LINKS,
    MOST_ROWS,
    Condition,
    Direction,
    Hop,
    Operator,
    Order,
    Plan,
    Returned,
)

LONGEST_QUERY = 10_000
SHOWN_OF_TICKET = ("key", "title", "status", "resolution")
"""What the name of a node alone returns."""

_ALLOWED = "A query is MATCH, WHERE, RETURN, ORDER BY and LIMIT, and only reads."
_CLAUSES = frozenset(
    [
        "call",
        "copy",
        "create",
        "delete",
        "detach",
        "drop",
        "export",
        "foreach",
        "import",
        "install",
        "limit",
        "load",
        "match",
        "merge",
        "optional",
        "order",
        "remove",
        "return",
        "set",
        "skip",
        "union",
        "unwind",
        "use",
        "where",
        "with",
    ]
)
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\S")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}

_Model = TypeVar("_Model", bound=pydantic.BaseModel)
Node = Tree[Token]


def plan_of_cypher(text: str) -> Plan:
    """Return the plan that a typed query is; raises ``PlanError`` that says where it is none."""
    if len(text) > LONGEST_QUERY:
        raise PlanError(
            f"The query has {len(text):,} characters; at most {LONGEST_QUERY:,} are read.",
            remedy="Write a shorter one.",
        )
    if not text.strip():
        raise PlanError("The query is empty.", remedy="Write MATCH (t:Ticket) ... RETURN t.key.")
    try:
        tree = parser().parse(text)
    except UnexpectedInput as error:
        raise _unreadable(text, error) from None
    return _Reader(tree).plan()


def _unreadable(text: str, error: UnexpectedInput) -> PlanError:
    """Return the error for a query that is not of the grammar."""
    where = error.pos_in_stream
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        lines = text.rstrip().split("\n")
        place = (len(lines), len(lines[-1]) + 1)
        found = "the query ends too early"
    else:
        place = (error.line, error.column)
        found = _found(text, where or 0)
    return PlanError(f"{found}.", remedy=_ALLOWED, line=place[0], column=place[1])


def _found(text: str, where: int) -> str:
    """Return what stands at a place that a query cannot have there."""
    match = _WORD.search(text, where)
    word = match[0] if match else ""
    if word.casefold() in _CLAUSES:
        return f"{word.upper()} is not allowed here"
    if word == "*":
        return f"links of any length are not followed; write up to {MOST_LINKS} links one by one"
    if word.casefold() == "or":
        return "OR beside AND needs parentheses round the alternatives"
    if word in ("'", '"'):
        return "a text in quotes is not expected here, or does not end"
    return f"{word!r} is not expected here"


class _Reader:
    """Reads the tree of one query; names of nodes and links are known after its path."""

    def __init__(self, tree: Node) -> None:
        self._parts = {part.data: part for part in tree.children if isinstance(part, Tree)}
        self._nodes: dict[str, int] = {}
        self._links: dict[str, int] = {}
        self._aliases: dict[str, Returned | int] = {}
        self._search = ""

    def plan(self) -> Plan:
        """Return the plan."""
        path, where = self._path(self._parts["match"])
        where += self._groups(self._parts["where"]) if "where" in self._parts else []
        returns, count = self._returned(self._parts["return"])
        order = self._order(self._parts["order"]) if "order" in self._parts else ()
        return _made(
            Plan,
            self._parts["match"],
            search=self._search,
            path=tuple(path),
            where=tuple(where),
            returns=tuple(dict.fromkeys(returns)),
            count=count,
            order=tuple(order),
            limit=self._limit(),
        )

    def _path(self, match: Node) -> tuple[list[Hop], list[tuple[Condition, ...]]]:
        """Return the links of the path, and the conditions that stand in its nodes."""
        hops: list[Hop] = []
        where: list[tuple[Condition, ...]] = []
        for part in _trees(match):
            if part.data == "link":
                hops.append(self._hop(part, len(hops) + 1))
            else:
                where += self._node(part, len(hops))
        return hops, where

    def _node(self, node: Node, number: int) -> Iterator[tuple[Condition, ...]]:
        name, label, entries = node.children
        if isinstance(label, Token) and label != "Ticket":
            raise _wrong(label, f"nodes are of :Ticket, and {str(label)!r} was found")
        if isinstance(name, Token):
            self._take(name, number, self._nodes)
        for entry in _trees(entries) if isinstance(entries, Tree) else ():
            key, value = entry.children
            yield (_made(Condition, entry, node=number, name=_name(key), values=(_text(value),)),)

    def _hop(self, link: Node, number: int) -> Hop:
        if number > MOST_LINKS:
            raise _wrong(link, f"a path has at most {MOST_LINKS} links")
        left, detail, right = link.children
        kinds: list[TicketLinkKind] = []
        if isinstance(detail, Tree):
            name, named = detail.children
            if isinstance(name, Token):
                self._take(name, number, self._links)
            kinds = [_kind(token) for token in _tokens(named)] if isinstance(named, Tree) else []
        inward, outward = left == "<-", right == "->"
        direction = Direction.EITHER
        if inward != outward:
            direction = Direction.INWARD if inward else Direction.OUTWARD
        return Hop(kinds=tuple(kinds), direction=direction)

    def _take(self, name: Token, number: int, names: dict[str, int]) -> None:
        if name in self._nodes or name in self._links:
            raise _wrong(name, f"{str(name)!r} is named twice; a path does not come back")
        names[str(name)] = number

    def _groups(self, where: Node) -> list[tuple[Condition, ...]]:
        found = []
        for part in _trees(where):
            if part.data == "search":
                self._read_search(part)
            else:
                found.append(tuple(self._condition(one) for one in _trees(part)))
        return found

    def _read_search(self, part: Node) -> None:
        name, text = _tokens(part)
        if self._search or self._node_of(name) != 0:
            raise _wrong(name, "search is for the first node of the path, once")
        self._search = _text(text)
        if not self._search.strip():
            raise _wrong(text, "search needs words")

    def _condition(self, part: Node) -> Condition:
        place = next(tree for tree in _trees(part) if tree.data in ("property", "folded"))
        node, name = self._property(place)
        return _made(
            Condition,
            part,
            node=node,
            name=name,
            operator=_operator(part),
            values=tuple(_text(token) for token in _tokens(part) if token.type == "STRING"),
            folded=place.data == "folded",
        )

    def _property(self, place: Node) -> tuple[int, str]:
        plain = place if place.data == "plain" else next(iter(_trees(place)))
        node, name = plain.children
        assert isinstance(node, Token)
        return self._node_of(node), _name(name)

    def _node_of(self, name: Token) -> int:
        if str(name) not in self._nodes:
            raise _wrong(name, f"no node of the path is named {str(name)!r}")
        return self._nodes[str(name)]

    def _returned(self, part: Node) -> tuple[list[Returned], int | None]:
        returns: list[Returned] = []
        count: int | None = None
        for item in _trees(part):
            what, alias = item.children
            read = self._item(what)
            if isinstance(read, int):
                if count is not None:
                    raise _wrong(item, "one count is returned at most")
                count = read
            else:
                returns += read
            if isinstance(alias, Token):
                self._aliases[str(alias)] = read if isinstance(read, int) else read[0]
        return returns, count

    def _item(self, what: Node | Token) -> list[Returned] | int:
        """Return what an item returns, or the node whose tickets it counts."""
        if isinstance(what, Token):
            node = self._node_of(what)
            return [Returned(node=node, name=name) for name in SHOWN_OF_TICKET]
        if what.data == "count":
            return self._counted(what)
        if what.data == "kind":
            (name,) = _tokens(what)
            if str(name) not in self._links:
                raise _wrong(name, f"no link of the path is named {str(name)!r}")
            return [Returned(node=self._links[str(name)], name=LINK_KIND)]
        node, field = self._property(what)
        return [_made(Returned, what, node=node, name=field)]

    def _counted(self, what: Node) -> int:
        (name,) = _tokens(what)
        if name.type != "STAR":
            return self._node_of(name)
        if any(part.data == "link" for part in _trees(self._parts["match"])):
            raise _wrong(name, "count(*) counts paths; write count(DISTINCT t) for tickets")
        return 0

    def _order(self, part: Node) -> Iterator[Order]:
        for by in _trees(part):
            what, falling = by.children
            read: list[Returned] | Returned | int
            if isinstance(what, Token):
                if str(what) not in self._aliases:
                    raise _wrong(what, f"nothing that is returned is named {str(what)!r}")
                read = self._aliases[str(what)]
            else:
                read = self._item(what)
            if isinstance(read, int):
                yield Order(descending=falling is not None)
            else:
                one = read[0] if isinstance(read, list) else read
                yield Order(node=one.node, name=one.name, descending=falling is not None)

    def _limit(self) -> int | None:
        if "limit" not in self._parts:
            return None
        (number,) = _tokens(self._parts["limit"])
        if not 1 <= int(number) <= MOST_ROWS:
            raise _wrong(number, f"LIMIT is between 1 and {MOST_ROWS}")
        return int(number)


def _trees(part: Node) -> Iterator[Node]:
    return (child for child in part.children if isinstance(child, Tree))


def _tokens(part: Node) -> Iterator[Token]:
    return (child for child in part.children if isinstance(child, Token))


def _operator(part: Node) -> Operator:
    """Return how a condition compares."""
    denied = any(token.type == "NOT" for token in _tokens(part))
    if part.data == "present":
        return Operator.PRESENT if denied else Operator.ABSENT
    if part.data == "member":
        return Operator.IN
    if part.data == "has":
        return Operator.IS_NOT if denied else Operator.IS
    named = next(tree for tree in _trees(part) if tree.data == "operator")
    return Operator(" ".join(str(token).upper() for token in _tokens(named)))


def _kind(token: Token) -> TicketLinkKind:
    try:
        return TicketLinkKind(token.lower())
    except ValueError:
        known = ", ".join(kind.value.upper() for kind in TicketLinkKind)
        raise _wrong(token, f"{str(token)!r} is no kind of link; there are {known}") from None


def _name(part: Node | Token | None) -> str:
    assert isinstance(part, Tree)
    (token,) = _tokens(part)
    return str(token).strip("`")


def _text(token: Token | Node | None) -> str:
    """Return what stands between the quotes, with its escapes read."""
    assert isinstance(token, Token)
    return _ESCAPE.sub(lambda match: _unescaped(match[1], token), str(token)[1:-1])


def _unescaped(escape: str, token: Token) -> str:
    if len(escape) == 1:
        return _ESCAPED.get(escape, escape)
    code = int(escape[1:], 16)
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise _wrong(token, f"\\{escape} is no character")
    return chr(code)


def _wrong(part: Token | Node, message: str) -> PlanError:
    place = part if isinstance(part, Token) else part.meta
    return PlanError(f"{message}.", remedy=_ALLOWED, line=place.line, column=place.column)


def _made(model: type[_Model], part: Node, **values: object) -> _Model:
    """Return a part of a plan; what it refuses is an error with the place of the text."""
    try:
        return model.model_validate(values)
    except pydantic.ValidationError as error:
        told = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise _wrong(part, told) from None
