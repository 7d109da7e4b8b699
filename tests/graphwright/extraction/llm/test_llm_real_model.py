"""The LLM path against a real, if very small, model behind llama.cpp's server.

What it answers is of little worth; that its answers arrive, are held to the schema, are paid once
and become rows is what is tested. Skipped where the model is not installed (see ``real_model``).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import real_model
from llm_cases import item_of, settings_for

from graphwright.extraction.llm import AnswerCache, LlmExtractor
from graphwright.settings import LlmSettings

TEXTS = ("The supplier ships the pump to the plant.", "Ada Byron approves the invoice.")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    missing = real_model.missing()
    if missing:
        pytest.skip(f"needs the packages {', '.join(missing)}: tests/real_model.py says which")
    command = [sys.executable, real_model.__file__]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.kill()


def settings(address: str) -> LlmSettings:
    return settings_for(
        f"{address}/v1", timeout_seconds=300, max_output_tokens=256, concurrency=1, max_retries=0
    )


@pytest.mark.long
def test_a_real_model_is_asked_read_and_paid_once(address: str, tmp_path: Path) -> None:
    items = [item_of(text, name=text) for text in TEXTS]
    with LlmExtractor(settings(address), cache=AnswerCache(tmp_path)) as extractor:
        first = list(extractor.extract_many(items))
        second = list(extractor.extract_many(items))
    for outcome in first:
        # Held to the schema, an answer can be cut off, but never be malformed.
        assert outcome.failure is None or outcome.failure.reason == "truncated"
        assert outcome.usage.calls >= 1
        assert 200 < outcome.usage.prompt_tokens / outcome.usage.calls < 4000
        assert outcome.usage.completion_tokens > 0
    kept = [json.loads(path.read_text()) for path in tmp_path.glob("??/*.json")]
    for answer in kept:
        assert answer["truncated"] or set(json.loads(answer["text"])) == {"triples"}
    assert [o.triples for o in second] == [o.triples for o in first]
    assert sum(o.usage.calls for o in second) == 0
