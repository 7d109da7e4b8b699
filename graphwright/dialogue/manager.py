"""The agent that leads a dialogue over the graph of help pages, by rules alone.

A reply is a function of snapshot, settings and the user's utterances: each turn is a step from one
state to the next, and a dialogue is replayed from its first utterance. What was computed for a
prefix is kept only to be quick.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

from graphwright.dialogue.candidates import Candidates, Outcome
from graphwright.dialogue.conditions import Choice, Knowledge, choices_below, product_choice
from graphwright.dialogue.facts import Said, chosen
from graphwright.dialogue.families import members
from graphwright.dialogue.handover import contact_line, contact_part, hand_over
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
from graphwright.dialogue.search import IntentSearch, RankedNode
from graphwright.dialogue.selection import Selection, Selector, wishes
from graphwright.dialogue.settings import DialogueSettings
from graphwright.dialogue.state import State
from graphwright.dialogue.utterances import Act, Utterance, is_thanks, read_utterance
from graphwright.dialogue.view import GraphView
from graphwright.dialogue.words import (
    TEMPLATES,
    common_parts,
    hand_over_parts,
    question_parts,
    resolution_parts,
    span_part,
    template,
)
from graphwright.graph.help_graph import HelpGraph
from graphwright.graph.lexical_index import terms
from graphwright.help.function_words import FUNCTION_WORDS

_REMEMBERED = 4_096
"""Turns that are kept."""
_CONSIDERED = 5
"""Candidates that a reply names."""
_WISH = "wish"
_NODES = ("part:", "page:", "intent:", "more:")
"""Groups whose values are nodes."""
_CORRECTIONS = frozenset(
    ("sorry", "meant", "mean", "actually", "instead", "rather", "wait", "oops")
)
_COURTESIES = {Act.GREETING: "greeting", Act.THANKS: "thanks", Act.GOODBYE: "goodbye"}


@dataclasses.dataclass(frozen=True)
class _Turn:
    """A turn: the state after it, and its reply."""

    state: State
    reply: Reply


class GraphAgent:
    """An ``Agent`` over the published graph."""

    def __init__(
        self, graph: HelpGraph, search: IntentSearch, settings: DialogueSettings | None = None
    ) -> None:
        self.settings = settings or DialogueSettings()
        self.view = GraphView(graph, self.settings)
        self._selector = Selector(self.view, search, self.settings)
        self._step = functools.lru_cache(_REMEMBERED)(self._turn)

    def reply(self, utterances: Sequence[str]) -> Reply:
        """Return the reply to the last of the user's utterances; to none it is a greeting."""
        state = State()
        turn = _Turn(state, self._plain(state, ReplyAction.COURTESY, [template("greeting")]))
        for raw in utterances:
            turn = self._step(turn.state, raw[: self.settings.most_characters])
        return turn.reply

    def _turn(self, state: State, raw: str) -> _Turn:
        utterance = read_utterance(raw, self.settings.most_characters)
        state = dataclasses.replace(state, turn=state.turn + 1)
        turn = self._answered(state, utterance)
        idle = state.idle + 1 if utterance.act == Act.EMPTY else 0
        said = (*state.transcript, (raw, turn.reply.text))
        return _Turn(dataclasses.replace(turn.state, transcript=said, idle=idle), turn.reply)

    def _answered(self, state: State, utterance: Utterance) -> _Turn:
        """Return the turn for an utterance, by what it does."""
        picked = chosen(utterance, state.options, self._unshown(state) if state.pending else ())
        if picked is not None:
            return self._chosen(state, picked)
        if utterance.act == Act.EMPTY:
            return self._empty(state)
        if utterance.act == Act.PERSON:
            return self._escalated(state, HandOverReason.USER_ASKED, state.focus, "asked for one")
        if utterance.act in {Act.YES, Act.NO, Act.NOT_SURE, Act.NONE_OF_THESE} and state.options:
            return self._short(state, utterance)
        if utterance.act == Act.STATEMENT and is_thanks(utterance):
            return self._courtesy(state, Act.THANKS)
        if utterance.act in _COURTESIES:
            return self._courtesy(state, utterance.act)
        if utterance.act == Act.OBJECTION:
            return self._objected(state, utterance)
        if not _own_words(utterance) and not state.pending:
            return self._courtesy(state, Act.EMPTY)
        return self._stated(state, utterance)

    def _unshown(self, state: State) -> list[Option]:
        """Return the values of what is asked for which the question had no place."""
        shown = {(one.group, one.value) for one in state.options}
        choice = self._choice(state, state.options[0]) if state.options else None
        if choice is None:
            return []
        unshown = [value for value in choice.values if (choice.group, value) not in shown]
        return [Option(choice.labels[value], choice.group, value) for value in unshown]

    # What is neither answer nor problem.

    def _empty(self, state: State) -> _Turn:
        if state.idle >= 2:
            return self._escalated(state, HandOverReason.ASKED_TWICE, state.focus, "nothing said")
        return self._courtesy(state, Act.EMPTY)

    def _courtesy(self, state: State, act: Act) -> _Turn:
        """Return a courtesy; a question that waits keeps its options."""
        part = template(_COURTESIES.get(act, "say_problem"))
        return _Turn(state, self._plain(state, ReplyAction.COURTESY, [part], state.options))

    # Answers to what was asked.

    def _chosen(self, state: State, option: Option) -> _Turn:
        """Go on with an option: a node that is meant, or a value of a condition."""
        if option.group == _WISH:
            return self._wished(state, option.value == "yes")
        if option.group.startswith(_NODES):
            return self._followed(state, self.view.graph.row(option.value))
        if option.group.endswith(FAMILY):
            return self._narrowed(state, option)
        answer = Fact(option.group, option.value, True, state.turn)
        said = Said(state.turn, option.label)
        state = dataclasses.replace(
            state, answers=(*state.answers, answer), said=(*state.said, said)
        )
        return self._resolved(state, state.focus)

    def _narrowed(self, state: State, option: Option) -> _Turn:
        """Rule out the values that an option, which stands for several, does not."""
        choice = self._choice(state, option)
        kept = members(option.value, choice.values, choice.labels) if choice else []
        out = [value for value in choice.values if value not in kept] if choice else []
        return self._resolved(self._ruled_out(state, option, out), state.focus)

    def _choice(self, state: State, option: Option) -> Choice | None:
        """Return the choice that an option is of."""
        group = option.group.removesuffix(FAMILY)
        return next((one for one in self._choices(state) if one.group == group), None)

    def _ruled_out(self, state: State, option: Option, values: Sequence[str]) -> State:
        group = option.group.removesuffix(FAMILY)
        out = tuple(Fact(group, value, False, state.turn) for value in values)
        return dataclasses.replace(state, answers=(*state.answers, *out))

    def _short(self, state: State, utterance: Utterance) -> _Turn:
        """Go on with yes, no, none of these, or not sure."""
        if state.options[0].group == _WISH:
            return self._wished(state, utterance.act == Act.YES)
        if not state.pending:
            act = Act.THANKS if utterance.act in {Act.YES, Act.NO} else Act.OBJECTION
            return self._courtesy(state, act) if act == Act.THANKS else self._next(state)
        if utterance.act == Act.YES and len(state.options) == 1:
            return self._chosen(state, state.options[0])
        if utterance.act in {Act.NO, Act.NONE_OF_THESE}:
            return self._none_of_these(state)
        return self._uncertain(state)

    def _none_of_these(self, state: State) -> _Turn:
        for option in state.options:
            choice = self._choice(state, option) if option.group.endswith(FAMILY) else None
            values = [option.value]
            if choice is not None:
                values = members(option.value, choice.values, choice.labels)
            state = self._ruled_out(state, option, values)
        if state.options[0].group.startswith(_NODES):
            return self._escalated(state, HandOverReason.NO_INTENT, state.focus, "none is meant")
        return self._resolved(state, state.focus)

    def _uncertain(self, state: State) -> _Turn:
        """Say what holds in each case, else hand over."""
        unknown = tuple(
            Fact(one.group.removesuffix(FAMILY), one.value, None, state.turn)
            for one in state.options
        )
        outcome = self._candidates(state).outcome(state.focus) if state.focus is not None else None
        state = dataclasses.replace(state, answers=(*state.answers, *unknown))
        choice = outcome.choice if outcome is not None else None
        if choice is None or choice.group != state.options[0].group.removesuffix(FAMILY):
            reason = HandOverReason.CONDITION_UNMET
            return self._escalated(state, reason, state.focus, "the user cannot say which")
        return self._common(state, choice, HandOverReason.CONDITION_UNMET)

    def _common(self, state: State, choice: Choice, reason: HandOverReason) -> _Turn:
        """Return what holds whatever the answer is; a person goes on where nothing does."""
        parts = common_parts(self.view, choice)
        if not parts or state.focus in state.told:
            return self._escalated(state, reason, state.focus, "nothing holds in each case")
        row = state.focus
        state = self._after(state, told=(row,) if row is not None else ())
        why = "what holds in each case"
        return _Turn(state, self._resolution(state, row, [template("common"), *parts], (), why))

    def _wished(self, state: State, wanted: bool) -> _Turn:
        wish, state = state.wish, dataclasses.replace(state, wish=None)
        if not wanted or wish is None:
            return self._courtesy(self._after(state), Act.THANKS)
        return self._followed(state, wish)

    def _followed(self, state: State, row: int) -> _Turn:
        return self._resolved(dataclasses.replace(state, focus=row), row)

    # Problems.

    def _stated(self, state: State, utterance: Utterance) -> _Turn:
        """Go on with an answer in the user's words, a correction, or a problem."""
        said = (*state.said, Said(state.turn, utterance.text))
        heard = dataclasses.replace(state, said=said)
        if state.focus is not None and self._tells(state, heard, utterance):
            return self._resolved(heard, state.focus)
        found = self._selector.select(utterance.text, state.focus)
        if state.pending and found.known < self.settings.sure_from:
            return self._unread(heard)
        return self._problem(heard, utterance.text, found)

    def _unread(self, state: State) -> _Turn:
        """Return the turn after an answer that says nothing of what was asked."""
        if state.focus is None:
            return self._escalated(state, HandOverReason.NO_INTENT, None, "not understood")
        return self._resolved(state, state.focus)

    def _tells(self, before: State, after: State, utterance: Utterance) -> bool:
        """Return whether an utterance answers a question or corrects a fact, and asks no more."""
        told = []
        for choice in self._choices(before):
            old, new = (Knowledge(s.answers, s.said).facts(choice) for s in (before, after))
            if any(fact != old.get(value) for value, fact in new.items()):
                told += [word for value in new for word in terms(value)]
        own = set(_own_words(utterance)) - set(told)
        corrects = bool(set(utterance.terms) & _CORRECTIONS)
        return bool(told) and (before.pending or corrects or len(own) <= 1)

    def _choices(self, state: State) -> list[Choice]:
        """Return all choices of the page that is talked of, with that of its product."""
        if state.focus is None:
            return []
        product = product_choice(self.view, state.focus)
        rows = [self.view.root(state.focus)]
        for row in rows:
            rows += self.view.children(row)
        found = [choice for row in rows for choice in choices_below(self.view, row)]
        return [product, *found] if product is not None else found

    def _problem(self, state: State, text: str, found: Selection) -> _Turn:
        """Return the turn for a problem: unknown, one of several, several, or one."""
        state = dataclasses.replace(
            state, text=text, known=found.known, objections=0, candidates=self._considered(found)
        )
        if not found.nodes or found.known < self.settings.unknown_below:
            return self._escalated(
                state, HandOverReason.NO_INTENT, None, "the pages do not know it"
            )
        first, second = self._two_wishes(text)
        if first is not None:
            turn = self._resolved(dataclasses.replace(state, focus=first.row), first.row)
            return self._with_wish(turn, second.row) if second is not None else turn
        topics = self._selector.topics(found.nodes)
        if found.known < self.settings.sure_from and len(topics) > 1:
            return self._which(state, topics)
        best = found.nodes[0].row
        return self._resolved(dataclasses.replace(state, focus=best), best)

    def _which(self, state: State, topics: Sequence[RankedNode]) -> _Turn:
        """Ask which problem is meant."""
        choice = self._selector.which(topics[: self.settings.most_options])
        state = dataclasses.replace(state, focus=None)
        return self._asked(state, choice, topics[0].row, "several problems could be meant")

    def _two_wishes(self, text: str) -> tuple[RankedNode | None, RankedNode | None]:
        """Return the nodes of two wishes in one utterance, if the pages know both."""
        found = [self._selector.select(one, None) for one in wishes(text)[:2]]
        if len(found) < 2 or any(one.known < self.settings.sure_from for one in found):
            return None, None
        first, second = (one.nodes[0] for one in found)
        apart = len(self._selector.topics([first, second])) > 1
        return (first, second) if apart else (None, None)

    def _with_wish(self, turn: _Turn, row: int) -> _Turn:
        """Return a turn that answers the first wish and offers the second."""
        if turn.reply.action != ReplyAction.RESOLUTION:
            return _Turn(dataclasses.replace(turn.state, wish=row), turn.reply)
        return self._offered(turn, row)

    def _offered(self, turn: _Turn, row: int) -> _Turn:
        parts, node = [*turn.reply.parts, template("second")], self.view.node(row)
        if node.problem_span is not None:
            parts.append(span_part(self.view, row, node.problem_span))
        options = tuple(Option(TEMPLATES[one], _WISH, one) for one in ("yes", "no"))
        state = dataclasses.replace(turn.state, wish=row, options=options, pending=True)
        reply = dataclasses.replace(turn.reply, parts=tuple(parts), options=options)
        return _Turn(state, reply)

    def _objected(self, state: State, utterance: Utterance) -> _Turn:
        """Look for another node where the one that was said does not help."""
        if _own_words(utterance):
            state = dataclasses.replace(
                state,
                said=(*state.said, Said(state.turn, utterance.text)),
                text=f"{state.text} {utterance.text}".strip(),
            )
        return self._next(state)

    def _next(self, state: State) -> _Turn:
        if state.objections or not state.text:
            reason = HandOverReason.ASKED_TWICE if state.text else HandOverReason.NO_INTENT
            return self._escalated(state, reason, state.focus, "it does not help")
        found = self._selector.select(state.text, None, state.told)
        if not found.nodes or found.known < self.settings.unknown_below:
            return self._escalated(state, HandOverReason.NO_INTENT, state.focus, "nothing else")
        best = found.nodes[0].row
        state = dataclasses.replace(
            state, focus=best, objections=1, candidates=self._considered(found)
        )
        return self._resolved(state, best)

    # What a node leads to.

    def _candidates(self, state: State) -> Candidates:
        return Candidates(self.view, Knowledge(state.answers, state.said), self.settings)

    def _resolved(self, state: State, row: int | None) -> _Turn:
        """Return the turn that a node leads to."""
        if row is None:
            return self._escalated(state, HandOverReason.NO_INTENT, None, "no problem was said")
        outcome = self._candidates(state).outcome(row)
        if outcome.choice is not None:
            focused = dataclasses.replace(state, focus=outcome.row)
            return self._asked(focused, outcome.choice, outcome.row, outcome.why)
        if outcome.reason is not None:
            return self._escalated(state, outcome.reason, outcome.row, outcome.why)
        return self._answer(state, outcome)

    def _asked(self, state: State, choice: Choice, row: int, why: str) -> _Turn:
        """Ask for a choice; where it was asked, say what holds in each case or hand over."""
        known = Knowledge(state.answers, state.said)
        asked = question(choice, known, state.asked, state.offered, self.settings.most_options)
        if asked is None:
            return self._common(state, choice, HandOverReason.ASKED_TWICE)
        offered = tuple((one.group, one.value) for one in asked.options)
        state = self._after(
            dataclasses.replace(
                state, asked=(*state.asked, asked.name), offered=(*state.offered, *offered)
            ),
            options=asked.options,
            pending=True,
        )
        parts = list(question_parts(self.view, asked))
        reply = self._plain(state, ReplyAction.CLARIFICATION, parts, asked.options, row, why)
        return _Turn(state, reply)

    def _answer(self, state: State, outcome: Outcome) -> _Turn:
        if outcome.row in state.told:
            reason = HandOverReason.ASKED_TWICE
            return self._escalated(state, reason, outcome.row, "it was said before")
        more = self._more(state, outcome)
        parts = resolution_parts(self.view, outcome.rows, outcome.row)
        parts += [template("more")] if more else []
        wish = state.wish
        state = self._after(
            dataclasses.replace(state, focus=outcome.row), options=more, told=outcome.rows
        )
        reply = self._resolution(state, outcome.row, parts, more, outcome.why)
        turn = _Turn(state, reply)
        return turn if wish is None or wish in outcome.rows else self._offered(turn, wish)

    def _more(self, state: State, outcome: Outcome) -> tuple[Option, ...]:
        """Return the parts of a problem that were not said, as options that nobody has to take."""
        left = [
            row
            for row in self._candidates(state).parts(outcome.row)
            if row not in outcome.rows and row not in state.told
        ]
        group = f"more:{self.view.node(outcome.row).node_id}"
        return tuple(
            Option(self.view.title(row), group, self.view.node(row).node_id)
            for row in left[: self.settings.most_options]
        )

    def _escalated(self, state: State, reason: HandOverReason, row: int | None, why: str) -> _Turn:
        facts, contact = self._facts(state), contact_line(self.view, self.settings, row)
        given = hand_over(reason, state, facts, state.candidates, contact)
        parts = hand_over_parts(self.view, reason, row)
        parts += [contact_part(contact)] if contact else []
        state = self._after(state)
        reply = self._plain(state, ReplyAction.ESCALATION, parts, (), row, why)
        return _Turn(state, dataclasses.replace(reply, reason=reason, hand_over=given))

    # Replies.

    def _after(
        self,
        state: State,
        *,
        options: tuple[Option, ...] = (),
        pending: bool = False,
        told: tuple[int, ...] = (),
    ) -> State:
        """Return a state after a reply; options stay in force until others take their place."""
        kept = options or tuple(one for one in state.options if one.group != _WISH)
        return dataclasses.replace(
            state,
            options=kept,
            pending=pending,
            told=(*state.told, *told),
            wish=state.wish if pending else None,
        )

    def _considered(self, found: Selection) -> tuple[Candidate, ...]:
        follow = Candidates(self.view, Knowledge((), ()), self.settings)
        considered = []
        for node in found.nodes[:_CONSIDERED]:
            outcome = follow.outcome(node.row)
            name = self.view.node(node.row).node_id
            considered.append(Candidate(name, node.score, outcome.action, outcome.why))
        return tuple(considered)

    def _facts(self, state: State) -> tuple[Fact, ...]:
        """Return what is known of the choices of the page that is talked of, and other answers."""
        known = Knowledge(state.answers, state.said)
        choices = self._choices(state)
        groups = {choice.group for choice in choices}
        found = [fact for choice in choices for fact in known.facts(choice).values()]
        found += [fact for fact in state.answers if fact.group not in groups]
        return tuple(dict.fromkeys(found))

    def _resolution(
        self,
        state: State,
        row: int | None,
        parts: Sequence[Part],
        options: tuple[Option, ...],
        why: str,
    ) -> Reply:
        return self._plain(state, ReplyAction.RESOLUTION, parts, options, row, why)

    def _plain(
        self,
        state: State,
        action: ReplyAction,
        parts: Sequence[Part],
        options: tuple[Option, ...] = (),
        row: int | None = None,
        why: str = "",
    ) -> Reply:
        return Reply(
            snapshot=self.settings.snapshot,
            action=action,
            parts=tuple(parts),
            options=options,
            node_id=None if row is None else self.view.node(row).node_id,
            facts=self._facts(state),
            candidates=state.candidates,
            probability=state.known,
            why=why,
        )


def _own_words(utterance: Utterance) -> list[str]:
    """Return the words of an utterance that name something."""
    return [word for word in utterance.terms if word not in FUNCTION_WORDS]
