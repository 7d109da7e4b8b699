"""A connection to Milvus: opened, used and closed with errors that say what to do.

What is stored and how is in ``milvus_store``. No message holds a token, and no failure waits for
minutes.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphwright.errors import VectorStoreError, without_credentials

if TYPE_CHECKING:
    from graphwright.settings import MilvusSettings

OPERATION_SECONDS = 60.0
"""Longest that one request may take, retries by the client included."""

_MERGED_ROWS = 16_384
"""Most rows of a file that Milvus Lite makes of others, of which it takes twice as many at most."""

_LOCK_POLL_SECONDS = 0.1
_DETAIL_CHARACTERS = 300
_DENIED = ("UNAUTHENTICATED", "PERMISSION_DENIED")
_PASSING = ("UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED")
_PASSING_CODES = (2, 8)
"""Of the client's own errors: no connection, and too many requests."""

_AUTH = "auth check failure"
"""What a server's own status says of a wrong token (it has no code of its own)."""


class Connection:
    """A client and the address that messages may show; ``lite`` says that it is Milvus Lite."""

    def __init__(
        self,
        client: Any,
        where: str,
        *,
        token: str = "",
        release: Callable[[], None] | None = None,
        seconds: float | None = None,
    ) -> None:
        self._client = client
        self._token = token
        self._release = release
        self._seconds = seconds
        self.where = where
        self.lite = release is not None

    def call(self, method: str, *args: Any, **options: Any) -> Any:
        """Call a method of ``pymilvus.MilvusClient`` within the time limit of a request."""
        if self._client is None:
            raise VectorStoreError(f"{self.where} was closed.")
        with self.guard():
            seconds = self._seconds or OPERATION_SECONDS
            return getattr(self._client, method)(*args, timeout=seconds, **options)

    @contextlib.contextmanager
    def guard(self) -> Iterator[None]:
        """Turn the client's errors into ``VectorStoreError``."""
        try:
            yield
        except _client_errors() as error:
            raise self._explain(error) from None

    def close(self) -> None:
        """Close the client, and free Milvus Lite's lock."""
        client, self._client = self._client, None
        if client is None:
            return
        try:
            client.close()
        finally:
            if self._release is not None:
                self._release()

    def _explain(self, error: BaseException) -> VectorStoreError:
        if _is_denied(error):
            return _denied(self.where)
        detail = _message(error, self._token)
        remedy = (
            "Check that the disk is not full. If it goes on, the folder is damaged: delete it, "
            "the next build writes it again from the Parquet tables."
            if self.lite
            else "Check that the server is up and healthy, then build again."
        )
        passing = not self.lite and _may_pass(error)
        return VectorStoreError(f"{self.where} failed: {detail}.", remedy=remedy, transient=passing)


def open_lite(folder: Path, wait_seconds: float) -> Connection:
    """Start Milvus Lite on a folder, in this process, and connect to it.

    Raises ``VectorStoreError`` when another process has the folder for longer than
    ``wait_seconds``, or the folder cannot be used.
    """
    where = f"Milvus Lite in {folder}"
    server, database, port = _start_lite(folder, where, wait_seconds)

    def release() -> None:
        # Closing the client alone keeps the lock: the database must be closed, after its server.
        server.stop(grace=2).wait()
        database.close()

    try:
        client = _connect(f"http://127.0.0.1:{port}", "", wait_seconds + 10)
    except BaseException as error:
        release()
        if isinstance(error, _client_errors()):
            raise VectorStoreError(f"{where} failed: {_message(error)}.") from None
        raise
    return Connection(client, where, release=release)


def _connect(uri: str, token: str, seconds: float) -> Any:
    import pymilvus  # noqa: PLC0415  # slow to import

    _quiet()
    # Dedicated: clients of one address would else share, and close, one channel.
    return pymilvus.MilvusClient(uri, token=token, timeout=seconds, dedicated=True)


def _client_errors() -> tuple[type[Exception], ...]:
    """Return what the client raises: its own errors, and gRPC's where it does not retry."""
    import grpc  # type: ignore[import-untyped]  # noqa: PLC0415  # ships no types; slow to import
    import pymilvus  # noqa: PLC0415  # slow to import

    return pymilvus.MilvusException, grpc.RpcError, grpc.FutureTimeoutError


