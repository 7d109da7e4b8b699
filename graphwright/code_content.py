"""What a file of the package says, without what only people read: comments, docstrings, layout.

Two files say the same where Python, or the reader of a data file, would see no difference.
``graphwright.code_versions`` makes versions of it.
"""

from __future__ import annotations

import ast
import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from graphwright.ids import sha256_bytes, sha256_text

_RULES = "graphwright.extraction.rules.declaration"
_FOR_PEOPLE = {
    ("graphwright.tables.declare", "col"): slice(0, 1),
    (_RULES, "Feature"): slice(1, 2),
    (_RULES, "on_both_sides"): slice(1, 2),
}
"""Declarations, by module and name, to the argument that is a description, as a docstring is:
where it is a text."""

_EXAMPLE = (_RULES, "reads")
"""The declaration of a rule's example: what it says is for people and tests."""

_Names = Mapping[str, tuple[str, str]]
"""What a name of a module stands for: the module that it is imported from, and its name there."""

_DATA_NAME = re.compile(r"[\w.-]+\.(?:yaml|yml|json|csv|txt|bin)")
_DERIVED = frozenset({"ctx", "kind", "type_comment"})
"""Fields of a syntax tree that follow from others, or are comments."""


@dataclasses.dataclass(frozen=True, slots=True)
class Import:
    """A name that a module takes from another; ``name`` is empty where it is the whole module."""

    module: str
    name: str
    known_as: str


@dataclasses.dataclass(frozen=True, slots=True)
class Content:
    """What a file says: a hash of it, and what a module imports and names as its data files."""

    meaning: str
    imports: tuple[Import, ...] = ()
    data_names: tuple[str, ...] = ()


def read_module(source: bytes, package: str) -> Content:
    """Return what a module says; ``package`` is what its relative imports start from.

    Imports count wherever they stand, but for those that only type checkers see, and in any order.
    Raises ``SyntaxError`` where the source is no Python.
    """
    tree = ast.parse(source)
    imports = tuple(sorted(set(_imports(tree, package)), key=dataclasses.astuple))
    names = {name for node in ast.walk(tree) if (name := _data_name(node)) is not None}
    imported = {found.known_as: (found.module, found.name) for found in imports if found.name}
    said = json.dumps(
        [_described(tree, imported), [dataclasses.astuple(found) for found in imports]]
    )
    return Content(sha256_text(said), imports, tuple(sorted(names)))


def read_data(data: bytes, name: str) -> Content:
    """Return what a data file says: the values of a YAML file in order, the bytes of any other."""
    if name.endswith((".yaml", ".yml")):
        import yaml  # noqa: PLC0415  # only where a file has changed

        try:
            return Content(sha256_text(json.dumps(yaml.safe_load(data), default=repr)))
        except (yaml.YAMLError, TypeError, ValueError):
            pass  # Whoever reads it says what is wrong with it.
    return Content(sha256_bytes(data))


def _described(node: object, imported: _Names) -> Any:
    """Return a syntax tree as lists; fields that are empty or absent are left out.

    So a newer Python, whose nodes have more fields, describes the same code alike.
    """
    if isinstance(node, ast.Constant):
        value = node.value
        return [type(value).__name__, value if isinstance(value, str) else repr(value)]
    if isinstance(node, list):
        return [_described(item, imported) for item in node]
    if not isinstance(node, ast.AST):
        return node
    made: list[Any] = [type(node).__name__]
    for name, value in _fields(node, imported):
        kept = _that_do_something(value) if isinstance(value, list) else value
        if name not in _DERIVED and kept is not None and kept != []:
            made += [name, _described(kept, imported)]
    return made


def _fields(node: ast.AST, imported: _Names) -> Iterator[tuple[str, Any]]:
    for name, value in ast.iter_fields(node):
        if name == "args" and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield name, _for_python(imported.get(node.func.id), value)
        else:
            yield name, value


def _for_python(function: tuple[str, str] | None, arguments: list[ast.expr]) -> list[ast.expr]:
    """Return the arguments of a call without those that are for people."""
    if function == _EXAMPLE:
        return []
    if function not in _FOR_PEOPLE:
        return arguments
    described = arguments[_FOR_PEOPLE[function]]
    texts = [text for text in described if isinstance(text, ast.Constant)]
    return [argument for argument in arguments if argument not in texts]


def _that_do_something(items: list[Any]) -> list[Any]:
    """Return a list without statements that do nothing, or import; other items stay."""
    kept: list[Any] = []
    for item in items:
        if isinstance(item, ast.If) and _asks_for_type_checking(item.test):
            kept += _that_do_something(item.orelse)
        elif not (_says_nothing(item) or isinstance(item, ast.Import | ast.ImportFrom)):
            kept.append(item)
    return kept


def _says_nothing(item: object) -> bool:
    bare = isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)
    return bare or isinstance(item, ast.Pass)


def _asks_for_type_checking(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", None)
    return name == "TYPE_CHECKING"


def _data_name(node: ast.AST) -> str | None:
    """Return a text that may be the name of a file of data."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return None
    return node.value if _DATA_NAME.fullmatch(node.value) else None


def _imports(node: ast.AST, package: str) -> Iterator[Import]:
    if isinstance(node, ast.If) and _asks_for_type_checking(node.test):
        for statement in node.orelse:
            yield from _imports(statement, package)
        return
    if isinstance(node, ast.Import):
        for name in node.names:
            yield Import(name.name, "", name.asname or name.name)
    elif isinstance(node, ast.ImportFrom):
        module = _absolute(node, package)
        for name in node.names:
            yield Import(module, name.name, name.asname or name.name)
    for child in ast.iter_child_nodes(node):
        yield from _imports(child, package)


def _absolute(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    above = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])
