"""What is said: characters of pages, and the templates that stand between them.

Nothing else is ever said, so each part of a reply leads to its page or to a line of this file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphwright.dialogue.conditions import Choice
from graphwright.dialogue.questions import Question
from graphwright.dialogue.reply import HandOverReason, Part
from graphwright.dialogue.view import GraphView
from graphwright.tables.help import Span

TEMPLATES = {
    "greeting": "Hello. What can I help you with?",
    "thanks": "You are welcome.",
    "goodbye": "Goodbye.",
    "say_problem": "Please describe the problem in a sentence.",
    "which_product": "Which of these is it about?",
    "which_case": "Which of these is the case?",
    "which_part": "Which of these is it about?",
    "which_problem": "Which of these do you mean?",
    "nearest": "This comes nearest to it:",
    "or_one_of": "Is it one of these instead?",
    "or_another": "If it is none of these, please name it.",
    "more": "There is more about:",
    "common": "This holds in each case:",
    "rest": "The same page also says:",
    "cases": "It depends. These are the cases:",
    "second": "You also asked about something else. Shall I go on with this?",
    "no_intent": "This is not in these pages. A person can look into it.",
    "not_actionable": "These pages do not resolve this alone. A person has to act.",
    "condition_unmet": "These pages do not cover your case. A person can look into it.",
    "asked_twice": "These pages hold no further answer to this. A person can look into it.",
    "user_asked": "A person will go on from here.",
    "yes": "Yes",
    "no": "No",
}
"""All that an agent says in words of its own, by name."""


_COMMA = re.compile(r",\s+(?:then\s+)?", re.IGNORECASE)
"""Parts a clause from what it holds for: "If it blinks, (then) press the button."."""


def template(name: str) -> Part:
    """Return a template as a part of a reply."""
    return Part(TEMPLATES[name], template=name)


def span_part(view: GraphView, row: int, span: Span) -> Part:
    """Return characters of a node's page as a part of a reply."""
    node = view.node(row)
    text = view.graph.words(row, span)
    return Part(text, node.node_id, node.document_id, span.start, span.end)


def resolution_parts(view: GraphView, rows: Sequence[int], focus: int | None) -> list[Part]:
    """Return the resolutions of nodes, each with what is carried to it, in order of the text.

    Problems stand before the resolutions of nodes other than the one that was meant. One that is
    the clause of a sentence is said with it, as on the page: "If it blinks, press the button."
    """
    said: set[tuple[str, int, int]] = set()
    parts: list[Part] = []
    for row in rows:
        node = view.node(row)
        spans, sentence = _in_order(node.carried_spans, node.resolution_spans), _sentence(view, row)
        if row != focus and sentence is not None:
            rest = [one for one in spans if not sentence.start <= one.start < sentence.end]
            spans = _in_order(rest, [sentence])
        elif row != focus and node.problem_span is not None:
            parts.append(span_part(view, row, node.problem_span))
        for span in spans:
            key = (node.document_id, span.start, span.end)
            if key not in said:
                said.add(key)
                parts.append(span_part(view, row, span))
    return parts


def _sentence(view: GraphView, row: int) -> Span | None:
    """Return the sentence of a resolution that a node's problem is the clause of, if it is one."""
    node = view.node(row)
    problem, first = node.problem_span, min(node.resolution_spans, default=None, key=_start)
    if problem is None or first is None or first.start < problem.end:
        return None
    between = view.graph.texts[node.document_id][problem.end : first.start]
    return Span(problem.start, first.end) if _COMMA.fullmatch(between) else None


def _start(span: Span) -> int:
    return span.start


def answer_parts(view: GraphView, rows: Sequence[int], row: int) -> list[Part]:
    """Return the resolutions of nodes below what they are about, where that is not a page's first.

    These are headings, from the page's: other words than a heading's own do not tell "Linux" of one
    page from that of another.
    """
    path = view.path(row)
    whole = row in rows and _sentence(view, row) is not None
    shown = (path[0], row)[: 1 if whole else 2] if len(path) > 1 else ()
    spans = ((one, view.node(one).problem_span) for one in shown)
    about = [span_part(view, one, span) for one, span in spans if span is not None]
    return about + resolution_parts(view, rows, None if whole else row)


