"""The agent that leads a dialogue over the graph of help pages, by rules alone.

A reply is a function of snapshot, settings and the user's utterances: each turn is a step from one
state to the next, and a dialogue is replayed from its first utterance. What was computed for a
prefix is kept only to be quick.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

from graphwright.dialogue.conditions import Knowledge, product_choice
from graphwright.dialogue.facts import Said, chosen
from graphwright.dialogue.families import members
from graphwright.dialogue.page_parts import named_part
from graphwright.dialogue.questions import FAMILY, of_nodes
from graphwright.dialogue.reply import (
    Fact,
    HandOverReason,
    Option,
    Reply,
    ReplyAction,
)
from graphwright.dialogue.search import IntentSearch, RankedNode
from graphwright.dialogue.selection import Selection, Selector, wishes
from graphwright.dialogue.settings import DialogueSettings
from graphwright.dialogue.state import State
from graphwright.dialogue.turns import WISH, Turn, Turns
from graphwright.dialogue.utterances import (
    Act,
    Utterance,
    after_refusal,
    folded,
    is_thanks,
    read_utterance,
    refuses_all,
)
from graphwright.dialogue.view import GraphView
from graphwright.dialogue.words import (
    template,
)
from graphwright.graph.help_graph import HelpGraph
from graphwright.graph.lexical_index import terms
from graphwright.help.function_words import AUXILIARIES, FUNCTION_WORDS, QUESTION_WORDS

_FEW_WORDS = 3
"""Words that name something which an utterance has at most that goes on with what was said."""
_LEAST_OF_A_NAME = 2
"""Words that name something which the title of a part has at least on a page that is not chosen."""
_REMEMBERED = 4_096
"""Turns that are kept."""
_MOST_NODES = 60
"""Nodes among which further problems are looked for where none of the nearest is meant."""
_MOST_ROUNDS = 2
"""Questions for the problem that is meant which an inquiry is asked at most."""
_CORRECTIONS = frozenset(
    ("sorry", "meant", "mean", "actually", "instead", "rather", "wait", "oops")
)
_SHORT = frozenset((Act.YES, Act.NO, Act.NOT_SURE, Act.NONE_OF_THESE))
_COURTESIES = {Act.GREETING: "greeting", Act.THANKS: "thanks", Act.GOODBYE: "goodbye"}


class GraphAgent:
    """An ``Agent`` over the published graph."""

    def __init__(
        self, graph: HelpGraph, search: IntentSearch, settings: DialogueSettings | None = None
    ) -> None:
        self.settings = settings or DialogueSettings()
        self.view = GraphView(graph, self.settings)
        self._turns = Turns(self.view, self.settings)
        self._selector = Selector(self.view, search, self.settings)
        self._step = functools.lru_cache(_REMEMBERED)(self._turn)

    def reply(self, utterances: Sequence[str]) -> Reply:
        """Return the reply to the last of the user's utterances; to none it is a greeting."""
        state = State()
        turn = Turn(state, self._turns.plain(state, ReplyAction.COURTESY, [template("greeting")]))
        for raw in utterances:
            turn = self._step(turn.state, raw[: self.settings.most_characters])
        return turn.reply

    def _turn(self, state: State, raw: str) -> Turn:
        utterance = read_utterance(raw, self.settings.most_characters)
        state = dataclasses.replace(state, turn=state.turn + 1)
        turn = self._answered(state, utterance)
        idle = state.idle + 1 if utterance.act == Act.EMPTY else 0
        said = (*state.transcript, (raw, turn.reply.text))
        return Turn(dataclasses.replace(turn.state, transcript=said, idle=idle), turn.reply)

    def _answered(self, state: State, utterance: Utterance) -> Turn:
        """Return the turn for an utterance, by what it does."""
        offered = bool(state.options) and state.options[0].group != WISH
        rest = after_refusal(utterance.text) if offered else None
        if rest is not None and self._names_part(state, rest):
            return self._refused_for(state, read_utterance(rest, self.settings.most_characters))
        shown = () if refuses_all(utterance.text) else state.options
        picked = chosen(utterance, shown, self._unshown(state) if state.pending else ())
        if picked is not None:
            return self._chosen(state, picked)
        if utterance.act in _SHORT and state.options:
            return self._short(state, utterance)
        if rest is not None and state.pending:
            return self._refused_for(state, read_utterance(rest, self.settings.most_characters))
        return self._by_act(state, utterance)

    def _by_act(self, state: State, utterance: Utterance) -> Turn:
        act = utterance.act
        if act == Act.STATEMENT and is_thanks(utterance):
            act = Act.THANKS
        if act == Act.EMPTY:
            return self._empty(state)
        if act == Act.PERSON:
            return self._handed(state, HandOverReason.USER_ASKED, "asked for one")
        if act == Act.OBJECTION and state.text:
            return self._objected(state, utterance)
        if act in _SHORT:  # an answer to nothing
            return self._courtesy(state, Act.THANKS if state.told else act)
        if act in _COURTESIES or not (_own_words(utterance) or state.pending):
            return self._courtesy(state, act)
        return self._stated(state, utterance)

    def _handed(self, state: State, reason: HandOverReason, why: str) -> Turn:
        return self._turns.escalated(state, reason, state.focus, why)

    def _unshown(self, state: State) -> list[Option]:
        """Return the values of what is asked for which the question had no place."""
        shown = {(one.group, one.value) for one in state.options}
        choice = self._turns.choice(state, state.options[0]) if state.options else None
        if choice is None:
            return []
        unshown = [value for value in choice.values if (choice.group, value) not in shown]
        return [Option(choice.labels[value], choice.group, value) for value in unshown]

    # What is neither answer nor problem.

    def _empty(self, state: State) -> Turn:
        if state.idle >= 2:
            return self._handed(state, HandOverReason.ASKED_TWICE, "nothing said")
        return self._courtesy(state, Act.EMPTY)

    def _courtesy(self, state: State, act: Act) -> Turn:
        """Return a courtesy; a question that waits keeps its options."""
        part = template(_COURTESIES.get(act, "say_problem"))
        options = state.options if state.pending or act == Act.NOT_SURE else ()
        return Turn(state, self._turns.plain(state, ReplyAction.COURTESY, [part], options))

    # Answers to what was asked.

    def _chosen(self, state: State, option: Option) -> Turn:
        """Go on with an option: a node that is meant, or a value of a condition."""
        if option.group == WISH:
            return self._wished(state, option.value == "yes")
        if of_nodes(option.group):
            row = self.view.graph.row(option.value)
            state = self._turns.meant(state, row)
            return self._followed(self._of_product(state, row, option.label), row)
        if option.group.endswith(FAMILY):
            return self._narrowed(state, option)
        answer = Fact(option.group, option.value, True, state.turn)
        said = Said(state.turn, option.label)
        state = dataclasses.replace(
            state, answers=(*state.answers, answer), said=(*state.said, said)
        )
        return self._turns.resolved(state, state.focus)

    def _of_product(self, state: State, row: int, label: str) -> State:
        """Return a state with a page's product as a fact where the title was offered that names it.

        Of pages that differ by product the topic is offered else.
        """
        choice = product_choice(self.view, row)
        if choice is None or self.view.root(row) != row or label != self.view.title(row):
            return state
        met = Fact(choice.group, self.view.product(row), True, state.turn)
        return dataclasses.replace(state, answers=(*state.answers, met))

    def _narrowed(self, state: State, option: Option) -> Turn:
        """Rule out the values that an option, which stands for several, does not."""
        choice = self._turns.choice(state, option)
        kept = members(option.value, choice.values, choice.labels) if choice else []
        out = [value for value in choice.values if value not in kept] if choice else []
        return self._turns.resolved(self._ruled_out(state, option, out), state.focus)

    def _ruled_out(self, state: State, option: Option, values: Sequence[str]) -> State:
        group = option.group.removesuffix(FAMILY)
        out = tuple(Fact(group, value, False, state.turn) for value in values)
        return dataclasses.replace(state, answers=(*state.answers, *out))

    def _short(self, state: State, utterance: Utterance) -> Turn:
        """Go on with yes, no, none of these, or not sure."""
        if state.options[0].group == WISH:
            return self._wished(state, utterance.act == Act.YES)
        if not state.pending:
            return self._offered(state, utterance)
        if utterance.act == Act.YES and len(state.options) == 1:
            return self._chosen(state, state.options[0])
        if utterance.act in {Act.NO, Act.NONE_OF_THESE}:
            return self._none_of_these(state)
        return self._uncertain(state)

    def _offered(self, state: State, utterance: Utterance) -> Turn:
        """Go on with a short answer to options that nobody has to take: further parts of a page."""
        if utterance.act == Act.NONE_OF_THESE:
            return self._next(state, self._refused(state))
        rest = self._rest(state) if _unsure(utterance) else None
        return rest or self._courtesy(state, utterance.act if _unsure(utterance) else Act.THANKS)

    def _refused_for(self, state: State, instead: Utterance) -> Turn:
        """Go on with what is said instead of all options of a question."""
        said = (*state.said, Said(state.turn, instead.text))
        refused, state = self._refused(state), self._without_options(state)
        state = dataclasses.replace(state, said=said)
        part = self._named(state, instead.text)
        if part is not None:
            return self._followed(self._turns.meant(state, part), part)
        if state.focus is not None:
            turn = self._back(state)
            if turn.reply.action != ReplyAction.ESCALATION:
                return turn
        text = f"{state.text} {instead.text}"
        found = self._selector.select(text, None, (*state.told, *refused))
        return self._problem(state, text, found)

    def _none_of_these(self, state: State) -> Turn:
        options, state = state.options, self._without_options(state)
        if options[0].group.startswith("intent:"):
            return self._other_problems(state)
        if options[0].group.startswith("page:"):
            return self._handed(state, HandOverReason.NO_INTENT, "none is meant")
        return self._back(state)

    def _back(self, state: State) -> Turn:
        """Go on without the options that were refused, else with what the page says above them."""
        turn = self._turns.resolved(state, state.focus)
        above = self._turns.above(state, state.focus)
        if above is None or turn.reply.reason != HandOverReason.CONDITION_UNMET:
            return turn
        return self._followed(state, above)

    def _other_problems(self, state: State) -> Turn:
        """Ask once more which problem is meant where none of the nearest is, then hand over."""
        found = self._selector.select(state.text, None, state.told, _MOST_NODES)
        left = self._unoffered(state, found)
        if state.rounds >= _MOST_ROUNDS or state.objections or len(left) < 2:
            return self._handed(state, HandOverReason.NO_INTENT, "none is meant")
        return self._which(state, left, found)

    def _unoffered(self, state: State, found: Selection) -> list[RankedNode]:
        """Return the problems of pages that were not offered for this one, nor said."""
        offered = [
            self.view.graph.row(value)
            for group, value in state.offered
            if group.startswith("intent:") and state.rounds
        ]
        topics = self._selector.topics(found.nodes, offered)
        return [one for one in topics if not self._turns.is_told(state, one.row)]

    def _without_options(self, state: State) -> State:
        """Rule out the values of all options that were shown."""
        for option in state.options:
            choice = self._turns.choice(state, option) if option.group.endswith(FAMILY) else None
            values = [option.value]
            if choice is not None:
                values = members(option.value, choice.values, choice.labels)
            state = self._ruled_out(state, option, values)
        return state

    def _uncertain(self, state: State) -> Turn:
        """Say what holds in each case, else hand over."""
        unknown = tuple(
            Fact(one.group.removesuffix(FAMILY), one.value, None, state.turn)
            for one in state.options
        )
        if state.focus is None:
            return self._nearest(state)
        if state.options[0].group.startswith("part:"):
            return self._turns.every_part(state, state.focus)
        outcome = self._turns.candidates(state).outcome(state.focus)
        state = dataclasses.replace(state, answers=(*state.answers, *unknown))
        choice = outcome.choice
        if choice is None or choice.group != state.options[0].group.removesuffix(FAMILY):
            reason = HandOverReason.CONDITION_UNMET
            return self._turns.escalated(state, reason, state.focus, "the user cannot say which")
        return self._turns.common(state, choice, HandOverReason.CONDITION_UNMET)

    def _nearest(self, state: State) -> Turn:
        """Go on with the nearest of the problems that were offered, with the others as options."""
        offered = _nodes(state)
        if offered:
            row = self.view.graph.row(offered[0].value)
            turn = self._followed(dataclasses.replace(state, options=()), row)
            if turn.reply.action != ReplyAction.ESCALATION:
                return self._turns.nearest(turn, row, offered[1:])
        return self._handed(state, HandOverReason.NO_INTENT, "the user cannot say which")

    def _wished(self, state: State, wanted: bool) -> Turn:
        wish, state = state.wish, dataclasses.replace(state, wish=None)
        if not wanted or wish is None:
            return self._courtesy(self._turns.after(state), Act.THANKS)
        return self._followed(state, wish)

    def _followed(self, state: State, row: int) -> Turn:
        return self._turns.resolved(dataclasses.replace(state, focus=row), row)

    # Problems.

    def _stated(self, state: State, utterance: Utterance) -> Turn:
        """Go on with an answer in the user's words, a correction, or a problem."""
        said = (*state.said, Said(state.turn, utterance.text))
        heard = dataclasses.replace(state, said=said)
        if state.focus is not None and self._tells(state, heard, utterance):
            return self._turns.resolved(heard, state.focus)
        found = self._selector.select(utterance.text, state.focus)
        if found.known < self.settings.sure_from and self._adds(state, utterance):
            return self._added(heard, utterance)
        if state.pending and found.known < self.settings.sure_from and not _asks(utterance):
            return self._unread(heard)
        return self._problem(heard, utterance.text, found)

    def _adds(self, state: State, utterance: Utterance) -> bool:
        """Return whether an utterance only says more of the problem: few words, and no question."""
        few = len(_own_words(utterance)) <= _FEW_WORDS
        return bool(state.text) and few and not _asks(utterance)

    def _added(self, state: State, utterance: Utterance) -> Turn:
        """Return the turn for a problem of which more was said.

        Who was asked which problem they mean is not asked that again.
        """
        text = f"{state.text} {utterance.text}"
        offered = [self.view.graph.row(one.value) for one in _nodes(state)]
        found = self._selector.select(text, state.focus)
        if not found.nodes or found.known < self.settings.unknown_below:
            return self._unread(state) if state.pending else self._problem(state, text, found)
        if not offered:
            return self._problem(state, text, found)
        named = self._selector.nearest(found, offered)
        state = dataclasses.replace(
            state,
            text=text,
            known=found.known,
            focus=named,
            candidates=self._turns.considered(found),
        )
        return self._turns.resolved(state, named)

    def _unread(self, state: State) -> Turn:
        """Return the turn after an answer that says nothing of what was asked."""
        if state.focus is None:
            return self._turns.escalated(state, HandOverReason.NO_INTENT, None, "not understood")
        return self._turns.resolved(state, state.focus)

    def _tells(self, before: State, after: State, utterance: Utterance) -> bool:
        """Return whether an utterance answers a question or corrects a fact, and asks no more."""
        told = []
        for choice in self._turns.choices(before):
            old, new = (Knowledge(s.answers, s.said).facts(choice) for s in (before, after))
            if any(fact != old.get(value) for value, fact in new.items()):
                told += [word for value in new for word in terms(value)]
        own = set(_own_words(utterance)) - set(told)
        corrects = bool(set(utterance.terms) & _CORRECTIONS)
        return bool(told) and (before.pending or corrects or len(own) <= 1)

    def _problem(self, state: State, text: str, found: Selection) -> Turn:
        """Return the turn for a problem: unknown, one of several, several, or one."""
        goes_on = bool(state.text) and text.startswith(state.text)
        state = dataclasses.replace(
            state,
            text=text,
            known=found.known,
            objections=state.objections if goes_on else 0,
            rounds=state.rounds if goes_on else 0,
            candidates=self._turns.considered(found),
        )
        if not found.nodes or found.known < self.settings.unknown_below:
            return self._turns.escalated(
                state, HandOverReason.NO_INTENT, None, "the pages do not know it"
            )
        first, second = self._two_wishes(text)
        if first is not None:
            turn = self._turns.resolved(dataclasses.replace(state, focus=first.row), first.row)
            return self._with_wish(turn, second.row) if second is not None else turn
        if found.known < self.settings.sure_from:
            topics = self._unoffered(state, found)
            if state.rounds >= _MOST_ROUNDS:
                return self._handed(state, HandOverReason.NO_INTENT, "none is meant")
            if len(topics) > 1:
                return self._which(state, topics, found)
        best = found.nodes[0].row
        return self._turns.resolved(dataclasses.replace(state, focus=best), best)

    def _which(self, state: State, topics: Sequence[RankedNode], found: Selection) -> Turn:
        """Ask which problem is meant."""
        choice = self._selector.which(topics[: self.settings.most_options], found.nodes)
        state = dataclasses.replace(state, focus=None, rounds=state.rounds + 1)
        return self._turns.asked(state, choice, topics[0].row, "several problems could be meant")

    def _two_wishes(self, text: str) -> tuple[RankedNode | None, RankedNode | None]:
        """Return the nodes of two wishes in one utterance, if the pages know both."""
        found = [self._selector.select(one, None) for one in wishes(text)[:2]]
        if len(found) < 2 or any(one.known < self.settings.sure_from for one in found):
            return None, None
        first, second = (one.nodes[0] for one in found)
        apart = len(self._selector.topics([first, second])) > 1
        return (first, second) if apart else (None, None)

    def _with_wish(self, turn: Turn, row: int) -> Turn:
        """Return a turn that answers the first wish and offers the second."""
        if turn.reply.action != ReplyAction.RESOLUTION:
            return Turn(dataclasses.replace(turn.state, wish=row), turn.reply)
        return self._turns.offered(turn, row)

    def _objected(self, state: State, utterance: Utterance) -> Turn:
        """Look for another node where the one that was said does not help."""
        new = set(_own_words(utterance)) - set(terms(state.text))
        if new:  # more is said of the problem: the search is another
            state = dataclasses.replace(
                state,
                said=(*state.said, Said(state.turn, utterance.text)),
                text=f"{state.text} {utterance.text}",
            )
        part = self._named(state, utterance.text) if new else None
        if part is not None:
            state = self._turns.meant(state, part)
            return self._followed(dataclasses.replace(state, objections=state.objections + 1), part)
        return self._next(state, told_more=bool(new))

    def _names_part(self, state: State, instead: str) -> bool:
        """Return whether what is said instead of options names a part of a page, and no option."""
        labels = [folded(one.label) for one in state.options]
        return folded(instead) not in labels and self._named(state, instead) is not None

    def _named(self, state: State, text: str) -> int | None:
        """Return the part that a text names of the page that is talked of, else of those offered.

        A page that is only offered may be another's, so one word names no part of it.
        """
        if state.focus is not None:
            return named_part(self.view, state.focus, text, state.told)
        rows = [self.view.graph.row(one.value) for one in _nodes(state)]
        parts = (named_part(self.view, row, text, state.told, _LEAST_OF_A_NAME) for row in rows)
        return next((part for part in parts if part is not None), None)

    def _rest(self, state: State) -> Turn | None:
        """Return what else the page says that is talked of, if something of it was said."""
        if state.focus is None or not state.told:
            return None
        return self._turns.rest(state, state.focus)

    def _refused(self, state: State) -> tuple[int, ...]:
        """Return the rows of the options that were shown."""
        rows = self.view.graph.rows
        return tuple(rows[one.value] for one in state.options if one.value in rows)

    def _next(
        self, state: State, refused: tuple[int, ...] = (), *, told_more: bool = False
    ) -> Turn:
        """Go on where what was said does not help.

        Another node is said where the user told more and the pages surely know it, then the rest of
        the page; then it is asked which problem is meant, and a person goes on.
        """
        before = state.objections
        state = dataclasses.replace(state, objections=before + 1)
        found = self._selector.select(state.text, state.focus, (*state.told, *refused))
        new = [one.row for one in found.nodes if not self._turns.is_told(state, one.row)]
        if not before and told_more and new and self._is_sure(found):
            considered = self._turns.considered(found)
            state = dataclasses.replace(state, focus=new[0], candidates=considered)
            return self._turns.resolved(state, new[0])
        if before < _MOST_ROUNDS and (rest := self._rest(state)) is not None:
            return rest
        if not state.text or not new or found.known < self.settings.unknown_below:
            reason = HandOverReason.ASKED_TWICE if before else HandOverReason.NO_INTENT
            return self._turns.escalated(state, reason, state.focus, "nothing else")
        state = dataclasses.replace(state, candidates=self._turns.considered(found))
        topics = self._unoffered(state, found)
        if state.rounds >= _MOST_ROUNDS - before or before > 1 or len(topics) < 2:
            return self._handed(state, HandOverReason.ASKED_TWICE, "it does not help")
        return self._which(state, topics, found)

    def _is_sure(self, found: Selection) -> bool:
        return found.known >= self.settings.sure_from


def _nodes(state: State) -> list[Option]:
    """Return the options of a question for the problem that is meant."""
    return [one for one in state.options if state.pending and one.group.startswith("intent:")]


def _unsure(utterance: Utterance) -> bool:
    return utterance.act == Act.NOT_SURE


def _asks(utterance: Utterance) -> bool:
    """Return whether an utterance is a question of its own."""
    return bool(utterance.terms) and utterance.terms[0] in QUESTION_WORDS | AUXILIARIES


def _own_words(utterance: Utterance) -> list[str]:
    """Return the words of an utterance that name something."""
    return [word for word in utterance.terms if word not in FUNCTION_WORDS]
