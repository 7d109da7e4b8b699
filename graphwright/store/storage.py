"""What keeps a lake's files: the few verbs that every change of a file goes through.

Reading has no verb. A path that a storage hands out is a local file, because pyarrow, numpy's
memory maps and DuckDB open files by name. A folder has them at hand. An object store would keep a
local copy of each key: ``paths`` lists the store and fetches what is not here, ``replacing``
uploads the finished file in one PUT, ``link`` copies inside the store, ``lock`` is a lease (an
object made only where none is, renewed by its owner, that names its expiry), ``move`` and ``seal``
do nothing but wait for uploads. A first read by name (``Lake.state``, ``Lake.read_file``) would
then need a verb that fetches; it is left out as long as it would do nothing.

Not here either: put-if-absent and put-if-match. Nothing needs them while one build holds the lake.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from graphwright.registry import Registry
from graphwright.store.folder import FolderStorage


class Storage(Protocol):
    """Changes files so that a reader, and a crash, meets the old state or the new one, whole.

    What changes or locks something raises ``StorageError``, which says what was refused, where the
    store refuses: full, busy (then transient) or not to be written to. ``paths`` and ``leftovers``
    raise nothing. Other errors of the block of ``replacing`` or ``lock`` pass as they are.
    """

    def replacing(
        self, path: Path, *, scratch: Path | None = None, durable: bool = False
    ) -> AbstractContextManager[Path]:
        """Yield a path to write to, which takes the place of ``path`` when the block ends well.

        Where the block fails, what was there stays. Folders above it are made. What a killed
        process leaves lies beside it, or in the folder ``scratch``: see ``leftovers``. ``durable``
        says that not even a loss of power may undo it once the block has ended. An ``OSError`` of
        the block is one of writing.
        """
        ...

    def link(self, source: Path, target: Path, *, copy: bool = True) -> bool:
        """Give a file a second name in one step; an older target goes.

        Returns false where the store has no links: ``target`` is a copy then, or without ``copy``
        what it was.
        """
        ...

    def move(self, source: Path, target: Path) -> None:
        """Give a file or a folder another name, durably; nothing may have that name."""
        ...

    def seal(self, folder: Path) -> None:
        """Make a finished folder durable, and its files read-only."""
        ...

    def paths(self, folder: Path, pattern: str = "*") -> list[Path]:
        """Return what a folder holds by a pattern of ``glob``, in order; none where it is absent.

        Files are there to be read.
        """
        ...

    def delete(self, path: Path) -> None:
        """Delete a file, or a folder with all that it holds; what is absent is no error.

        All goes that can, also where an error is raised: who suppresses it has done what could be.
        """
        ...

    def leftovers(self, folder: Path) -> list[Path]:
        """Return the files that killed replacements left; who holds the lock may delete them."""
        ...

    def lock(self, path: Path, *, wait: bool) -> AbstractContextManager[bool]:
        """Hold an exclusive lock, named by a path, until the block or the process ends.

        Yields whether it is held: false only where another holds it and ``wait`` is false.
        """
        ...


STORAGES: Registry[Callable[[Path], Storage]] = Registry("The lake's storage")
"""Kinds of storage by name: functions of the folder that is to be kept."""

STORAGES.register("folder", lambda folder: FolderStorage())


def open_storage(folder: Path, kind: str = "folder") -> Storage:
    """Return what keeps a lake's root, or a folder in it.

    No setting chooses the kind: it is a folder wherever a lake is opened.

    Raises ``SettingsError`` for a kind that there is not.
    """
    return STORAGES.get(kind)(folder)
