"""Which nodes of a page hold only under a condition: those whose siblings exclude each other.

"On Windows" and "On macOS" do, "If you have a key" and "If not" do, and whatever stands under
"Select your method:". These share a group, of which a user is asked. "If your board is not
detected" alone is a condition without a group: who tells of the problem has met it.
"""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from graphwright.help.condition_kinds import kind_of_noun, question_of
from graphwright.help.draft import NodeDraft, PageDraft
from graphwright.help.stated_conditions import (
    VERSION,
    Stated,
    clause_stated,
    describes_user,
    is_circumstance,
    is_otherwise,
    is_symptom,
    normal_value,
    opens_with_user,
    phrase_stated,
    system_stated,
    tail_stated,
    version_stated,
    whole_stated,
    without_negation,
)
from graphwright.help.stated_names import are_names, names_stated
from graphwright.ids import content_id
from graphwright.tables import BlockKind, ConditionKind, HelpNodeOrigin
from graphwright.tables.help import Span

_FINDS = re.compile(
    r"\b(?:look|check|see|find|tell)\s+(?:(?:at|out|by)\s+)?(?:what|which|how)\b", re.IGNORECASE
)
_ASKS = re.compile(
    r"\b(?:select|choose|pick)\s+(?:your|one|which|the\s+\w+\s+(?:you|that|of)|between|from|a|an|how)\b"
    rf"|{_FINDS.pattern}"
    r"|\b(?:depend(?:s|ing)\s+on|(?:var(?:y|ies)|differs?)\s+(?:by|with|between))\b|\bone\s+of\s+(?:the|these)\b|\beither\b",
    re.IGNORECASE,
)
_SAID_BY_USER = re.compile(r"^(?:select|choose|pick)\s+(?:your|which|how)\b", re.IGNORECASE)


@dataclasses.dataclass(frozen=True, slots=True)
class Condition:
    """When a node holds: as written, where, of which kind, and the group that it is told in.

    ``group`` and ``question`` are None where no sibling excludes it.
    """

    text: str
    span: Span | None
    kind: ConditionKind
    value: str
    group: str | None = None
    question: str | None = None


_Found = dict[int, Stated]
"""What each of some siblings states, by index."""


def read_conditions(page: PageDraft) -> dict[int, Condition]:
    """Return the conditions of a page's nodes by index; those without one are not in it."""
    conditions: dict[int, Condition] = {}
    for siblings in _sibling_sets(page):
        lead = _lead_of(page, siblings)
        asked = lead if len(siblings) > 1 and _asks(page, siblings, lead) else ""
        for found in _read(siblings, asked):
            conditions.update(_conditions(page, siblings, found, asked))
    for node in page.nodes:
        if node.index not in conditions and (alone := _alone(node)) is not None:
            conditions[node.index] = alone
    return dict(sorted(conditions.items()))


def _conditions(
    page: PageDraft, siblings: Sequence[NodeDraft], found: _Found, asked: str
) -> Iterator[tuple[int, Condition]]:
    """Yield the conditions of one group."""
    values = _told_apart(page, found)
    kind = _kind(list(found.values()))
    first = page.nodes[min(found)]
    group = content_id("help_condition_group", first.node_id, kind.value, *values.values())
    question = _question(asked, siblings, found, kind)
    for index, stated in found.items():
        node = page.nodes[index]
        text, span = node.problem[stated.start : stated.end], _span(node, stated)
        yield index, Condition(text, span, kind, values[index], group, question)


def _alone(node: NodeDraft) -> Condition | None:
    """Return the condition of a node that is a clause and that no sibling excludes."""
    below = node.parent is not None and node.origin is not HelpNodeOrigin.QUESTION
    stated = clause_stated(node.problem) if below and is_circumstance(node.problem) else None
    if stated is None:
        return None
    text = node.problem[stated.start : stated.end]
    return Condition(text, _span(node, stated), stated.kind, stated.value)


