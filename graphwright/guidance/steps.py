"""From a part of the graph to an answer: steps to the best goal, and what its page offers."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.graph.application_files import ApplicationFiles
from graphwright.guidance.asked import FoundPart, Goal
from graphwright.guidance.terms import all_terms
from graphwright.guidance.views import (
    Citation,
    GoalPage,
    GuidanceStep,
    OfferedCommit,
    OfferedField,
    OtherGoal,
    PartEdge,
    StateName,
)
from graphwright.guidance.ways import way_within
from graphwright.guidance.wording import opening_text, step_text
from graphwright.tables.applications import ActionKind, ActionOutcome, UiAction, UiState

_OPTIONS, _FIELDS, _COMMITS, _OTHERS = 10, 40, 10, 4
_NEVER_DONE = (ActionOutcome.BLOCKED, ActionOutcome.DENIED)


class StepMaker:
    """Makes steps over the graph of one snapshot."""

    def __init__(self, files: ApplicationFiles) -> None:
        """Take the opened files."""
        self._files, self._graph = files, files.graph

    def way(self, part: FoundPart, start: int | None, goal: int) -> tuple[int, tuple[int, ...]]:
        """Return from which state a way leads to a goal, and its actions.

        Where none leads from the start it begins at the home page, else at the goal itself.
        """
        application = self._graph.states[goal].application
        begins = (start, self._graph.homes.get(application))
        for begin in (one for one in begins if one is not None):
            way = way_within(self._graph, part.actions, begin, goal)
            if way is None:
                way = self._graph.way(begin, goal)
            if way is not None:
                return begin, way
        return goal, ()

    def steps(self, begin: int, way: Sequence[int], start: int | None) -> tuple[GuidanceStep, ...]:
        """Return the steps of a way; one that does not begin where the user is opens its page."""
        made = [] if begin == start else [self._opening(begin)]
        for action in way:
            made.append(self._step(len(made) + 1, action))
        return tuple(made)

    def _opening(self, row: int) -> GuidanceStep:
        state = self._graph.states[row]
        return GuidanceStep(
            number=1,
            text=opening_text(state),
            page=name_of(state),
            target=name_of(state),
            name="",
            role="",
            kind=ActionKind.OPEN,
            menu_path=(),
            certain=True,
            citation=None,
        )

    def _step(self, number: int, row: int) -> GuidanceStep:
        graph = self._graph
        action, source = graph.actions[row], graph.states[graph.sources[row]]
        target = graph.states[graph.targets[row]]
        return GuidanceStep(
            number=number,
            text=step_text(action, source, target),
            page=name_of(source),
            target=name_of(target),
            name=action.name,
            role=action.role,
            kind=action.kind,
            menu_path=action.menu_path,
            certain=action.outcome != ActionOutcome.INFERRED,
            citation=_cited(action, source),
        )

    def goal_page(self, row: int, asked: Sequence[str]) -> GoalPage:
        """Return what a state offers; what the terms of a question name stands first."""
        graph, state = self._graph, self._graph.states[row]

        def met(text: str) -> int:
            return len(all_terms([text]) & set(asked))

        fields = sorted(
            (one for one in graph.fields.get(state.state_id, ()) if one.label),
            key=lambda one: (-met(one.label), one.index),
        )
        commits = [graph.actions[one] for one in graph.outgoing[row]]
        commits = [one for one in commits if one.region != "shell" or met(one.name)]
        places = {
            one.key: place
            for place, one in enumerate(self._files.capture(state.capture_id).elements)
        }
        writing = sorted(
            filter(writes, commits),
            key=lambda one: (-met(one.name), places.get(one.element_key, len(places))),
        )
        return GoalPage(
            state=name_of(state),
            fields=tuple(
                OfferedField(
                    label=one.label,
                    form=one.form,
                    type=one.type,
                    options=one.options[:_OPTIONS],
                    required=one.required,
                    help_text=one.help_text,
                )
                for one in fields[:_FIELDS]
            ),
            commits=tuple(
                OfferedCommit(
                    name=one.name,
                    outcome=one.outcome,
                    request=one.request,
                    citation=_cited(one, state),
                )
                for one in writing[:_COMMITS]
            ),
        )

    def others(
        self, part: FoundPart, start: int | None, goals: Sequence[Goal]
    ) -> tuple[OtherGoal, ...]:
        """Return the goals beside the best one, each with the names along its way."""
        made = []
        for goal in goals[:_OTHERS]:
            _, way = self.way(part, start, goal.row)
            names = tuple(self._graph.actions[one].name for one in way)
            state = name_of(self._graph.states[goal.row])
            made.append(OtherGoal(state=state, score=round(goal.score, 6), way=names))
        return tuple(made)

    def states(self, part: FoundPart) -> tuple[StateName, ...]:
        """Return the names of a part's states."""
        return tuple(name_of(self._graph.states[row]) for row in part.states)

    def edges(self, part: FoundPart) -> tuple[PartEdge, ...]:
        """Return the actions of a part, of those between the same two states the first."""
        graph = self._graph
        first = {(graph.sources[row], graph.targets[row]): row for row in reversed(part.actions)}
        return tuple(
            PartEdge(
                action_id=graph.actions[row].action_id,
                source_id=graph.states[source].state_id,
                target_id=graph.states[target].state_id,
                text=" > ".join((*graph.actions[row].menu_path, graph.actions[row].name)),
            )
            for (source, target), row in sorted(first.items())
        )


def name_of(state: UiState) -> StateName:
    """Return a state as it is named."""
    return StateName(
        state_id=state.state_id,
        application=state.application,
        label=state.label,
        menu_path=state.menu_path,
        template=state.template,
        address=state.address,
    )


def _cited(action: UiAction, state: UiState) -> Citation:
    return Citation(
        action_id=action.action_id, capture_id=state.capture_id, element_key=action.element_key
    )


def writes(action: UiAction) -> bool:
    """Return whether an action would change something: a crawl never did it."""
    if action.kind == ActionKind.EDIT:
        return False
    return action.kind == ActionKind.COMMIT or action.outcome in _NEVER_DONE
