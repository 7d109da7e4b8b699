"""The third pass: what is no wrong option, and which questions give their answer away."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.applications.menu_names import name_key
from graphwright.quiz.draft import JOINED, Candidate, Draft, words_of
from graphwright.tables import QuizRejection

_FAR_LONGER = 1.6
Reason = tuple[QuizRejection, str]


def why_not_wrong(draft: Draft, candidate: Candidate) -> QuizRejection | None:
    """Return why a candidate answers the question too; None where it is wrong."""
    key = name_key(candidate.text)
    if key == name_key(draft.right.text) or key in draft.also_right:
        return QuizRejection.SAME_STATE
    if _is_part(draft.right.text, candidate.text):
        return QuizRejection.SAME_STATE
    if candidate.state_id is not None and candidate.state_id == draft.right.state_id:
        return QuizRejection.SAME_STATE
    return QuizRejection.DOCUMENTED_DISTRACTOR if key in draft.documented else None


def _is_part(right: str, other: str) -> bool:
    """Say whether one menu path is the beginning of the other: then both lead the same way."""
    one, two = ([name_key(n) for n in text.split(JOINED)] for text in (right, other))
    if min(len(one), len(two)) < 2:
        return False
    return one[: len(two)] == two or two[: len(one)] == one


def why_betrayed(draft: Draft, wrong: Sequence[Candidate]) -> Reason | None:
    """Return what gives the right option away: its length, or words that only it shares."""
    lengths, size = [len(one.text) for one in wrong], len(draft.right.text)
    if size > _FAR_LONGER * max(lengths) or size * _FAR_LONGER < min(lengths):
        return QuizRejection.BETRAYED_BY_LENGTH, f"{size} characters beside {sorted(lengths)}"
    asked, right = words_of(draft.question), words_of(draft.right.text)
    shared = asked & right
    if name_key(draft.right.text) in name_key(draft.question):
        return QuizRejection.BETRAYED_BY_WORDS, "the question holds the right option"
    if shared and all(len(asked & words_of(one.text)) < len(shared) for one in wrong):
        return QuizRejection.BETRAYED_BY_WORDS, f"only it shares {', '.join(sorted(shared))}"
    return None
