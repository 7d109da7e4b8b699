"""Templates of addresses: an address without ids, numbers, hashes and tokens.

Two pages of one kind have one template (ui.md, state identity): ``/tickets/17?id=3`` and
``/tickets/18?id=4`` are both ``/tickets/*?id``. It is made of the address alone.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, quote, unquote, urlsplit

VARIABLE = "*"
"""Stands where an address holds what differs between pages of one kind."""

_SESSION = re.compile(
    r"^(?:.*sess(?:ion)?(?:_?id)?|sid|.*token.*|.*csrf.*|.*xsrf.*|.*nonce.*|auth|sig(?:nature)?"
    r"|_|ts|timestamp|cachebuster|cb|rand(?:om)?|utm_\w+)$",
    re.IGNORECASE,
)
_ROUTES = "action act do op cmd command mode module mod route view tab section screen page step"
_ROUTING = frozenset(_ROUTES.split())
_FLAGS = frozenset("01")
_PAGING = frozenset(
    [
        "page",
        "p",
        "offset",
        "start",
        "limit",
        "per_page",
        "perpage",
        "pagesize",
        "page_size",
        "rows",
        "size",
    ]
)
_SORTING = re.compile(
    r"^(?:sort\w*|order_?(?:by|dir)\w*|dir|direction|asc|desc)(?:\[\w*\])?$", re.IGNORECASE
)
_WORD = re.compile(r"^[A-Za-z][A-Za-z_-]{0,30}$")
_UUID = re.compile(r"^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$", re.IGNORECASE)
_HEX = re.compile(r"^(?=.*\d)[0-9a-f]{8,}$", re.IGNORECASE)
_TOKEN = re.compile(r"^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_=+-]{20,}$")
_NUMBER = re.compile(r"^\d+$")
_DATE = re.compile(r"\d{4}[-_.]\d{1,2}(?:[-_.]\d{1,2})?(?:[T_ ]?\d{1,2}[:.-]?\d{2}.*)?")
_PART = re.compile(r"[-_.~,:;]")
_EMAIL = re.compile(r"^[^@/\s]+@[^@/\s]+\.[A-Za-z]{2,}$")
_INDEX = re.compile(r"^(?:index|default)\.\w{2,5}$", re.IGNORECASE)
_JSESSION = re.compile(r";[A-Za-z]*sess(?:ion)?id=[^/?#;]*", re.IGNORECASE)


@functools.lru_cache(maxsize=20_000)
def template_of(address: str, home: str) -> str:
    """Return the template of an address, relative to the origin of ``home``.

    The host is left out where it is that of ``home``; other schemes than http give ``mailto:``
    and the like. Names of the query stand sorted, with a value only where it is a word that
    routes (``action=edit``); what pages or sorts a list is left out, and so are fragments, unless
    they route (``#/orders``).
    """
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return VARIABLE
    if parts.scheme and parts.scheme not in ("http", "https"):
        return f"{parts.scheme}:"
    host = ""
    if parts.netloc and not is_inner(address, home):
        host = f"{parts.scheme or 'https'}://{parts.netloc.rpartition('@')[2]}"
    return f"{host}{_path(parts.path)}{_query(parts.query)}{_routed(parts.fragment)}"


def place_of(template: str) -> str:
    """Return the words of a template that tell what lies there: its last two fixed segments."""
    path = urlsplit(template).path
    stems = [unquote(one).rpartition(".")[0] or unquote(one) for one in path.split("/") if one]
    words = [" ".join(re.findall(r"[A-Za-z]{2,}", one)) for one in stems if VARIABLE not in one]
    return " ".join(filter(None, words[-2:]))


def has_variable(template: str) -> bool:
    """Return whether a template stands for addresses that name a thing: one of many alike."""
    return VARIABLE in template


def is_inner(address: str, home: str) -> bool:
    """Return whether an address lies in the application: its origin is that of ``home``."""
    return _origin(address) == _origin(home)


def _routed(fragment: str) -> str:
    if not fragment.startswith(("/", "!/")):
        return ""
    path, _, query = fragment.removeprefix("!").partition("?")
    return f"#{_path(path)}{_query(query)}"


def _origin(address: str) -> tuple[str, str, int | None]:
    try:
        parts = urlsplit(address.strip())
        port = parts.port
    except ValueError:
        return ("", "", None)
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return (parts.scheme, parts.hostname or "", usual if port is None else port)


def _path(path: str) -> str:
    segments = [unquote(one) for one in _JSESSION.sub("", path).split("/") if one]
    if segments and _INDEX.match(segments[-1]):
        segments.pop()
    return "/" + "/".join(_segment(one) for one in segments)


def _segment(segment: str) -> str:
    """Return a segment of a path with its variable parts replaced."""
    if _is_variable(segment) or _EMAIL.match(segment):
        return VARIABLE
    dated = _DATE.sub(VARIABLE, segment)
    pieces = _PART.split(dated)
    marks = [*_PART.findall(dated), ""]
    kept = (VARIABLE if _is_variable(one) else one for one in pieces)
    return quote("".join(a + b for a, b in zip(kept, marks, strict=True)), safe="*@:,;~!$'()+=&")


def _is_variable(text: str) -> bool:
    return any(one.match(text) for one in (_NUMBER, _UUID, _HEX, _TOKEN))


def _query(query: str) -> str:
    found = sorted(set(_arguments(query)))
    return f"?{'&'.join(found)}" if found else ""


def _arguments(query: str) -> Iterator[str]:
    for name, value in parse_qsl(query.replace(";", "&"), keep_blank_values=True):
        if not name or _SESSION.match(name) or _is_view(name, value):
            continue
        kept = "".join(VARIABLE if _is_variable(one) else one for one in re.split(r"(\W)", name))
        routes = name.casefold() in _ROUTING and _WORD.match(value)
        yield quote(kept, safe="*[]{}") + (f"={value}" if routes else "")


def _is_view(name: str, value: str) -> bool:
    """Return whether an argument only pages or sorts: the same page, another part of its list."""
    plain = name.casefold()
    if plain == "order":
        return bool(_WORD.match(value))
    return bool(_SORTING.match(name)) or (plain in _PAGING and not _WORD.match(value))


@functools.lru_cache(maxsize=20_000)
def variables_of(address: str) -> frozenset[str]:
    """Return the numbers, hashes, tokens and dates by which an address names one of many.

    A lone 0 or 1 in a query is a switch, unless its name says that it is an id.
    """
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return frozenset()
    if parts.scheme not in ("", "http", "https"):
        return frozenset()
    path, _, query = parts.fragment.partition("?")
    segments = [*parts.path.split("/"), *(path.split("/") if _routed(parts.fragment) else ())]
    named = {one for one in map(unquote, segments) if one and VARIABLE in _segment(one)}
    values = parse_qsl(f"{parts.query}&{query}".replace(";", "&"))
    return frozenset(named | {value for name, value in values if _names_a_thing(name, value)})


def _names_a_thing(name: str, value: str) -> bool:
    switch = value in _FLAGS and not name.casefold().endswith("id")
    unlike = switch or _SESSION.match(name) or _is_view(name, value)
    return _is_variable(value) and not unlike


def without_name(template: str, name: str) -> str:
    """Return a template without the segment that is the link's own text: an identifier.

    Words of people are written otherwise in an address than on the page (``Users``, ``/users``).
    """
    path, mark, query = template.partition("?")
    text = name.strip()
    if not text or text.istitle():
        return template
    segments = [VARIABLE if unquote(one) == text else one for one in path.split("/")]
    return "/".join(segments) + mark + query
