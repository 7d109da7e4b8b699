"""What an explorer knows at its end, as an observation: in order, nothing that differs by run."""

from __future__ import annotations

from graphwright.applications.crawl.actions import Action
from graphwright.applications.crawl.explorer import Explorer, Found
from graphwright.applications.observation import Observation, ObservedAction, ObservedState
from graphwright.settings import ApplicationSettings
from graphwright.tables.applications import ActionOutcome, CrawlStatus


def observation_from(settings: ApplicationSettings, explorer: Explorer) -> Observation:
    """Return all that a crawl saw."""
    states = [explorer.states[identity] for identity in sorted(explorer.states)]
    actions = [explorer.actions[key] for key in sorted(explorer.actions)]
    left = any(a.outcome is ActionOutcome.NOT_TRIED for a in actions)
    return Observation(
        application=settings.name,
        home=settings.home,
        home_state=explorer.home_state,
        status=CrawlStatus.LIMITED if left else CrawlStatus.COMPLETE,
        captures={state.landing.capture: state.reading.capture for state in states},
        states=tuple(map(_state, states)),
        actions=tuple(map(_action, actions)),
    )


def _state(found: Found) -> ObservedState:
    return ObservedState(
        identity=found.identity,
        capture=found.landing.capture,
        address=found.address,
        replay=tuple((step.state, step.element) for step in found.replay),
        depth=found.depth,
        scripts=found.landing.scripts,
        explored=found.explored,
        boxes=found.reading.boxes,
    )


def _action(action: Action) -> ObservedAction:
    assert action.outcome is not None
    return ObservedAction(
        state=action.state,
        element=action.element.key,
        kind=action.kind,
        outcome=action.outcome,
        target=action.target,
        request=action.request,
        detail=action.detail,
    )
