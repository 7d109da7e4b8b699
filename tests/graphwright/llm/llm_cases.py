"""Chunks and sentences for the tests of the LLM path, without a language model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from servers import OpenAiServer, triple

from graphwright.ids import content_id, sha256_text
from graphwright.llm.answers.answer import Completion, Problem
from graphwright.llm.calls.backoff import Backoff
from graphwright.llm.calls.client import LlmClient
from graphwright.llm.prompts.forms import TRIPLES
from graphwright.llm.prompts.passage import render
from graphwright.llm.prompts.request import Request
from graphwright.llm.prompts.triples import AnsweredTriple
from graphwright.settings import LlmSettings
from graphwright.tables import Chunk, Sentence

FAST = Backoff(first=0.01, most=0.05, patience=1.0)
KEY_VARIABLE = "GRAPHWRIGHT_TEST_KEY"
PATIENCE = 120
"""Seconds after which a test that waits has failed; a busy machine may need many of them."""
START = 1000
"""Offset of the test chunks in their documents: spans must not be confused with chunk offsets."""


def chunk_of(text: str, *, name: str = "c", **given: Any) -> Chunk:
    values: dict[str, Any] = {
        "chunk_id": content_id("chunk", name, text), "document_id": "d", "index": 0,
        "start": START, "end": START + len(text), "text": text, "text_hash": sha256_text(text),
        "heading_path": (), "table_header": None, "page": None,
    }  # fmt: skip
    return Chunk(**(values | given))


def sentences_of(
    chunk: Chunk, *, filters: dict[int, str] | None = None, kind: str = "paragraph"
) -> list[Sentence]:
    """Cut prose after each full stop, tables by line; ``filters`` gives filters by position."""
    found = re.finditer(r".+" if kind == "table_row" else r"\S[^.!?]*[.!?]?", chunk.text)
    return [
        Sentence(
            sentence_id=content_id("sentence", chunk.chunk_id, index),
            chunk_id=chunk.chunk_id,
            document_id=chunk.document_id,
            index=index,
            start=chunk.start + match.start(),
            end=chunk.start + match.end(),
            text=match[0],
            kind=kind,
            tokens=len(match[0].split()),
            filter=(filters or {}).get(index),
        )
        for index, match in enumerate(found)
    ]


def item_of(text: str, **given: Any) -> tuple[Chunk, Sequence[Sentence]]:
    chunk = chunk_of(text, **given)
    return chunk, sentences_of(chunk)


def answered(**given: Any) -> AnsweredTriple:
    return AnsweredTriple.model_validate(triple(**given))


def settings_for(server: OpenAiServer | str, **given: Any) -> LlmSettings:
    url = server if isinstance(server, str) else server.base_url
    plain = {"base_url": url, "model": "rule", "api_key_env": KEY_VARIABLE, "timeout_seconds": 60}
    return LlmSettings.model_validate(plain | given)


REQUEST = Request(
    [{"role": "user", "content": render("The vault keeps invoices.", ())}],
    "triples",
    TRIPLES.schema,
)


@contextmanager
def client_of(
    server: OpenAiServer | str, backoff: Backoff = FAST, **given: object
) -> Iterator[LlmClient]:
    client = LlmClient(settings_for(server, **given), backoff=backoff)
    try:
        yield client
    finally:
        client.close()


def ask(server: OpenAiServer, times: int = 1, **given: object) -> Completion | Problem:
    with client_of(server, **given) as client:
        results = [client.complete(REQUEST) for _ in range(times)]
    return results[-1]


def problem(server: OpenAiServer, times: int = 1, **given: object) -> Problem:
    result = ask(server, times, **given)
    assert isinstance(result, Problem), result
    return result
