"""Files are replaced, linked, locked and deleted in one module, behind the storage."""

import ast
from pathlib import Path

import pytest

import graphwright

ROOT = Path(graphwright.__file__).parent
FOLDER = Path("store/folder.py")

BY_HAND = frozenset(
    {"chmod", "flock", "fsync", "hardlink_to", "lockf", "mkstemp", "rmdir", "rmtree", "unlink"}
)
"""Names of calls; ``rename``, ``replace`` and ``link`` are too common to be told apart by name."""

MODULES = frozenset({"fcntl", "shutil"})


def calls_of(tree: ast.AST) -> set[str]:
    called = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {node.attr for node in called if isinstance(node, ast.Attribute)}


def imported_by(tree: ast.AST) -> set[str]:
    plain = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
    return {alias.name for node in plain for alias in node.names}


@pytest.mark.parametrize("path", sorted(p.relative_to(ROOT) for p in ROOT.rglob("*.py")), ids=str)
def test_no_module_but_one_changes_files_by_hand(path: Path) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found = (calls_of(tree) & BY_HAND) | (imported_by(tree) & MODULES)
    if path == FOLDER:
        assert found
    else:
        assert not found
