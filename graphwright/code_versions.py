"""Versions made of content: a hash of the code and data files that shape what a step gives.

Each step says from which modules its code starts (``Code``). Their imports are followed, as they
stand in the source, as far as the folders of ``FOLLOWED``; what those modules say
(``code_content``) and the data files that they name are hashed. So nobody has to raise a number,
and a changed comment makes nothing stale. What belongs to no step has to be named in
``tests/graphwright/test_code_versions``.

Not seen: modules that are imported by a name which is put together while running, parts that
another package registers, the values of enumerations in ``tables``, and libraries, whose versions
the steps add by themselves. A module that is moved counts as changed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from graphwright import code_content
from graphwright.code_content import Content, Import, read_data, read_module
from graphwright.errors import LakeError
from graphwright.ids import fingerprint, sha256_bytes
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.sealed_json import read_sealed_json, sealed_json

CACHE_NAME = "code_versions.json"
"""Name of the file in a lake's cache that ``remember`` writes."""

LENGTH = 12
"""Hex digits of a version: 48 bits, for the few hundred versions that a lake ever sees."""

FOLLOWED = (
    "graphwright.applications",
    "graphwright.display",
    "graphwright.documents",
    "graphwright.entities",
    "graphwright.extraction",
    "graphwright.help",
    "graphwright.ids",
    "graphwright.inspection",
    "graphwright.language",
    "graphwright.llm",
    "graphwright.quiz",
    "graphwright.steps.bucketed.rows",
    "graphwright.steps.chunk_units",
    "graphwright.steps.base.language_models",
    "graphwright.tickets",
    "graphwright.vectors",
)
"""Where imports are followed: what shapes rows. Not errors, settings (their values are causes of
their own), tables (each step counts the declarations of its own), storage, worker processes, and
how steps are planned and run."""


@dataclasses.dataclass(frozen=True, slots=True)
class Code:
    """Which code shapes a result: the modules to start from, and those not to go into.

    A step starts from its own module (``Code((__name__,))``): that imports all that it calls.
    """

    entries: tuple[str, ...]
    leaves_out: tuple[str, ...] = ()


@functools.cache
def version_of(code: Code) -> str:
    """Return the version of some code as ``LENGTH`` hex digits."""
    return _OWN.version(code)


def recall(folder: Path) -> None:
    """Take over what ``remember`` kept in a folder, so that no source file is parsed again.

    That saves a process most of a second. What is absent, damaged or of other code is made anew.
    """
    _OWN.recall(folder / CACHE_NAME)


def remember(folder: Path) -> None:
    """Keep in a folder what source files say, by the hash of their bytes, if anything is new."""
    _OWN.remember(folder / CACHE_NAME)


