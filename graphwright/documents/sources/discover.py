"""What documents there are: files of a folder, URLs and fsspec paths, as rows with their hash.

Every file that the patterns of a collection name is a row; one that cannot be read is a row with
its problem. Hidden files and folders and the lock files of Office programs are no documents.
Reading over the network is in ``remote``, parsing in ``parse``.
"""

from __future__ import annotations

import dataclasses
import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from fsspec.utils import glob_translate

from graphwright.documents.sources.remote import find_remote, is_remote, open_remote
from graphwright.errors import ParseError, SourceError, without_credentials
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import Collection, Settings
from graphwright.tables import DocumentStatus, SourceDocument

_HIDDEN = (".", "~$")


def discover(settings: Settings) -> list[SourceDocument]:
    """Return every document of every collection, by document id.

    Raises ``SourceError`` where a folder is missing; a single document that cannot be read is a
    row with its problem.
    """
    limit = settings.parse.max_bytes
    rows = (
        _row(collection, found, limit)
        for collection in settings.collections
        for found in find(collection)
    )
    unique = {row.document_id: row for row in rows}
    return [unique[identifier] for identifier in sorted(unique)]


def with_users(documents: Iterable[SourceDocument], settings: Settings) -> list[SourceDocument]:
    """Return documents with the user and password that the settings give their addresses.

    No table holds these, so whoever reads the bytes of a row adds them.
    """
    addresses = [
        (collection.name, without_credentials(address), address)
        for collection in settings.collections
        for address in (url.partition("#")[0].rstrip("/") for url in collection.urls)
        if without_credentials(address) != address
    ]
    return [_with_user(document, addresses) for document in documents]


def _with_user(
    document: SourceDocument, addresses: Iterable[tuple[str, str, str]]
) -> SourceDocument:
    for collection, plain, address in addresses:
        named = document.location.partition(plain)
        if document.collection == collection and not named[0] and named[2][:1] in ("", "/"):
            return dataclasses.replace(document, location=address + named[2])
    return document


def read_bytes(document: SourceDocument, max_bytes: int) -> bytes:
    """Return a document's bytes.

    Raises ``SourceError`` where they cannot be read or are not those that were found, and
    ``ParseError`` where there are more than ``max_bytes``.
    """
    data = read_location(document.location, max_bytes + 1)
    if len(data) > max_bytes:
        raise too_large(max_bytes)
    # A web page may differ each time that it is asked for; a file may not.
    if not is_remote(document.location) and sha256_bytes(data) != document.sha256:
        raise SourceError(
            f"{document.path} changed while the build was running.",
            remedy="Build again when the source is quiet.",
        )
    return data


