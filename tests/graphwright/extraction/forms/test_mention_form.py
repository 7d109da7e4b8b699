"""What a mention is: a name in a sentence, read with the real pipeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from extraction_texts import parsed_of

from graphwright.extraction.forms.document_forms import DocumentForms, Mention
from graphwright.language.annotate import annotate, chunk_inputs, read_doc
from graphwright.tables import MentionCount

if TYPE_CHECKING:
    from spacy.language import Language


def counted(nlp: Language, text: str, *names: str, times: int = 1) -> list[MentionCount]:
    """Return the counts of names where they first stand in a marked-up text."""
    parsed, chunk = parsed_of(text, names=True)
    ((annotation, _),) = annotate(nlp, chunk_inputs(parsed, [chunk]))
    starts = [parsed.text.index(name, chunk.start) for name in names]
    mentions = [
        Mention(start, start + len(name), name.lower())
        for start, name in zip(starts, names, strict=True)
    ]
    forms = DocumentForms(parsed, mentions * times)
    forms.read(read_doc(annotation, nlp.vocab), chunk.start, chunk.end)
    return forms.counts()


@pytest.mark.parametrize(
    ("form", "name", "text"),
    [
        ("name", "Harbour Authority", "The Harbour Authority licenses every pilot."),
        ("name", "Bank of Norvik", "The Bank of Norvik lends money to fishermen."),
        ("compound", "ballast tank", "The crew inspects the ballast tank."),
        ("compound", "retention and deletion policies",
         "The office publishes retention and deletion policies."),
        ("noun", "rudder", "The captain inspects the rudder."),
        ("modified", "technical officer", "A technical officer inspects the engine."),
        ("participial", "repaired engine", "The crew tests the repaired engine."),
        ("complemented", "unit of measure", "The clerk enters a unit of measure."),
        ("identifier", "crew_list", "The program reads `crew_list` at the start."),
        ("value", "crew_list = full", "Set the option `crew_list = full` in the file."),
        ("label", "Sign Off", "Choose *Sign Off* at the end."),
        ("label", "Sign Off button", "The Sign Off button closes the voyage."),
        ("label", "Voyages > Open", "The clerk opens Voyages > Open in the morning."),
        ("quantity", "three engines", "The ship has three engines."),
        ("quantity", "up to two minutes", "The check takes up to two minutes."),
        ("quantity", "4.8", "The draught | 4.8"),
        ("date", "12 May 2024", "The ship left on 12 May 2024."),
        ("quality", "seaworthy", "The ship is seaworthy."),
        ("description", "copy of this form", "The office keeps a copy of this form."),
        ("description", "number of passengers", "The purser counts the number of passengers."),
        ("description", "other ships", "The harbour serves other ships."),
        ("description", "captain's orders", "The crew follows the captain's orders."),
        ("description", "all pilots", "The harbour licenses all pilots."),
        ("list", "masters and mates", "The school trains masters and mates."),
        ("action", "loading the cargo", "The crew starts loading the cargo."),
        ("action", "Register a new ship", "# Register a new ship"),
        ("title", "Rules for Pilots in Harbours", "# Rules for Pilots in Harbours"),
    ],
)  # fmt: skip
def test_the_form_of_a_mention(nlp: Language, form: str, name: str, text: str) -> None:
    assert [count.form for count in counted(nlp, text, name)] == [form]


@pytest.mark.parametrize(
    "name", ["Java 25", "sign-in page", "ISO 9001", "Maersk Line", "three-way valve"]
)
def test_what_a_hasty_test_would_withhold(nlp: Language, name: str) -> None:
    (count,) = counted(nlp, f"The manual describes the {name} in detail.", name)
    assert count.form in {"name", "compound", "noun", "identifier"}


def test_a_place_counts_once_and_says_where_it_stands(nlp: Language) -> None:
    text = "# Ballast Tanks\nThe crew inspects the rudder."
    counts = counted(nlp, text, "Ballast Tanks", "rudder", times=3)
    assert [(c.key, c.mentions, c.titled) for c in counts] == [
        ("ballast tanks", 1, 1),
        ("rudder", 1, 0),
    ]


def test_a_mention_outside_the_chunk_is_not_counted(nlp: Language) -> None:
    parsed, chunk = parsed_of("The crew inspects the rudder.")
    ((annotation, _),) = annotate(nlp, chunk_inputs(parsed, [chunk]))
    forms = DocumentForms(parsed, [Mention(0, 4, "some")])
    forms.read(read_doc(annotation, nlp.vocab), chunk.start, chunk.end)
    assert forms.counts() == []
