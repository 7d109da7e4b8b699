"""The service as a server: an address, one process or several, an orderly end."""

from __future__ import annotations

import dataclasses
import errno
import ipaddress
import socket
import sys
from typing import TYPE_CHECKING

import uvicorn

from graphwright.errors import SettingsError
from graphwright.serving.http.app import create_app
from graphwright.serving.http.processes import Processes
from graphwright.serving.http.protocol import protocol_options
from graphwright.serving.logs import configure_logs
from graphwright.serving.service import Service

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import FastAPI

    from graphwright.project import Project
    from graphwright.review.session import ReviewSession
    from graphwright.settings import ServeLimits

_BACKLOG = 512
_END_SECONDS = 10
"""For answers under way when the service ends."""


@dataclasses.dataclass(frozen=True)
class Address:
    """Where the service listens, and in how many processes; port 0 is any that is free."""

    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 1


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_identity(project: Project, host: str) -> None:
    """Raise ``SettingsError`` where others could ask and none would have to say who they are."""
    settings = project.settings.serve
    if not is_loopback(host) and settings.tokens is None and settings.jwt is None:
        raise SettingsError(
            f"The service would listen on {host}, where others can reach it, and lets everybody "
            "in.",
            remedy="Make a token with 'graphwright token NAME --tokens FILE' and serve with "
            "--tokens FILE, or set serve.jwt.",
        )


def serve(
    project: Project,
    address: Address,
    started: Callable[[int], None],
    review: ReviewSession | None = None,
) -> None:
    """Serve until a signal says to end; ``started`` is told the port once it listens.

    ``review`` adds its pages, in one process that only this machine reaches.

    Raises ``SettingsError`` for an address that is taken or that would let everybody in, and
    ``SnapshotError`` where nothing is published.
    """
    check_identity(project, address.host)
    configure_logs(sys.stderr, questions=project.settings.serve.log_questions)
    sockets = listen(address)
    service = Service(project)
    started(sockets[0].getsockname()[1])

    # Before processes are forked: so they share what it holds.
    app = create_app(service, hosts=(address.host,), processes=len(sockets), review=review)

    def run(sock: socket.socket) -> None:
        _run(app, service.settings.limits, sock)

    if len(sockets) == 1:
        run(sockets[0])
    else:
        Processes(sockets, run).serve()


def _run(app: FastAPI, limits: ServeLimits, sock: socket.socket) -> None:
    config = uvicorn.Config(
        app,
        limit_concurrency=limits.connections,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=_END_SECONDS,
        lifespan="on",
        **protocol_options(limits.header_seconds),
    )
    uvicorn.Server(config).run(sockets=[sock])


def listen(address: Address) -> list[socket.socket]:
    """Return a listening socket for each process, all at one address.

    The kernel deals connections out to them. Raises ``SettingsError``.
    """
    first = _bind(address, address.port, shared=False)
    if address.workers == 1:
        first.listen(_BACKLOG)
        return [first]
    port = first.getsockname()[1]
    first.close()  # it has shown that nobody else listens there, which shared ones would not
    sockets = [_bind(address, port, shared=True) for _ in range(address.workers)]
    for sock in sockets:
        sock.listen(_BACKLOG)
    return sockets


def _bind(address: Address, port: int, *, shared: bool) -> socket.socket:
    try:
        found = socket.getaddrinfo(
            address.host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, protocol, _, place = found[0]
        sock = socket.socket(family, kind, protocol)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind(place)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        raise SettingsError(
            f"The service cannot listen on {address.host}:{port}: "
            f"{'something else does' if taken else error.strerror}.",
            remedy="Name another with --host or --port.",
        ) from error
    return sock
