"""A company whose documents, seeds and settings change at random: the world of the soak tests.

Every choice comes from one random source, so a seed gives the same history again. A change is
applied to a project on disk and described in one line; nothing is built here.
"""

from __future__ import annotations

import copy
import random
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import yaml
from e2e_project import Project

_NAMES = ("Ledgerline", "Millrace", "the Approval Service", "Harbour Desk", "the Invoice Portal")
_VERBS = ("sends", "checks", "stores", "replaces", "requires", "creates")
_THINGS = ("purchase orders", "supplier invoices", "a period lock", "payment files", "cost centres")
_COLLECTIONS = ("handbook", "platform")
_ODD = ("reports/year.md", "notes.txt", "plan.html", "list.csv")


class World:
    """A project and the random changes that it goes through."""

    def __init__(self, project: Project, seed: int, llm: dict[str, Any]) -> None:
        self.project = project
        self.random = random.Random(seed)
        self.history: list[str] = []
        self._llm = llm
        self._settings: dict[str, Any] = {}
        self._handbook: dict[str, Any] = {
            "name": "handbook",
            "folder": "documents/handbook",
            "extractor": "dependency",
        }
        self._seeds = ["Ledgerline"]
        self._deleted: dict[str, bytes] = {}
        self._made = 0
        self._write_settings()
        for _ in range(4):
            self.add()

    def change(self, name: str | None = None) -> str:
        """Apply a change, drawn or named, and return what it was, in one line."""
        change: Callable[[], str] = getattr(self, name or self.random.choice(CHANGES))
        line = change()
        self.history.append(line)
        return line

    # --- documents ---

    def add(self) -> str:
        """Add a document of a few sections."""
        self._made += 1
        folder = self.random.choice(("", "teams/", "teams/north/"))
        path = f"{self.random.choice(_COLLECTIONS)}/{folder}page-{self._made}.md"
        self._write(path, self._page().encode())
        return f"add {path}"

    def add_odd(self) -> str:
        """Add a document of another form, or of no text."""
        path = f"{self.random.choice(_COLLECTIONS)}/{self.random.choice(_ODD)}"
        text = self.random.choice((self._page(), "", "a,b\n1,2\n", "<p>It works. <b>It stores"))
        self._write(path, text.encode())
        return f"add {path} of {len(text)} characters"

    def edit(self) -> str:
        """Replace one sentence of a document by another."""
        path, lines = self._some_lines()
        at = self.random.randrange(len(lines))
        lines[at] = self._sentence()
        self._write(path, "\n".join(lines).encode())
        return f"edit line {at} of {path}"

    def retitle(self) -> str:
        """Replace a letter of each heading: the text below keeps its place."""
        path, lines = self._some_lines()
        heads = [i for i, line in enumerate(lines) if line.startswith("#") and len(line) > 3]
        for at in heads:
            lines[at] = lines[at][:-1] + self.random.choice("abcdefgh")
        self._write(path, "\n".join(lines).encode())
        return f"retitle {len(heads)} sections of {path}"

    def append(self) -> str:
        """Add a section at the beginning or end of a document, which moves what follows."""
        path, lines = self._some_lines()
        first = self.random.random() < 0.5
        lines = [*self._section(), *lines] if first else [*lines, *self._section()]
        self._write(path, "\n".join(lines).encode())
        return f"{'prepend to' if first else 'append to'} {path}"

    def move(self) -> str:
        """Give a document another place, collection or name."""
        path = self._some_path()
        target = self._free_path(path)
        self._write(target, self._read(path))
        self._path(path).unlink()
        return f"move {path} to {target}"

    def copy(self) -> str:
        """Put the same bytes at a second place."""
        path = self._some_path()
        target = self._free_path(path)
        self._write(target, self._read(path))
        return f"copy {path} to {target}"

    def swap(self) -> str:
        """Let two documents change places."""
        one, other = self._some_path(), self._some_path()
        left, right = self._read(one), self._read(other)
        self._write(one, right)
        self._write(other, left)
        return f"swap {one} and {other}"

    def delete(self, path: str | None = None) -> str:
        """Delete a document, drawn or named."""
        path = path or self._some_path()
        self._deleted[path] = self._read(path)
        self._path(path).unlink()
        return f"delete {path}"

    def put_back(self) -> str:
        """Add a document again that was deleted, where it was."""
        if not self._deleted:
            return self.delete()
        path = self.random.choice(sorted(self._deleted))
        self._write(path, self._deleted.pop(path))
        return f"put back {path}"

    def damage(self) -> str:
        """Make bytes of a document that nobody can read."""
        path = self._some_path()
        self._deleted[path] = self._read(path)
        self._write(path, b"\x00\xff\x00 no text \x00" * 5)
        return f"damage {path}"

    # --- seeds and settings ---

    def change_seeds(self) -> str:
        """Declare other concepts, with other aliases."""
        self._seeds = self.random.sample(_NAMES, self.random.randrange(0, 3))
        self._write_settings()
        return f"seeds {self._seeds}"

    def change_chunks(self) -> str:
        """Cut chunks at another size."""
        size = self.random.choice((200, 300, 2048))
        return self._set("chunk", {"max_characters": size, "overlap": size // 10})

    def change_threshold(self) -> str:
        """Accept other triples."""
        return self._set("confidence_threshold", self.random.choice((0.3, 0.6, 0.75)))

    def change_coreference(self) -> str:
        """Switch coreference on or off."""
        now = self._settings.get("language", {}).get("coreference", True)
        return self._set("language", {"coreference": not now})

    def change_buckets(self) -> str:
        """Split the documents into another number of buckets."""
        return self._set("buckets", self.random.choice((1, 2, 3, 5)))

    def change_embedding(self) -> str:
        """Embed with another limit of tokens, which is another model."""
        return self._set("embedding", {"max_tokens": self.random.choice((32, 512))})

    def change_collections(self) -> str:
        """Leave a collection or files out, or give another address."""
        self._handbook["exclude"] = self.random.choice(([], ["teams/**"]))
        self._handbook["base_uri"] = self.random.choice(
            ("https://a.example/", "https://b.example/")
        )
        platform = {"name": "platform", "folder": "documents/platform"}
        chosen = self.random.choice(([self._handbook, platform], [platform]))
        return self._set("collections", copy.deepcopy(chosen))

    def change_extractor(self) -> str:
        """Ask an LLM about a collection, alone or beside the rules, or no more."""
        others = {"dependency": ("both", "llm"), "both": ("llm", "dependency")}
        now = self._handbook["extractor"]
        self._handbook["extractor"] = self._pick(others.get(now, ("both", "dependency")))
        platform = {"name": "platform", "folder": "documents/platform"}
        return self._set("collections", [copy.deepcopy(self._handbook), platform])

    def change_kept(self) -> str:
        """Keep another number of snapshots."""
        return self._set("keep_snapshots", self.random.choice((1, 2, 5)))

    # --- helpers ---

    def _set(self, name: str, value: Any) -> str:
        self._settings[name] = value
        self._write_settings()
        return f"{name}: {value}"

    def _write_settings(self) -> None:
        concepts = [
            {"name": name, "type": "System", "aliases": [f"{name} tool", name.split()[-1]]}
            for name in self._seeds
        ]
        seeds = self.project.root / "seeds.yaml"
        seeds.write_text(yaml.safe_dump({"concepts": concepts}))
        fixed = {"workers": 1, "seed_concepts": str(seeds), "buckets": 2, "llm": self._llm}
        fixed["checks"] = {"lost_share": 1}  # documents and collections come and go
        self.project.write_sources(**(fixed | self._settings))

    def _page(self) -> str:
        sections = [self._section() for _ in range(self.random.randrange(1, 4))]
        return "\n".join(line for section in sections for line in section)

    def _section(self) -> list[str]:
        lines = [f"# {self._pick(_THINGS).capitalize()} {self.random.randrange(9)}", ""]
        for _ in range(self.random.randrange(1, 4)):
            lines += [self._sentence() for _ in range(self.random.randrange(1, 3))] + [""]
        if self.random.random() < 0.3:
            lines += ["| system | owner |", "| --- | --- |"]
            lines += [f"| {self._pick(_NAMES)} | {self._pick(_THINGS)} |" for _ in range(2)] + [""]
        return lines

    def _sentence(self) -> str:
        name, verb, thing = self._pick(_NAMES), self._pick(_VERBS), self._pick(_THINGS)
        forms = (
            f"{name[0].upper()}{name[1:]} {verb} {thing}.",
            f"{name[0].upper()}{name[1:]} is a service of the plant. It {verb} {thing}.",
            f"If {name} {verb} {thing}, the clerk must inform the controller.",
            f"The Central Clearing House (CCH) {verb} {thing} for {name}.",
            f"CCH does not replace {name}.",
            f"- {thing.capitalize()}",
        )
        return self._pick(forms)

    def _pick(self, options: Sequence[str]) -> str:
        return self.random.choice(options)

    def _path(self, path: str) -> Path:
        return self.project.documents / path

    def _read(self, path: str) -> bytes:
        return self._path(path).read_bytes()

    def _write(self, path: str, data: bytes) -> None:
        target = self._path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def _paths(self) -> list[str]:
        root = self.project.documents
        return sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())

    def _some_path(self) -> str:
        if not self._paths():
            self.add()
        return self.random.choice(self._paths())

    def _free_path(self, path: str) -> str:
        self._made += 1
        other = self.random.choice(_COLLECTIONS)
        name = Path(path).name if self.random.random() < 0.5 else f"moved-{self._made}.md"
        return f"{other}/moved-{self._made}/{name}"

    def _some_lines(self) -> tuple[str, list[str]]:
        path = self._some_path()
        return path, self._read(path).decode("utf-8", "replace").splitlines() or [""]


CHANGES = (
    *("add", "edit", "edit", "append", "move", "delete", "put_back"),  # what happens daily
    *("add_odd", "retitle", "copy", "swap", "damage"),
    *("change_seeds", "change_chunks", "change_threshold", "change_coreference"),
    *("change_buckets", "change_embedding", "change_collections", "change_kept"),
    "change_extractor",
)
"""The changes to draw from; what stands twice is drawn twice as often."""


def new_world(root: Path, seed: int, llm: dict[str, Any]) -> World:
    """Make a project of a few generated documents."""
    shutil.rmtree(root, ignore_errors=True)
    project = Project(root)
    for collection in _COLLECTIONS:
        (project.documents / collection).mkdir(parents=True)
    return World(project, seed, llm)
