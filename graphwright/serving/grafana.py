"""A dashboard for Grafana, made of the metrics that are declared."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from graphwright.serving.metrics import (
    CACHE_LOOKUPS,
    IN_FLIGHT,
    LLM_CALLS,
    LLM_COST,
    LLM_TOKENS,
    MILVUS_FAILURES,
    QUEUED,
    REJECTED,
    REQUEST_SECONDS,
    REQUESTS,
    SNAPSHOT_AGE,
    SNAPSHOT_INFO,
    STAGE_SECONDS,
    VIEW_SECONDS,
    Declared,
)

_SOURCE = {"type": "prometheus", "uid": "${source}"}
_WIDTH, _HEIGHT = 8, 7
_A_ROW = 3


@dataclasses.dataclass(frozen=True, slots=True)
class Panel:
    """A picture: its title, its unit in Grafana's words, and expressions with their legends."""

    title: str
    unit: str
    lines: tuple[tuple[str, str], ...]
    kind: str = "timeseries"


def _rate(metric: Declared, by: str = "") -> str:
    series = next(name for name in metric.series if not name.endswith("_bucket"))
    grouped = f" by ({by})" if by else ""
    return f"sum{grouped} (rate({series}[$__rate_interval]))"


def _quantile(quantile: float, metric: Declared, by: str) -> str:
    grouped = f"le, {by}" if by else "le"
    buckets = f"rate({metric.series[0]}[$__rate_interval])"
    return f"histogram_quantile({quantile}, sum by ({grouped}) ({buckets}))"


def _quantiles(metric: Declared, by: str, legend: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (_quantile(share, metric, by), f"{legend} {name}".strip())
        for share, name in ((0.5, "p50"), (0.99, "p99"))
    )


_HITS = f'{CACHE_LOOKUPS.series[0]}{{result="hit"}}'
PANELS: tuple[Panel, ...] = (
    Panel("Requests", "reqps", ((_rate(REQUESTS, "status"), "{{status}}"),)),
    Panel("Requests by route", "reqps", ((_rate(REQUESTS, "route"), "{{route}}"),)),
    Panel("Time by route", "s", _quantiles(REQUEST_SECONDS, "route", "{{route}}")),
    Panel(
        "Time by strategy and stage",
        "s",
        _quantiles(STAGE_SECONDS, "strategy, stage", "{{strategy}} {{stage}}"),
    ),
    Panel(
        "Load",
        "short",
        ((IN_FLIGHT.name, "under way"), (QUEUED.name, "waiting"), (_rate(REJECTED), "refused /s")),
    ),
    Panel("Age of the snapshot", "s", ((SNAPSHOT_AGE.name, "age"),)),
    Panel(
        "Snapshot served", "none", ((f"{SNAPSHOT_INFO.name} == 1", "{{snapshot}}"),), kind="stat"
    ),
    Panel(
        "Answers from the cache",
        "percentunit",
        ((f"sum(rate({_HITS}[$__rate_interval])) / {_rate(CACHE_LOOKUPS)}", "hits"),),
    ),
    Panel("Calls of the LLM", "ops", ((_rate(LLM_CALLS, "outcome"), "{{outcome}}"),)),
    Panel("Tokens of the LLM", "short", ((_rate(LLM_TOKENS, "direction"), "{{direction}}"),)),
    Panel(
        "Cost of the LLM in a day", "none", ((f"sum(increase({LLM_COST.series[0]}[1d]))", "cost"),)
    ),
    Panel("Failures of Milvus", "ops", ((_rate(MILVUS_FAILURES), "failures"),)),
    Panel("Views of groups", "s", _quantiles(VIEW_SECONDS, "", "making")),
)


def dashboard() -> dict[str, Any]:
    """Return the dashboard as Grafana imports it."""
    return {
        "uid": "graphwright",
        "title": "Graphwright",
        "schemaVersion": 39,
        "editable": True,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "tags": ["graphwright"],
        "templating": {
            "list": [
                {
                    "name": "source",
                    "label": "Prometheus",
                    "type": "datasource",
                    "query": "prometheus",
                }
            ]
        },
        "panels": [_panel(place, panel) for place, panel in enumerate(PANELS)],
    }


def dashboard_json() -> str:
    """Return the dashboard as the text of its file."""
    return json.dumps(dashboard(), indent=1) + "\n"


def _panel(place: int, panel: Panel) -> dict[str, Any]:
    row, column = divmod(place, _A_ROW)
    position = {"x": column * _WIDTH, "y": row * _HEIGHT, "w": _WIDTH, "h": _HEIGHT}
    return {
        "id": place + 1,
        "title": panel.title,
        "type": panel.kind,
        "datasource": _SOURCE,
        "gridPos": position,
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "targets": [
            {"refId": chr(ord("A") + number), "datasource": _SOURCE, "expr": expression}
            | {"legendFormat": legend}
            for number, (expression, legend) in enumerate(panel.lines)
        ],
    }
