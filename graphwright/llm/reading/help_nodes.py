"""From the problems that a model found on a help page to drafts of nodes, and to what is none.

Every field is found again in the page, or the node is no node, and nor is what stands below it:
without its condition a resolution would be said to everybody. A resolution is made of the whole
sentences and items that the rules left at the page's root, so that no half sentence and no list of
links gets into one.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from graphwright.help.condition_kinds import question_of
from graphwright.help.conditions import Condition
from graphwright.help.draft import NodeDraft, PageDraft
from graphwright.help.function_words import NEGATIONS
from graphwright.help.part import MAX_DEPTH
from graphwright.help.phrases import problem_phrase
from graphwright.help.stated_conditions import normal_value
from graphwright.ids import content_id
from graphwright.llm.answers.shorten import shorten
from graphwright.llm.prompts.help import AnsweredHelpNode
from graphwright.llm.reading.entries import ParsedAnswer
from graphwright.llm.reading.folded_text import FoldedText, fold
from graphwright.tables import ConditionKind, HelpNodeOrigin, HelpNodeRejection
from graphwright.tables.help import Span
from graphwright.tickets.normal_words import normal_words

_CONFIDENCE = 0.7
"""Of a node that was found again word by word, but cut out by no sign of the page's own."""

_LONGEST = 2000
_TURNED = "|".join(sorted({*NEGATIONS, "except", "unless"}))
_TURNS = re.compile(rf"(?:\b(?:{_TURNED})\b|\b\w+n['’]t\b)[^.!?;:,\n]*$", re.IGNORECASE)
"""A word that turns what follows it in its clause round."""


@dataclasses.dataclass(frozen=True, slots=True)
class RejectedPart:
    """What a model answered and the page does not bear out; ``span`` is where a part of it is."""

    problem: str
    reason: HelpNodeRejection
    detail: str
    span: Span | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class GrownPage:
    """A page's drafts with those of a model, their conditions by index, and what was rejected."""

    draft: PageDraft
    conditions: dict[int, Condition]
    rejected: tuple[RejectedPart, ...]


@dataclasses.dataclass(slots=True)
class _Found:
    """A node that was found again, with those below it."""

    problem: Span
    condition: Span | None
    kind: ConditionKind
    resolution: tuple[Span, ...]
    children: list[_Found]

    def spans(self) -> Iterator[Span]:
        yield self.problem
        yield from () if self.condition is None else (self.condition,)
        yield from self.resolution
        for child in self.children:
            yield from child.spans()

    @property
    def start(self) -> int:
        return min(span.start for span in self.spans())

    @property
    def end(self) -> int:
        return max(span.end for span in self.spans())


def grown_page(
    page: PageDraft, answers: Iterable[ParsedAnswer[AnsweredHelpNode]], rule: str
) -> GrownPage:
    """Return a page that is a root alone with the nodes of a model below it; ``rule`` names that.

    The root keeps what no node takes.
    """
    finder = _Finder(page)
    found: list[_Found] = []
    for answer in answers:
        for _, entry in answer.items:
            found += finder.top(entry)
        for bad in answer.bad:
            problem = bad.fields.get("problem", "")
            finder.reject(problem, HelpNodeRejection.MALFORMED, bad.detail)
    nodes, conditions = _Drafter(page, rule).drafts(finder.unlike(found))
    draft = dataclasses.replace(page, nodes=nodes)
    return GrownPage(draft, conditions, tuple(finder.rejected))


