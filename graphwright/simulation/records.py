"""Judged dialogues kept to be read: rows of JSON for programs, Markdown for people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from graphwright.dialogue.reply import Reply
from graphwright.ids import sha256_text
from graphwright.simulation.case import Dialogue, Turn
from graphwright.simulation.run import Judged


def as_jsonl(agent: str, judged: Sequence[Judged]) -> str:
    """Return a line of JSON a dialogue; without times, so that equal dialogues are equal lines."""
    lines = (json.dumps(_row(agent, one), ensure_ascii=False, sort_keys=True) for one in judged)
    return "".join(f"{line}\n" for line in lines)


def _row(agent: str, one: Judged) -> dict[str, Any]:
    case, verdict = one.dialogue.case, one.judgement
    return {
        "id": case.case_id,
        "agent": agent,
        "digest": digest_of(one.dialogue),
        "inquiry": case.inquiry,
        "core": case.core,
        "outcome": verdict.outcome,
        "share": round(verdict.share, 4),
        "escalated": verdict.escalated,
        "misled": verdict.misled,
        "why": verdict.why,
        "gave_up": one.dialogue.gave_up,
        "turns": [_turn(turn) for turn in one.dialogue.turns],
    }


def _turn(turn: Turn) -> dict[str, Any]:
    reply = turn.reply
    return {
        "user": turn.utterance,
        "agent": reply.text,
        "action": reply.action,
        "options": [option.label for option in reply.options],
        "node": reply.node_id,
        "reason": reply.reason,
        "why": reply.why,
    }


def digest_of(dialogue: Dialogue) -> str:
    """Return what names a dialogue by what was said in it, so that a label fits no other."""
    said = [(turn.utterance, turn.reply.text) for turn in dialogue.turns]
    return sha256_text(json.dumps(said, ensure_ascii=False))[:16]


def as_markdown(agent: str, judged: Sequence[Judged]) -> str:
    """Return dialogues for a reader, each with its verdict."""
    return "\n".join(_page(agent, one) for one in judged)


def _page(agent: str, one: Judged) -> str:
    case, verdict = one.dialogue.case, one.judgement
    lines = [f"## {case.case_id} · {agent} · {verdict.outcome} ({verdict.why})", ""]
    for turn in one.dialogue.turns:
        lines += [f"**User:** {turn.utterance}", "", *_said(turn.reply), ""]
    core = case.core or ("(only a person can resolve it)",)
    return "\n".join([*lines, "Core:", "", *(f"- {piece}" for piece in core), ""])


def _said(reply: Reply) -> list[str]:
    options = [f"> - [{option.label}]" for option in reply.options]
    quoted = reply.text.replace("\n", "\n> ")
    return [f"> **{reply.action}** {quoted}", *options]
