"""The user by rules: what they choose, tell and object, and that they always act alike."""

from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st
from simulated import CASE, STEPS, said

from graphwright.dialogue.reply import ReplyAction
from graphwright.simulation.case import Turn
from graphwright.simulation.user import NONE_OF_THESE, NOT_SURE, RuleUser, UserSettings

PLAIN = RuleUser(UserSettings(unsure=0, paraphrased=0))
ASKS = ReplyAction.CLARIFICATION


def test_an_option_is_chosen_by_the_words_that_are_its_own() -> None:
    labels = ("Reset it on the website", "Reset it in the app", "Reset it by mail")
    turns = [Turn("?", said("Which one?", ASKS, *labels))]
    assert PLAIN.speak(CASE, turns) == "Reset it in the app"
    away = dataclasses.replace(CASE, facts=(), about=("by telephone",))
    assert PLAIN.speak(away, turns) == NONE_OF_THESE


def test_a_name_with_a_word_more_or_less_is_not_taken_for_the_users_own() -> None:
    case = dataclasses.replace(CASE, facts=("silver account",), about=("Silver Account: fees",))
    offered = [("Silver Plus Account", "Gold Account"), ("Gold Account", "Silver Account")]
    first, second = ([Turn("?", said("Which?", ASKS, *labels))] for labels in offered)
    assert PLAIN.speak(case, first) == f"{NONE_OF_THESE} It is about: silver account."
    assert PLAIN.speak(case, second) == "Silver Account"


def test_yes_and_no_depend_on_what_the_user_knows() -> None:
    for question, answer in (("Are you in the app?", "Yes"), ("Do you use a browser?", "No")):
        turns = [Turn("?", said(question, ASKS, "Yes", "No"))]
        assert PLAIN.speak(CASE, turns) == answer


def test_the_user_ends_with_the_answer_or_handed_over_and_else_tells_what_was_not_said() -> None:
    assert PLAIN.speak(CASE, [Turn("?", said(" ".join(STEPS)))]) is None
    assert PLAIN.speak(CASE, [Turn("?", said("Wait.", ReplyAction.ESCALATION))]) is None
    first = PLAIN.speak(CASE, [Turn("?", said(STEPS[0]))])
    assert first is not None
    assert first.endswith("It is about: In the app.")
    again = PLAIN.speak(CASE, [Turn(first, said(STEPS[0]))])
    assert again is not None
    assert again.endswith(CASE.inquiry)


@given(st.text(min_size=1, max_size=8), st.integers(0, 99))
def test_a_case_and_a_seed_decide_all_that_is_drawn(case_id: str, seed: int) -> None:
    case = dataclasses.replace(CASE, case_id=case_id)
    settings = UserSettings(seed=seed, unsure=0.5)
    turns = [Turn("?", said("Which one?", ASKS, "In the app", "By mail"))]
    one, other = RuleUser(settings), RuleUser(settings)
    assert one.speak(case, turns) == other.speak(case, turns)
    assert one.speak(case, turns) in ("In the app", NOT_SURE)
    assert one.opening(case) == other.opening(case)
    assert case.inquiry in one.opening(case)


def test_the_rates_are_kept() -> None:
    cases = [dataclasses.replace(CASE, case_id=str(number)) for number in range(1000)]
    turns = [Turn("?", said("Which one?", ASKS, "In the app", "By mail"))]
    user = RuleUser(UserSettings(unsure=0.2, paraphrased=0.7))
    unsure = sum(user.speak(case, turns) == NOT_SURE for case in cases)
    paraphrased = sum(user.opening(case) != case.inquiry for case in cases)
    assert 150 < unsure < 250
    assert 650 < paraphrased < 750