def leading_parts(view: GraphView, rows: Sequence[int]) -> list[Part]:
    """Return what nodes say from which links lead to an answer: "Check the cable first."."""
    return [
        part
        for row in rows
        for part in resolution_parts(view, [row], None if _sentence(view, row) else row)
    ]


def _in_order(*groups: Sequence[Span]) -> list[Span]:
    spans = {(span.start, span.end): span for group in groups for span in group}
    return [span for _, span in sorted(spans.items())]


def own_parts(view: GraphView, rows: Sequence[int]) -> list[Part]:
    """Return the resolutions of nodes alone: what is carried to them stands with the answer."""
    return [span_part(view, row, span) for row in rows for span in view.node(row).resolution_spans]


def common_parts(view: GraphView, choice: Choice, told: Sequence[int] = ()) -> list[Part]:
    """Return what holds whatever the answer is: of the node above, and words that all share.

    The node above is left out where it was ``told``, and so is what only leads in the cases.
    """
    rows = [row for found in choice.rows.values() for row in found]
    parts: list[Part] = []
    above = choice.above
    if above is not None and above not in told and view.node(above).actionable:
        parts = resolution_parts(view, [above], above)
    texts = [{part.text for part in resolution_parts(view, [row], row)} for row in rows]
    shared = set.intersection(*texts) - {part.text for part in parts} if len(texts) > 1 else set()
    shared = {text for text in shared if not text.endswith(":")}
    return parts + [p for p in resolution_parts(view, rows[:1], rows[0]) if p.text in shared]


def case_parts(view: GraphView, choice: Choice, most: int) -> tuple[list[Part], tuple[int, ...]]:
    """Return what holds in each case of a page, below its condition, and the rows that say it.

    They are of the first cases that have ``most`` characters together. What stands below a case is
    part of it. Of products nothing is said: their cases are whole pages. Neither is where no case
    says anything that does alone.
    """
    if choice.above is None:
        return [], ()
    shown, parts = list[int](), list[Part]()
    for row in (row for found in choice.rows.values() for row in found):
        rows = [*shown, *_whole(view, row)]
        longer = resolution_parts(view, rows, choice.above)
        if sum(len(part.text) for part in longer) > most:
            break
        shown, parts = rows, longer
    does = any(view.node(row).actionable for row in shown)
    return (parts, tuple(shown)) if does else ([], ())


def _whole(view: GraphView, row: int) -> Iterator[int]:
    yield row
    for child in view.children(row):
        yield from _whole(view, child)


def question_parts(view: GraphView, asked: Question) -> Iterator[Part]:
    """Yield the words of a question: the page's own, where they are its characters."""
    choice = asked.choice
    if asked.again:
        yield template("or_one_of")
    elif choice.question:
        yield _own_question(view, choice, choice.question)
    else:
        yield template(_WHICH.get(choice.group.partition(":")[0], _default(choice)))
    if asked.others:
        yield template("or_another")


_WHICH = {"part": "which_part", "page": "which_part", "intent": "which_problem"}


def _default(choice: Choice) -> str:
    return "which_product" if choice.above is None else "which_case"


def _own_question(view: GraphView, choice: Choice, question: str) -> Part:
    """Return a question as characters of its page, or as the words that the tables hold for it."""
    if choice.above is not None:
        node = view.node(choice.above)
        start = view.graph.texts[node.document_id].find(question, node.start, node.end)
        if start >= 0:
            return span_part(view, choice.above, Span(start, start + len(question)))
    return Part(question, template="group_question")


_SAYING = frozenset((HandOverReason.NOT_ACTIONABLE, HandOverReason.CONDITION_UNMET))
"""Reasons for which what the page says itself still helps."""


def hand_over_parts(view: GraphView, reason: HandOverReason, row: int | None) -> list[Part]:
    """Return what is said of a hand-over: the reason, and what the page says of whom to ask."""
    parts = [template(reason.value)]
    if row is not None and reason in _SAYING:
        parts += resolution_parts(view, [row], row)
    return parts
