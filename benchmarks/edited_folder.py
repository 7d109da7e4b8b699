"""A folder of which some files were edited, as the benchmarks of changes need it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from graphwright.ids import sha256_text

_TEXT = frozenset({".md", ".markdown", ".txt", ".html", ".htm"})


def copy_files(folder: Path, target: Path, limit: int | None) -> list[Path]:
    """Copy a folder's first ``limit`` files, in order of path; return the copies."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    copies = []
    for path in found[:limit]:
        copy = target / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copies.append(Path(shutil.copy2(path, copy)))
    return copies


def draw(paths: Sequence[Path], root: Path, share: float) -> tuple[list[Path], list[Path]]:
    """Return text files to edit and others to delete: as many each, by the hash of their path."""
    texts = [path for path in paths if path.suffix.lower() in _TEXT]
    mixed = sorted(texts, key=lambda path: sha256_text(path.relative_to(root).as_posix()))
    count = max(1, round(len(paths) * share))
    if len(texts) < 2 * count:
        raise SystemExit(f"{root} has {len(texts)} text files, but {2 * count} are to change.")
    return mixed[:count], mixed[count : 2 * count]


def edit(path: Path) -> None:
    """Put a sentence into the middle of a text file, before an empty line where it has one."""
    lines = path.read_text(encoding="utf-8", errors="surrogateescape").splitlines(keepends=True)
    empty = [i for i, line in enumerate(lines) if not line.strip()] or [len(lines)]
    at = min(empty, key=lambda i: (abs(i - len(lines) // 2), i))
    name = path.stem.replace("-", " ").replace("_", " ")
    lines.insert(at, f"\n\nThe review board approves the {name} each quarter.\n\n")
    path.write_text("".join(lines), encoding="utf-8", errors="surrogateescape")


def edited_copy(folder: Path, target: Path, share: float, limit: int | None = None) -> int:
    """Copy a folder as ``copy_files`` does, edit a share of its files, and say how many."""
    edited, _ = draw(copy_files(folder, target, limit), target, share)
    for path in edited:
        edit(path)
    return len(edited)
