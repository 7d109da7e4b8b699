"""The format of examples/help_gold.yaml as strict models."""

from __future__ import annotations

from typing import Literal

import pydantic
import yaml
from gold_format import EXAMPLES

from graphwright.tables.help import NotActionable

HELP = EXAMPLES / "help"
HELP_GOLD = EXAMPLES / "help_gold.yaml"
KINDS = {"platform", "role", "product", "version", "state", "choice"}


class _Model(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class GoldNode(_Model):
    problem: str
    parent: int | None
    condition: dict[str, str] | None = None
    actionable: bool
    why_not: NotActionable | None = None
    resolution: tuple[str, ...]


class GoldCarried(_Model):
    governs: int
    words: str


class GoldPage(_Model):
    page: str
    product: str | None = None
    nodes: tuple[GoldNode, ...]
    carried: tuple[GoldCarried, ...] = ()


class GoldInquiry(_Model):
    id: str
    kind: Literal["question", "complaint", "request", "error"]
    text: str
    page: str | None = None
    node: int | None = None
    facts: tuple[str, ...] = ()
    core: tuple[str, ...] | None = None
    others: tuple[str, ...] = ()
    person: Literal["account", "act", "refused", "absent"] | None = None


class HelpGold(_Model):
    pages: tuple[GoldPage, ...]
    inquiries: tuple[GoldInquiry, ...]


def load_help_gold() -> HelpGold:
    """Read and check examples/help_gold.yaml."""
    return HelpGold.model_validate(yaml.safe_load(HELP_GOLD.read_text(encoding="utf-8")))
