"""Files are replaced, linked, locked and deleted in one module, behind the storage."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import graphwright

PROJECT = Path(graphwright.__file__).parent.parent
SCANNED = ("graphwright", "assets", "dagster_project", "resources", "sql")
FOLDER = Path("graphwright/store/folder.py")

METHODS = frozenset(
    {"chmod", "flock", "fsync", "hardlink_to", "lockf", "mkstemp", "rmdir", "rmtree"}
    | {"symlink_to", "unlink"}
)
"""Names of calls; ``rename``, ``replace`` and ``link`` are too common to be told apart by name."""

OF_OS = METHODS | frozenset(
    {"link", "remove", "removedirs", "rename", "renames", "replace", "symlink", "truncate"}
)
"""What is not called as ``os.rename`` either, nor imported from ``os``."""

MODULES = frozenset({"fcntl", "shutil"})
READ_ONLY = frozenset({"disk_usage", "which"})
"""What of these modules changes nothing."""


def by_hand(tree: ast.AST) -> Iterator[str]:
    """Yield what of a module changes files by hand."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"from {node.module} {a.name}" for a in node.names if _imports(node, a))
        elif isinstance(node, ast.Call) and (found := _call(node)):
            yield found


def _imports(node: ast.ImportFrom, alias: ast.alias) -> bool:
    if node.module in MODULES:
        return alias.name not in READ_ONLY
    return node.module in {"os", "tempfile"} and alias.name in OF_OS


def _call(node: ast.Call) -> str | None:
    match node.func:
        case ast.Attribute(ast.Name("os"), name) if name in OF_OS:
            return f"os.{name}"
        case ast.Attribute(_, name) if name in METHODS:
            return name
        case ast.Name(name) if name in METHODS:
            return name
        case ast.Name("open") if _mode(node.args[1:2], node) & set("wax+"):
            return "open to write"
    return None


def _mode(second: list[ast.expr], node: ast.Call) -> set[str]:
    given = [*second, *(word.value for word in node.keywords if word.arg == "mode")]
    found = (mode.value for mode in given if isinstance(mode, ast.Constant))
    return {letter for mode in found if isinstance(mode, str) for letter in mode}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import os\nos.replace(a, b)", ["os.replace"]),
        ("from os import fsync as f", ["from os fsync"]),
        ("from shutil import rmtree\nrmtree(a)", ["from shutil rmtree", "rmtree"]),
        ("from shutil import which\nwhich(a)", []),
        ("path.unlink()", ["unlink"]),
        ("open(path, 'wb')", ["open to write"]),
        ("open(path, encoding='utf-8', mode='a')", ["open to write"]),
        ("open(path, 'rb')\nopen(path)", []),
        ("text.replace('a', 'b')\nos.path.join(a, b)", []),
    ],
)
def test_what_changes_files_is_seen(code: str, found: list[str]) -> None:
    assert list(by_hand(ast.parse(code))) == found


@pytest.mark.parametrize(
    "path",
    sorted(p.relative_to(PROJECT) for part in SCANNED for p in (PROJECT / part).rglob("*.py")),
    ids=str,
)
def test_no_module_but_one_changes_files_by_hand(path: Path) -> None:
    found = set(by_hand(ast.parse((PROJECT / path).read_text(encoding="utf-8"))))
    if path == FOLDER:
        assert found
    else:
        assert not found
