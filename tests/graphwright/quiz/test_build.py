"""The three passes of the quiz: questions, wrong options, the filter."""

import hypothesis
import hypothesis.strategies as st
import pytest
from manual_pages import APPLICATION, desk, page

from graphwright.applications.documented_paths import documented_paths, menu_graphs
from graphwright.quiz.build import quiz_rows
from graphwright.quiz.distractors import WRONG, in_order, wrong_options
from graphwright.quiz.draft import Candidate, Draft
from graphwright.quiz.drafts import drafts_of
from graphwright.quiz.filters import why_betrayed, why_not_wrong
from graphwright.quiz.material import Definition, Material
from graphwright.tables import QuizItem, QuizRejection, QuizSkill
from graphwright.tables.help import Span

MANUAL = (
    "# Queues\n\nTo change who is told of new mail, go to Admin > Queues > [select queue] > "
    "Watchers. To see all automatic replies of the desk, go to Admin > Global > Scrips. Set the"
    " Reply Address first. A queue lifecycle is a list of statuses.\n\n"
    "Choose a Queue Lifecycle for each queue.\n"
)


def draft(right: str, *others: str, question: str = "Where is it?", **more: object) -> Draft:
    return Draft(
        APPLICATION,
        QuizSkill.NAVIGATION,
        question,
        Candidate(right, "right"),
        "d",
        Span(0, 1),
        [Candidate(one) for one in others],
        **more,  # type: ignore[arg-type]  # fields of a draft
    )


@pytest.fixture(scope="module")
def material() -> Material:
    states, actions, fields = desk()
    document = page(MANUAL)
    graph = menu_graphs([APPLICATION], states, actions, (), fields)[APPLICATION]
    paths = list(documented_paths([document], [graph]))
    told = MANUAL.index("A queue lifecycle")
    meaning = Definition("queue lifecycle", "is", "list of statuses", document.document_id,
                         Span(told, told + 10))  # fmt: skip
    return Material(graph, fields, {document.document_id: document}, paths, [meaning])


def test_questions_of_every_skill(material: Material) -> None:
    asked = {one.skill: one for one in drafts_of(material)}
    assert set(asked) == set(QuizSkill)


def test_a_sentence_asks_for_its_path(material: Material) -> None:
    (one, *_) = drafts_of(material)
    assert one.question.endswith("To change who is told of new mail, go to ____.")
    assert one.right == Candidate("Admin > Queues > [one of them] > Watchers", "watchers")
    document = material.documents[one.document_id]
    assert document.text[one.span.start : one.span.end].startswith("To change who")


def test_every_question_is_an_item_or_a_row_with_a_reason(material: Material) -> None:
    drafts = list(drafts_of(material))
    items, rejected = quiz_rows(drafts)
    assert {one.item_id for one in drafts} == {i.item_id for i in items} | {
        r.item_id for r in rejected
    }
    assert items
    for item in items:
        assert len(set(item.options)) == WRONG + 1
        right = item.options[item.right]
        assert right in {one.right.text for one in drafts if one.item_id == item.item_id}


def test_the_order_of_drafts_does_not_show(material: Material) -> None:
    drafts = list(drafts_of(material))
    unlike = {one.question: one for one in drafts}.values()
    assert quiz_rows(unlike) == quiz_rows([*unlike][::-1])


def test_few_wrong_options_are_a_reason() -> None:
    _, (row,) = quiz_rows([draft("Admin > Queues", "Admin > Users", "Search > Users")])
    assert row.reason == QuizRejection.FEW_DISTRACTORS
    assert row.detail == "2 of 3"


def test_the_same_question_counts_once() -> None:
    others = ("Admin > Users", "Search > Users", "Admin > Rights")
    items, rejected = quiz_rows([draft("Admin > Queues", *others), draft("Admin > Lists", *others)])
    assert len(items) == 1
    assert [one.reason for one in rejected] == [QuizRejection.DUPLICATE]


@pytest.mark.parametrize(
    ("candidate", "reason"),
    [
        (Candidate("Other > Way", "right"), QuizRejection.SAME_STATE),
        (Candidate("Admin > Queues > Create"), QuizRejection.SAME_STATE),
        (Candidate("Also > Right"), QuizRejection.SAME_STATE),
        (Candidate("In > Manual"), QuizRejection.DOCUMENTED_DISTRACTOR),
        (Candidate("Admin > Users", "other"), None),
    ],
)
def test_what_is_no_wrong_option(candidate: Candidate, reason: QuizRejection | None) -> None:
    one = draft("Admin > Queues", also_right=frozenset({"alsoright"}),
                documented=frozenset({"inmanual"}))  # fmt: skip
    assert why_not_wrong(one, candidate) == reason


@pytest.mark.parametrize(
    ("question", "right", "wrong", "reason"),
    [
        ("Where?", "a very long and telling answer", "short", QuizRejection.BETRAYED_BY_LENGTH),
        ("Where are scrips?", "Admin > Scrips", "Admin > Queues", QuizRejection.BETRAYED_BY_WORDS),
        ("Is it Admin > Lists?", "Admin > Lists", "Admin > Pages", QuizRejection.BETRAYED_BY_WORDS),
        ("Where are scrips?", "Admin > Scrips", "Global > Scrips", None),
    ],
)
def test_what_betrays_an_answer(
    question: str, right: str, wrong: str, reason: QuizRejection | None
) -> None:
    found = why_betrayed(draft(right, question=question), [Candidate(wrong)] * 3)
    assert (found[0] if found else None) == reason


NAMES = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
WORDS = st.lists(st.sampled_from(NAMES), min_size=2, max_size=4).map(" ".join)


@hypothesis.given(st.lists(WORDS, min_size=5, max_size=14, unique=True), st.randoms())
@hypothesis.settings(max_examples=60, deadline=None)
def test_options_do_not_hang_on_the_order_of_candidates(texts: list[str], chance: object) -> None:
    right, *others = texts
    one, mixed = draft(right, *others), list(others)
    chance.shuffle(mixed)  # type: ignore[attr-defined]  # a Random
    there = wrong_options(one, one.candidates)
    back = wrong_options(one, [Candidate(text) for text in mixed])
    assert {o.text for o in there} == {o.text for o in back}
    options, place = in_order(one, there)
    assert options[place] == right


def test_the_right_place_is_as_often_each() -> None:
    wrong = [Candidate("b"), Candidate("c"), Candidate("d")]
    places = [in_order(draft("a", question=f"Where is {n}?"), wrong)[1] for n in range(800)]
    assert all(160 <= places.count(place) <= 240 for place in range(4))


def test_no_application_no_question() -> None:
    items: list[QuizItem]
    items, rejected = quiz_rows([])
    assert (items, rejected) == ([], [])
