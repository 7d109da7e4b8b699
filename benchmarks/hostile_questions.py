"""Hostile questions: none may raise, invent facts, or steer a terminal.

    .venv/bin/python benchmarks/hostile_questions.py [LAKE]

Without a LAKE a small one is built. A question that names nothing in the graph must get no fact
from any strategy, and ``graph`` and ``walk`` must say what they do not know. Each case is printed
as a line; the last line is one JSON object.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import graphwright
from graphwright.errors import GraphwrightError
from graphwright.pages.terminal.answers import render_context
from graphwright.retrieval import STRATEGIES
from graphwright.retrieval.strategy import Strategy

PAGE = """# Pumps

Pump 12 moves the water of tank 9. The clerk posts invoices in March.
Approval Service is part of Ledgerline. Ledgerline stores purchase orders.
"""

NAMELESS = {
    "no words": "asdf qwer",
    "one word": "zxcvbnm",
    "no letters": "?!... -- ;;",
    "digits": "83719274 00000",
    "other script": "どこですか 何ですか",
    "emoji": "\U0001f680\U0001f4a5\U0001f9ff",
    "long word": "qx" * 5_000,
    "many words": "qwxz " * 3_000,
    "sql": "'; zzdrop zzqrels; --",
    "template": "{{ 7 * 7 }} ${zz:jndi}",
    "null": "\x00\x01\x02",
    "right to left": "\u202eqwer asdf\u2066",
}
NAMING = {
    "control characters": "Approval Service\x1b[2J\x07",
    "line breaks": "Approval\n\n\tService\r\n?",
    "shouting": "APPROVAL SERVICE!!!",
    "tags": "<script>Approval Service</script>",
    "long": "Approval Service " * 400,
}

Case = tuple[str, bool, str]


def cases(lake: Path | None = None) -> Iterator[Case]:
    """Yield the name of each case, whether it passed, and a word of what was seen."""
    if lake is not None:
        yield from _cases_of(graphwright.open_project(lake))
        return
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder, "pages")
        pages.mkdir()
        (pages / "pumps.md").write_text(PAGE, encoding="utf-8")
        project = graphwright.open_project(Path(folder, "lake"), folder=pages)
        project.build()
        yield from _cases_of(project)


def _cases_of(project: graphwright.Project) -> Iterator[Case]:
    for name in STRATEGIES.names:
        strategy = project.strategy(name)
        for title, question in {**NAMELESS, **NAMING}.items():
            seen, passed = _asked(strategy, question, nameless=title in NAMELESS)
            yield f"{name}: {title}", passed, seen


def _asked(strategy: Strategy, question: str, *, nameless: bool) -> tuple[str, bool]:
    try:
        context = strategy.retrieve(question, 3)
        shown = render_context(context)
        json.dumps(context.to_dict())
    except GraphwrightError as error:
        return f"refused: {error}"[:80], True
    except Exception as error:  # noqa: BLE001  # that nothing else escapes is what is asked
        return f"escaped: {error!r}"[:80], False
    if any(ord(sign) < 32 and sign != "\n" for sign in shown):
        return "steers", False
    if nameless and (context.relations or context.entities):
        return f"{len(context.relations)} facts", False
    if nameless and strategy.name in ("graph", "walk") and not context.unknown:
        return "not told", False
    return f"{len(context.relations)} facts, {len(context.chunks)} passages", True


def main() -> None:
    found = list(cases(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
    for name, passed, word in found:
        print(f"{'ok' if passed else 'FAILED':<8}{name:<32}{word}")
    failed = sum(not passed for _, passed, _ in found)
    print(json.dumps({"cases": len(found), "failed": failed}))


if __name__ == "__main__":
    main()
