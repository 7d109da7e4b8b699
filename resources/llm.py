"""The LLM endpoint: OpenAI's, Azure's or any compatible server, with answers kept and a budget."""

from collections.abc import Mapping

import dagster as dg

from graphwright.errors import SettingsError
from graphwright.settings import LlmSettings
from graphwright.steps.base.llm_session import LlmSession
from resources.lake import LakeResource
from resources.sources import SourcesResource

MAX_COST = "graphwright/max_cost"
"""Tag of a run: the most that its LLM may cost, in the currency of the prices."""


class LlmResource(dg.ConfigurableResource):  # type: ignore[type-arg]  # no resource value type
    """Asks the endpoint that ``llm`` of the settings names, through the ``openai`` client.

    Address, model, limits and budget stand in ``sources.yaml``, the key in the environment. What
    was answered is kept in the lake and never asked for again.
    """

    sources: SourcesResource
    lake: LakeResource

    def open(self, tags: Mapping[str, str]) -> LlmSession:
        """Return a session for a run with these tags; nothing is sent or read yet.

        Raises ``SettingsError`` like ``llm_of_run``.
        """
        return LlmSession(llm_of_run(self.sources.settings.llm, tags), self.lake.open())


def llm_of_run(settings: LlmSettings, tags: Mapping[str, str]) -> LlmSettings:
    """Return the settings with what a run alone is told by its tags: the most that it may cost.

    Raises ``SettingsError`` for a tag that is no amount, and where there are no prices.
    """
    most = tags.get(MAX_COST)
    if most is None:
        return settings
    try:
        money = float(most)
    except ValueError:
        raise SettingsError(
            f"The run's tag {MAX_COST} is {most!r}, but an amount was expected."
        ) from None
    return settings.with_most_money(money)
