"""What several settings are made of: names, addresses, patterns, groups; each is checked."""

from __future__ import annotations

import re
from ipaddress import ip_network
from typing import Annotated
from urllib.parse import urlsplit

import pydantic

EVERYBODY, NOBODY = "everybody", "nobody"
"""What stands in place of groups: for whom there is no limit, and for whom no group is enough."""


def _check_variable(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        raise ValueError("the name of an environment variable was expected, never a secret itself")
    return name


def _check_address(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        raise ValueError("an address such as http://localhost:8000/v1 was expected")
    return address


Variable = Annotated[str, pydantic.AfterValidator(_check_variable)]
"""Name of an environment variable that holds a secret."""

Address = Annotated[str, pydantic.AfterValidator(_check_address)]
"""Address of an endpoint."""


def _check_pattern(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"a regular expression was expected: {error}") from None
    return pattern


Pattern = Annotated[str, pydantic.Field(min_length=1), pydantic.AfterValidator(_check_pattern)]
"""A regular expression that is sought in a path and its query, upper and lower case alike."""


def _check_network(network: str) -> str:
    try:
        return str(ip_network(network, strict=False))
    except ValueError:
        raise ValueError("a network such as 10.20.0.0/16 was expected") from None


Network = Annotated[str, pydantic.AfterValidator(_check_network)]
"""A range of addresses, or one address."""

Owner = Annotated[str, pydantic.Field(pattern=r"^(team:[A-Za-z0-9_-]+|[^@\s]+@[^@\s]+\.[^@\s]+)$")]
"""Who answers for the graph, as Dagster shows it: an e-mail address, or "team:NAME"."""


def _check_group(name: str) -> str:
    if name != name.strip() or not name.isprintable() or re.search(r"[,;|]", name):
        raise ValueError("the name of a group was expected, without , ; | and spaces around it")
    return name


Group = Annotated[
    str, pydantic.Field(min_length=1, max_length=200), pydantic.AfterValidator(_check_group)
]
"""The name of a group of people, as the organisation has it."""


def _check_groups(groups: tuple[str, ...]) -> tuple[str, ...]:
    """Return groups as they are; raise ``ValueError`` where one word says all and others follow."""
    for word in (EVERYBODY, NOBODY):
        if word in groups and set(groups) != {word}:
            raise ValueError(f"{word!r} stands alone, without other groups")
    return groups


Groups = Annotated[tuple[Group, ...], pydantic.AfterValidator(_check_groups)]
"""Groups of which one is enough to see a document; or ``everybody``, or ``nobody``, alone."""


class SettingsModel(pydantic.BaseModel):
    """A group of settings: it is never changed, and knows no other keys than its own."""

    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")
