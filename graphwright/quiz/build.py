"""Three passes from what documents say of an application to multiple-choice questions.

Lemon Learning, section 3: questions, wrong options, a filter. What does not pass is a row with its
reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from graphwright.applications.menu_names import name_key
from graphwright.quiz.distractors import WRONG, in_order, wrong_options
from graphwright.quiz.draft import Candidate, Draft
from graphwright.quiz.filters import why_betrayed, why_not_wrong
from graphwright.tables import QuizItem, QuizRejection, RejectedQuizItem

RULE = "rule"


def quiz_rows(drafts: Iterable[Draft]) -> tuple[list[QuizItem], list[RejectedQuizItem]]:
    """Return the questions that pass and those that do not, each in order of id.

    Of two that ask the same the first draft counts.
    """
    items: dict[str, QuizItem] = {}
    rejected: dict[str, RejectedQuizItem] = {}
    asked: set[tuple[str, str]] = set()
    for draft in drafts:
        if draft.item_id in items or draft.item_id in rejected:
            continue
        if (draft.application, draft.question) in asked:
            said = "another answer to this question stands before it"
            rejected[draft.item_id] = _rejected(draft, (), QuizRejection.DUPLICATE, said)
            continue
        asked.add((draft.application, draft.question))
        row = _judged(draft)
        if isinstance(row, QuizItem):
            items[row.item_id] = row
        else:
            rejected[row.item_id] = row
    return [items[key] for key in sorted(items)], [rejected[key] for key in sorted(rejected)]


def _judged(draft: Draft) -> QuizItem | RejectedQuizItem:
    usable, dropped = [], Counter[QuizRejection]()
    own = name_key(draft.right.text)
    for candidate in draft.candidates:
        if name_key(candidate.text) == own:
            continue
        reason = why_not_wrong(draft, candidate)
        if reason is None:
            usable.append(candidate)
        else:
            dropped[reason] += 1
    wrong = wrong_options(draft, usable)
    if len(wrong) < WRONG:
        return _too_few(draft, wrong, dropped)
    betrayed = why_betrayed(draft, wrong)
    if betrayed is not None:
        return _rejected(draft, wrong, *betrayed)
    options, right = in_order(draft, wrong)
    return QuizItem(
        draft.item_id,
        draft.application,
        draft.skill,
        draft.question,
        tuple(options),
        right,
        draft.document_id,
        draft.span,
        draft.right.state_id,
        RULE,
    )


def _too_few(
    draft: Draft, wrong: Sequence[Candidate], dropped: Counter[QuizRejection]
) -> RejectedQuizItem:
    """Return the row of a question with too few wrong options: by what took most of them."""
    said = f"{len(wrong)} of {WRONG}"
    if dropped:
        said += "; dropped: " + ", ".join(f"{n} {why}" for why, n in sorted(dropped.items()))
    most = max(dropped, key=lambda why: (dropped[why], why), default=None)
    short = len(draft.candidates) < WRONG or most is None
    missing = WRONG - len(wrong)
    reason = QuizRejection.FEW_DISTRACTORS
    if not short and most is not None and dropped[most] >= missing:
        reason = most
    return _rejected(draft, wrong, reason, said)


def _rejected(
    draft: Draft, wrong: Sequence[Candidate], reason: QuizRejection, detail: str
) -> RejectedQuizItem:
    options = [one.text for one in wrong]
    if options:
        options, _ = in_order(draft, wrong)
    return RejectedQuizItem(
        draft.item_id,
        draft.application,
        draft.skill,
        draft.question,
        tuple(options or [draft.right.text]),
        draft.document_id,
        reason,
        detail,
    )
