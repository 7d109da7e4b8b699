"""What of a text nobody may find in a table: addresses of people, and secrets.

Each becomes a word of its own, which no markup reads as a sign. A secret is told by its form (a
token's prefix, a key's frame) or by the words before it ("password: ...").
"""

from __future__ import annotations

import bisect
import functools
import re
from collections import defaultdict

_SHORTEST = 6
"""Characters of the shortest address that there is."""
ADDRESS = "EMAIL-MASKED"
SECRET = "SECRET-MASKED"  # noqa: S105  # the word that stands for one

_EMAIL = re.compile(
    r"(?<![\w.+%-])[\w.+%-]{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w-])", re.ASCII
)
_URL_USER = re.compile(
    r"\b([a-z][a-z0-9+.-]{1,20}://)[^\s/@:\"'<>]{0,100}:[^\s/@\"'<>]{1,200}@", re.I
)
_KEY_BEGINS = re.compile(r"-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY)-----")
_KEY_ENDS = re.compile(r"-----END ([A-Z0-9 ]{0,40}PRIVATE KEY)(?=-----)")
_KEY_LENGTH = 20_000
"""Characters of a private key at most, between its frame's lines."""
_TOKEN = re.compile(
    r"\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|glpat-[\w-]{20,64}"
    r"|xox[abposr]-[\w-]{10,250}|sk-(?:[a-z]{2,8}-)?[\w-]{20,200}|[rs]k_(?:live|test)_\w{16,200}"
    r"|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{35}|ATATT[\w=-]{20,300}|npm_[A-Za-z0-9]{36}|pypi-[\w-]{40,300}"
    r"|SG\.[\w-]{16,64}\.[\w-]{16,64}|eyJ[\w-]{8,2000}\.[\w-]{4,4000}\.[\w-]{0,2000})"
)
_TOKEN_BEGINS = (
    *(
        "gh",
        "github_pat_",
        "glpat-",
        "xox",
        "sk-",
        "k_live",
        "k_test",
        "AKIA",
        "ASIA",
        "AIza",
        "ATATT",
        "npm_",
    ),
    *("pypi-", "SG.", "eyJ"),
)
"""What a text holds that holds a token: to look for these takes a tenth of the pattern's time."""
_SCHEME = re.compile(r"\b(Bearer|Basic|Token)(\s+)[A-Za-z0-9+/_.~-]{16,4000}={0,2}", re.I)
_SCHEME_WORDS = ("bearer", "basic", "token")
_NAMED = re.compile(
    r"(?P<name>passw(?:or)?d|passphrase|secret|api[_ -]?key|access[_ -]?key|auth[_-]?token"
    r"|access[_-]?token|private[_-]?token)"
    r"(?P<between>[\"']?[ \t]{0,3}(?::|=>?)[ \t]{0,3}[\"']?)"
    r"(?P<value>[^\s\"'<>,;{}\[\]()&|]{4,400}+)(?!\()",
    re.I,
)
_NAMED_WORDS = ("passw", "passphrase", "secret", "key", "token")
_CODE = re.compile(
    r"[a-z]+(?:\.[a-z]+)*[.:?!]?|\$\w+|\*+|[xX]{3,}"
    r"|[$A-Za-z_][\w$]*(?:\.[A-Za-z_$][\w$]*)+|\$[.\w$]+"
)
"""A value that is a word of prose, a variable or a path of names: "password: none"."""


_REMEMBERED = 60
"""Characters of a text that is remembered, at most: of fields, which have the same few values."""


def without_secrets(text: str) -> str:
    """Return a text with each address and each secret masked."""
    if len(text) < _SHORTEST:
        return text
    return _remembered(text) if len(text) <= _REMEMBERED else _without_secrets(text)


def _without_secrets(text: str) -> str:
    if "@" in text:
        text = _URL_USER.sub(rf"\1{SECRET}@", text)
        text = _EMAIL.sub(_address, text)
    if "PRIVATE KEY" in text:
        text = _without_private_keys(text)
    if any(begin in text for begin in _TOKEN_BEGINS):
        text = _TOKEN.sub(SECRET, text)
    folded = text.casefold()
    if any(word in folded for word in _SCHEME_WORDS):
        text = _SCHEME.sub(_credential, text)
    if any(word in folded for word in _NAMED_WORDS):
        text = _NAMED.sub(_named, text)
    return text


_remembered = functools.lru_cache(maxsize=10_000)(_without_secrets)


def _without_private_keys(text: str) -> str:
    """Return a text with each private key masked, from its frame's begin to its end.

    One that the text's end cuts off is masked too. The ends are found once: many may begin.
    """
    ends: defaultdict[str, list[re.Match[str]]] = defaultdict(list)
    for end in _KEY_ENDS.finditer(text):
        ends[end[1]].append(end)
    kept: list[str] = []
    done = 0
    for begin in _KEY_BEGINS.finditer(text):
        if begin.start() < done:
            continue
        after = _key_end(begin, ends[begin[1]], len(text))
        if after is not None:
            kept += (text[done : begin.start()], SECRET)
            done = after
    return "".join((*kept, text[done:]))


def _key_end(begin: re.Match[str], ends: list[re.Match[str]], length: int) -> int | None:
    """Return where a private key ends, of those ends that are of its kind."""
    at = bisect.bisect_left(ends, begin.end(), key=re.Match.start)
    if at < len(ends) and ends[at].start() <= begin.end() + _KEY_LENGTH:
        return ends[at].end() + len("-----")
    return length if length <= begin.end() + _KEY_LENGTH else None


def _address(found: re.Match[str]) -> str:
    """Mask an address; the user of ``git@github.com:`` and of masked URLs is no person."""
    return found[0] if found[0].startswith((f"{SECRET}@", "git@")) else ADDRESS


def _credential(found: re.Match[str]) -> str:
    value = found[0][len(found[1]) + len(found[2]) :]
    mixed = value[1:] != value[1:].lower() and "-" not in value
    looks_random = mixed or any(c.isdigit() for c in value)
    return f"{found[1]}{found[2]}{SECRET}" if looks_random else found[0]


def _named(found: re.Match[str]) -> str:
    value = found["value"]
    if value.startswith(SECRET) or _CODE.fullmatch(value):
        return found[0]
    return f"{found['name']}{found['between']}{SECRET}"
