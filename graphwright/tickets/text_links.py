"""Links that stand in the text of a ticket: keys and addresses of other tickets."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence

from graphwright.tables import DocumentLink, TicketLinkKind, TicketLinkOrigin
from graphwright.tickets.link_names import LinkName, link_before
from graphwright.tickets.spans import Spans

_JIRA_KEY = re.compile(r"(?<![\w/.#-])([A-Z][A-Z0-9_]{1,14}-\d{1,7})(?![\w-]|\.\w)")
_NUMBER = re.compile(
    r"(?<![\w&])(?:(?:bug|issue|ticket|case|pr)s?\s+#?|#)(\d{1,8})\b", re.IGNORECASE
)
_REPOSITORY_KEY = re.compile(r"(?<![\w/.-])([\w.-]+/[\w.-]+#\d{1,8})\b")
_ADDRESS = re.compile(
    r"https?://[^\s<>\"'|\]]*?(?:"
    r"/browse/(?P<jira>[A-Z][A-Z0-9_]+-\d+)"
    r"|show_bug\.cgi\?id=(?P<bugzilla>\d+)"
    r"|github\.com/(?P<repository>[\w.-]+/[\w.-]+)/(?P<part>issues|pull)/(?P<number>\d+)"
    r")",
    re.IGNORECASE,
)
_WORD_OF_ADDRESSES = re.compile(r"https?://[^\s<>\"'|\]]*", re.IGNORECASE)
_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?;](?=\s)|\n")
_UNSURE = re.compile(
    r"(?:\b(?:not|never|no|isnt|possibl[ey]|maybe|perhaps|might|may|could|probably|likely|similar|"
    r"seems?|looks? like|appears?|if|whether)\b|n['’]t\b)",
    re.IGNORECASE,
)
_THIS_AFTER = re.compile(
    r"\s*+[\])]?\s*+(?:is|was|has been|as)?\s*(?:also )?(?:marked as |closed as |resolved as )?"
    r"(?:a |the )?(?:duplicate|dup|dupe)\s+(?:of|to) this\b",
    re.IGNORECASE,
)
_FILLERS = re.compile(
    r"(?:\b(?:bug|issue|ticket|case|this|jira|pr)s?|[\s:(\[#*\"'“|]|https?://\S*+)+$", re.I
)
_WINDOW = 90
"""Characters before a key in which its sentence is looked at."""


@dataclasses.dataclass(frozen=True, slots=True)
class TextLink:
    """A link that stands in a text; ``name`` is what says its kind, as a normal form."""

    key: str
    kind: TicketLinkKind
    outward: bool
    name: str
    origin: TicketLinkOrigin
    start: int
    end: int


def text_links(own_key: str, text: str, links: Iterable[DocumentLink] = ()) -> list[TextLink]:
    """Return the links of a text in order of place: each place once, none to the ticket itself.

    ``links`` are what the markup has as links, whose addresses no longer stand in the text.
    """
    found: dict[int, TextLink] = {}
    addresses = [*_addresses(own_key, text), *_marked(own_key, links)]
    for key, start, end, origin in addresses:
        if key != own_key:
            found.setdefault(start, _link(text, key, start, end, origin))
    taken = Spans((start, end) for _, start, end, _ in addresses)
    for key, start, end in _keys(own_key, text):
        if key != own_key and start not in taken:
            found.setdefault(start, _link(text, key, start, end, TicketLinkOrigin.TEXT))
    return [found[start] for start in sorted(found)]


def _keys(own_key: str, text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the keys of the own tracker's form, with their places."""
    if own_key.isdigit():
        yield from ((m[1], m.start(1), m.end(1)) for m in _NUMBER.finditer(text))
    elif "#" in own_key:
        repository = own_key.partition("#")[0]
        yield from ((m[1], m.start(1), m.end(1)) for m in _REPOSITORY_KEY.finditer(text))
        for match in _NUMBER.finditer(text):
            yield f"{repository}#{match[1]}", match.start(1), match.end(1)
    else:
        yield from ((m[1], m.start(1), m.end(1)) for m in _JIRA_KEY.finditer(text))


def _addresses(own_key: str, text: str) -> Iterator[tuple[str, int, int, TicketLinkOrigin]]:
    for match in _address_matches(text):
        if _is_change(own_key, match):
            continue
        yield _key_of(own_key, match), match.start(), match.end(), TicketLinkOrigin.URL


def _address_matches(text: str) -> Iterator[re.Match[str]]:
    """Yield the addresses that lead to a ticket, in order of place.

    Addresses may stand in one word. Where one leads to no ticket, no later one of its word does:
    what it would need stands behind both. So each word is read once, however many it has.
    """
    for word in _WORD_OF_ADDRESSES.finditer(text):
        begin: re.Match[str] | None = word
        while begin is not None:
            match = _ADDRESS.match(text, begin.start(), word.end())
            if match is None:
                break
            yield match
            begin = _SCHEME.search(text, match.end(), word.end())


def _marked(
    own_key: str, links: Iterable[DocumentLink]
) -> Iterator[tuple[str, int, int, TicketLinkOrigin]]:
    for link in links:
        match = _ADDRESS.match(link.href)
        if match is None or _is_change(own_key, match):
            continue
        if link.start is not None and link.end is not None:
            yield _key_of(own_key, match), link.start, link.end, TicketLinkOrigin.URL


def _is_change(own_key: str, address: re.Match[str]) -> bool:
    """Say whether an address leads to a change of code, not to a ticket of the own tracker."""
    return address["part"] == "pull" and "#" not in own_key


def _key_of(own_key: str, address: re.Match[str]) -> str:
    """Return the key that an address leads to, in the form that the own tracker writes."""
    if address["repository"]:
        repository = address["repository"] if own_key.partition("#")[0] else ""
        return f"{repository}#{address['number']}"
    return address["jira"] or address["bugzilla"]


def _link(text: str, key: str, start: int, end: int, origin: TicketLinkOrigin) -> TextLink:
    said = _said(text, start, end)
    if said is None:
        return TextLink(key, TicketLinkKind.MENTION, True, "", origin, start, end)
    name, words = said
    return TextLink(key, name.kind, name.outward, words, origin, start, end)


def _said(text: str, start: int, end: int) -> tuple[LinkName, str] | None:
    """Return the kind of link that the sentence says; None for a mere mention.

    What is denied, guessed or said of another ticket is a mention.
    """
    sentence = _before(text, start)
    if _UNSURE.search(sentence):
        return None
    if _THIS_AFTER.match(text, end):
        return LinkName(TicketLinkKind.DUPLICATE, False), "is a duplicate of this"
    words = _FILLERS.sub("", sentence)
    found = link_before(words)
    if found is None or _names_another(words):
        return None
    return found


def _before(text: str, start: int) -> str:
    """Return the part of the sentence that stands before a key."""
    window = text[max(0, start - _WINDOW) : start]
    ends: Sequence[re.Match[str]] = list(_SENTENCE_END.finditer(window))
    return window[ends[-1].end() :] if ends else window


def _names_another(words: str) -> bool:
    return bool(_JIRA_KEY.search(words) or _NUMBER.search(words))
