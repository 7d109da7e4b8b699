"""The digest of a server's answer, without what differs each time that it is asked for.

Pure. What it leaves out is of one moment: nonces and tokens, times, ids, and the order in which a
server writes the names of an object. Where it leaves out too little, a page is looked at that need
not be.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Collection, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from graphwright.applications.wording import timeless
from graphwright.ids import fingerprint, sha256_bytes

_DOCUMENTS = frozenset({"text/html", "application/xhtml+xml"})
_TELLING_HEADERS = ("content-disposition", "refresh")
_TOKEN = re.compile(r"(?=\S*\d)(?=\S*[A-Za-z])[\w+=-]{16,}")
"""What a server makes up for one caller or one page."""
_NAMES_TOKEN = re.compile(r"csrf|xsrf|token|nonce", re.IGNORECASE)
_QUOTED_TOKEN = re.compile(
    r"""(["'])(?:(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])[A-Za-z0-9+=]{20,}|[0-9a-f]{20,})\1"""
)
_SAID = frozenset({"alt", "aria-label", "aria-valuetext", "datetime", "placeholder", "title"})
"""Attributes that people read."""
_OPENS_OBJECT = re.compile(r"[{\[]")
_MOST_OBJECTS, _LONGEST_SCRIPT = 200, 200_000


def leads_on(status: int) -> bool:
    """Say whether an answer is the address of another."""
    return HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST


def answer_digest(status: int, headers: Mapping[str, str], body: bytes) -> str:
    """Return the digest of an answer; names of ``headers`` are in lower case."""
    if leads_on(status):
        return fingerprint([status, headers.get("location", "")])
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    telling = [headers.get(name, "") for name in _TELLING_HEADERS]
    return fingerprint([status, media, telling, _content(media, body)])


def _content(media: str, body: bytes) -> str:
    """Return the digest of what an answer says; of its bytes where it is not what it says it is."""
    try:
        if media == "application/json" or media.endswith("+json"):
            return fingerprint(json.loads(body))
        if media in _DOCUMENTS and body.lstrip()[:1] == b"<":
            return fingerprint(_document(body))
    except (ValueError, RecursionError):
        pass
    return sha256_bytes(body)


def _document(body: bytes) -> object:
    """Return what a document is made of: elements and words in order.

    Raises ``ValueError`` where it is none.
    """
    from lxml import etree  # noqa: PLC0415  # takes a moment

    try:
        root = etree.fromstring(body, _parser())
    except etree.LxmlError as error:
        raise ValueError("no document") from error
    if root is None:
        raise ValueError("no document")
    trees = [*root.itersiblings(preceding=True), root, *root.itersiblings()]
    nonces = {nonce for tree in trees for one in tree.iter() if (nonce := one.get("nonce"))}
    return [part for tree in trees for part in _parts(tree, nonces)]


@functools.cache
def _parser() -> Any:
    from lxml import html  # noqa: PLC0415  # takes a moment

    return html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)


def _parts(tree: Any, nonces: Collection[str]) -> Iterator[object]:
    from lxml import etree  # noqa: PLC0415  # takes a moment

    for event, element in etree.iterwalk(tree, events=("start", "end")):
        if event == "end":
            yield [None, timeless(element.tail or "")]
            continue
        yield [element.tag, *_attributes(element.tag, element.attrib, nonces)]
        text = element.text or ""
        match element.tag:
            case "script":
                yield _script(text)
            case "style":
                yield text
            case _:
                yield timeless(text)


def _attributes(
    tag: str, given: Mapping[str, str], nonces: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield the attributes of an element; some libraries repeat a document's nonce in their own."""
    hidden = tag == "meta" or (tag == "input" and given.get("type", "").lower() == "hidden")
    named = _NAMES_TOKEN.search(given.get("name", "")) is not None
    for name, value in sorted(given.items()):
        is_token = named or _TOKEN.fullmatch(value) is not None
        if value in nonces or (hidden and name in ("value", "content") and is_token):
            continue
        yield name, timeless(value) if name in _SAID else value


def _script(script: str) -> list[Any]:
    """Return a script without tokens, what in it is JSON as an object, its names in any order."""
    found: list[Any] = []
    start = at = 0
    decoder = json.JSONDecoder()
    tries = _MOST_OBJECTS if len(script) <= _LONGEST_SCRIPT else 0
    while tries and (opening := _OPENS_OBJECT.search(script, at)) is not None:
        tries -= 1
        at = opening.end()
        try:
            value, end = decoder.raw_decode(script, opening.start())
        except (ValueError, RecursionError):
            continue
        found += [_without_tokens(script[start : opening.start()]), value]
        start = at = end
    return [*found, _without_tokens(script[start:])]


def _without_tokens(script: str) -> str:
    return _QUOTED_TOKEN.sub("", script)
