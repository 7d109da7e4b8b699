"""What the LLM path of a build would ask for: calls, tokens and, where prices are set, money."""

from __future__ import annotations

import dataclasses

import pyarrow.compute as pc

from graphwright.lake import Lake
from graphwright.settings import LlmSettings

_CHARACTERS_A_TOKEN = 4
_ANSWER_SHARE = 0.5
"""Tokens of an answer for each token of its chunk, before any answer is known."""


@dataclasses.dataclass(frozen=True, slots=True)
class LlmForecast:
    """At most this many calls and tokens; ``price`` is None where no prices are set."""

    calls: int
    input_tokens: int
    output_tokens: int
    price: float | None


def forecast_llm(lake: Lake, settings: LlmSettings, chunks: int) -> LlmForecast | None:
    """Return what asking about this many chunks costs, or None where there is nothing to ask.

    A token is taken for four characters; each call carries the whole prompt. Answers that are
    already in the cache cost nothing, so this is an upper bound.
    """
    if chunks == 0:
        return None
    from graphwright.extraction.llm.prompts import load_prompt  # noqa: PLC0415  # pydantic models
    from graphwright.extraction.llm.prompts.triples import PROMPT  # noqa: PLC0415

    passage = _mean_chunk(lake) / _CHARACTERS_A_TOKEN
    prompt = len(load_prompt(PROMPT).model_dump_json()) / _CHARACTERS_A_TOKEN
    asked, answered = round(chunks * (prompt + passage)), round(chunks * passage * _ANSWER_SHARE)
    return LlmForecast(chunks, asked, answered, _price(settings, asked, answered))


def _price(settings: LlmSettings, asked: int, answered: int) -> float | None:
    if settings.input_price is None or settings.output_price is None:
        return None
    return (asked * settings.input_price + answered * settings.output_price) / 1e6


def _mean_chunk(lake: Lake) -> float:
    sizes = [
        size
        for path in lake.paths("chunks")
        for size in pc.utf8_length(lake.read_file("chunks", path, ["text"])["text"]).to_pylist()
    ]
    return sum(sizes) / len(sizes) if sizes else 1000.0
