"""Parts that the schemas of several prompts share.

Numbers carry no bounds in the JSON schema, because some compatible servers refuse them; the bounds
are checked when an answer is read.
"""

from __future__ import annotations

from typing import Annotated

import pydantic

_BLANK = frozenset({"", "none", "null", "n/a"})


def _none_if_blank(value: object) -> object:
    """Read what small models write for "there is none" as null."""
    return None if isinstance(value, str) and value.strip().casefold() in _BLANK else value


def _check_share(value: float) -> float:
    if not 0 <= value <= 1:
        raise ValueError(f"a number from 0 to 1 was expected, {value} was found")
    return value


def _check_visible(value: str) -> str:
    if not value:
        raise ValueError("it is empty")
    return value


Words = Annotated[str, pydantic.StringConstraints(strip_whitespace=True)]
Visible = Annotated[Words, pydantic.AfterValidator(_check_visible)]
Optional = Annotated[Words | None, pydantic.BeforeValidator(_none_if_blank)]
Share = Annotated[float, pydantic.AfterValidator(_check_share)]


class Part(pydantic.BaseModel):
    """Base of all parts of an answer."""

    model_config = pydantic.ConfigDict(frozen=True)
