"""A sandbox around the readers: while they have a document, Python opens no door for it.

Readers need no network, no program and no file but their own code and data; a document that
makes one ask for them (an include, a remote picture, an entity) gets ``PermissionError``. The
sandbox stands in Python's audit events; the XML parsers, which are native code, are told by their
own options to load nothing. Time and memory are bounded in ``graphwright.execution.workers``.
"""

from __future__ import annotations

import functools
import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_FORBIDDEN = frozenset(
    {
        "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname",
        "socket.gethostbyaddr", "socket.sendto", "socket.sendmsg", "urllib.Request",
        "ftplib.connect", "smtplib.connect", "subprocess.Popen", "os.system", "os.exec",
        "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "os.remove",
        "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate",
        "os.chmod", "os.chown", "os.utime", "shutil.rmtree", "shutil.move",
        "shutil.copyfile", "tempfile.mkstemp", "tempfile.mkdtemp",
    }
)  # fmt: skip
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_SYSTEM = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/sys/devices", "/sys/fs/cgroup",
           "/usr/share", "/usr/lib", "/lib", "/dev/null", "/dev/urandom", "/etc/mime.types",
           "/etc/localtime", "/etc/ld.so.cache")  # fmt: skip
"""What libraries read to know the machine; nothing that a document could want to tell."""


class _Sandbox:
    """Whether documents are being parsed, and where files may be read meanwhile."""

    def __init__(self) -> None:
        self.users = 0
        self.readable: tuple[str, ...] = ()


_SANDBOX = _Sandbox()


@contextmanager
def sandboxed() -> Iterator[None]:
    """Refuse network, programs and foreign files to this whole process meanwhile.

    Meant for worker processes that do one thing at a time.
    """
    _install()
    _SANDBOX.readable = _readable()
    _SANDBOX.users += 1
    try:
        yield
    finally:
        _SANDBOX.users -= 1


@functools.cache
def _install() -> None:
    sys.addaudithook(_audit)


def _readable() -> tuple[str, ...]:
    """Return the folders of the interpreter and of the installed packages."""
    places = {*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, sys.exec_prefix}
    places |= {place for place in (*sys.path, sys.pycache_prefix) if place}
    real = {os.path.realpath(place) for place in places}
    return tuple(sorted({*places, *real, *_SYSTEM} - {"/"}))


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if not _SANDBOX.users:
        return
    if event == "open":
        _check_open(*arguments)
    elif event in _FORBIDDEN:
        raise PermissionError(f"A document asked for {event}, which parsers may not use.")


def _check_open(path: object, mode: str | None, flags: int) -> None:
    if not isinstance(path, str | bytes | os.PathLike):
        return  # a file that is open already
    if flags & _WRITES:
        raise PermissionError("A document made its parser write a file, which it may not.")
    name = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  # resolving would open the links
    if not any(name == place or name.startswith(place + os.sep) for place in _SANDBOX.readable):
        raise PermissionError("A document made its parser open another file, which it may not.")
