"""The request that ``quiz.yaml`` asks: a question, its options and what is known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphwright.ids import fingerprint, sha256_text
from graphwright.llm.prompts import Message
from graphwright.llm.prompts.request import Request
from graphwright.yaml_file import parse_yaml

SCHEMA_NAME = "answer"
_PROMPT = Path(__file__).with_name("quiz.yaml")


def quiz_request(question: str, options: Sequence[str], context: str) -> Request:
    """Return the request whose answer can only be one of the options."""
    said = parse_yaml(_PROMPT.read_text("utf-8"), _PROMPT)
    code = sha256_text(context)[:8]
    known = f"<known_{code}>\n{context}\n</known_{code}>\n\n" if context else ""
    listed = "\n".join(f"- {option}" for option in options)
    messages: list[Message] = [
        {"role": "system", "content": str(said["system"])},
        {"role": "user", "content": f"{known}Question: {question}\nOptions:\n{listed}"},
    ]
    return Request(messages, SCHEMA_NAME, _schema(options), fingerprint(said)[:12])


def _schema(options: Sequence[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"answer": {"type": "string", "enum": list(options)}},
        "required": ["answer"],
        "additionalProperties": False,
    }
