from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graphwright.retrieval.asked import read_question
from graphwright.retrieval.question_focus import focus_of

if TYPE_CHECKING:
    from spacy.language import Language

FOCUS = {
    "Which role do I need for the app that starts the jobs?": {"role", "need"},
    "The clerk was away. Which form must the buyer sign before the goods come?": {"form", "sign"},
    "From which version of the winch on does the brake hold?": {"version", "hold"},
    "What is the longest rope that the winch can carry?": {"be", "long", "rope"},
    "What must I add to the order if the goods are late?": {"add"},
    "When does the depot, in which the trucks stand, open the gate?": {"open", "gate"},
    "Does the depot open when the trucks come?": set(),
    "winch rope": set(),
    "": set(),
}


@pytest.mark.parametrize(("question", "focus"), FOCUS.items())
def test_the_focus_is_what_is_asked_for(nlp: Language, question: str, focus: set[str]) -> None:
    assert focus_of(nlp(question)) == focus


def test_of_the_focus_only_words_that_count_are_asked(nlp: Language) -> None:
    asked = read_question(nlp("What is the longest rope that the winch can carry?"), ())
    assert asked.focus == {"long", "rope"}
    assert asked.focus < asked.words
