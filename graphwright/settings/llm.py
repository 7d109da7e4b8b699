"""Which language model is asked, for what, and what it may cost."""

from __future__ import annotations

import math
from typing import Literal

import pydantic

from graphwright.errors import SettingsError
from graphwright.settings.fields import Address, SettingsModel, Variable


class LlmBudget(SettingsModel):
    """What one build may spend on its LLM at most; no limit where nothing is said.

    ``money`` is in the currency of the prices, ``tokens`` are those sent and answered together.
    """

    money: float | None = pydantic.Field(None, ge=0, allow_inf_nan=False)
    tokens: int | None = pydantic.Field(None, ge=0)
    calls: int | None = pydantic.Field(None, ge=0)


class LlmBatch(SettingsModel):
    """OpenAI's Batch API: when it is worth a batch, how large one is, how long to wait for it.

    ``price_share`` is what a batch costs of the price of the same calls made directly.
    """

    at_least: int = pydantic.Field(50, ge=1)
    at_most: int = pydantic.Field(20_000, ge=1, le=50_000)
    at_most_mb: float = pydantic.Field(100.0, gt=0, le=200)
    poll_seconds: float = pydantic.Field(30.0, gt=0)
    wait_seconds: float = pydantic.Field(93_600.0, ge=0)
    price_share: float = pydantic.Field(0.5, gt=0, le=1)


class LlmSettings(SettingsModel):
    """An OpenAI-compatible endpoint; the key comes from the environment variable named here.

    Prices are money for a million tokens, in whatever currency the plan is to tell. With an
    ``api_version`` the endpoint is Azure OpenAI's: ``base_url`` is the resource's address and
    ``model`` the name of the deployment.
    """

    base_url: Address | None = None
    api_version: str | None = None
    model: str = "gpt-4o-mini"
    api_key_env: Variable = "OPENAI_API_KEY"
    timeout_seconds: float = pydantic.Field(60.0, gt=0)
    max_retries: int = pydantic.Field(4, ge=0)
    concurrency: int = pydantic.Field(4, ge=1)
    requests_per_minute: int | None = pydantic.Field(None, ge=1)
    tokens_per_minute: int | None = pydantic.Field(None, ge=1)
    temperature: float = pydantic.Field(0.0, ge=0, le=2)
    max_output_tokens: int = pydantic.Field(4096, ge=256)
    known_tokens: int = pydantic.Field(1000, ge=0)
    summary_characters: int = pydantic.Field(24_000, ge=1000)
    input_price: float | None = pydantic.Field(None, ge=0, allow_inf_nan=False)
    output_price: float | None = pydantic.Field(None, ge=0, allow_inf_nan=False)
    budget: LlmBudget = LlmBudget()
    mode: Literal["live", "batch"] = "live"
    batch: LlmBatch = LlmBatch()

    @pydantic.model_validator(mode="after")
    def _fits_together(self) -> LlmSettings:
        if self.budget.money is not None and None in (self.input_price, self.output_price):
            raise ValueError("a budget in money needs 'input_price' and 'output_price'")
        if self.api_version is not None and self.base_url is None:
            raise ValueError("'api_version' means Azure OpenAI, which needs its 'base_url'")
        return self

    def with_most_money(self, money: float) -> LlmSettings:
        """Return these settings with a budget in money.

        Raises ``SettingsError`` without prices, and for what is no amount of money.
        """
        if not 0 <= money < math.inf:
            raise SettingsError(
                f"The most that a build may cost is {money}, but 0 or more was meant."
            )
        if self.input_price is None or self.output_price is None:
            raise SettingsError(
                f"The most that a build may cost is given ({money:g}), but no price.",
                remedy="Set llm.input_price and llm.output_price, for a million tokens each.",
            )
        budget = self.budget.model_copy(update={"money": money})
        return self.model_copy(update={"budget": budget})
