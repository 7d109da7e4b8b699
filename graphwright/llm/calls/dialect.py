"""What an endpoint understands: OpenAI-compatible servers differ in what they refuse.

A refusal leads to the next simpler request. Nothing here knows a vendor; what is changed follows
from the parameter that the endpoint names, else from trying.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

from graphwright.llm.prompts.request import SEED

ResponseFormat = Literal["json_schema", "json_object", "text"]

_SIMPLER: dict[ResponseFormat, ResponseFormat] = {
    "json_schema": "json_object",
    "json_object": "text",
}


@dataclasses.dataclass(frozen=True, slots=True)
class Dialect:
    """How a request is written. The prompt asks for JSON in words too, so each form can work."""

    response_format: ResponseFormat = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True
    seed: bool = True

    def parameters(
        self, *, temperature: float, max_tokens: int, schema_name: str, schema: dict[str, Any]
    ) -> dict[str, Any]:
        """Return the request's parameters besides model and messages."""
        parameters: dict[str, Any] = {self.limit: max_tokens}
        if self.temperature:
            parameters["temperature"] = temperature
        if self.seed:
            parameters["seed"] = SEED
        if self.response_format == "json_object":
            parameters["response_format"] = {"type": "json_object"}
        elif self.response_format == "json_schema":
            wanted = {"name": schema_name, "strict": True, "schema": schema}
            parameters["response_format"] = {"type": "json_schema", "json_schema": wanted}
        return parameters

    def after_refusal(self, parameter: str | None) -> Dialect | None:
        """Return the next dialect to try when a request was refused; ``None`` when none is left.

        ``parameter`` is the one that the endpoint names, if it names one.
        """
        match parameter:
            case "max_tokens" if self.limit == "max_tokens":
                return dataclasses.replace(self, limit="max_completion_tokens")
            case "temperature" if self.temperature:
                return dataclasses.replace(self, temperature=False)
            case "seed" if self.seed:
                return dataclasses.replace(self, seed=False)
            case str() if not parameter.startswith("response_format"):
                return None
        simpler = _SIMPLER.get(self.response_format)
        return simpler and dataclasses.replace(self, response_format=simpler)