class SourceTree:
    """The source files of a package, and what they say."""

    def __init__(self, package: Path) -> None:
        """``package`` is its folder."""
        self._package = package
        self._files = _Files(package)

    def version(self, code: Code) -> str:
        """Return the version of some code."""
        return fingerprint(sorted(self._said_by(code)))[:LENGTH]

    def recall(self, file: Path) -> None:
        """Take over what a file remembers, unless it was taken over before."""
        self._files.load(file)

    def remember(self, file: Path) -> None:
        """Write what is new into a file; where the disk refuses, nothing is lost but time."""
        self._files.save(file)

    def shaping_files(self, code: Code) -> frozenset[str]:
        """Return the files that the version of some code depends on, relative to the package."""
        return frozenset(name for name, _ in self._said_by(code))

    @functools.cached_property
    def modules(self) -> Mapping[str, Path]:
        """Return the source file of each module."""
        found = {}
        for path in self._package.rglob("*.py"):
            parts = path.relative_to(self._package.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
        return found

    def _said_by(self, code: Code) -> Iterator[tuple[str, str]]:
        """Yield file and meaning of each module that the code reaches, and of each data file."""
        waiting, seen = list(code.entries), set[str]()
        while waiting:
            module = waiting.pop()
            if module in seen:
                continue
            followed = _within(module, FOLLOWED) and not _within(module, code.leaves_out)
            if not followed and module not in code.entries:
                continue
            seen.add(module)
            path = self.modules[module]
            content = self._files.module(module, path)
            yield self._files.name(path), content.meaning
            for beside in filter(Path.is_file, map(path.with_name, content.data_names)):
                yield self._files.name(beside), self._files.data(beside).meaning
            waiting += [target for found in content.imports for target in self._targets(found)]

    def _targets(self, found: Import) -> Iterator[str]:
        """Yield the module that an import leads to, if it is one of the package.

        A name that a package only passes on is followed to where it comes from.
        """
        below = f"{found.module}.{found.name}"
        if found.name and below in self.modules:
            yield below
        elif found.module in self.modules:
            passed_on = self._passed_on(found)
            if not passed_on:
                yield found.module
            for other in passed_on:
                yield from self._targets(other)

    def _passed_on(self, found: Import) -> list[Import]:
        """Return the imports by which a package itself has a name that is imported from it."""
        path = self.modules[found.module]
        if path.name != "__init__.py":
            return []
        imports = self._files.module(found.module, path).imports
        return [other for other in imports if other.known_as == found.name]


def _within(module: str, places: tuple[str, ...]) -> bool:
    return any(module == place or module.startswith(f"{place}.") for place in places)


class _Files:
    """What files say, each read once a process; remembered in a file between processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._current = dict[Path, Content]()
        self._remembered = dict[str, tuple[str, Content]]()
        self._loaded = set[Path]()
        self._is_new = False

    def name(self, path: Path) -> str:
        """Return a file's path below the folder."""
        return path.relative_to(self._folder).as_posix()

    def module(self, module: str, path: Path) -> Content:
        """Return what a module says."""
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        return self._read(path, lambda data: read_module(data, package))

    def data(self, path: Path) -> Content:
        """Return what a data file says."""
        return self._read(path, lambda data: read_data(data, path.name))

    def _read(self, path: Path, read: Callable[[bytes], Content]) -> Content:
        if path not in self._current:
            data, name = path.read_bytes(), self.name(path)
            digest = sha256_bytes(data)
            known = self._remembered.get(name)
            if known is None or known[0] != digest:
                known = digest, read(data)
                self._is_new = True
            self._remembered[name] = known
            self._current[path] = known[1]
        return self._current[path]

    def load(self, cache: Path) -> None:
        """Take over what a file remembers, unless it was taken over before."""
        if cache in self._loaded:
            return
        self._loaded.add(cache)
        try:
            self._remembered = _read_cache(cache) | self._remembered
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            self._is_new = True  # Absent, damaged, or of another reader.

    def save(self, cache: Path) -> None:
        """Write what is new; where the disk refuses, the next process reads the files again."""
        if not self._is_new:
            return
        files = {
            name: [digest, *_told(content)]
            for name, (digest, content) in sorted(self._remembered.items())
        }
        with contextlib.suppress(LakeError), LOCAL_FILES.replacing(cache) as temporary:
            temporary.write_text(sealed_json({"reader": _reader(), "files": files}))
        self._is_new = False


def _told(content: Content) -> tuple[str, list[tuple[str, str, str]], tuple[str, ...]]:
    """Return what ``_content`` reads; ``astuple`` would copy every text, which takes .3 s."""
    imports = [(one.module, one.name, one.known_as) for one in content.imports]
    return content.meaning, imports, content.data_names


def _read_cache(path: Path) -> dict[str, tuple[str, Content]]:
    record = read_sealed_json(path.read_bytes())
    if record["reader"] != _reader():
        raise ValueError("The files were read in another way.")
    return {name: _content(*said) for name, said in record["files"].items()}


def _content(
    digest: str, meaning: str, imports: list[list[str]], names: list[str]
) -> tuple[str, Content]:
    found = tuple(Import(*parts) for parts in imports)
    return digest, Content(meaning, found, tuple(names))


@functools.cache
def _reader() -> str:
    """Return what the hashes depend on beside the files: how they are read, and by which Python."""
    source = Path(code_content.__file__).read_bytes()
    return f"{sys.version_info.major}.{sys.version_info.minor} {sha256_bytes(source)}"


_OWN = SourceTree(Path(__file__).resolve().parent)