def _sibling_sets(page: PageDraft) -> Iterator[Sequence[NodeDraft]]:
    """Yield the nodes that stand under one node and one lead-in, of one level, in order."""
    levels = {
        block.start: block.level
        for block in page.document.blocks
        if block.kind == BlockKind.HEADING
    }
    sets: defaultdict[tuple[int, int, int], list[NodeDraft]] = defaultdict(list)
    for node in page.nodes:
        if node.parent is not None and node.origin is not HelpNodeOrigin.QUESTION:
            lead = node.lead.start if node.lead else -1
            sets[node.parent, lead, levels.get(node.start, -1)].append(node)
    yield from sets.values()


def _lead_of(page: PageDraft, siblings: Sequence[NodeDraft]) -> str:
    """Return what introduces siblings: their lead-in, else the sentence just before the first."""
    if siblings[0].lead is not None:
        return page.words(siblings[0].lead)
    above = page.nodes[siblings[0].parent or 0]
    before = [span for span in above.own if span.end <= siblings[0].start]
    return page.words(_with_colon(page, before[-1])) if before else ""


def _with_colon(page: PageDraft, span: Span) -> Span:
    """Return a span with the colon after it, which sentences beside a term leave out."""
    colon = page.document.text[span.end : span.end + 1] == ":"
    return Span(span.start, span.end + colon)


def _read(siblings: Sequence[NodeDraft], asked: str) -> Iterator[_Found]:
    """Yield the groups of conditions among siblings; no node is in two.

    ``asked`` is a lead-in that lets the reader choose among all of them.
    """
    if asked:
        kind = kind_of_noun(asked) or (ConditionKind.STATE if _FINDS.search(asked) else None)
        yield {node.index: whole_stated(node.problem, kind) for node in siblings}
        return
    rest = list(siblings)
    for rule in (_systems, _versions, _clauses, _phrases, _tails, _names):
        for found in rule(rest):
            yield found
            rest = [node for node in rest if node.index not in found]


def _asks(page: PageDraft, siblings: Sequence[NodeDraft], lead: str) -> bool:
    """Return whether a lead-in lets the reader choose among what follows it."""
    if siblings[0].lead is None:
        return bool(_ASKS.search(lead)) and lead.rstrip().endswith((":", "?"))
    if siblings[0].origin is HelpNodeOrigin.TABLE:
        names = [node.problem for node in siblings]
        return kind_of_noun(lead) is not None or are_names(names, page.document.text)
    return bool(_ASKS.search(lead)) or lead.rstrip(" :").endswith("?")


def _systems(siblings: Sequence[NodeDraft]) -> list[_Found]:
    """A system excludes the others; one that stands alone is a condition too.

    Where one comes again, another list has begun.
    """
    runs: list[_Found] = []
    seen: set[str] = set()
    for node in siblings:
        stated = system_stated(node.problem)
        if stated is not None:
            words = normal_value(node.problem)
            if words in seen or not runs:
                runs.append({})
                seen.clear()
            runs[-1][node.index] = stated
            seen.add(words)
    return runs


def _versions(siblings: Sequence[NodeDraft]) -> list[_Found]:
    """Two versions of one thing exclude each other."""
    return _framed(_stating(siblings, version_stated))


def _clauses(siblings: Sequence[NodeDraft]) -> list[_Found]:
    """Clauses exclude each other that negate, share a frame, or all say how the user stands."""
    found = _stating(siblings, clause_stated)
    words = {node.index: node.problem for node in siblings if node.index in found}
    stative = {index for index, text in words.items() if describes_user(text)}
    groups = [
        {one, other}
        for one, other in _pairs(list(found))
        if _exclude(found[one], found[other], (words[one], words[other]))
    ]
    if len(stative) > 1:
        groups.append(stative)
    members = set().union(*groups)
    return [{index: found[index] for index in sorted(members)}] if members else []


def _pairs(indices: list[int]) -> Iterator[tuple[int, int]]:
    yield from ((one, other) for at, one in enumerate(indices) for other in indices[at + 1 :])


