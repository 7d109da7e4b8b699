"""Spans, as an exporter receives them; without an SDK nothing is told and nothing breaks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from graphwright.serving.tracing import span


@pytest.fixture(scope="module")
def exporter() -> InMemorySpanExporter:
    told = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(told))
    trace.set_tracer_provider(provider)
    return told


def test_spans_stand_in_one_another_with_their_attributes(exporter: InMemorySpanExporter) -> None:
    exporter.clear()
    with span("ask", strategy="walk", k=5), span("retrieve"):
        pass
    inner, outer = exporter.get_finished_spans()
    assert inner.parent is not None
    assert inner.parent.span_id == outer.context.span_id
    assert dict(outer.attributes or {}) == {"graphwright.strategy": "walk", "graphwright.k": 5}


def test_an_error_is_told_by_its_type_alone(exporter: InMemorySpanExporter) -> None:
    exporter.clear()
    with pytest.raises(ValueError, match="who is paid"), span("ask"):
        raise ValueError("who is paid most?")
    [failed] = exporter.get_finished_spans()
    assert "paid" not in failed.to_json()
    assert failed.status.description == "ValueError"


def test_without_an_sdk_a_span_is_nothing() -> None:
    code = (
        "import sys; from graphwright.serving.tracing import span\n"
        "with span('ask', k=1) as one: print(one.is_recording())\n"
        "assert 'opentelemetry.sdk' not in sys.modules"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, cwd=root)
    assert done.stdout == b"False\n"
