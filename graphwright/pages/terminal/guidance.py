"""Guidance through a web application as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.display.printable import prose, shortened
from graphwright.guidance.views import Guidance, GuidanceStep, StateName

_LONGEST = 100


def render_guidance(guidance: Guidance) -> str:
    """Return the steps, each with the id that ``graphwright show`` draws."""
    lines = [f"Question: {prose(guidance.question)}", *_start(guidance)]
    lines += [f"Note: {prose(note)}" for note in guidance.notes if note != guidance.start.note]
    if guidance.found:
        lines += ["", *(line for step in guidance.steps for line in _step(step))]
        lines += [f"{len(guidance.steps) + 1}. {prose(guidance.then or '')}"]
        lines += _goal(guidance)
        if guidance.others:
            lines += ["", "It may also be"]
            lines += [f"  {_way(one.state, one.way)}" for one in guidance.others]
    return "\n".join(lines) + "\n"


def _start(guidance: Guidance) -> Iterator[str]:
    start = guidance.start
    if start.state is not None:
        where = f"{start.state.application}: {_named(start.state)}"
        yield f"From: {where} (known by {start.how})"
    if start.note:
        yield f"Note: {prose(start.note)}"


def _step(step: GuidanceStep) -> Iterator[str]:
    yield f"{step.number}. {prose(step.text)}"
    if step.citation is not None:
        yield f"   {prose(step.page.address or step.page.template)} [{step.citation.action_id}]"


def _goal(guidance: Guidance) -> Iterator[str]:
    if guidance.goal is None:
        return
    for commit in guidance.goal.commits:
        sent = f" ({prose(commit.request)})" if commit.request else ""
        yield f"   {_cut(commit.name) or 'a button'}{sent} [{commit.citation.action_id}]"


def _way(state: StateName, way: tuple[str, ...]) -> str:
    by = " > ".join(_cut(name) for name in way if name)
    return f"{_named(state)}{f', by {by}' if by else ''}"


def _named(state: StateName) -> str:
    return _cut(state.label) or _cut(state.template)


def _cut(text: str) -> str:
    return shortened(prose(text), _LONGEST)
