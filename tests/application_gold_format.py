"""The formats of examples/application_gold.yaml and of questions to it, as strict models."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Literal

import pydantic
import yaml
from gold_format import EXAMPLES

APPLICATION_GOLD = EXAMPLES / "application_gold.yaml"
QUESTIONS = EXAMPLES.parent / "benchmarks" / "data" / "applications" / "example_questions.yaml"


class _Model(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class GoldAction(_Model):
    """An action: one of ``to``, a request that it sends, ``nothing`` or a ``kind`` says what comes.

    ``writes`` is sent at once, ``asks`` after a question of the browser, ``denied`` by a link.
    ``row`` stands in each row of a list, under ``column`` or one called as it is. ``kind`` popup
    has a target too.
    """

    role: str
    name: str
    menu: tuple[str, ...] = ()
    row: bool = False
    column: str | None = None
    to: str | None = None
    writes: str | None = None
    asks: str | None = None
    denied: str | None = None
    nothing: bool = False
    kind: Literal["external", "download", "logout", "popup"] | None = None

    @property
    def request(self) -> str | None:
        """The request that changes data, method and path."""
        return self.writes or self.asks or self.denied

    @pydantic.model_validator(mode="after")
    def _has_one_outcome(self) -> GoldAction:
        said = (self.to and self.kind is None, self.writes, self.asks, self.denied, self.kind)
        if sum(map(bool, (*said, self.nothing))) != 1:
            raise ValueError(f"{self.role} {self.name!r} needs exactly one outcome")
        return self


class GoldField(_Model):
    """A field of a form."""

    label: str
    type: str
    required: bool = False


class GoldState(_Model):
    """A state and how it is known: template, open layer, tab, and names that it shows or does not.

    ``opened`` says that actions alone lead there; else ``address``, by default the template, does.
    """

    name: str
    label: str
    template: str
    also: tuple[str, ...] = ()
    address: str | None = None
    dialog: str | None = None
    open_menu: str | None = None
    tab: str | None = None
    shows: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    opened: bool = False
    optional: bool = False
    actions: tuple[GoldAction, ...] = ()
    fields: tuple[GoldField, ...] = ()

    @property
    def opens_at(self) -> str | None:
        """The path that opens the state, or None where only actions do."""
        return None if self.opened else self.address or self.template


class GoldPath(_Model):
    """A menu path of the manual, and where it leads; ``why`` says why it leads to no state."""

    document: str
    path: tuple[str, ...]
    state: str | None
    why: Literal["outdated", "logs out"] | None = None


class ApplicationGold(_Model):
    """The graph: actions of the ``shell`` are offered by each state that no dialog covers."""

    shell: tuple[GoldAction, ...]
    states: tuple[GoldState, ...]
    undocumented: tuple[str, ...]
    documented: tuple[GoldPath, ...]

    def state(self, name: str) -> GoldState:
        """Return the state of this name."""
        return next(state for state in self.states if state.name == name)

    def targets(self, name: str) -> set[str]:
        """Return the states that one action leads to from a state."""
        state = self.state(name)
        shell = () if state.dialog else self.shell
        return {action.to for action in (*state.actions, *shell) if action.to is not None}

    def distance(self, start: str, goal: str) -> int | None:
        """Return the actions of a shortest way, or None where there is none."""
        reached, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for there in sorted(self.targets(here) - set(reached)):
                reached[there] = reached[here] + 1
                queue.append(there)
        return reached.get(goal)


class ApplicationQuestion(_Model):
    """A question, the state that answers it, and where its user stands."""

    id: str
    text: str
    start: str
    goal: str
    steps: int


def load_application_gold(path: Path = APPLICATION_GOLD) -> ApplicationGold:
    """Read and check examples/application_gold.yaml."""
    return ApplicationGold.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))


def load_questions(path: Path = QUESTIONS) -> tuple[ApplicationQuestion, ...]:
    """Read and check the questions."""
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    return tuple(ApplicationQuestion.model_validate(row) for row in rows)
