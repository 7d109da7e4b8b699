"""The digest of a server's answer, without what differs each time that it is asked for.

Pure. What it leaves out shows on no page: nonces and tokens, the order in which a server writes
the names of an object, and of a document's words what a capture leaves out too. Where it leaves
out too little, a page is looked at that need not be.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Collection, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from graphwright.applications.wording import lasting_words
from graphwright.ids import fingerprint, sha256_bytes

_TOKEN = re.compile(r"(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[\w+/=:.~-]{16,}")
"""What a server makes up for one caller or one page."""
_WORDS = re.compile(r"[\w$.+/=~-]+|[^\w\s]")
_DOCUMENTS = frozenset({"text/html", "application/xhtml+xml"})
_SAID = frozenset({"alt", "aria-label", "aria-valuetext", "datetime", "placeholder", "title"})
"""Attributes that people read."""
_NAMES_IN_LINE = """a abbr b bdi bdo cite code data del em font i ins kbd label mark q s samp small
span strong sub sup time tt u var"""
_INLINE = frozenset(_NAMES_IN_LINE.split())
"""Elements within a line: what they hold is read together with what stands beside them."""


def answer_digest(status: int, headers: Mapping[str, str], body: bytes) -> str:
    """Return the digest of an answer; names of ``headers`` are in lower case."""
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return fingerprint([status, headers.get("location", "")])
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    return fingerprint([status, media, _content(media, body)])


def _content(media: str, body: bytes) -> str:
    """Return the digest of what an answer says; of its bytes where it is not what it says it is."""
    try:
        if media in _DOCUMENTS:
            return fingerprint(_document(body))
        if media == "application/json" or media.endswith("+json"):
            return fingerprint(json.loads(body))
    except (ValueError, RecursionError):
        pass
    return sha256_bytes(body)


def _document(body: bytes) -> object:
    """Return what a document is made of: elements and words in order, and then its lines.

    A line is read as a whole too, as a number alone says nothing: "Version 5" in two elements.

    Raises ``ValueError`` where it is none.
    """
    from lxml import etree  # noqa: PLC0415  # takes a moment

    try:
        tree = etree.fromstring(body, _parser())
    except etree.LxmlError as error:
        raise ValueError("no document") from error
    if tree is None:
        raise ValueError("no document")
    nonces = {nonce for element in tree.iter() if (nonce := element.get("nonce"))}
    structure: list[Any] = []
    lines: list[str] = []
    line: list[str] = []
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        if element.tag not in _INLINE and line:
            lines.append("".join(line))
            line.clear()
        if event == "start":
            structure.append([element.tag, *_attributes(element.tag, element.attrib, nonces)])
        text = (element.text if event == "start" else element.tail) or ""
        if event == "start" and element.tag == "script":
            structure.append(_script_words(text))
        else:
            structure.append(lasting_words(text))
            line.append(text)
    lines.append("".join(line))
    return [structure, [words for words in map(lasting_words, lines) if words]]


@functools.cache
def _parser() -> Any:
    from lxml import html  # noqa: PLC0415  # takes a moment

    return html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)


def _attributes(
    tag: str, given: Mapping[str, str], nonces: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Yield the attributes of an element; some libraries repeat a document's nonce in their own."""
    hidden = tag == "meta" or (tag == "input" and given.get("type", "").lower() == "hidden")
    for name, value in sorted(given.items()):
        if value in nonces or (hidden and name in ("value", "content") and _TOKEN.fullmatch(value)):
            continue
        yield name, lasting_words(value) if name in _SAID else value


def _script_words(script: str) -> list[str]:
    """Return the words of a script in the order of the alphabet, without tokens.

    Some servers write the names of an object in another order each time.
    """
    return sorted(word for word in _WORDS.findall(script) if not _TOKEN.fullmatch(word))
