"""Imports go one way: between the layers of extraction, and between all folders of the code.

Read from the source by ast, so that imports inside functions and for types count too.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import graphwright

ROOT = Path(graphwright.__file__).parents[1]
PACKAGES = ("assets", "dagster_project", "graphwright", "resources", "sql")
LAYERS = ("parse", "reading", "rules", "scoring")
"""Folders of extraction, lowest first; its own modules stand above them all."""


class Import(NamedTuple):
    """A module that imports another, with the line that says so."""

    importer: str
    imported: str
    line: int

    def __str__(self) -> str:
        return f"{self.importer} (line {self.line}) imports {self.imported}"


def _name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or path.is_dir()


def _imported(node: ast.AST) -> Iterator[str]:
    """Yield the modules that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module is not None:
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield (
                inner if node.module.startswith(PACKAGES) and _is_module(inner) else (node.module)
            )


@functools.cache
def _imports() -> list[Import]:
    found = []
    for path in sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py")):
        importer = _name_of(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for imported in _imported(node):
                if imported.split(".")[0] in PACKAGES and imported != importer:
                    found.append(Import(importer, imported, node.lineno))
    return found


def _folder_of(module: str, depth: int) -> str:
    """Return the folder of a module at a depth below its package; the module where none is."""
    parts = module.split(".")
    if parts[0] != "graphwright":
        return parts[0]  # small packages: one folder each
    while depth and not ROOT.joinpath(*parts[: depth + 1]).is_dir():
        depth -= 1
    return ".".join(parts[: depth + 1]) if depth else module


def _layer_of(module: str) -> int | None:
    """Return the place of a module among the layers of extraction, or None outside of it."""
    parts = module.split(".")
    if parts[1:2] != ["extraction"] or len(parts) < 3:
        return None
    return LAYERS.index(parts[2]) if parts[2] in LAYERS else len(LAYERS)


def _circles(edges: dict[tuple[str, str], Import]) -> list[str]:
    """Return each import that leads from a folder to one from which it can be reached again."""
    below: dict[str, set[str]] = {}
    for upper, lower in edges:
        below.setdefault(upper, set()).add(lower)
    found = []
    for (upper, lower), first in sorted(edges.items()):
        chain = _way(below, lower, upper)
        if chain is not None:
            back = edges[chain[-2], chain[-1]]
            found.append(f"{upper} -> {' -> '.join(chain)}: {first}; {back}")
    return found


def _way(below: dict[str, set[str]], start: str, end: str) -> list[str] | None:
    """Return the shortest chain of folders from one to another by their imports, or None."""
    ways, seen = [[start]], {start}
    for way in ways:
        for following in sorted(below.get(way[-1], ())):
            if following == end:
                return [*way, end]
            if following not in seen:
                seen.add(following)
                ways.append([*way, following])
    return None


def _edges(depth: int, within: str = "") -> dict[tuple[str, str], Import]:
    """Return an import for each pair of different folders of which the first imports the second."""
    edges: dict[tuple[str, str], Import] = {}
    for found in _imports():
        if found.importer.startswith(within) and found.imported.startswith(within):
            pair = (_folder_of(found.importer, depth), _folder_of(found.imported, depth))
            if pair[0] != pair[1]:
                edges.setdefault(pair, found)
    return edges


def test_layers_of_extraction_import_only_what_is_below():
    layers = [(i, _layer_of(i.importer), _layer_of(i.imported)) for i in _imports()]
    upward = [
        f"{found}: {LAYERS[upper]} is a layer below"
        for found, upper, lower in layers
        if upper is not None and upper < len(LAYERS) and lower is not None and upper < lower
    ]
    assert upward == []


@pytest.mark.parametrize(
    ("depth", "within"),
    [(1, ""), (9, "")],
    ids=["folders of the package", "folders within folders"],
)
def test_no_folders_import_each_other(depth, within):
    edges = _edges(depth, within)
    assert edges, "no import was found: has the package moved?"
    assert _circles(edges) == []


def test_the_llm_imports_no_rule():
    rules = "graphwright.extraction.rules"
    found = [
        str(i)
        for i in _imports()
        if i.importer.startswith("graphwright.llm") and i.imported.startswith(rules)
    ]
    assert found == []


def test_a_circle_names_two_imports():
    one = Import("graphwright.a.x", "graphwright.b.y", 3)
    two = Import("graphwright.b.z", "graphwright.a.x", 7)
    edges = {("graphwright.a", "graphwright.b"): one, ("graphwright.b", "graphwright.a"): two}
    first, _ = _circles(edges)
    assert "graphwright.a.x (line 3) imports graphwright.b.y" in first
    assert "graphwright.b.z (line 7) imports graphwright.a.x" in first
