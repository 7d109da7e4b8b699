"""What a node leads to, as a turn: a resolution, a question or a hand-over."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.dialogue.candidates import Candidates, Outcome
from graphwright.dialogue.conditions import (
    Choice,
    Knowledge,
    Standing,
    choice_of,
    choices_below,
    product_choice,
)
from graphwright.dialogue.handover import contact_line, contact_part, hand_over
from graphwright.dialogue.page_parts import cases_not_taken, rest_of_page
from graphwright.dialogue.questions import FAMILY, question
from graphwright.dialogue.reply import (
    Candidate,
    Fact,
    HandOverReason,
    Option,
    Part,
    Reply,
    ReplyAction,
)
from graphwright.dialogue.selection import Selection
from graphwright.dialogue.settings import DialogueSettings
from graphwright.dialogue.state import State
from graphwright.dialogue.view import GraphView
from graphwright.dialogue.words import (
    TEMPLATES,
    answer_parts,
    case_parts,
    common_parts,
    hand_over_parts,
    leading_parts,
    own_parts,
    question_parts,
    resolution_parts,
    span_part,
    template,
)

WISH = "wish"
"""Group of the options that answer whether a second problem is gone on with."""
_MORE = "more:"
"""Begins the group of options that nobody has to take."""
_CONSIDERED = 5
"""Candidates that a reply names."""


@dataclasses.dataclass(frozen=True, slots=True)
class Turn:
    """A turn: the state after it, and its reply."""

    state: State
    reply: Reply


class Turns:
    """Makes the turns of dialogues with one reader."""

    def __init__(self, view: GraphView, settings: DialogueSettings) -> None:
        self._view, self._settings = view, settings

    def resolved(self, state: State, row: int | None) -> Turn:
        """Return the turn that a node leads to."""
        if row is None:
            return self.escalated(state, HandOverReason.NO_INTENT, None, "no problem was said")
        outcome = self.candidates(state).outcome(row)
        if outcome.choice is not None:
            focused = dataclasses.replace(state, focus=outcome.row)
            return self.asked(focused, outcome.choice, outcome.row, outcome.why)
        if outcome.reason is not None:
            return self.escalated(state, outcome.reason, outcome.row, outcome.why)
        return self._answer(state, outcome)

    def meant(self, state: State, row: int) -> State:
        """Return a state in which the conditions hold of a node that the user chose."""
        values = [(choice_of(self._view, one), one) for one in self._view.path(row)]
        answers = [
            Fact(choice.group, value, True, state.turn)
            for choice, one in values
            if choice is not None
            for value, rows in choice.rows.items()
            if one in rows
        ]
        return dataclasses.replace(state, answers=(*state.answers, *answers))

    def asked(self, state: State, choice: Choice, row: int, why: str) -> Turn:
        """Ask for a choice, after what its node says itself.

        Where it was asked, say what holds in each case or hand over.
        """
        known = Knowledge(state.answers, state.said)
        asked = question(choice, known, state.asked, state.offered, self._settings.most_options)
        if asked is None:
            return self.common(state, choice, HandOverReason.ASKED_TWICE)
        own = choice.above == row and row not in state.told
        said = (row,) if own and self.candidates(state).is_answer(row) else ()
        offered = tuple((one.group, one.value) for one in asked.options)
        state = self.after(
            dataclasses.replace(
                state, asked=(*state.asked, asked.name), offered=(*state.offered, *offered)
            ),
            options=asked.options,
            pending=True,
            told=said,
        )
        parts = [*own_parts(self._view, said), *question_parts(self._view, asked)]
        reply = self.plain(state, ReplyAction.CLARIFICATION, parts, asked.options, row=row, why=why)
        return Turn(state, reply)

    def common(self, state: State, choice: Choice, reason: HandOverReason) -> Turn:
        """Return what holds whatever the answer is, else each case by its condition.

        Cases for which one reply has no place are offered. A person goes on where nothing holds, or
        the first case is too long.
        """
        row, name, why = state.focus, "common", "what holds in each case"
        told, more = tuple[int, ...](), tuple[Option, ...]()
        parts = [] if row in state.told else common_parts(self._view, choice, state.told)
        if not parts:
            name, why = "cases", "what holds in which case"
            cases = [one for found in choice.rows.values() for one in found]
            parts, told = case_parts(self._view, choice, 2 * self._settings.longest_reply)
            more = self._offer(row, [one for one in cases if one not in told])
        if not parts:
            return self.escalated(state, reason, row, "nothing holds in each case")
        parts = [template(name), *parts, *([template("more")] if more else [])]
        told = told if choice.above is None else (*told, choice.above)
        state = self.after(state, options=more, told=told)
        return Turn(state, self._resolution(state, row, parts, more, why))

    def above(self, state: State, row: int | None) -> int | None:
        """Return the nearest node above one that says something which was not said."""
        follow = self.candidates(state)
        for one in reversed(self._view.path(row)[:-1] if row is not None else ()):
            if follow.is_answer(one) and one not in state.told:
                return one
        return None

    def is_told(self, state: State, row: int) -> bool:
        """Return whether what a node leads to was said."""
        return _is_told(state, self.candidates(state).outcome(row))

    def every_part(self, state: State, row: int) -> Turn:
        """Return all parts of a problem for who cannot say which; a person where it is too much."""
        rows = [one for one in self.candidates(state).all_parts(row) if one not in state.told]
        if not rows:
            why = "the user cannot say which"
            return self.escalated(state, HandOverReason.CONDITION_UNMET, row, why)
        outcome = Outcome(ReplyAction.RESOLUTION, row, "all its parts", tuple(rows))
        return self._answer(state, outcome)

    def rest(self, state: State, row: int) -> Turn | None:
        """Return what the page of a node says beside what was said, None where that is nothing.

        Cases that the user did not take are offered: they may have taken the wrong one.
        """
        known = Knowledge(state.answers, state.said)
        most = 2 * self._settings.longest_reply
        rows = rest_of_page(self._view, known, row, state.told, most)
        if not rows:
            return None
        root = self._view.root(row)
        others = cases_not_taken(self._view, known, row, (*state.told, *rows))
        more = self._offer(root, others)
        parts = [template("rest"), *resolution_parts(self._view, rows, root)]
        parts += [template("more")] if more else []
        state = dataclasses.replace(state, focus=row, options=())
        state = self.after(state, options=more, told=rows)
        return Turn(state, self._resolution(state, root, parts, more, "the rest of the page"))

    def _answer(self, state: State, outcome: Outcome) -> Turn:
        if _is_told(state, outcome):
            reason = HandOverReason.ASKED_TWICE
            rest = self.rest(state, outcome.row)
            return rest or self.escalated(state, reason, outcome.row, "it was said before")
        more = self._more(state, outcome)
        new = [row for row in outcome.rows if row not in state.told]
        parts = leading_parts(self._view, [row for row in outcome.led if row not in state.told])
        parts += answer_parts(self._view, new, outcome.row)
        parts += [template("more")] if more else []
        wish = state.wish
        state = self.after(
            dataclasses.replace(state, focus=outcome.row),
            options=more,
            told=(*outcome.led, *outcome.rows, outcome.row),
        )
        reply = self._resolution(state, outcome.row, parts, more, outcome.why)
        turn = Turn(state, reply)
        return turn if wish is None or wish in outcome.rows else self.offered(turn, wish)

    def _more(self, state: State, outcome: Outcome) -> tuple[Option, ...]:
        """Return the parts of a problem that were not said, as options that nobody has to take."""
        left = [
            row
            for row in self.candidates(state).parts(outcome.row)
            if row not in outcome.rows and row not in state.told
        ]
        return self._offer(outcome.row, left)

    def _offer(self, above: int | None, rows: Sequence[int]) -> tuple[Option, ...]:
        """Return what was not said of a node as options that nobody has to take."""
        group = f"{_MORE}{self._view.node(above).node_id if above is not None else ''}"
        return tuple(
            Option(self._view.title(row), group, self._view.node(row).node_id)
            for row in rows[: self._settings.most_options]
        )

    def offered(self, turn: Turn, row: int) -> Turn:
        """Return a turn that also offers to go on with another node."""
        parts, node = [*turn.reply.parts, template("second")], self._view.node(row)
        if node.problem_span is not None:
            parts.append(span_part(self._view, row, node.problem_span))
        options = tuple(Option(TEMPLATES[one], WISH, one) for one in ("yes", "no"))
        state = dataclasses.replace(turn.state, wish=row, options=options, pending=True)
        reply = dataclasses.replace(turn.reply, parts=tuple(parts), options=options)
        return Turn(state, reply)

    def nearest(self, turn: Turn, row: int, others: Sequence[Option]) -> Turn:
        """Return a turn for the nearest of several problems, named before what is said of it.

        The others are offered where it leaves no options of its own.
        """
        span = self._view.node(row).problem_span
        named = [span_part(self._view, row, span)] if span is not None else []
        own = [part for part in turn.reply.parts if part not in named]
        parts = [template("nearest"), *named, *own]
        if turn.reply.options or not others:
            return Turn(turn.state, dataclasses.replace(turn.reply, parts=tuple(parts)))
        options = tuple(dataclasses.replace(one, group=_MORE) for one in others)
        parts.append(template("or_one_of"))
        reply = dataclasses.replace(turn.reply, parts=tuple(parts), options=options)
        return Turn(dataclasses.replace(turn.state, options=options), reply)

    def escalated(self, state: State, reason: HandOverReason, row: int | None, why: str) -> Turn:
        """Return the turn that hands over to a person."""
        facts, contact = self._facts(state), contact_line(self._view, self._settings, row)
        given = hand_over(reason, state, facts, state.candidates, contact)
        parts = hand_over_parts(self._view, reason, row if self._may_say(state, row) else None)
        parts += [contact_part(contact)] if contact else []
        state = self.after(state)
        reply = self.plain(state, ReplyAction.ESCALATION, parts, (), row=row, why=why)
        return Turn(state, dataclasses.replace(reply, reason=reason, hand_over=given))

    def _may_say(self, state: State, row: int | None) -> bool:
        """Return whether a node was not said yet, and no condition of it is open or not met."""
        if row is None or row in state.told:
            return False
        known = Knowledge(state.answers, state.said)
        choices = [choice_of(self._view, one) for one in self._view.path(row)]
        return all(
            Standing.MET in known.standing(choice).values()
            for choice in (product_choice(self._view, row), *choices)
            if choice is not None
        )

    def candidates(self, state: State) -> Candidates:
        """Return what follows nodes with what is known in a state."""
        return Candidates(self._view, Knowledge(state.answers, state.said), self._settings)

    def considered(self, found: Selection) -> tuple[Candidate, ...]:
        """Return the best nodes of a search with what each leads to."""
        follow = Candidates(self._view, Knowledge((), ()), self._settings)
        considered = []
        for node in found.nodes[:_CONSIDERED]:
            outcome = follow.outcome(node.row)
            name = self._view.node(node.row).node_id
            considered.append(Candidate(name, node.score, outcome.action, outcome.why))
        return tuple(considered)

    def choices(self, state: State) -> list[Choice]:
        """Return all choices of the page that is talked of, with that of its product."""
        if state.focus is None:
            return []
        product = product_choice(self._view, state.focus)
        rows = [self._view.root(state.focus)]
        for row in rows:
            rows += self._view.children(row)
        found = [choice for row in rows for choice in choices_below(self._view, row)]
        return [product, *found] if product is not None else found

    def choice(self, state: State, option: Option) -> Choice | None:
        """Return the choice that an option is of."""
        group = option.group.removesuffix(FAMILY)
        return next((one for one in self.choices(state) if one.group == group), None)

    def _facts(self, state: State) -> tuple[Fact, ...]:
        """Return what is known of the choices of the page that is talked of, and other answers."""
        known = Knowledge(state.answers, state.said)
        choices = self.choices(state)
        groups = {choice.group for choice in choices}
        found = [fact for choice in choices for fact in known.facts(choice).values()]
        found += [fact for fact in state.answers if fact.group not in groups]
        return tuple(dict.fromkeys(found))

    def after(
        self,
        state: State,
        *,
        options: tuple[Option, ...] = (),
        pending: bool = False,
        told: tuple[int, ...] = (),
    ) -> State:
        """Return a state after a reply; options stay in force until others take their place."""
        kept = options or tuple(one for one in state.options if one.group != WISH)
        return dataclasses.replace(
            state,
            options=kept,
            pending=pending,
            told=(*state.told, *told),
            wish=state.wish if pending else None,
        )

    def _resolution(
        self,
        state: State,
        row: int | None,
        parts: Sequence[Part],
        options: tuple[Option, ...],
        why: str,
    ) -> Reply:
        return self.plain(state, ReplyAction.RESOLUTION, parts, options, row=row, why=why)

    def plain(
        self,
        state: State,
        action: ReplyAction,
        parts: Sequence[Part],
        options: tuple[Option, ...] = (),
        *,
        row: int | None = None,
        why: str = "",
    ) -> Reply:
        """Return a reply with what is known in a state."""
        return Reply(
            snapshot=self._settings.snapshot,
            action=action,
            parts=tuple(parts),
            options=options,
            node_id=None if row is None else self._view.node(row).node_id,
            facts=self._facts(state),
            candidates=state.candidates,
            probability=state.known,
            why=why,
        )


def _is_told(state: State, outcome: Outcome) -> bool:
    """Return whether a resolution was said; what is still asked or handed over was not."""
    if outcome.action != ReplyAction.RESOLUTION:
        return False
    return outcome.row in state.told or set(outcome.rows) <= set(state.told)
