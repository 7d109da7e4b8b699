"""What the LLM can be asked: each prompt with the one pydantic schema of its answer.

A schema is an object with one list. Its JSON form is sent to the endpoint, and the same model reads
what comes back, entry by entry.
"""

from __future__ import annotations

import dataclasses
import functools
import typing
from typing import Any, Generic, TypeVar

import pydantic

from graphwright.llm.prompts import Prompt, load_prompt
from graphwright.llm.prompts.entities import AnsweredEntity, EntitiesAnswer
from graphwright.llm.prompts.help import (
    AnsweredHelpIntent,
    AnsweredHelpNode,
    AnsweredJudgement,
    HelpActionableAnswer,
    HelpIntentsAnswer,
    HelpNodesAnswer,
)
from graphwright.llm.prompts.names import AnsweredVerdict, NamesAnswer
from graphwright.llm.prompts.summary import SummaryAnswer
from graphwright.llm.prompts.tickets import AnsweredTicketSection, TicketSectionsAnswer
from graphwright.llm.prompts.triples import AnsweredTriple, TriplesAnswer

Item = TypeVar("Item")


@dataclasses.dataclass(frozen=True)
class Form(Generic[Item]):
    """A prompt (named like its file) and the schema of its answer."""

    name: str
    answer: type[pydantic.BaseModel]

    @property
    def prompt(self) -> Prompt:
        """Return the prompt file."""
        return load_prompt(self.name)

    @property
    def identity(self) -> str:
        """Return version and hash of the prompt."""
        return f"{self.prompt.title} {self.prompt.fingerprint}"

    def version(self, model: str) -> str:
        """Return what a row's ``version`` column says: the prompt with its version, and a model."""
        return f"{self.prompt.title} {model}"

    @functools.cached_property
    def field(self) -> str:
        """Return the name of the answer's one list."""
        (name,) = self.answer.model_fields
        return name

    @functools.cached_property
    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the answer in the strict form that endpoints enforce.

        Every property is required and no other is allowed; references are kept, defaults and
        titles are left out.
        """
        schema: dict[str, Any] = _strict(self.answer.model_json_schema())
        return schema

    def read(self, value: object) -> Item:
        """Return an entry of the list, checked. Raises ``pydantic.ValidationError``."""
        item: Item = self._entry.validate_python(value)
        return item

    @functools.cached_property
    def _entry(self) -> pydantic.TypeAdapter[Any]:
        entries = self.answer.model_fields[self.field].annotation
        return pydantic.TypeAdapter(typing.get_args(entries)[0])


def _strict(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    strict = {key: _strict(value) for key, value in node.items() if key not in _NOT_SENT}
    if "properties" in node:
        # Property names are data: one may be called "title".
        strict["properties"] = {k: _strict(v) for k, v in node["properties"].items()}
        strict["required"] = list(node["properties"])
        strict["additionalProperties"] = False
    return strict


_NOT_SENT = frozenset({"title", "default", "description"})

TRIPLES: Form[AnsweredTriple] = Form("triples", TriplesAnswer)
"""Few-shot triples for each chunk (SAP, section 3.1.3)."""

SUMMARY: Form[str] = Form("summary", SummaryAnswer)
"""A document in a few sentences (Adobe, section 2.1)."""

ENTITIES: Form[AnsweredEntity] = Form("entities", EntitiesAnswer)
"""The entities of a summary, given the seed concepts nearest to it (Adobe, section 2.2)."""

RELATIONS: Form[AnsweredTriple] = Form("relations", TriplesAnswer)
"""Relations with confidence of a chunk between its document's entities (Adobe, section 2.3)."""

HELP_NODES: Form[AnsweredHelpNode] = Form("help_nodes", HelpNodesAnswer)
"""The problems of a help page, nested (Recruit, section 2.1)."""

HELP_INTENTS: Form[AnsweredHelpIntent] = Form("help_intents", HelpIntentsAnswer)
"""The problems of a help page in the words of its users."""

HELP_ACTIONABLE: Form[AnsweredJudgement] = Form("help_actionable", HelpActionableAnswer)
"""Which resolutions of a help page do alone, with the sentence that answers."""

NAMES: Form[AnsweredVerdict] = Form("names", NamesAnswer)
"""Whether two names are one thing (Adobe, section 2.2)."""

TICKET_SECTIONS: Form[AnsweredTicketSection] = Form("ticket_sections", TicketSectionsAnswer)
"""Sections of what the rules left of a ticket's description (LinkedIn, section 3.1.2)."""

FORMS: dict[str, tuple[Form[Any], ...]] = {
    "triples": (TRIPLES,),
    "entities": (SUMMARY, ENTITIES, RELATIONS),
    "help": (HELP_NODES, HELP_INTENTS, HELP_ACTIONABLE),
    "names": (NAMES,),
    "tickets": (TICKET_SECTIONS,),
}
"""Prompt set to what is asked, in order: as ``sources.yaml`` names it, or that of names or of
a kind of document.
"""
