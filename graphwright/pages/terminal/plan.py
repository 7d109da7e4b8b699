"""What a build would do, as text for a terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from graphwright.display.printable import one_line
from graphwright.planning.changes import DocumentChanges
from graphwright.planning.forecast import BuildForecast, StepForecast
from graphwright.planning.tokens import LlmForecast
from graphwright.quality.shrinkage import shrinking_refusal

_SHOWN = 10
"""Documents of a kind that are named."""


def plan_summary(forecast: BuildForecast) -> RenderableType:
    """Return the changed documents, the steps that have something to do and why, and the cost."""
    if not forecast.publishes:
        return Text("Nothing has changed: a build would do nothing.")
    steps = [step for step in forecast.steps if step.why and (step.units or step.unit != "chunks")]
    return Group(_documents(forecast.changes), _steps(steps), Text("\n".join(_ends(forecast))))


def _documents(changes: DocumentChanges) -> Text:
    kinds: dict[str, Sequence[str]] = {
        "new": changes.new,
        "edited": changes.edited,
        "moved": [f"{old} -> {new}" for old, new in changes.moved],
        "to parse again": changes.again,
        "deleted": changes.deleted,
    }
    lines = ["Documents: " + ", ".join(f"{len(found)} {kind}" for kind, found in kinds.items())]
    for kind, found in kinds.items():
        lines += [f"  {kind}: {one_line(name)}" for name in found[:_SHOWN]]
        if len(found) > _SHOWN:
            lines.append(f"  {kind}: and {len(found) - _SHOWN} more")
    return Text("\n".join(lines))


def _steps(steps: Sequence[StepForecast]) -> RichTable:
    table = RichTable("step", box=None, pad_edge=False)
    table.add_column("at most", justify="right")
    table.add_column("of", justify="right")
    for title in ("what", "seconds"):
        table.add_column(title, justify="right" if title == "seconds" else "left")
    table.add_column("why")
    for step in steps:
        spent = "?" if step.seconds is None else f"{step.seconds:.1f}"
        row = (step.name, f"{step.units:,}", f"{step.of:,}", step.unit, spent)
        table.add_row(*row, Text("; ".join(step.why)))  # a cause may hold brackets
    return table


def _ends(forecast: BuildForecast) -> list[str]:
    lines = []
    if forecast.shrunken:
        lines.append(f"Warning: {shrinking_refusal(list(map(str, forecast.shrunken)))}")
    if forecast.llm is not None:
        lines += _llm(forecast.llm)
    if forecast.seconds is None:
        lines.append("Time: not known before a build of this lake has run.")
    else:
        lines.append(f"Time: about {forecast.seconds:.0f} s at the pace of the last builds.")
    return lines


def _llm(llm: LlmForecast) -> list[str]:
    price = "set llm.input_price and llm.output_price to see the price"
    if llm.price is not None:
        price = f"price {llm.price:.2f}"
    how = " in batches" if llm.mode == "batch" else ""
    tokens = f"about {llm.input_tokens:,} tokens in, {llm.output_tokens:,} out"
    lines = [f"LLM: at most {llm.calls:,} calls{how}, {tokens}; {price}."]
    if len(llm.prompts) > 1:
        lines += [
            f"  {asked.prompt}: {asked.calls:,} calls, {asked.input_tokens:,} tokens in, "
            f"{asked.output_tokens:,} out"
            for asked in llm.prompts
        ]
    limits = [f"{n} {v:,}" for n, v in llm.budget.model_dump().items() if v is not None]
    if limits:
        lines.append(f"  It stops to ask at the budget: {', '.join(limits)}.")
    return lines
