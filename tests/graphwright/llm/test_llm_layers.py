"""The layers of ``graphwright.llm`` import one way, and none of them imports a rule."""

import ast
from collections.abc import Iterator
from pathlib import Path

import graphwright.llm

ROOT = Path(graphwright.llm.__file__).parent
LAYERS = ("shorten", "prompts", "answers", "provider", "calls", "reading", "versions", "extractor")
"""Each may import those before it; ``calls`` and ``reading`` know nothing of each other."""


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "graphwright.llm":
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def layer_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def test_layers_import_one_way() -> None:
    wrong = []
    for path in sorted(ROOT.rglob("*.py")):
        layer = layer_of(path)
        if layer == "__init__":
            assert not [*imports_of(path)]  # else each import of a layer loads what it names
            continue
        below = {*LAYERS[: LAYERS.index(layer) + 1]} - ({"calls"} if layer == "reading" else set())
        for name in imports_of(path):
            inner = name.removeprefix("graphwright.llm.")
            if name.startswith("graphwright.llm.") and inner.split(".")[0] not in below:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_no_rule_is_imported() -> None:
    found = {name for path in ROOT.rglob("*.py") for name in imports_of(path)}
    assert not [name for name in found if name.startswith("graphwright.extraction")]
