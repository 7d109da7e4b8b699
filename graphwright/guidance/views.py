"""What is shown of guidance, typed once for command line, service, assistants and pages."""

from __future__ import annotations

import pydantic
from pydantic import Field


class _View(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class Citation(_View):
    """Where a step is seen: an action, and its element in the page as it was read.

    ``graphwright show ACTION_ID`` draws it.
    """

    action_id: str
    capture_id: str
    element_key: str


class StateName(_View):
    """A state as it is named beside others; ``address`` is null where only actions reach it."""

    state_id: str
    application: str
    label: str
    menu_path: tuple[str, ...]
    template: str
    address: str | None


class StartView(_View):
    """Where the way begins, how that is known, and what is uncertain of it."""

    state: StateName | None
    how: str = Field(description="state, address, elements, nearest, name, home or unknown.")
    note: str | None


class GuidanceStep(_View):
    """A step: what to do on which page, and where it leads.

    ``certain`` is false where the target is known by its address alone. A step without citation
    opens an address.
    """

    number: int
    text: str
    page: StateName
    target: StateName | None
    name: str
    role: str
    kind: str
    menu_path: tuple[str, ...]
    certain: bool
    citation: Citation | None


class OfferedField(_View):
    """A field to fill in; of many options the first are told."""

    label: str
    form: str | None
    type: str
    options: tuple[str, ...]
    required: bool
    help_text: str | None


class OfferedCommit(_View):
    """An action that writes, as the page offers it; a crawl never did it.

    ``request`` is what it would send, where that is known.
    """

    name: str
    outcome: str
    request: str | None
    citation: Citation


class GoalPage(_View):
    """What the page at the end of the way offers, what was asked for first."""

    state: StateName
    fields: tuple[OfferedField, ...]
    commits: tuple[OfferedCommit, ...]


class OtherGoal(_View):
    """Another state that may be meant, and the names of the actions that lead there."""

    state: StateName
    score: float
    way: tuple[str, ...]


class PartEdge(_View):
    """An action of the part of the graph that was found."""

    action_id: str
    source_id: str
    target_id: str
    text: str


class Guidance(_View):
    """An answer to "how do I": steps from where the user stands, without a language model.

    ``found`` is false where the application has nothing of the kind; then there are no steps.
    ``then`` says what there is to do once they are done.
    ``states`` and ``edges`` are the part of the graph that was found.
    """

    question: str
    application: str | None
    strategy: str
    found: bool
    start: StartView
    steps: tuple[GuidanceStep, ...]
    then: str | None
    goal: GoalPage | None
    others: tuple[OtherGoal, ...]
    states: tuple[StateName, ...]
    edges: tuple[PartEdge, ...]
    notes: tuple[str, ...]


class GuidancePrompt(_View):
    """The part of the graph as a prompt; ``left_out`` counts what did not fit the budget."""

    text: str
    tokens: int
    left_out: int


class CheckedStep(_View):
    """A step of a language model: the edge that it names, and whether it is one here.

    ``verdict`` is edge, last (it acts on the page that was reached), no_edge (the graph has no
    such action), not_from_here (the way is not at its page) or other_words (it names something
    else than its edge does).
    """

    text: str
    action_id: str | None
    verdict: str
