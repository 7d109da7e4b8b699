"""Damage a lake in every way that disks and people do, and show that a build heals it.

    .venv/bin/python benchmarks/hostile_damage.py [--only WORD] [--seed N]

A small project is built; then each case damages its lake, always at its size and time of writing
where that is possible, and builds again. It has passed where the build gives the same bytes of
tables and the same snapshot, whole, or, where the case says so, one clear message. One line a
case; the last line is one JSON object: cases, passed, healed, messages, and the names of those that
failed.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # as a script, only this folder is on it

from benchmarks.lake_equality import table_hashes
from graphwright.errors import GraphwrightError
from graphwright.graph.pointer import POINTER_NAME, read_pointer
from graphwright.project import Project, open_project
from graphwright.settings import Settings, parse_settings

TEXTS = {
    "payments.md": "# Payments\n\nThe treasury team approves the payment run. Ledgerline stores the"
    " journal entries.\n",
    "travel.md": "# Travel\n\nThe travel desk books every flight. Managers approve hotels.\n",
}

Damage = Callable[[Path, random.Random], None]


def changed(path: Path, dice: random.Random) -> None:
    """Change four bytes."""
    data = bytearray(path.read_bytes())
    start = dice.randrange(max(1, len(data) - 4))
    for place in range(start, min(start + 4, len(data))):
        data[place] ^= dice.randrange(1, 256)
    _write(path, bytes(data))


def zeroed(path: Path, dice: random.Random) -> None:
    """Make a third of the file zeros, as a disk does that lost a sector."""
    data = path.read_bytes()
    start, length = dice.randrange(max(1, len(data) * 2 // 3)), len(data) // 3 + 1
    _write(path, data[:start] + bytes(len(data[start : start + length])) + data[start + length :])


def cut(path: Path, dice: random.Random) -> None:
    """Cut the file, as a full disk does."""
    data = path.read_bytes()
    _write(path, data[: dice.randrange(len(data))])


def emptied(path: Path, dice: random.Random) -> None:
    """Leave nothing of the file but its name."""
    _write(path, b"")


def lost(path: Path, dice: random.Random) -> None:
    """Delete the file."""
    path.unlink()


def other_file(path: Path, dice: random.Random) -> None:
    """Put a sound file of the same kind in its place."""
    others = [other for other in path.parent.glob(f"*{path.suffix}") if other != path]
    _write(path, max(others, key=lambda other: (other.stat().st_size, other.name)).read_bytes())


def _write(path: Path, data: bytes) -> None:
    status = path.stat()
    path.chmod(0o644)
    path.write_bytes(data)
    path.chmod(status.st_mode)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@dataclasses.dataclass(frozen=True)
class Case:
    """Damage to the largest file of a pattern.

    ``lost`` are deleted besides, so that the build has need of the file; ``message`` says that a
    build may end with one clear message instead.
    """

    pattern: str
    damage: Damage
    lost: str = ""
    message: bool = False

    @property
    def name(self) -> str:
        """Return what is damaged, and how."""
        return f"{self.pattern} {self.damage.__name__}"


_BUCKETS = ("source_documents", "parsed_documents", "chunks", "annotations", "sentences",
            "dependency_triples", "resolved_triples", "document_links")  # fmt: skip
_WHOLE = ("seed_concepts", "entities", "relations", "evidence", "entity_chunks",
          "chunk_embeddings", "relation_embeddings")  # fmt: skip
_SNAPSHOT = ("chunks.arrow", "relations.arrow", "entity_vectors.npy", "relation_edges.npy",
             "manifest.json")  # fmt: skip
_CACHES = ("checks/*.json", "held/*.parquet", "code_versions.json",
           "costs.json", "timings/*/*.parquet", "inspection/*.json")  # fmt: skip


def suite() -> list[Case]:
    """Return every case."""
    kinds = (changed, zeroed, cut)
    tables = [f"tables/{name}*/*.parquet" for name in _BUCKETS if name != "source_documents"]
    tables += [f"tables/{name}.parquet" for name in (*_WHOLE, "source_documents")]
    found = [Case(table, kinds[n % 3]) for n, table in enumerate(tables)]
    found += [Case("tables/chunks/*.parquet", kind) for kind in (emptied, lost, other_file)]
    found += [Case("tables/relations.parquet", kind) for kind in (emptied, lost, other_file)]
    found += [Case(f"snapshots/*/{name}", changed) for name in _SNAPSHOT]
    found += [Case("snapshots/*/evidence.arrow", kind) for kind in (cut, lost, other_file)]
    found += [Case(f"snapshots/{POINTER_NAME}", kind) for kind in (changed, emptied, lost)]
    found += [Case(f"cache/{name}", changed) for name in _CACHES]
    vectors, notes = "tables/*_embeddings.parquet", "cache/held/*"
    cached = "cache/embeddings/*/*/*.arrow"
    found += [Case(cached, kind, lost=vectors) for kind in (changed, zeroed, cut, lost)]
    found += [Case("history/*.json", kind) for kind in (changed, emptied, lost)]
    found += [Case("history/origins/*.parquet", changed)]
    milvus = [f"milvus/**/{name}" for name in ("*.parquet", "*.json", "*")]
    for kind in (changed, cut, emptied):
        found += [Case(pattern, kind, lost=notes, message=True) for pattern in milvus]
        found += [Case("dagster/**/*.db", kind, lost=vectors, message=True)]
    return found


class World:
    """The project, its sound lake and a copy of that."""

    def __init__(self, root: Path) -> None:
        self._root, self._kept = root, root / "kept"
        (root / "documents").mkdir(parents=True)
        for name, text in TEXTS.items():
            (root / "documents" / name).write_text(text)
        self.lake = root / "lake"
        self.project.build()
        self._sound = self._state()
        shutil.copytree(self.lake, self._kept, symlinks=True)

    @property
    def project(self) -> Project:
        """Return the project, opened anew."""
        return open_project(self.lake, settings=self._settings)

    @property
    def _settings(self) -> Settings:
        raw: dict[str, object] = {
            "collections": [{"name": "documents", "folder": "documents"}],
            "language": {"coreference": False},
            "buckets": 2,
            "workers": 1,
        }
        return parse_settings(raw, origin=self._root / "sources.yaml")

    def run(self, case: Case, dice: random.Random) -> tuple[bool, str]:
        """Damage the lake, build, and return whether all is right, and a word."""
        files = [path for path in self.lake.glob(case.pattern) if path.is_file()]
        if not files:
            return False, "there is no such file"
        case.damage(max(files, key=lambda path: (path.stat().st_size, path.name)), dice)
        for path in self.lake.glob(case.lost) if case.lost else ():
            path.unlink()
        try:
            self.project.build()
        except GraphwrightError as error:
            self._restore()
            return case.message, f"message: {error}"
        except Exception as error:  # noqa: BLE001  # what is no error of ours is the defect
            self._restore()
            return False, f"{type(error).__name__}: {error}"
        healed = self._state() == self._sound
        if not healed:
            self._restore()
        return healed, "healed" if healed else "other bytes than before"

    def _state(self) -> tuple[object, ...]:
        pointer = read_pointer(self.lake)
        whole = self.project.snapshot(verify=True)
        return table_hashes(self.lake), pointer and pointer.current, whole.id

    def _restore(self) -> None:
        shutil.rmtree(self.lake)
        shutil.copytree(self._kept, self.lake, symlinks=True)


def cases(only: str = "", seed: int = 0) -> Iterator[tuple[str, bool, str]]:
    """Yield each case's name, whether it passed, and a word on what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder) / "project")
        for number, case in enumerate(suite()):
            if only in case.name:
                dice = random.Random(f"{seed} {number}")  # no secret
                yield case.name, *world.run(case, dice)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    results = []
    for name, passed, word in cases(given.only, given.seed):
        print(f"{' ' if passed else '!'} {name:46} {' '.join(word.split())[:120]}", flush=True)
        results.append((name, passed, word))
    print(
        json.dumps(
            {
                "cases": len(results),
                "passed": sum(passed for _, passed, _ in results),
                "healed": sum(word == "healed" for _, _, word in results),
                "messages": sum(word.startswith("message") for _, _, word in results),
                "failed": [name for name, passed, _ in results if not passed],
            }
        )
    )


if __name__ == "__main__":
    main()
