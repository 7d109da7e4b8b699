"""How true confidences are: of what is scored 0.8, eight in ten should be right."""

from __future__ import annotations

from collections.abc import Sequence

BINS = 10
Judged = Sequence[tuple[float, float]]
"""(confidence, 1 for right or 0 for wrong, or the chance of it) of each thing scored."""


def bins(judged: Judged) -> list[tuple[float, int, float, float]]:
    """Return (lower edge, how many, mean confidence, share that is right) of each tenth in use."""
    rows = []
    for number in range(BINS):
        inside = [(c, r) for c, r in judged if min(int(c * BINS), BINS - 1) == number]
        if inside:
            mean = sum(c for c, _ in inside) / len(inside)
            share = sum(r for _, r in inside) / len(inside)
            rows.append((number / BINS, len(inside), mean, share))
    return rows


def calibration_error(judged: Judged) -> float:
    """Return the expected calibration error: |confidence - share right|, weighted by tenths."""
    return sum(n * abs(mean - share) for _, n, mean, share in bins(judged)) / max(len(judged), 1)


def reliability_table(judged: Judged) -> str:
    """Return the reliability diagram as text: a row for each tenth, a bar for the share right."""
    lines = [f"{'score':<12}{'count':>7}{'mean':>8}{'right':>8}"]
    for low, count, mean, share in bins(judged):
        bar = "#" * round(share * 40)
        lines.append(f"{low:.1f} to {low + 1 / BINS:.1f}{count:>9}{mean:>8.3f}{share:>8.3f}  {bar}")
    return "\n".join(lines)