class _Finder:
    """Finds what a model answered again in a page; ``rejected`` is what it did not find."""

    def __init__(self, page: PageDraft) -> None:
        self._page = page
        self._text: FoldedText = fold(page.document.text)
        self._whole = (0, len(page.document.text))
        self.rejected: list[RejectedPart] = []

    def top(self, entry: AnsweredHelpNode) -> list[_Found]:
        """Return an entry that was found, or those below it where it is the page's own problem."""
        own = normal_words(self._page.nodes[0].problem)
        if entry.condition is None and normal_words(entry.problem) == own:
            return self.unlike(self._all(entry.children, 1))
        return self._all([entry], 1)

    def unlike(self, found: Sequence[_Found]) -> list[_Found]:
        """Return siblings in order of the text, without those that say the same as another."""
        kept: dict[tuple[str, str], _Found] = {}
        for one in sorted(found, key=lambda one: (one.start, one.end)):
            words = self._page.words(one.problem)
            condition = "" if one.condition is None else self._page.words(one.condition)
            key = normal_words(words), normal_value(condition)
            if key in kept:
                self.reject(words, HelpNodeRejection.DUPLICATE, "It stands there already.", one)
            else:
                kept[key] = one
        return list(kept.values())

    def reject(
        self, problem: str, reason: HelpNodeRejection, detail: str, found: _Found | None = None
    ) -> None:
        """Note what is no node."""
        span = found.problem if found else None
        self.rejected.append(RejectedPart(shorten(problem, _LONGEST), reason, detail, span))

    def _all(self, entries: Iterable[AnsweredHelpNode], depth: int) -> list[_Found]:
        found = [self._node(entry, depth) for entry in entries]
        return [one for one in found if one is not None]

    def _node(self, entry: AnsweredHelpNode, depth: int) -> _Found | None:
        if depth > MAX_DEPTH:
            detail = f"At most {MAX_DEPTH} nodes stand above a node."
            self._reject_all(entry, HelpNodeRejection.TOO_DEEP, detail)
            return None
        pieces = [self._places(piece) for piece in entry.resolution]
        named = self._places(entry.problem)
        stated = None if entry.condition is None else self._places(entry.condition)
        for said, places in (
            (entry.problem, named),
            (entry.condition, stated),
            *zip(entry.resolution, pieces, strict=True),
        ):
            if places == []:
                detail = f"The page does not say {shorten(said or '', 200)!r}."
                self._reject_all(entry, HelpNodeRejection.NOT_VERBATIM, detail)
                return None
        return self._found(entry, named, stated, pieces, depth)

    def _found(
        self,
        entry: AnsweredHelpNode,
        named: Sequence[Span],
        stated: Sequence[Span] | None,
        pieces: Sequence[Sequence[Span]],
        depth: int,
    ) -> _Found | None:
        resolution = self._sentences(pieces)
        problem = _nearest(named, resolution)
        condition = None if stated is None else self._with_turn(_nearest(stated, resolution))
        kind = ConditionKind(entry.condition_kind or ConditionKind.STATE)
        children = self.unlike(self._all(entry.children, depth + 1))
        found = _Found(problem, condition, kind, resolution, children)
        if not resolution and not children:
            detail = "What was answered for it is no sentence or item that answers."
            self.reject(entry.problem, HelpNodeRejection.NO_RESOLUTION, detail, found)
            return None
        return found

    def _reject_all(self, entry: AnsweredHelpNode, reason: HelpNodeRejection, detail: str) -> None:
        self.reject(entry.problem, reason, detail)
        for child in entry.children:
            self._reject_all(child, reason, "What it stands below is no node.")

    def _places(self, words: str) -> list[Span]:
        return [Span(*place) for place in self._text.spans_of(words, self._whole)]

    def _sentences(self, pieces: Sequence[Sequence[Span]]) -> tuple[Span, ...]:
        """Return the root's whole sentences that hold a part of the first place of each piece."""
        places = [piece[0] for piece in pieces]
        return tuple(
            own
            for own in self._page.nodes[0].resolution
            if any(own.start < place.end and place.start < own.end for place in places)
        )

    def _with_turn(self, condition: Span) -> Span:
        """Return a condition with the word before it that turns it round, if there is one."""
        before = self._page.document.text[: condition.start][-200:]
        turn = _TURNS.search(before)
        return Span(condition.start - len(turn[0]), condition.end) if turn else condition


def _nearest(places: Sequence[Span], resolution: Sequence[Span]) -> Span:
    """Return the last place that does not come after a resolution begins, else the first."""
    if not resolution:
        return places[0]
    before = [place for place in places if place.start < resolution[0].end]
    return before[-1] if before else places[0]


class _Drafter:
    """Makes drafts of what was found, each after the one above it."""

    def __init__(self, page: PageDraft, rule: str) -> None:
        self._page, self._rule = page, rule
        self._nodes: list[NodeDraft] = []
        self._conditions: dict[int, Condition] = {}

    def drafts(self, found: Sequence[_Found]) -> tuple[tuple[NodeDraft, ...], dict[int, Condition]]:
        root = self._page.nodes[0]
        taken = {span for one in found for span in one.spans()}
        own = tuple(span for span in root.own if span not in taken)
        left = tuple(span for span in root.resolution if span not in taken)
        self._nodes.append(dataclasses.replace(root, own=own, resolution=left))
        self._below(root, found)
        return tuple(self._nodes), dict(sorted(self._conditions.items()))

    def _below(self, parent: NodeDraft, found: Sequence[_Found]) -> None:
        seen: Counter[str] = Counter()
        groups: defaultdict[ConditionKind, dict[int, _Found]] = defaultdict(dict)
        for one in found:
            words = normal_words(self._page.words(one.problem))
            identity = content_id("help_node", parent.node_id, words, seen[words])
            seen[words] += 1
            node = self._draft(parent, one, identity)
            self._nodes.append(node)
            if one.condition is not None:
                groups[one.kind][node.index] = one
            self._below(node, one.children)
        for kind, members in groups.items():
            self._conditions |= self._grouped(parent, kind, members)

    def _draft(self, parent: NodeDraft, one: _Found, identity: str) -> NodeDraft:
        problem = self._page.words(one.problem)
        return NodeDraft(
            node_id=identity,
            parent=parent.index,
            index=len(self._nodes),
            depth=parent.depth + 1,
            problem=problem,
            problem_span=one.problem,
            problem_phrase=problem_phrase(problem),
            lead=None,
            own=one.resolution,
            resolution=one.resolution,
            start=one.start,
            end=one.end,
            origin=HelpNodeOrigin.LLM,
            rule=self._rule,
            confidence=_CONFIDENCE,
        )

    def _grouped(
        self, parent: NodeDraft, kind: ConditionKind, members: dict[int, _Found]
    ) -> dict[int, Condition]:
        """Return the conditions of siblings of one kind, which are asked for together."""
        spans = {index: one.condition for index, one in members.items() if one.condition}
        texts = {index: self._page.words(span) for index, span in spans.items()}
        values = {index: normal_value(text) for index, text in texts.items()}
        group = content_id(
            "help_condition_group", parent.node_id, kind.value, *dict.fromkeys(values.values())
        )
        asked = question_of(kind)
        return {
            index: Condition(texts[index], spans[index], kind, values[index], group, asked)
            for index in spans
        }
