"""What sentences under the heading of a task order or tell: what procedures are made of."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.extraction.chunk_parse import ChunkParse
from graphwright.extraction.procedures import STEP_KINDS, ToldSentence
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.headings import Span
from graphwright.extraction.rules.actions import Action, actions_of, tells_result
from graphwright.extraction.scoring.repeated_heading import stems
from graphwright.tables.text import Sentence
from graphwright.tables.triples import RESTRICTION_SEPARATOR, StepAction


def told(chunk: ChunkParse, sentence: Sentence) -> ToldSentence | None:
    """Return what a sentence under the heading of a task orders or tells, if it may do so."""
    block, task = chunk.block(sentence), chunk.headings.above(sentence.start)
    if block is None or task is None or sentence.kind not in STEP_KINDS:
        return None
    readings = chunk.readings(sentence)
    if not readings or chunk.headings.is_label(block):
        return None
    (reading,) = readings  # no row of a table
    if chunk.states_prerequisites(sentence, reading) or chunk.titles.is_title(sentence, reading):
        return None
    actions = actions_of(reading)
    conditions = chunk.place(sentence).conditions
    above = [one.text for one in conditions if not task[0] <= one.start < task[1]]
    return ToldSentence(
        sentence,
        block,
        task,
        tuple(_step(chunk, action, above) for action in actions),
        is_result=not actions and tells_result(reading),
        restates=bool(actions) and _restates(chunk, actions, task),
    )


def _step(chunk: ChunkParse, action: Action, above: Sequence[str]) -> StepAction:
    """Return an action with its condition and those that are set above its sentence."""
    start, end = chunk.span(action.object or Argument(action.verb, action.verb, action.verb + 1))
    object_ = None if action.object is None else chunk.parsed.text[start:end]
    conditions = [*above, action.condition] if action.condition else above
    return StepAction(
        action.predicate, object_, RESTRICTION_SEPARATOR.join(conditions) or None, start, end
    )


def _restates(chunk: ChunkParse, actions: Sequence[Action], task: Span) -> bool:
    """Return whether the first order has the verb of the heading: what the page is about."""
    heading = stems(chunk.parsed.text[slice(*task)].split())
    return stems([chunk.tree.lemma[actions[0].verb]]) <= heading
