"""Extractors: what a collection can ask for to read triples from its sentences, by name.

An extractor is a bucketed step that fills a table of triples (``tables.triples.Triple``); what
follows, from resolution on, reads the tables of all of them alike. Another one is a table, a step,
a line in the pipeline, an entry here, and its name in ``settings.collections.Extractor``.
"""

from __future__ import annotations

import dataclasses

from graphwright.registry import Registry
from graphwright.tables import DependencyTriple, LlmTriple, Triple, table_of

EVERY = "both"
"""What a collection says that asks for all extractors."""
NO_EXTRACTOR = "none"
"""What a collection says that asks for none: its documents are searched, and give no triple."""


@dataclasses.dataclass(frozen=True, slots=True)
class Extractor:
    """A way to get triples; ``row`` declares the table that its step fills."""

    name: str
    row: type[Triple]

    @property
    def table(self) -> str:
        """Return the name of that table."""
        return table_of(self.row).name

    def is_asked(self, setting: str) -> bool:
        """Return whether a collection with this setting asks for the extractor."""
        return setting in (self.name, EVERY)


EXTRACTORS: Registry[Extractor] = Registry("A collection's extractor")

DEPENDENCY = EXTRACTORS.register("dependency", Extractor("dependency", DependencyTriple))
"""Rules over the parse."""

LLM = EXTRACTORS.register("llm", Extractor("llm", LlmTriple))
"""A large language model."""


def needs_parses(setting: str) -> bool:
    """Return whether a collection with this setting has its sentences parsed."""
    return setting != NO_EXTRACTOR
