"""Where a sentence stands, and what that says of all that is read from it; each is found once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from graphwright.extraction.reading.headings import Headings, Span
from graphwright.extraction.reading.lead_ins import LeadIns
from graphwright.extraction.rules.layers import Required
from graphwright.tables.documents import ParsedDocument
from graphwright.tables.text import Sentence
from graphwright.tables.triples import Qualifier

_LABEL_ONLY = re.compile(r"\((?P<inside>[^()]{1,60}\bonly)\)", re.IGNORECASE)


class Place:
    """What the headings and lead-ins above a sentence say of it."""

    def __init__(
        self, sentence: Sentence, parsed: ParsedDocument, headings: Headings, lead_ins: LeadIns
    ) -> None:
        self._sentence, self._parsed = sentence, parsed
        self._headings, self._lead_ins = headings, lead_ins

    @cached_property
    def conditions(self) -> tuple[Qualifier, ...]:
        """The conditions that headings, lead-ins and a bracket before the sentence set for it."""
        above = self._headings.restricting(self._sentence.start)
        spans = (*above, *self._lead_ins.conditions(self._sentence), *self._labelled())
        texts = ((self._parsed.text[slice(*span)], *span) for span in spans)
        return tuple(Qualifier("condition", *text) for text in texts)

    def _labelled(self) -> Iterator[Span]:
        """Yield what a bracket before a sentence restricts it to: "(Partner edition only)"."""
        found = _LABEL_ONLY.match(self._parsed.text, self._sentence.start, self._sentence.end)
        if found is not None:
            yield found.span("inside")

    @cached_property
    def topics(self) -> tuple[Span, ...]:
        """The nearest heading above that names a topic, and the document's title."""
        return self._headings.topics(self._sentence.start)

    @cached_property
    def required(self) -> Required:
        """What the sentence says of what a task requires."""
        above = self._headings.states_prerequisites(self._sentence.start)
        if not above and not self._lead_ins.states_requirements(self._sentence):
            return Required.NOTHING
        begins = self._lead_ins.begins_item(self._sentence)
        return Required.WHOLE if begins else Required.STATES

    @cached_property
    def states_symptoms(self) -> bool:
        """Whether the nearest heading above says "Symptom" or "Cause"."""
        return self._headings.states_symptoms(self._sentence.start)

    @cached_property
    def quotes_messages(self) -> bool:
        """Whether the sentence is what an application shows, as a lead-in says."""
        return self._lead_ins.quotes_messages(self._sentence)

    @cached_property
    def lists_cases(self) -> bool:
        """Whether the sentence is one of several cases, as a lead-in says."""
        return self._lead_ins.lists_cases(self._sentence)
