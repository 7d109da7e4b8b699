"""What a model says about nodes of a help page, held to the page: intents and judgements."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping, Sequence

from graphwright.help.function_words import FUNCTION_WORDS
from graphwright.help.sentence_roles import refers_on, sends_to_person
from graphwright.help.sentences import sentences
from graphwright.ids import content_id
from graphwright.llm.answers.shorten import shorten
from graphwright.llm.prompts.help import AnsweredHelpIntent, AnsweredJudgement
from graphwright.llm.reading.entries import ParsedAnswer
from graphwright.llm.reading.folded_text import fold
from graphwright.llm.reading.help_nodes import RejectedPart
from graphwright.tables import (
    HelpNode,
    HelpNodeRejection,
    IntentOrigin,
    LlmHelpIntent,
    NotActionable,
    ParsedDocument,
)
from graphwright.tickets.normal_words import normal_words

_LONGEST_INTENT = 300
_NAME = re.compile(r"(?<!^)(?<![.!?]\s)\b[A-Z][\w+-]*|\b\w*[a-z][A-Z]\w*|\b[A-Z]{2,}\w*|\S*\d\S*")
_ADDRESS = re.compile(r"\S+://\S+|\bwww\.\S+|\S+@\S+")


def said_intents(
    document: ParsedDocument,
    nodes: Sequence[HelpNode],
    answers: Iterable[ParsedAnswer[AnsweredHelpIntent]],
    rule: str,
) -> tuple[tuple[LlmHelpIntent, ...], tuple[RejectedPart, ...]]:
    """Return the intents that the page bears out, no text of a node twice, and the others.

    An intent speaks of its node in a word at least, and its names, numbers and addresses are those
    of the page.
    """
    by_index = {node.index: node for node in nodes}
    rows: dict[str, LlmHelpIntent] = {}
    rejected = [part for answer in answers for part in _malformed(answer, "text")]
    for said in (entry for answer in answers for _, entry in answer.items):
        text = " ".join(said.text.split())
        node = by_index.get(said.node)
        problem = _why_no_intent(document, node, text)
        if node is None or problem:
            rejected.append(_rejected(text, problem))
            continue
        name = content_id("help_intent", node.node_id, text)
        origin = IntentOrigin.LLM.value
        row = LlmHelpIntent(name, node.document_id, node.node_id, text, said.kind, origin, rule)
        rows.setdefault(name, row)
    return tuple(rows.values()), tuple(rejected)


def _why_no_intent(document: ParsedDocument, node: HelpNode | None, text: str) -> str:
    if node is None:
        return "It names a problem that is not on the list."
    if len(text) > _LONGEST_INTENT:
        return f"It is longer than {_LONGEST_INTENT} characters."
    page = f"{document.title}\n{document.text}"
    known = fold(page)
    for sign in (*_ADDRESS.findall(text), *_NAME.findall(text)):
        bare = sign.strip(".,;:!?()\"'“”’")
        if bare not in ("", "I") and not known.spans_of(bare, (0, len(page))):
            return f"The page does not say {shorten(bare, 200)!r}."
    own = [node.problem, node.condition or ""]
    own += [document.text[span.start : span.end] for span in node.resolution_spans]
    if not _content(text) & _content(" ".join(own)):
        return "It shares no word with its problem."
    return ""


def _content(text: str) -> set[str]:
    return set(normal_words(text).split()) - FUNCTION_WORDS


@dataclasses.dataclass(frozen=True, slots=True)
class _Verdict:
    why_not: NotActionable | None


def judged_nodes(
    document: ParsedDocument,
    nodes: Sequence[HelpNode],
    answers: Iterable[ParsedAnswer[AnsweredJudgement]],
) -> tuple[tuple[HelpNode, ...], tuple[RejectedPart, ...]]:
    """Return the nodes as a model judges them, and the judgements that do not hold.

    That a resolution does alone needs its sentence, which neither sends to a person nor elsewhere;
    a node without a resolution is never judged. Of several judgements of a node one that does so
    holds, else the first. What is not judged stays as the rules have it.
    """
    by_index = {node.index: node for node in nodes if node.resolution_spans}
    verdicts: dict[int, _Verdict] = {}
    rejected = [part for answer in answers for part in _malformed(answer, "quote")]
    for said in (entry for answer in answers for _, entry in answer.items):
        node = by_index.get(said.node)
        problem = _why_no_judgement(document, node, said)
        if problem:
            rejected.append(_rejected(node.problem if node else "", problem))
        elif said.actionable:
            verdicts[said.node] = _Verdict(None)
        else:
            verdicts.setdefault(said.node, _Verdict(said.reason))
    return tuple(_judged(node, verdicts) for node in nodes), tuple(rejected)


def _why_no_judgement(
    document: ParsedDocument, node: HelpNode | None, said: AnsweredJudgement
) -> str:
    if node is None:
        return "A judgement names no problem of the list that has a resolution."
    if not said.actionable:
        return ""
    text = document.text
    for span in node.resolution_spans:
        for sentence in sentences(text, span.start, span.end):
            words = text[sentence.start : sentence.end]
            if fold(words).spans_of(said.quote or "", (0, len(words))):
                sends = sends_to_person(words) or refers_on(words)
                return "The sentence that should answer sends elsewhere." if sends else ""
    return f"No sentence of the resolution says {shorten(said.quote or '', 200)!r}."


def _judged(node: HelpNode, verdicts: Mapping[int, _Verdict]) -> HelpNode:
    verdict = verdicts.get(node.index)
    if verdict is None:
        return node
    why = verdict.why_not
    return dataclasses.replace(node, actionable=why is None, why_not=why.value if why else None)


def _malformed(
    answer: ParsedAnswer[AnsweredHelpIntent] | ParsedAnswer[AnsweredJudgement], field: str
) -> list[RejectedPart]:
    return [
        RejectedPart(bad.fields.get(field, ""), HelpNodeRejection.MALFORMED, bad.detail)
        for bad in answer.bad
    ]


def _rejected(problem: str, detail: str) -> RejectedPart:
    return RejectedPart(shorten(problem, 2000), HelpNodeRejection.NOT_VERBATIM, detail)
