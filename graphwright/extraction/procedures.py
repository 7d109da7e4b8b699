"""From what the sentences of a document order to the steps of its tasks, in order and nested.

A task is named by a heading. Its steps are the list items under it that order something, as the
author numbered them, else its sentences; an item that only leads in further steps is one too.
What a sentence orders is read in ``rules.actions``.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from graphwright.entities.normalise import normalise
from graphwright.extraction.reading.document import DocumentReading
from graphwright.extraction.reading.headings import Span
from graphwright.ids import content_id
from graphwright.tables.documents import Block, BlockKind
from graphwright.tables.text import Sentence
from graphwright.tables.triples import ProcedureStep, StepAction

STEP_KINDS = frozenset({BlockKind.LIST_ITEM.value, BlockKind.PARAGRAPH.value})
"""The kinds of blocks that may hold a step."""


@dataclasses.dataclass(frozen=True, slots=True)
class ToldSentence:
    """A sentence of a list item or paragraph: what it orders, or whether it tells a result.

    ``restates`` says that it only says what its heading says.
    """

    sentence: Sentence
    block: Block
    task: Span
    actions: tuple[StepAction, ...] = ()
    is_result: bool = False
    restates: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class _Part:
    """The sentences of a list item, or one sentence of a paragraph, under a heading."""

    said: tuple[ToldSentence, ...]

    @property
    def block(self) -> Block:
        return self.said[0].block

    @property
    def is_item(self) -> bool:
        return self.block.kind == BlockKind.LIST_ITEM

    @property
    def orders(self) -> bool:
        return any(one.actions for one in self.said)


def procedure_steps(known: DocumentReading, told: Sequence[ToldSentence]) -> list[ProcedureStep]:
    """Return the steps of a document's tasks, in the order of the text.

    ``told`` are the unfiltered sentences of all its chunks, in any order.
    """
    ordered = sorted(told, key=lambda one: (one.sentence.start, one.sentence.sentence_id))
    steps: list[ProcedureStep] = []
    for task in dict.fromkeys(one.task for one in ordered):
        found = [one for one in ordered if one.task == task]
        steps += _Task(known, task, list(_parts(found))).steps()
    return steps


def _parts(told: Sequence[ToldSentence]) -> Iterator[_Part]:
    for _, found in itertools.groupby(told, key=lambda one: one.block.index):
        said = tuple(found)
        if said[0].block.kind == BlockKind.LIST_ITEM:
            yield _Part(said)
        else:
            yield from (_Part((one,)) for one in said)


class _Task:
    """Numbers and nests the steps under one heading."""

    def __init__(self, known: DocumentReading, task: Span, parts: Sequence[_Part]) -> None:
        self._known, self._task = known, task
        self._parts = _without_introduction(parts)
        self._steps: list[ProcedureStep] = []
        self._open: list[tuple[int, str, str]] = []
        self._children = Counter[str]()
        self._section: tuple[str, ...] = ()
        self._with_sentences = set[int]()

    def steps(self) -> list[ProcedureStep]:
        """Return the steps; each tells the result that follows it, if one does."""
        for place, part in enumerate(self._parts):
            leads = part.is_item and self._leads_in_steps(place)
            if part.orders or leads:
                self._add(part, self._depth(place))
            elif self._steps and not part.is_item and part.said[0].is_result and place:
                self._add_result(self._parts[place - 1], part.said[0])
        return self._steps

    def _leads_in_steps(self, place: int) -> bool:
        """Return whether items that lie deeper than this one, and order something, follow it."""
        level = self._parts[place].block.level
        inside = itertools.takewhile(
            lambda part: not part.is_item or part.block.level > level, self._parts[place + 1 :]
        )
        return any(part.is_item and part.orders for part in inside)

    def _depth(self, place: int) -> int:
        """Return how deep a step lies: an item by its level, a sentence between items below one."""
        part = self._parts[place]
        if part.is_item:
            return part.block.level
        if not self._open:
            return 1
        section, above = part.block.heading_path, self._open[-1][0]
        within = [p for p in self._parts[place + 1 :] if p.block.heading_path == section]
        # The last item has sentences of its own where the others have.
        goes_on = above in self._with_sentences or any(
            p.is_item and p.block.level <= above for p in within
        )
        if not goes_on or self._section != section:
            return 1
        self._with_sentences.add(above)
        return above + 1

    def _add(self, part: _Part, depth: int) -> None:
        while self._open and self._open[-1][0] >= depth:
            self._open.pop()
        _, parent, above = self._open[-1] if self._open else (0, "", "")
        self._children[parent] += 1
        number = f"{above}.{self._children[parent]}" if above else str(self._children[parent])
        step = self._step(part, number, parent or None)
        self._steps.append(step)
        if part.is_item:
            self._open.append((depth, step.step_id, number))
            self._section = part.block.heading_path

    def _step(self, part: _Part, number: str, parent: str | None) -> ProcedureStep:
        first, text = part.said[0].sentence, self._known.parsed.text
        actions = tuple(action for one in part.said for action in one.actions)
        start, end = first.start, part.said[-1].sentence.end
        behind = itertools.dropwhile(lambda one: not one.actions, part.said)
        told = next((one.sentence for one in behind if one.is_result), None)
        result = told if part.is_item else None  # prose goes on with what is always so
        name = text[slice(*self._task)]
        return ProcedureStep(
            step_id=content_id("step", first.document_id, first.sentence_id),
            document_id=first.document_id,
            chunk_id=first.chunk_id,
            sentence_id=first.sentence_id,
            task=name,
            task_key=normalise(name),
            task_start=self._task[0],
            task_end=self._task[1],
            position=len(self._steps) + 1,
            number=number,
            parent_id=parent,
            start=start,
            end=end,
            text=text[start:end],
            actions=actions,
            condition=actions[0].condition if actions else None,
            result=None if result is None else result.text,
            result_start=None if result is None else result.start,
            result_end=None if result is None else result.end,
        )

    def _add_result(self, before: _Part, told: ToldSentence) -> None:
        """Give a result to the last step, where it stands right behind that."""
        last = self._steps[-1]
        is_last = before.is_item and before.said[0].sentence.start == last.start
        if last.result is None and is_last:
            said = told.sentence
            self._steps[-1] = dataclasses.replace(
                last, result=said.text, result_start=said.start, result_end=said.end
            )


def _without_introduction(parts: Sequence[_Part]) -> list[_Part]:
    """Return the parts without what introduces the task.

    Where list items are the steps, that is each paragraph before the first of them that orders
    something; else a first order that only restates the heading.
    """
    items = [place for place, part in enumerate(parts) if part.is_item and part.orders]
    if items:
        first = items[0]
        while first > 0 and parts[first - 1].is_item:
            first -= 1
        return list(parts[first:])
    first = next((place for place, part in enumerate(parts) if part.orders), 0)
    restated = any(one.restates for part in parts[first : first + 1] for one in part.said)
    return list(parts[first + restated :])