def _start_lite(folder: Path, where: str, wait_seconds: float) -> tuple[Any, Any, int]:
    from milvus_lite.adapter.grpc.server import start_server_in_thread  # noqa: PLC0415  # slow
    from milvus_lite.exceptions import DataDirLockedError, MilvusLiteError  # noqa: PLC0415

    _bound_merges()
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            server, database, port = start_server_in_thread(str(folder), host="127.0.0.1")
            return server, database, port
        except DataDirLockedError:
            if time.monotonic() >= deadline:
                raise VectorStoreError(
                    f"{where} is in use by another process (waited {wait_seconds:g} s).",
                    remedy="Wait until the other build or program ends; only one at a time can "
                    "have the folder open.",
                    transient=True,
                ) from None
            time.sleep(_LOCK_POLL_SECONDS)
        except (OSError, ValueError, MilvusLiteError) as error:
            raise VectorStoreError(
                f"{where} cannot be opened: {error}.",
                remedy="Mend the folder's permissions, or delete it: the next build writes it "
                "again from the Parquet tables.",
            ) from error


def _bound_merges() -> None:
    """Bound what Milvus Lite merges at a time: it holds these rows four times while it does.

    It has no setting for that, only the constant; a file with more rows is merged no more.
    """
    from milvus_lite.engine import compaction  # noqa: PLC0415  # slow to import

    compaction.MAX_SEGMENT_ROWS = _MERGED_ROWS


def open_server(
    uri: str, token: str, connect_seconds: float, seconds: float | None = None
) -> Connection:
    """Connect to a Milvus server; a request may take so many ``seconds``, else as any other.

    Raises ``VectorStoreError`` when it does not answer in ``connect_seconds``, or refuses.
    """
    where = f"Milvus at {without_credentials(uri)}"
    try:
        client = _connect(uri, token, connect_seconds)
    except ValueError as error:  # a port that is no number, for example
        raise VectorStoreError(
            f"{where} is no address: {_message(error, token)}.",
            remedy="Correct milvus.uri: scheme, host and port.",
        ) from None
    except _client_errors() as error:
        if _is_denied(error):
            raise _denied(where) from None
        raise VectorStoreError(
            f"{where} cannot be reached: {_message(error, token)}.",
            remedy="Start it, or correct milvus.uri (scheme, host and port); without milvus.uri "
            "the build uses Milvus Lite inside the lake.",
            transient=_may_pass(error),
        ) from None
    return Connection(client, where, token=token, seconds=seconds)


def _quiet() -> None:
    """Keep the client from also logging, with a traceback, each error that is raised from here."""
    for name in ("pymilvus", "milvus_lite.adapter"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _is_denied(error: BaseException) -> bool:
    """Return whether an error, or one that caused it, says that the token is wrong."""
    return any(_status(cause) in _DENIED or _AUTH in str(cause) for cause in _chain(error))


def _may_pass(error: BaseException) -> bool:
    """Return whether an error says that the server is away or busy, not that a request is wrong."""
    import grpc  # noqa: PLC0415  # slow to import

    return any(
        _status(cause) in _PASSING
        or getattr(cause, "code", None) in _PASSING_CODES
        or isinstance(cause, grpc.FutureTimeoutError)
        for cause in _chain(error)
    )


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes (the client raises errors that are their own cause)."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__


def _status(error: BaseException) -> str:
    """Return the name of a gRPC error's status, empty for other errors."""
    code = getattr(error, "code", None)
    return str(getattr(code() if callable(code) else code, "name", ""))


def _denied(where: str) -> VectorStoreError:
    return VectorStoreError(
        f"{where} refused the token.",
        remedy="Check the environment variable that milvus.token_env names: user:password, or "
        "an API key.",
    )


def _message(error: BaseException, token: str = "") -> str:
    """Return what an error says, without token and password, and only then cut."""
    details = getattr(error, "details", None)  # of a gRPC error
    text = str(getattr(error, "message", "") or (details() if callable(details) else "") or error)
    text = without_credentials(" ".join(text.split()))
    for secret in (token, token.partition(":")[2]):
        if secret:
            text = text.replace(secret, "***")
    return text[:_DETAIL_CHARACTERS].rstrip(".")


def milvus_place(settings: MilvusSettings, folder: Path) -> str:
    """Return what stands for the place of the vectors: a server, or the folder of Milvus Lite.

    A folder counts by its inode, so one that was deleted and made again is another place; so does
    how the names of collections begin, where a setting says so.
    """
    default = type(settings).model_fields["prefix"].default
    named = "" if settings.prefix == default else f" {settings.prefix}"
    if settings.uri is not None:
        # Hashed, since an address may hold a password.
        return f"server {hashlib.sha256(settings.uri.encode()).hexdigest()}{named}"
    place = f"lite {folder.stat().st_ino}" if folder.is_dir() else "lite, not made yet"
    return f"{place}{named}"
