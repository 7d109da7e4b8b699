"""What may pass to the server while an application is crawled: decided from the request alone.

Words on buttons are no guard, as "Create" often opens a form: each request but GET is stopped
unless it is known to read. Pure: what stops a request in a browser is in ``tab``.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from urllib.parse import parse_qs, urlsplit

from graphwright.applications.crawl.addresses import (
    ends_session,
    origin_of,
    path_and_query,
    writes_by_get,
)
from graphwright.applications.crawl.graphql import QUERIES, SUBSCRIPTIONS, only_reads
from graphwright.settings import ApplicationSettings

_LOCAL = frozenset({"data", "blob", "about", "chrome-error"})
_SAFE = frozenset({"GET", "HEAD"})
_OVERRIDES = ("x-http-method-override", "x-http-method", "x-method-override")
_SILENT = frozenset({"ping", "cspviolationreport", "signedexchange", "prefetch"})
_SOCKET_CONTROL = frozenset(
    {"connection_init", "connection_terminate", "ping", "pong", "complete", "stop"}
)


class Verdict(StrEnum):
    """What becomes of a request; all but ``pass`` are stopped.

    ``denied``: a GET that an address pattern forbids; ``silent``: one that no user asked for.
    """

    PASS = "pass"  # noqa: S105  # no password
    WRITES = "writes"
    DENIED = "denied"
    OUTSIDE = "outside"
    SILENT = "silent"


@dataclasses.dataclass(frozen=True, slots=True)
class Asked:
    """A request before it is sent; ``body`` is None where it cannot be seen whole.

    ``resource`` is Chromium's type of it in lower case, names of ``headers`` are in lower case.
    """

    method: str
    address: str
    resource: str = "fetch"
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    body: str | None = ""


class WirePolicy:
    """The rules of one application. It has no state: the same request always meets the same."""

    def __init__(self, settings: ApplicationSettings) -> None:
        self._home = origin_of(settings.home)
        login = settings.login.address if settings.login else None
        self._login = {self._home, origin_of(login) if login else self._home}
        self._sandbox = settings.sandbox
        self._reads = settings.reads
        self._posts = [re.compile(p, re.IGNORECASE) for p in settings.reads.posts]
        self._deny = [re.compile(p, re.IGNORECASE) for p in settings.deny]

    def decide(self, asked: Asked, *, logging_in: bool = False) -> Verdict:
        """Say what becomes of a request; ``logging_in`` lets the login itself pass."""
        if asked.address.partition(":")[0].lower() in _LOCAL:
            return Verdict.PASS
        if not self.is_inside(asked.address, logging_in=logging_in):
            return Verdict.OUTSIDE
        if logging_in:
            return Verdict.PASS if asked.method in (*_SAFE, "POST", "OPTIONS") else Verdict.WRITES
        return self._decide_inside(asked)

    def _decide_inside(self, asked: Asked) -> Verdict:
        if asked.resource in _SILENT:
            return Verdict.SILENT
        if ends_session(asked.address) and asked.method in _SAFE:
            return Verdict.DENIED
        if not self._sandbox and asked.method in _SAFE and self.is_denied(asked.address):
            return Verdict.DENIED
        if ends_session(asked.address) or (not self._sandbox and self._is_named(asked.address)):
            return Verdict.WRITES
        if asked.method == "OPTIONS" or self._sandbox or self._only_reads(asked):
            return Verdict.PASS
        return Verdict.WRITES

    def is_inside(self, address: str, *, logging_in: bool = False) -> bool:
        """Say whether an address is of the application, or of its login."""
        origin = origin_of(address)
        return origin is not None and origin in (self._login if logging_in else {self._home})

    def is_denied(self, address: str) -> bool:
        """Say whether a pattern forbids an address that is opened by GET."""
        return ends_session(address) or self._is_named(address) or writes_by_get(address)

    def _is_named(self, address: str) -> bool:
        """Say whether a pattern of the settings forbids an address."""
        sought = path_and_query(address)
        return any(pattern.search(sought) for pattern in self._deny)

    def may_connect(self, address: str) -> bool:
        """Say whether a WebSocket is opened at all: only one that speaks GraphQL."""
        return self.is_inside(address) and urlsplit(address).path in self._reads.graphql

    def may_send(self, message: str | bytes) -> bool:
        """Say whether a message of a WebSocket of GraphQL goes to the server.

        Both protocols: graphql-ws ("start") and graphql-transport-ws ("subscribe").
        """
        if isinstance(message, bytes):
            return False
        said = _json(message)
        if not isinstance(said, dict):
            return False
        if said.get("type") in _SOCKET_CONTROL:
            return True
        payload = said.get("payload")
        return said.get("type") in ("start", "subscribe") and _graphql_reads(
            payload, subscribe=True
        )

    def _only_reads(self, asked: Asked) -> bool:
        path = urlsplit(asked.address).path
        if asked.method in _SAFE:
            overridden = any(name in asked.headers for name in _OVERRIDES)
            return not overridden and self._query_reads(path, asked.address)
        if asked.method != "POST" or asked.body is None:
            return False
        if any(name in asked.headers for name in _OVERRIDES):
            return False
        if any(pattern.fullmatch(path) for pattern in self._posts):
            return True
        said = _json(asked.body)
        if path in self._reads.graphql:
            return _each(said, _graphql_reads)
        methods = self._reads.json_rpc.get(path)
        return methods is not None and _each(
            said, lambda call: isinstance(call, dict) and call.get("method") in methods
        )

    def _query_reads(self, path: str, address: str) -> bool:
        """Say whether a GET of a GraphQL path names no operation that writes."""
        if path not in self._reads.graphql:
            return True
        queries = parse_qs(urlsplit(address).query).get("query", [])
        return all(only_reads(query, QUERIES) for query in queries)


def _each(said: Any, reads: Any) -> bool:
    """Say whether a call, or each call of a batch, reads."""
    calls = said if isinstance(said, list) else [said]
    return bool(calls) and all(reads(call) for call in calls)


def _graphql_reads(call: Any, *, subscribe: bool = False) -> bool:
    document = call.get("query") if isinstance(call, dict) else None
    return isinstance(document, str) and only_reads(
        document, SUBSCRIPTIONS if subscribe else QUERIES
    )


def _json(text: str) -> Any:
    """Return what a text says as JSON; None where two parsers might read it differently."""
    try:
        return json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("a name stands twice")
    return read
