"""What each build paid an LLM: a list in the lake's cache, and the open bill of one under way."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pydantic

from graphwright.errors import ExtractorError, LakeError, StorageError
from graphwright.llm.answers.answer import Usage
from graphwright.llm.answers.budget import Spend
from graphwright.llm.answers.shorten import shorten
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.lake import Lake

_KEPT_RUNS = 50


@dataclasses.dataclass(frozen=True, slots=True)
class StepUsage:
    """What a step of a build asked and paid; ``spent_calls`` and so on are those of its budget.

    They are more than the calls answered where a call was lost on its way and may have been paid.
    """

    run: str
    step: str
    calls: int
    retries: int
    cached: int
    prompt_tokens: int
    completion_tokens: int
    spent_calls: int
    spent_tokens: int
    money: float


_OF_USAGE = ("calls", "retries", "cached", "prompt_tokens", "completion_tokens")


def note_run_usage(lake: Lake, run: str, step: str, usage: Usage, spent: Spend) -> StepUsage:
    """Add what a step of a build cost to the list, and return what it cost in the whole build.

    This takes the place of what was noted call by call.
    """
    asked = {name: getattr(usage, name) for name in _OF_USAGE}
    runs = _with(_listed(lake), StepUsage(run, step, **asked, **_numbers_of(spent)))
    _write(lake, runs)
    return runs[-1]


def note_spent(lake: Lake, run: str, step: str, spent: Spend) -> None:
    """Note what one call of a step cost, so that a build that is killed is billed too.

    Raises ``ExtractorError`` where the disk refuses.
    """
    asked = dict.fromkeys(_OF_USAGE, 0)
    asked |= {
        "calls": spent.calls,
        "prompt_tokens": spent.sent,
        "completion_tokens": spent.answered,
    }
    line = json.dumps(dataclasses.asdict(StepUsage(run, step, **asked, **_numbers_of(spent))))
    try:
        LOCAL_FILES.append(_open_path(lake), f"{line}\n".encode())
    except StorageError as error:
        raise ExtractorError(
            f"What a call of the LLM cost could not be noted. {error}", transient=error.transient
        ) from error


def take_up_open_bill(lake: Lake) -> None:
    """Put into the list what a killed build had noted call by call. Raises ``LakeError``."""
    if _open_path(lake).exists():
        _write(lake, read_runs(lake))


def read_runs(lake: Lake) -> list[StepUsage]:
    """Return the steps of builds that asked an LLM, the last at the end, with one under way.

    Raises ``LakeError`` where the list is damaged: a budget counted from nothing would be passed.
    """
    runs = _listed(lake)
    for call in _read(_open_path(lake), _lines):
        runs = _with(runs, call)
    return runs


def _listed(lake: Lake) -> list[StepUsage]:
    return _read(_path(lake), pydantic.TypeAdapter(list[StepUsage]).validate_json)


def _lines(data: bytes) -> list[StepUsage]:
    """Return the calls noted, without one whose line a full disk or a loss of power cut off."""
    data = data[: data.rfind(b"\n") + 1]
    return list(map(pydantic.TypeAdapter(StepUsage).validate_json, data.splitlines()))


def _read(path: Path, parse: Callable[[bytes], list[StepUsage]]) -> list[StepUsage]:
    try:
        return parse(path.read_bytes())
    except FileNotFoundError:
        return []
    except (OSError, pydantic.ValidationError) as error:
        raise LakeError(
            f"{path}, a list of what builds paid an LLM, cannot be read: {shorten(str(error))}.",
            remedy="Put back a copy, or delete it: then these bills are forgotten, and a build that"
            " is taken up again has the whole of its budget anew.",
        ) from error


def _with(runs: Sequence[StepUsage], more: StepUsage) -> list[StepUsage]:
    """Return the runs with one more, added to an earlier attempt of its build at its step."""
    name = (more.run, more.step)
    before = [dataclasses.astuple(u)[2:] for u in runs if (u.run, u.step) == name]
    sums = map(sum, zip(dataclasses.astuple(more)[2:], *before, strict=True))
    return [*(u for u in runs if (u.run, u.step) != name), StepUsage(*name, *sums)]


def _write(lake: Lake, runs: Sequence[StepUsage]) -> None:
    with LOCAL_FILES.replacing(_path(lake)) as temporary:
        kept = [dataclasses.asdict(u) for u in runs[-_KEPT_RUNS:]]
        temporary.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    LOCAL_FILES.delete(_open_path(lake))


def _numbers_of(spent: Spend) -> dict[str, Any]:
    return {"spent_calls": spent.calls, "spent_tokens": spent.tokens, "money": float(spent.money)}


def _open_path(lake: Lake) -> Path:
    return lake.cache / "llm_open_bill.jsonl"


def _path(lake: Lake) -> Path:
    return lake.cache / "llm_runs.json"
