"""What the LLM path of a build would ask for: calls, tokens and, where prices are set, money."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
from collections.abc import Mapping
from typing import Any

import pyarrow.compute as pc

from graphwright.errors import LakeError
from graphwright.llm.answers.budget import price
from graphwright.llm.prompts import tokens
from graphwright.llm.prompts.forms import ENTITIES, FORMS, RELATIONS, SUMMARY, Form
from graphwright.llm.prompts.passage import Passage
from graphwright.llm.prompts.tokens import CHARACTERS_A_TOKEN
from graphwright.settings import LlmBudget, LlmSettings
from graphwright.store.lake import Lake

_NOTHING = Passage("", 0, 0, ())
_SUMMARY_TOKENS = 400
"""Tokens of the longest summary that the prompt asks for: twelve sentences."""


@dataclasses.dataclass(frozen=True, slots=True)
class PromptForecast:
    """At most this many calls with one prompt, and about so many tokens; prompt with version."""

    prompt: str
    calls: int
    input_tokens: int
    output_tokens: int


@dataclasses.dataclass(frozen=True, slots=True)
class LlmForecast:
    """At most this many calls, about so many tokens; ``price`` is None where no prices are set.

    ``mode`` is live or batch (the price is that of batches then), ``budget`` where the build would
    stop to ask; ``prompts`` gives the same for each prompt, in the order in which they are used.
    """

    calls: int
    input_tokens: int
    output_tokens: int
    price: float | None
    mode: str
    budget: LlmBudget
    prompts: tuple[PromptForecast, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class LlmWork:
    """What an LLM would be asked about with one prompt set."""

    documents: int
    chunks: int


def forecast_llm(
    lake: Lake, settings: LlmSettings, work: Mapping[str, LlmWork]
) -> LlmForecast | None:
    """Return what asking costs, or None where there is nothing to ask; ``work`` by prompt set.

    A token is taken for four characters; each call carries the whole prompt, and its answer is as
    long for its text as those of the prompt's examples. Answers that are already in the cache cost
    nothing. Answers that are cut off or malformed are asked for again and come on top.
    """
    chunk = _mean_chunk(lake)
    prompts = [
        _prompt_forecast(form, settings, asked, chunk)
        for name, asked in sorted(work.items(), reverse=True)
        for form in FORMS[name]
    ]
    prompts = [forecast for forecast in prompts if forecast.calls]
    if not prompts:
        return None
    calls = sum(forecast.calls for forecast in prompts)
    asked = sum(forecast.input_tokens for forecast in prompts)
    answered = sum(forecast.output_tokens for forecast in prompts)
    return LlmForecast(
        calls=calls,
        input_tokens=asked,
        output_tokens=answered,
        price=_price(settings, calls, asked, answered),
        mode="batch" if _in_batches(settings, calls) else "live",
        budget=settings.budget,
        prompts=tuple(prompts),
    )


def _prompt_forecast(
    form: Form[Any], settings: LlmSettings, work: LlmWork, chunk: float
) -> PromptForecast:
    """Return calls and tokens of one prompt; ``chunk`` is a chunk's mean length in characters.

    What is sent with each call, the schema of the answer too, is counted as the budget counts it.
    """
    calls, about = work.chunks, work.chunks * chunk / CHARACTERS_A_TOKEN
    most = float(settings.max_output_tokens)
    if form in (SUMMARY, *FORMS["help"], *FORMS["tickets"]):
        text = about * CHARACTERS_A_TOKEN
        calls = math.ceil(max(work.documents, text / settings.summary_characters))
        most = min(most, _SUMMARY_TOKENS) if form.name == SUMMARY.name else most
    elif form.name == ENTITIES.name:
        calls, about = work.documents, min(about, float(work.documents * _SUMMARY_TOKENS))
    known = settings.known_tokens if form.name in (ENTITIES.name, RELATIONS.name) else 0
    fixed = tokens.about(form.prompt.messages(_NOTHING), form.schema) + known
    answered = min(about * _answer_share(form), calls * most)
    return PromptForecast(form.prompt.title, calls, round(calls * fixed + about), round(answered))


def _answer_share(form: Form[Any]) -> float:
    """Return the length of an answer for each character of its text, as the examples have it."""
    examples = form.prompt.examples
    answers = sum(len(json.dumps(example.answer, ensure_ascii=False)) for example in examples)
    return answers / sum(len(example.passage) for example in examples)


def _price(settings: LlmSettings, calls: int, asked: int, answered: int) -> float | None:
    direct = price(settings, asked, answered)
    if direct is None:
        return None
    return float(direct) * (settings.batch.price_share if _in_batches(settings, calls) else 1)


def _in_batches(settings: LlmSettings, calls: int) -> bool:
    """Whether a build with this many calls makes them through the Batch API."""
    return settings.mode == "batch" and calls >= settings.batch.at_least


def _mean_chunk(lake: Lake) -> float:
    sizes: list[int] = []
    for path in lake.paths("chunks"):
        with contextlib.suppress(LakeError):  # damaged: the build makes it again
            texts = lake.read_file("chunks", path, ["text"])["text"]
            sizes += pc.utf8_length(texts).to_pylist()
    return sum(sizes) / len(sizes) if sizes else 1000.0
