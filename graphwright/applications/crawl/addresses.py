"""Addresses of an application: whose they are, in which order they come, which of them write."""

from __future__ import annotations

import itertools
import re
from urllib.parse import unquote, urlsplit

_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_SECURE = {"ws": "http", "wss": "https"}
_DIGITS = re.compile(r"(\d+)")
_ID = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b(?=\w*\d)[0-9a-f]{12,}\b|\d+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

WRITING_WORDS = frozenset(
    [
        "delete",
        "remove",
        "destroy",
        "erase",
        "purge",
        "revoke",
        "unsubscribe",
        "take",
        "untake",
        "steal",
    ]
)
"""Words that an address holds, as a whole word, where opening it by GET is known to write."""
_KEEPING = frozenset({"save", "submit"})
"""Words that begin or end the name of a button which a query says was pressed."""
_ACTS = frozenset({"action", "act", "cmd", "command", "do", "op"})
"""Names of what in a query says which act is wanted."""
_NOT_SET = frozenset({"", "0", "false", "no", "off"})
_SEEKING = frozenset({"search", "find", "filter", "query", "go", "show", "view", "list", "next"})
"""Words of a form's submitting button where the form only seeks."""
_LOGOUT_WORDS = frozenset({"logout", "logoff", "signout", "signoff"})
_LOGOUT_PAIRS = frozenset({("log", "out"), ("log", "off"), ("sign", "out"), ("sign", "off")})
_METHOD_OVERRIDE = re.compile(r"[?&;]_?method=(?!get\b|head\b)", re.IGNORECASE)
_DOWNLOAD = re.compile(
    r"\.(zip|gz|tgz|bz2|xz|7z|tar|rar|exe|dmg|iso|pdf|csv|tsv|xlsx?|docx?|pptx?|odt|ods|ics|png|"
    r"jpe?g|gif|svg|webp|mp3|mp4|webm|json|ya?ml|xml|txt|log|parquet)$",
    re.IGNORECASE,
)


def origin_of(address: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port of an address of the web, or None; WebSockets count as HTTP."""
    try:
        parts = urlsplit(address)
        port = parts.port or _DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return None
    if port is None or not parts.hostname:
        return None
    return _SECURE.get(parts.scheme, parts.scheme), parts.hostname.lower(), port


def is_web(address: str) -> bool:
    """Say whether an address is of HTTP or HTTPS."""
    return urlsplit(address).scheme in ("http", "https")


def path_and_query(address: str) -> str:
    """Return what of an address patterns look at: path and query, escapes resolved."""
    parts = urlsplit(address)
    return unquote(parts.path + (f"?{parts.query}" if parts.query else ""))


def without_fragment(address: str) -> str:
    """Return an address without what follows its ``#``."""
    return address.partition("#")[0]


def natural(address: str) -> tuple[tuple[int, str], ...]:
    """Return a key that sorts addresses by text, and the numbers in them by value.

    So a row that is added to a list comes after those that were there.
    """
    parts = _DIGITS.split(address)
    return tuple(
        (int(part[:18] or 0), part) if index % 2 else (-1, part) for index, part in enumerate(parts)
    )


def shape_of(address: str) -> str:
    """Return an address with its numbers and ids left out: rows of one list share it."""
    return _ID.sub("{}", address)


def names_a_thing(address: str) -> bool:
    """Return whether path or query hold a number or an id: it is an address of many alike."""
    return _ID.search(path_and_query(address)) is not None


def ends_session(address: str) -> bool:
    """Say whether an address logs its caller out, by its words."""
    words = _words(address)
    pairs = set(itertools.pairwise(words))
    return bool(_LOGOUT_WORDS & set(words) or _LOGOUT_PAIRS & pairs)


def writes_by_get(address: str) -> bool:
    """Say whether an address is known to write though it is opened by GET, by its words.

    A link that says a button was pressed ("SubmitTicket=1"), and a form that is sent by GET, write
    as that button does.
    """
    sought = path_and_query(address)
    return (
        bool(WRITING_WORDS & set(_words(address)))
        or bool(_METHOD_OVERRIDE.search(sought))
        or any(_presses(part) for part in re.split("[&;]", sought.partition("?")[2]))
    )


def _presses(part: str) -> bool:
    """Say whether a part of a query says that a button was pressed which keeps what is entered."""
    key, is_set, value = part.partition("=")
    named, told = _split(key), _split(value)
    if not named or (is_set and value.lower() in _NOT_SET):
        return False
    keeping = _KEEPING & {named[0], named[-1]}
    if keeping == {"submit"}:
        return not _SEEKING & {*named, *told}
    return bool(keeping) or named == ["update"] or (named[-1] in _ACTS and told[:1] == ["save"])


def is_download(address: str) -> bool:
    """Say whether an address is that of a file, by its ending."""
    return bool(_DOWNLOAD.search(unquote(urlsplit(address).path)))


def _words(address: str) -> list[str]:
    return _split(path_and_query(address))


def _split(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
