"""Rows of tables from what a crawl saw of an application: a pure function of the observation.

Near states that are one are made one here: their actions, and what leads to them, become those of
the state that stands. Which are one says ``merges``, what things are called ``labels``.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from graphwright.applications.capture import Capture, CapturedField
from graphwright.applications.identity import action_id, capture_id, state_id
from graphwright.applications.labels import action_text, state_names, state_text
from graphwright.applications.merges import Decision, Merged, merge_states
from graphwright.applications.observation import Observation, ObservedAction, ObservedState
from graphwright.errors import DamageError, without_credentials
from graphwright.ids import fingerprint
from graphwright.settings import EVERYBODY, NOBODY
from graphwright.tables.applications import (
    ActionOutcome,
    Application,
    CrawlStatus,
    MergeReason,
    UiAction,
    UiCapture,
    UiElement,
    UiField,
    UiMerge,
    UiState,
    UnusedStateDecision,
)

_TRIED = (
    *(ActionOutcome.DONE, ActionOutcome.INFERRED, ActionOutcome.BLOCKED, ActionOutcome.DENIED),
    *(ActionOutcome.NO_EFFECT, ActionOutcome.FAILED, ActionOutcome.NOT_TRIED),
)
"""Outcomes, what says most first: of two looks at one action of merged states the first counts."""

_BY_RULE = (MergeReason.OVERLAP, MergeReason.KEPT_APART)


@dataclasses.dataclass(frozen=True, slots=True)
class ApplicationRows:
    """What the tables hold of an application that was crawled."""

    application: str
    status: CrawlStatus
    scripts: str
    home_state_id: str
    states: tuple[UiState, ...]
    actions: tuple[UiAction, ...]
    fields: tuple[UiField, ...]
    merges: tuple[UiMerge, ...]
    unused: tuple[UnusedStateDecision, ...]


def application_row(
    name: str, home: str, groups: Sequence[str], seen: ApplicationRows | None
) -> Application:
    """Return the row of an application of the settings; ``seen`` is None before a crawl."""
    everybody = tuple(groups) == (EVERYBODY,)
    return Application(
        name=name,
        home=without_credentials(home),
        scripts=seen.scripts if seen else "",
        status=seen.status if seen else CrawlStatus.NEVER,
        home_state_id=seen.home_state_id if seen else None,
        everybody=everybody,
        groups=() if everybody or NOBODY in groups else tuple(sorted(set(groups))),
    )


def unused_row(said: Decision, reason: str) -> UnusedStateDecision:
    """Return the row of a decision that decides nothing."""
    return UnusedStateDecision(said.application, said.same, said.state, said.other, reason)


def capture_rows(seen: Observation) -> list[UiCapture]:
    """Return a row for each page that was read; pages that read alike are one."""
    made = (_capture_row(seen.application, capture) for capture in seen.captures.values())
    return list({row.capture_id: row for row in made}.values())


def _capture_row(application: str, capture: Capture) -> UiCapture:
    shown = {
        field.name: getattr(capture, field.name)
        for field in dataclasses.fields(capture)
        if field.name != "fields"
    }
    return UiCapture(capture_id=capture_id(application, capture), application=application, **shown)


def application_rows(seen: Observation, decisions: Sequence[Decision]) -> ApplicationRows:
    """Return the states, actions, fields and merges of an application.

    Raises ``DamageError`` where the observation names a state or page that it does not hold.
    """
    try:
        return _Rows(seen, merge_states(seen, decisions)).made()
    except KeyError as error:
        raise DamageError(
            f"What was seen of application {seen.application} names {error}, which it does not "
            "hold.",
            remedy="Crawl the application again: graphwright crawl NAME --clean.",
        ) from error


class _Rows:
    """The rows of one observation, whose states are joined to those that stand."""

    def __init__(self, seen: Observation, merged: Merged) -> None:
        self._seen, self._merged = seen, merged
        self._by_key: dict[str, dict[str, UiElement]] = {}
        self._ids: dict[str, str] = {}
        self._states = {state.identity: state for state in seen.states}
        self._members: defaultdict[str, list[ObservedState]] = defaultdict(list)
        for state in sorted(seen.states, key=lambda one: (one.depth, one.identity)):
            self._members[merged.standing(state.identity)].append(state)
        self._actions = self._joined_actions()
        self._names = state_names(seen, merged)

    def made(self) -> ApplicationRows:
        seen = self._seen
        actions = [self._action_row(one) for one in self._actions]
        own: defaultdict[str, list[UiAction]] = defaultdict(list)
        for action in actions:
            own[action.state_id].append(action)
        states = [
            self._state_row(identity, own[self._id(identity)]) for identity in sorted(self._members)
        ]
        return ApplicationRows(
            application=seen.application,
            status=seen.status,
            scripts=fingerprint(sorted({state.scripts for state in seen.states})),
            home_state_id=self._id(seen.home_state),
            states=tuple(states),
            actions=tuple(actions),
            fields=tuple(
                row for identity in sorted(self._members) for row in self._fields(identity)
            ),
            merges=tuple(self._merges()),
            unused=tuple(unused_row(one.decision, one.reason) for one in self._merged.unused),
        )

    def _merges(self) -> Iterator[UiMerge]:
        """Yield the merges by the state that stands; of a pair the team's decision, if one is."""
        ids = {state_id(self._seen.application, one): self._id(one) for one in self._states}
        found: dict[tuple[str, str], UiMerge] = {}
        for row in sorted(self._merged.rows, key=lambda one: one.reason in _BY_RULE):
            named = row if row.merged else dataclasses.replace(row, state_id=ids[row.state_id])
            found.setdefault((named.state_id, named.other_id), named)
        yield from (found[pair] for pair in sorted(found))

    def _id(self, identity: str) -> str:
        """Return the id of the state that stands for one. ``KeyError`` where there is none."""
        standing = self._merged.standing(self._states[identity].identity)
        if standing not in self._ids:
            self._ids[standing] = state_id(self._seen.application, standing)
        return self._ids[standing]

    def _capture(self, identity: str) -> Capture:
        return self._seen.captures[self._states[identity].capture]

    def _elements(self, capture: str) -> Mapping[str, UiElement]:
        if capture not in self._by_key:
            shown = self._seen.captures[capture].elements
            self._by_key[capture] = {element.key: element for element in shown}
        return self._by_key[capture]

    def _joined_actions(self) -> list[_Joined]:
        """Return each action of each state that stands once, in order of state and element."""
        best: dict[tuple[str, str], _Joined] = {}
        for action in self._seen.actions:
            place = self._merged.standing(self._states[action.state].identity), action.element
            joined = _Joined(place[0], action, action.state != place[0])
            if place not in best or joined.rank < best[place].rank:
                best[place] = joined
        return [best[place] for place in sorted(best)]

    def _action_row(self, joined: _Joined) -> UiAction:
        action, application = joined.action, self._seen.application
        element = self._elements(self._states[action.state].capture)[action.element]
        state = self._id(joined.standing)
        return UiAction(
            action_id=action_id(state, action.element),
            application=application,
            state_id=state,
            element_key=action.element,
            role=element.role,
            name=element.name,
            region=element.region,
            menu_path=element.menu_path,
            kind=action.kind,
            outcome=action.outcome,
            target_id=None if action.target is None else self._id(action.target),
            request=action.request,
            detail=action.detail,
            text=action_text(element, self._names[joined.standing], action),
        )

    def _state_row(self, identity: str, actions: Sequence[UiAction]) -> UiState:
        names, capture = self._names[identity], self._capture(identity)
        opened = self._opened(identity)
        application = self._seen.application
        return UiState(
            state_id=self._id(identity),
            application=application,
            label=names.label,
            menu_path=names.menu_path,
            template=capture.template,
            address=opened.address,
            replay=tuple(action_id(self._id(state), key) for state, key in opened.replay),
            depth=self._members[identity][0].depth,
            capture_id=capture_id(application, capture),
            text=state_text(capture, names),
        )

    def _opened(self, identity: str) -> ObservedState:
        """Return the part of a state by which it is opened most simply, itself before others."""
        parts = (self._states[identity], *self._members[identity])
        return min(parts, key=lambda one: (one.address is None, len(one.replay)))

    def _fields(self, identity: str) -> Iterator[UiField]:
        for index, field in enumerate(self._capture(identity).fields):
            yield _field_row(self._id(identity), index, field)


@dataclasses.dataclass(frozen=True, slots=True)
class _Joined:
    """An action as one part of a state that stands had it; ``other`` says that it is not that."""

    standing: str
    action: ObservedAction
    other: bool

    @property
    def rank(self) -> tuple[int, bool, bool, str]:
        """Return what orders looks at one action: what says most, then the state's own."""
        action = self.action
        return _TRIED.index(action.outcome), action.target is None, self.other, action.state


def _field_row(state: str, index: int, field: CapturedField) -> UiField:
    return UiField(
        state_id=state,
        index=index,
        form=field.form,
        label=field.label,
        type=field.type,
        options=field.options,
        required=field.required,
        help_text=field.help_text,
    )
