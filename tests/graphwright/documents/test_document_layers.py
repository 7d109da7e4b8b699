"""Folders of ``documents`` import one another in one direction."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import graphwright.documents as documents

ROOT = Path(documents.__file__).parent
LAYERS = [
    {"blocks", "sidecars"},
    {"versions"},
    {"docling"},
    {"html", "office", "pdf.page"},
    {"text", "pdf.layout"},
    {"tickets"},
    {"pdf.structure"},
    {"pdf.heuristic", "pdf.docling_models"},
    {"pdf.reader", "pdf.page_image"},
    {"sources"},
    {"groups"},
    {"readers"},
    {"canonical", "chunk", "sandbox"},
    {"parse"},
]
"""Each imports only itself and the layers above it here; no two of one layer import each other."""
RANK = {part: rank for rank, layer in enumerate(LAYERS) for part in layer}


def part_of(module: str) -> str:
    """The folder of a module, or the module itself where it lies beside the folders."""
    names = module.removeprefix("graphwright.documents.").split(".")
    return ".".join(names[:2]) if names[0] == "pdf" else names[0]


def imports(path: Path) -> Iterator[str]:
    """The modules of ``documents`` that a module imports, also inside its functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            if node.module.startswith("graphwright.documents."):
                yield node.module
        elif isinstance(node, ast.Import):
            assert not any(alias.name.startswith("graphwright.documents") for alias in node.names)


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        names = path.relative_to(ROOT).with_suffix("").parts
        if names[-1] != "__init__":
            yield ".".join(names), path


def test_every_part_has_its_layer() -> None:
    assert {part_of(name) for name, _ in modules()} == RANK.keys()


@pytest.mark.parametrize(("name", "path"), list(modules()), ids=lambda value: str(value)[-40:])
def test_imports_go_one_way(name: str, path: Path) -> None:
    own = part_of(name)
    for module in imports(path):
        other = part_of(module)
        assert own == other or RANK[other] < RANK[own], f"{name} imports {module}"


@pytest.mark.parametrize("part", sorted(RANK))
def test_no_module_of_a_part_imports_in_a_circle(part: str) -> None:
    inside = {
        name: {module.removeprefix("graphwright.documents.") for module in imports(path)}
        for name, path in modules()
        if part_of(name) == part
    }
    while inside:
        free = [name for name, wanted in inside.items() if not wanted & (inside.keys() - {name})]
        assert free, f"in a circle: {sorted(inside)}"
        for name in free:
            del inside[name]