def too_large(max_bytes: int) -> ParseError:
    """Return the error of a document of more bytes: how many is not in it, since none are read."""
    return ParseError(
        f"The file has more than {max_bytes:,} bytes.",
        status=DocumentStatus.TOO_LARGE,
        remedy="Raise parse.max_bytes in sources.yaml, or split the file.",
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """A file that was found: its path in the collection and where its bytes are."""

    path: str
    location: str
    uri: str | None = None
    format: str | None = None
    problem: str | None = None


def find(collection: Collection) -> Iterator[Found]:
    """Yield the files of a collection, none of them read yet.

    Raises ``SourceError`` where its folder is missing or cannot be listed.
    """
    if collection.folder is not None:
        yield from _find_in_folder(collection, Path(collection.folder))
        return
    for url in sorted(set(collection.urls)):
        if is_remote(url):
            wanted = _Patterns(collection)
            for remote in find_remote(url):
                if remote.listed or wanted.file(remote.path):
                    yield Found(remote.path, remote.location, remote.uri, problem=remote.problem)
        else:
            location = _local(url)
            yield Found(location.lstrip("/"), location)


def _local(url: str) -> str:
    """Return the path of a local file that is named by path or as ``file://``."""
    if not url.lower().startswith("file://"):
        return url
    return unquote(urlsplit(url).path)


def _find_in_folder(collection: Collection, root: Path) -> Iterator[Found]:
    if not root.is_dir():
        found = "a file" if root.exists() else "nothing"
        raise SourceError(
            f"Collection {collection.name!r} names the folder {root}, but there is {found}.",
            remedy="Correct 'folder' in sources.yaml, or create the folder.",
        )
    wanted = _Patterns(collection)
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(root / folder) as listing:
                entries = [entry for entry in listing if not entry.name.startswith(_HIDDEN)]
        except OSError as error:
            if not folder:  # no document of the collection is known to be gone
                raise SourceError(
                    f"The folder {root} of collection {collection.name!r} cannot be listed: "
                    f"{error.strerror}.",
                    remedy="Give the user of the build the right to read it.",
                    transient=True,
                ) from error
            shown = _shown(folder)
            yield Found(shown, shown, problem=f"cannot be listed: {error.strerror}")
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if not wanted.excluded(path):
                    folders.append(path)
            elif wanted.file(path) and (found_file := _entry(root, path, entry)) is not None:
                yield found_file


def _entry(root: Path, path: str, entry: os.DirEntry[str]) -> Found | None:
    """Return a file of a folder; ``None`` for a link to a folder that is walked anyway."""
    if (shown := _shown(path)) != path:
        return Found(shown, shown, problem="its name is not valid UTF-8")
    problem = None
    if entry.is_symlink():
        target = Path(os.path.realpath(entry.path))  # Path.resolve raises where links form a circle
        if not target.is_relative_to(os.path.realpath(root)):
            problem = "is a symbolic link that leads out of the source folder"
        elif target.is_dir():
            return None
    return Found(path, entry.path, problem=problem)


def _shown(path: str) -> str:
    """Return a path with its bytes that are not UTF-8 spelled out, since no table can hold them."""
    return path.encode("utf-8", "backslashreplace").decode()


class _Patterns:
    """The include and exclude patterns of a collection, over paths inside its folder."""

    def __init__(self, collection: Collection) -> None:
        self._include = _compile(collection.include)
        self._exclude = _compile(collection.exclude)

    def file(self, path: str) -> bool:
        """Say whether a file belongs to the collection."""
        included = any(pattern.fullmatch(path) for pattern in self._include)
        return included and not self.excluded(path)

    def excluded(self, path: str) -> bool:
        """Say whether a file or a whole folder is excluded."""
        return any(pattern.fullmatch(path) for pattern in self._exclude)


def _compile(globs: tuple[str, ...]) -> list[re.Pattern[str]]:
    return [re.compile(glob_translate(glob.removeprefix("./").rstrip("/"))) for glob in globs]


def _row(collection: Collection, found: Found, limit: int) -> SourceDocument:
    facts = facts_of(found, limit)
    identifier = document_id(collection.name, found.path)
    return SourceDocument(
        document_id=identifier,
        collection=collection.name,
        path=found.path,
        uri=_uri(collection, found),
        location=without_credentials(found.location),
        format=facts.format or PurePosixPath(found.path).suffix.removeprefix(".").lower(),
        extractor=collection.extractor,
        size=facts.size,
        modified=facts.modified,
        sha256=facts.sha256,
        problem=facts.problem,
    )


def _uri(collection: Collection, found: Found) -> str:
    """Return what a citation shows; without a base URI the path, never this machine's folders."""
    if collection.base_uri is None:
        return found.uri or found.path
    return f"{collection.base_uri.rstrip('/')}/{quote(found.path)}"


@dataclasses.dataclass(frozen=True, slots=True)
class Facts:
    """What reading a document once tells about it."""

    size: int = 0
    modified: str | None = None
    sha256: str = ""
    format: str | None = None
    problem: str | None = None


def facts_of(found: Found, limit: int) -> Facts:
    """Read a document, at most ``limit`` bytes of it, and return its facts or its problem."""
    if found.problem:
        return Facts(problem=found.problem)
    location = found.location
    try:
        if is_remote(location):
            remote = open_remote(location, limit + 1)
            size, modified, kind = len(remote.data), remote.modified, remote.format
            data = remote.data
        else:
            status = _regular(Path(location).stat())
            size, kind = status.st_size, None
            modified = datetime.fromtimestamp(status.st_mtime, UTC).isoformat()
            data = b"" if size > limit else read_location(location, limit + 1)
    except SourceError as error:
        return Facts(problem=str(error))
    except OSError as error:
        return Facts(problem=f"cannot be read: {error.strerror}")
    if size > limit:
        return Facts(size, modified, format=kind, problem=f"is larger than {limit:,} bytes")
    return Facts(len(data), modified, sha256_bytes(data), kind)


def _regular(status: os.stat_result) -> os.stat_result:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is a pipe, socket, device or folder, and no file")
    return status


def read_location(location: str, limit: int) -> bytes:
    """Return at most ``limit`` bytes of a path or URL; raise ``SourceError`` if unreadable."""
    if is_remote(location):
        return open_remote(location, limit).data
    try:
        # A pipe that took the file's place since it was found would keep a plain open waiting.
        descriptor = os.open(location, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as stream:
            _regular(os.fstat(descriptor))
            return stream.read(limit)
    except OSError as error:
        raise SourceError(
            f"{location} cannot be read: {error.strerror}.",
            remedy="Make the file readable, or exclude it in sources.yaml.",
        ) from error
