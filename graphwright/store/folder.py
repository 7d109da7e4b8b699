"""Storage in a folder: a local disk, or a network disk that is mounted like one.

The one place where files are replaced, added to, linked, moved, deleted, locked and written
through. A rename is what makes a replacement one step; ``flock`` ends with the process that holds
it.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

from graphwright.errors import StorageError

_TEMPORARY = ".tmp"

_BUSY = frozenset({errno.EBUSY, errno.EAGAIN, errno.ETIMEDOUT, errno.ESTALE, errno.ETXTBSY})
"""What a disk, a network file system most of all, answers for a while only."""

_NO_LINKS = frozenset(
    {errno.EXDEV, errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}
)
"""What a disk answers that has no hard links, or no more of this file, or not to this place."""


class FolderStorage:
    """A ``Storage`` whose paths are files of a folder. It has no state: one object serves all."""

    @contextlib.contextmanager
    def replacing(
        self,
        path: Path,
        *,
        scratch: Path | None = None,
        durable: bool = False,
        private: bool = False,
        synced: bool = True,
    ) -> Iterator[Path]:
        """Yield a temporary path that takes the place of ``path`` when the block ends well.

        The bytes are on disk before the rename, so a crash leaves the old file or the new one;
        where they are not ``synced``, a loss of power may leave a damaged one, which is for caches
        whose readers check what they read.
        ``private`` is a matter of folders alone: the file is for the user of this process only.
        """
        temporary = (scratch or path.parent) / _temporary_name(path)
        try:
            with _refusals("written", path):
                path.parent.mkdir(parents=True, exist_ok=True)
                temporary.unlink(missing_ok=True)
                if private:
                    temporary.touch(mode=0o600, exist_ok=False)
                yield temporary
                if synced:
                    _sync(temporary)
                temporary.replace(path)
                if durable:
                    _sync(path.parent)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)

    @contextlib.contextmanager
    def replacing_folder(self, path: Path) -> Iterator[Path]:
        """Yield a new folder that takes the place of ``path`` when the block ends well.

        A folder that was there is put aside by a rename, and is back where the next one fails; so
        nobody finds a part of either.
        """
        temporary = path.with_name(_temporary_name(path))
        aside = temporary.with_name(f"{temporary.name}-old")
        try:
            with _refusals("written", path):
                self.delete(temporary)
                temporary.mkdir(parents=True)
                yield temporary
                for file in sorted(temporary.rglob("*"), reverse=True):
                    _sync(file)
                _exchange(path, temporary, aside)
            self.delete(aside)
        finally:
            with contextlib.suppress(StorageError):
                self.delete(temporary)

    def append(self, path: Path, data: bytes) -> None:
        """Add bytes to the end of a file, which is made; a loss of power may take some of them.

        No verb of ``Storage``: an object store cannot do it, and only a cache needs it.
        """
        with _refusals("written", path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                file.write(data)

    def link(self, source: Path, target: Path, *, copy: bool = True) -> bool:
        """Make ``target`` a hard link to ``source``; where the disk has no links, a copy if asked.

        Returns whether they are one file.
        """
        temporary = target.with_name(_temporary_name(target))
        with _refusals(f"linked to {source}", target):
            target.parent.mkdir(parents=True, exist_ok=True)
            # What a killed process left may be a link: a copy must not be written into its file.
            temporary.unlink(missing_ok=True)
            try:
                linked = _hard_link(source, temporary)
                if linked or copy:
                    if not linked:
                        shutil.copyfile(source, temporary)
                    temporary.replace(target)
                return linked
            finally:
                with contextlib.suppress(OSError):  # two names of one file: the rename did nothing
                    temporary.unlink(missing_ok=True)

    def move(self, source: Path, target: Path) -> None:
        """Rename a file or a folder, and write the new name through to the disk."""
        with _refusals(f"moved to {target}", source):
            source.rename(target)
            _sync(target.parent)

    def seal(self, folder: Path) -> None:
        """Write a folder through to the disk; its files become read-only, as links share them."""
        with _refusals("made durable and read-only", folder):
            for path in sorted(folder.rglob("*"), reverse=True):
                _sync(path)
                if not path.is_dir():
                    path.chmod(0o444)
            _sync(folder)

    def paths(self, folder: Path, pattern: str = "*") -> list[Path]:
        """Return what the folder holds by a pattern of ``glob``, in order of name."""
        return sorted(folder.glob(pattern))

    def delete(self, path: Path) -> None:
        """Delete a file, or a folder with all that it holds, if it is there.

        Of a folder all goes that can, then the first refusal is raised.
        """
        with _refusals("deleted", path), contextlib.suppress(FileNotFoundError):
            if path.is_symlink() or not path.is_dir():
                path.unlink()
            else:
                shutil.rmtree(path, ignore_errors=True)
                if path.exists():
                    shutil.rmtree(path)  # says what did not go

    def leftovers(self, folder: Path) -> list[Path]:
        """Return the temporary files of replacements that were killed, or are under way."""
        found = self.paths(folder, f"*{_TEMPORARY}")
        return [path for path in found if path.is_file() and not path.is_symlink()]

    @contextlib.contextmanager
    def lock(self, path: Path, *, wait: bool) -> Iterator[bool]:
        """Hold an exclusive ``flock`` on a file, which is made; yield whether it is held."""
        with _refusals("written", path):
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("a")
        with file:
            with _refusals("locked", path):
                held = _flock(file.fileno(), wait=wait)
            yield held


LOCAL_FILES = FolderStorage()
"""For what is of this machine, whatever stores the lake: its caches, and pages that a user asked
for."""


def is_full(error: OSError) -> bool:
    """Say whether a failure means that there is no room left."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def _temporary_name(path: Path) -> str:
    """Return a name that no other process or thread uses for the same file."""
    return f"{path.name}.{os.getpid()}-{threading.get_native_id()}{_TEMPORARY}"


def _exchange(path: Path, new: Path, aside: Path) -> None:
    """Give a folder the name of another, which is put aside if it is there."""
    if not path.exists():
        new.rename(path)
        return
    path.rename(aside)
    try:
        new.rename(path)
    except OSError:
        aside.rename(path)
        raise


def _hard_link(source: Path, name: Path) -> bool:
    """Give a file a second name; return false where the disk, or this pair of places, has none."""
    try:
        name.hardlink_to(source)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        return False
    return True


def _sync(path: Path) -> None:
    """Write a file's bytes, or a folder's names, through to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _flock(descriptor: int, *, wait: bool) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextlib.contextmanager
def _refusals(done: str, path: Path) -> Iterator[None]:
    """Turn what the disk refuses into an error that says what could not be done."""
    try:
        yield
    except OSError as error:
        raise _refused(done, path, error) from error


def _refused(done: str, path: Path, error: OSError) -> StorageError:
    if is_full(error):
        remedy = "Free some space and build again: it goes on where it stopped."
        return StorageError(f"The disk is full: {path} could not be {done}.", remedy=remedy)
    return StorageError(
        f"{path} could not be {done}: {error.strerror or error}.",
        remedy="See that the lake's folder can be written to, then build again.",
        transient=error.errno in _BUSY,
    )
