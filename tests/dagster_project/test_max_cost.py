"""The most that one run may cost: by the option of the command, by a tag in Dagster."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphwright.errors import SettingsError
from graphwright.project import open_project
from graphwright.settings import Collection, LlmSettings, Settings
from resources.llm import MAX_COST, llm_of_run

PRICED = Settings(
    collections=(Collection(name="a", folder="a", extractor="llm"),),
    llm=LlmSettings(input_price=1.0, output_price=2.0),
)


def test_a_tag_of_the_run_is_its_budget_and_no_others() -> None:
    assert llm_of_run(PRICED.llm, {MAX_COST: "2.5"}).budget.money == 2.5
    assert llm_of_run(PRICED.llm, {"another": "2.5"}) == PRICED.llm


@pytest.mark.parametrize("tag", ["much", "-1", "nan", "inf"])
def test_a_tag_that_is_no_amount_says_so(tag: str) -> None:
    with pytest.raises(SettingsError, match=tag):
        llm_of_run(PRICED.llm, {MAX_COST: tag})


def test_without_prices_nothing_is_built_or_written(tmp_path: Path) -> None:
    unpriced = PRICED.model_copy(update={"llm": LlmSettings()})
    with pytest.raises(SettingsError, match=r"llm\.input_price"):
        open_project(tmp_path / "lake", settings=unpriced).build(max_cost=1)
    assert list(tmp_path.iterdir()) == []
