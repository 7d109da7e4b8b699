"""What the figures of several benchmarks look like in their JSON line."""

from __future__ import annotations

from typing import Any


def rounded(value: Any) -> Any:
    """Return figures, nested as they come, with every float rounded to four digits."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return round(value, 4) if isinstance(value, float) else value
