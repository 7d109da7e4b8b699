"""Files of this machine: a folder with its patterns, or single files named by path.

Hidden files and folders and the lock files of Office programs are no documents, nor is the lake
that is built from them.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote, urlsplit

from graphwright.documents.sources.patterns import Patterns
from graphwright.documents.sources.source import Content, Fetch, Found, Stat
from graphwright.errors import SourceError
from graphwright.settings import Collection

_HIDDEN = (".", "~$")
_NO_FILE = "it is a pipe, socket, device or folder, and no file"


class File:
    """A file named by path or as ``file://``."""

    local: ClassVar[bool] = True

    def find(self, collection: Collection, address: str) -> Iterator[Found]:
        """Yield the file; see ``Source``."""
        path = unquote(urlsplit(address).path) if address.lower().startswith("file://") else address
        yield Found(path.lstrip("/"), path)

    def stat(self, location: str) -> Stat | None:
        """Return size and times; see ``Source``."""
        status = Path(location).stat()
        problem = None if stat.S_ISREG(status.st_mode) else f"cannot be read: {_NO_FILE}"
        return Stat(status.st_size, _iso(status.st_mtime), _iso(status.st_ctime), problem)

    def read(self, location: str, limit: int, fetch: Fetch | None = None) -> Content:
        """Return the bytes; see ``Source``."""
        try:
            # A pipe that took the file's place since it was found would keep a plain open waiting.
            descriptor = os.open(location, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
            with os.fdopen(descriptor, "rb") as stream:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise OSError(errno.EINVAL, _NO_FILE)
                return Content(stream.read(limit))
        except OSError as error:
            raise SourceError(
                f"{location} cannot be read: {error.strerror}.",
                remedy="Make the file readable, or exclude it in sources.yaml.",
            ) from error


def _iso(seconds: float) -> str | None:
    """Return a time as ISO 8601; None where its year is not of four digits, as no calendar goes."""
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        return None


class Folder(File):
    """The files of a folder and of the folders below it that the patterns take."""

    def find(
        self, collection: Collection, address: str, ours: Sequence[Path] = ()
    ) -> Iterator[Found]:
        """Yield the files; raises ``SourceError`` where the folder is missing or unreadable.

        What lies in ``ours`` is left out, by whatever way it is reached.
        """
        root = Path(address)
        if not root.is_dir():
            found = "a file" if root.exists() else "nothing"
            raise SourceError(
                f"Collection {collection.name!r} names the folder {root}, but there is {found}.",
                remedy="Correct 'folder' in sources.yaml, or create the folder.",
            )
        patterns, left_out = Patterns(collection), _Places(ours)
        folders = [""]
        while folders:
            folder = folders.pop()
            try:
                entries = _listed(root / folder)
            except OSError as error:
                if not folder:  # no document of the collection is known to be gone
                    raise _unlisted(collection, root, error) from error
                shown = _printable(folder)
                yield Found(shown, shown, problem=f"cannot be listed: {error.strerror}")
                continue
            for entry in entries:
                path = f"{folder}/{entry.name}" if folder else entry.name
                if left_out.has(entry):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    if not patterns.excludes(path):
                        folders.append(path)
                elif patterns.includes(path) and (file := _file(root, path, entry)) is not None:
                    yield file


class _Places:
    """Files and folders, known again by what they are and not by a path that leads there."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths: dict[int, Path] = {}
        for path in paths:
            with contextlib.suppress(OSError):  # not there yet
                self._paths[path.stat().st_ino] = path

    def has(self, entry: os.DirEntry[str]) -> bool:
        path = self._paths.get(entry.inode())  # known from the listing: asks for no file
        try:
            return path is not None and path.samefile(entry.path)
        except OSError:
            return False


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as listing:
        return [entry for entry in listing if not entry.name.startswith(_HIDDEN)]


def _unlisted(collection: Collection, root: Path, error: OSError) -> SourceError:
    return SourceError(
        f"The folder {root} of collection {collection.name!r} cannot be listed: {error.strerror}.",
        remedy="Give the user of the build the right to read it.",
        transient=True,
    )


def _file(root: Path, path: str, entry: os.DirEntry[str]) -> Found | None:
    """Return a file of a folder; ``None`` for a link to a folder that is walked anyway."""
    if (shown := _printable(path)) != path:
        return Found(shown, shown, problem="its name is not valid UTF-8")
    problem = None
    if entry.is_symlink():
        target = Path(os.path.realpath(entry.path))  # Path.resolve raises where links form a circle
        if not target.is_relative_to(os.path.realpath(root)):
            problem = "is a symbolic link that leads out of the source folder"
        elif target.is_dir():
            return None
    return Found(path, entry.path, problem=problem)


def _printable(path: str) -> str:
    """Return a path with its bytes that are not UTF-8 spelled out, since no table can hold them."""
    return path.encode("utf-8", "backslashreplace").decode()