def _exclude(one: Stated, other: Stated, words: tuple[str, str]) -> bool:
    """Return whether two clauses cannot hold at once."""
    (first, negated), (second, denied) = without_negation(one.frame), without_negation(other.frame)
    if is_otherwise(words[1]) or (negated != denied and first == second):
        return True
    if any(is_symptom(text) and not opens_with_user(text) for text in words):
        return False
    shared = _shared_beginning(first.split(), second.split())
    shortest = min(len(first.split()), len(second.split()))
    return shared > 1 and shared >= min(3, shortest - 2)


def _shared_beginning(one: list[str], other: list[str]) -> int:
    count = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        count += 1
    return count


def _phrases(siblings: Sequence[NodeDraft]) -> list[_Found]:
    """Two "for ..." exclude each other; ways ("using ...") only where all siblings are ways."""
    groups = _framed(_stating(siblings, phrase_stated))
    return [
        group
        for group in groups
        if len(group) == len(siblings)
        or all(stated.kind is not ConditionKind.CHOICE for stated in group.values())
    ]


def _tails(siblings: Sequence[NodeDraft]) -> list[_Found]:
    """Problems of the same words up to a preposition differ by what follows it."""
    frames: defaultdict[str, _Found] = defaultdict(dict)
    for node in siblings:
        for stated in tail_stated(node.problem):
            frames[stated.frame][node.index] = stated
    longest = sorted(frames, key=lambda frame: (-len(frame), frame))
    groups: list[_Found] = []
    for frame in longest:
        free = {i: s for i, s in frames[frame].items() if all(i not in group for group in groups)}
        groups += _framed(free)
    return groups


def _names(siblings: Sequence[NodeDraft]) -> list[_Found]:
    return names_stated({node.index: node.problem for node in siblings})


def _framed(found: _Found) -> list[_Found]:
    """Return the groups that share a frame and differ in their values."""
    frames: defaultdict[str, _Found] = defaultdict(dict)
    for index, stated in found.items():
        frames[stated.frame][index] = stated
    return [
        group for group in frames.values() if len({stated.value for stated in group.values()}) > 1
    ]


def _stating(siblings: Sequence[NodeDraft], read: Callable[[str], Stated | None]) -> _Found:
    return {node.index: stated for node in siblings if (stated := read(node.problem)) is not None}


def _told_apart(page: PageDraft, found: _Found) -> dict[int, str]:
    """Return the values of a group; equal ones become the whole words of their problems.

    "Windows" and "Windows (Store)" are one system and yet exclude each other.
    """
    values = {index: stated.value for index, stated in found.items()}
    counts = list(values.values())
    return {
        index: normal_value(page.nodes[index].problem) if counts.count(value) > 1 else value
        for index, value in values.items()
    }


def _kind(stated: Sequence[Stated]) -> ConditionKind:
    """Return the kind of a group: that of most, of the first among equals."""
    kinds = [one.kind for one in stated]
    return max(kinds, key=lambda kind: (kinds.count(kind), -kinds.index(kind)))


def _question(asked: str, siblings: Sequence[NodeDraft], found: _Found, kind: ConditionKind) -> str:
    """Return what asks for a group: ``asked`` if it asks, else the template of the kind."""
    said = asked.strip("*_: \t\n")
    if said.endswith("?") or _SAID_BY_USER.match(said):
        return " ".join(said.split())
    first = min(found)
    if found[first].rule == VERSION and found[first].frame:
        problem = next(node.problem for node in siblings if node.index == first)
        return f"Which version of {problem[: found[first].start].strip()} do you use?"
    return question_of(kind)


def _span(node: NodeDraft, stated: Stated) -> Span | None:
    """Return where a condition stands in the text; None where the problem does not."""
    span = node.problem_span
    if span is None or span.end - span.start != len(node.problem):
        return None
    return Span(span.start + stated.start, span.start + stated.end)
