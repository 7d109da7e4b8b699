"""What a node leads to: its resolution, a question, or a person (Recruit, section 2.2).

A resolution where the node is actionable and its conditions are met or absent; a question where a
condition is open, or where several children could be meant; a person where the node is not
actionable and no edge leads out of it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.dialogue.conditions import (
    Choice,
    Knowledge,
    Standing,
    choice_of,
    choices_below,
    product_choice,
)
from graphwright.dialogue.questions import best_choice
from graphwright.dialogue.reply import HandOverReason, ReplyAction
from graphwright.dialogue.settings import DialogueSettings
from graphwright.dialogue.view import GraphView
from graphwright.tables.help import HelpNodeOrigin, NotActionable

_BESIDE = frozenset((NotActionable.CONTACT, NotActionable.REFERS_ON, NotActionable.VAGUE))


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """What a node leads to.

    ``row`` is where that is; ``rows`` is what is said of a resolution, and ``led`` are those whose
    links led there and that say something besides.
    """

    action: ReplyAction
    row: int
    why: str
    rows: tuple[int, ...] = ()
    choice: Choice | None = None
    reason: HandOverReason | None = None
    led: tuple[int, ...] = ()


class Candidates:
    """Follows nodes to what they lead to, for one state of what is known."""

    def __init__(self, view: GraphView, known: Knowledge, settings: DialogueSettings) -> None:
        self._view, self._known, self._settings = view, known, settings

    def outcome(self, row: int, hops: int = 0, seen: frozenset[int] = frozenset()) -> Outcome:
        """Return what a node leads to; ``seen`` are the pages that references came through."""
        product = product_choice(self._view, row)
        if product is not None:
            standing = self._known.standing(product)
            if Standing.MET not in standing.values():
                return self._open(product, standing, row)
            row = self._counterpart(row, _rows_met(product, standing)[0])
        for above in self._view.path(row):
            choice = choice_of(self._view, above)
            if choice is None:
                continue
            standing = self._known.standing(choice)
            met = _rows_met(choice, standing)
            if not met:
                return self._open(choice, standing, row)
            if above not in met:
                row = met[0]
                break
        return self._below(row, hops, seen | {self._view.root(row)})

    def _open(self, choice: Choice, standing: dict[str, Standing], row: int) -> Outcome:
        if Standing.OPEN in standing.values():
            return Outcome(ReplyAction.CLARIFICATION, row, "a condition is open", choice=choice)
        return _handed(row, "no condition is met", HandOverReason.CONDITION_UNMET)

    def _counterpart(self, row: int, root: int) -> int:
        """Return the node of another product's page that has a node's problem, else its root."""
        if self._view.root(row) == root:
            return row
        phrase = self._view.node(row).problem_phrase
        below = [*self._view.children(root)]
        while below and self._view.graph.parent(row) is not None:
            one = below.pop(0)
            if self._view.node(one).problem_phrase == phrase:
                return one
            below += self._view.children(one)
        return root

    def _below(self, row: int, hops: int, seen: frozenset[int]) -> Outcome:
        """Return what a node leads to whose own conditions are met."""
        rows: tuple[int, ...] = (row,)
        while choices := choices_below(self._view, row):
            met = [one for c in choices for one in _rows_met(c, self._known.standing(c))]
            if not met:
                return self._asked(row, choices, hops, seen)
            row, rows = met[0], (*rows, *met)
        return self._said(row, rows, hops, seen)

    def _asked(self, row: int, choices: list[Choice], hops: int, seen: frozenset[int]) -> Outcome:
        """Return the question for what is open; what holds besides where no value is met."""
        open_ = [one for one in choices if Standing.OPEN in self._known.standing(one).values()]
        if not open_ and (self.is_answer(row) or self.parts(row)):
            return self._said(row, (row,), hops, seen)
        if not open_:
            return _handed(row, "no condition is met", HandOverReason.CONDITION_UNMET)
        choice = best_choice(self._view, open_)
        return Outcome(ReplyAction.CLARIFICATION, row, "a condition is open", choice=choice)

    def _said(self, row: int, rows: tuple[int, ...], hops: int, seen: frozenset[int]) -> Outcome:
        """Return the resolution of a node, or of its parts, or what its references lead to."""
        said = tuple(one for one in rows if self.is_answer(one))
        parts = self.parts(row)
        if self.is_answer(row):
            whole = self._whole(row, said, parts)
            return Outcome(ReplyAction.RESOLUTION, row, "its conditions are met", whole)
        if parts:
            return self._parts(row, said, parts)
        targets = [one for one in self._view.references(row) if self._view.root(one) not in seen]
        if targets and hops < self._settings.most_hops:
            return self._followed(row, targets, hops, seen)
        return _handed(row, "it does not do alone", HandOverReason.NOT_ACTIONABLE)

    def _whole(self, row: int, said: tuple[int, ...], parts: tuple[int, ...]) -> tuple[int, ...]:
        """Return the rows of an answer with all its parts where both are short, else its own.

        What opens a page often only says that the steps follow.
        """
        together = self._together(row, parts)
        apart = self._are_apart(row, parts, together)
        long = self._length([*said, *together]) > self._settings.longest_reply
        return said if apart or long else (*said, *together)

    def _parts(self, row: int, said: tuple[int, ...], parts: tuple[int, ...]) -> Outcome:
        """Return all parts of a problem where they are short, else a question for one."""
        together, alone = self._together(row, parts), len(parts) == 1
        if alone and self._holds_choice(parts[0], together):
            return self._below(parts[0], 0, frozenset())
        short = self._length(together) <= self._settings.longest_reply
        if alone or (short and not self._are_apart(row, parts, together)):
            own = (row,) if self._goes_along(row) else ()
            return Outcome(ReplyAction.RESOLUTION, row, "all its parts", (*said, *own, *together))
        choice = self._choice_of_nodes(f"part:{self._view.node(row).node_id}", parts, row)
        met = _rows_met(choice, self._known.standing(choice))
        if met:
            return self._below(met[0], 0, frozenset())
        return Outcome(ReplyAction.CLARIFICATION, row, "several parts", choice=choice)

    def _holds_choice(self, part: int, together: Sequence[int]) -> bool:
        """Return whether a user has to choose in the one part of a problem, or below it."""
        below = self.parts(part)
        return any(choices_below(self._view, one) for one in together) or self._are_apart(
            part, below, self._together(part, below)
        )

    def _followed(self, row: int, targets: list[int], hops: int, seen: frozenset[int]) -> Outcome:
        if len(targets) == 1:
            found = self.outcome(targets[0], hops + 1, seen)
            own = (row,) if self._goes_along(row) else ()
            return dataclasses.replace(found, led=(*own, *found.led))
        choice = self._choice_of_nodes(f"page:{self._view.node(row).node_id}", targets, row)
        return Outcome(ReplyAction.CLARIFICATION, row, "several pages", choice=choice)

    def _choice_of_nodes(self, group: str, rows: tuple[int, ...] | list[int], above: int) -> Choice:
        ids = {self._view.node(one).node_id: one for one in rows}
        labels = {name: self._view.title(one) for name, one in ids.items()}
        return Choice(group, {name: (one,) for name, one in ids.items()}, labels, None, above)

    def _are_apart(self, row: int, parts: Sequence[int], together: Sequence[int]) -> bool:
        """Return whether a user wants one of the parts: cases, or answers to questions.

        So it is where some hold in a case only, where parts are questions, and where the node is
        the question that they answer.
        """
        if any(self._is_case(one) for one in (*parts, *together)):
            return True
        node = self._view.node(row)
        spans = (*node.carried_spans, *node.resolution_spans)
        words = [self._view.graph.words(row, span) for span in spans]
        asked = [*words, *(self._view.node(one).problem for one in parts)]
        asks = node.origin == HelpNodeOrigin.QUESTION
        return len(parts) > 1 and (asks or any(one.rstrip(" *_").endswith("?") for one in asked))

    def _is_case(self, row: int) -> bool:
        """Return whether a node is one of several cases, or several stand below it.

        A clause that stands alone ("If you reach the limit, ...") is said with its condition.
        """
        return choice_of(self._view, row) is not None or bool(choices_below(self._view, row))

    def _is_in_choice(self, row: int, above: int) -> bool:
        """Return whether a node is one of several cases, or below one, below a node."""
        between = self._view.path(row)[len(self._view.path(above)) :]
        return any(choice_of(self._view, one) is not None for one in between)

    def is_answer(self, row: int) -> bool:
        """Return whether a node's own resolution can be said."""
        node = self._view.node(row)
        return node.actionable and bool(node.resolution_spans)

    def all_parts(self, row: int) -> tuple[int, ...]:
        """Return what the parts of a problem say, the first that one reply has place for."""
        together = self._together(row, self.parts(row))
        kept = [one for one in together if not self._is_in_choice(one, row)]
        most = 2 * self._settings.longest_reply
        count = sum(self._length(kept[: end + 1]) <= most for end in range(len(kept)))
        return tuple(kept[:count])

    def parts(self, row: int) -> tuple[int, ...]:
        """Return the children under which something can be said, and that no choice holds."""
        return tuple(one for one in self._free(row) if self._answers(one))

    def _free(self, row: int) -> list[int]:
        """Return the children that no choice holds."""
        choices = choices_below(self._view, row)
        held = {one for choice in choices for rows in choice.rows.values() for one in rows}
        return [one for one in self._view.children(row) if one not in held]

    def _together(self, row: int, parts: Sequence[int]) -> list[int]:
        """Return what parts of a node say in one reply, with what stands between them."""
        told = {one for part in parts for one in self._answers(part)}
        beside = {one for one in self._free(row) if self._goes_along(one)} if parts else set[int]()
        return sorted(told | beside)

    def _answers(self, row: int) -> list[int]:
        """Return the rows at and below a node whose resolution can be said."""
        children = self._view.children(row)
        below = [one for child in children for one in self._answers(child)]
        own = self.is_answer(row)
        if own or below:
            below = sorted({*below, *(child for child in children if self._goes_along(child))})
        return [row, *below] if own or (below and self._goes_along(row)) else below

    def _goes_along(self, row: int) -> bool:
        """Return whether a node says what does not do alone, but beside what does.

        Of steps none is left out, though one only sends to another page or to a person.
        """
        node = self._view.node(row)
        return node.why_not in _BESIDE and bool(node.resolution_spans)

    def _length(self, rows: list[int]) -> int:
        spans = [span for row in rows for span in self._view.node(row).resolution_spans]
        return sum(span.end - span.start for span in spans)


def _rows_met(choice: Choice, standing: dict[str, Standing]) -> tuple[int, ...]:
    return tuple(
        row
        for value, rows in choice.rows.items()
        if standing[value] == Standing.MET
        for row in rows
    )


def _handed(row: int, why: str, reason: HandOverReason) -> Outcome:
    return Outcome(ReplyAction.ESCALATION, row, why, reason=reason)
