"""The way of one fetch through the network: which addresses it may connect to.

The source itself may be anywhere, since the settings name it. What it redirects to may not lead
into an internal network, unless the source is in one of the same kind or the settings allow it.
What counts is the address that the connection is made to, so a name that resolves to another one
meanwhile gains nothing.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence

from graphwright.documents.sources.internal_addresses import is_within, kind_of, parsed_address
from graphwright.execution.time_limit import Deadline

_CONNECT_SECONDS = 10.0
"""Longest wait for a connection to one address of a host."""
_UNKNOWN_HOST = "no address is known for its host"
_NO_ANSWER = "its host does not answer"

SocketAddress = tuple[str, int] | tuple[str, int, int, int]
Options = Sequence[tuple[int, int, int | bytes]]


class FetchError(Exception):
    """Why a page cannot be fetched, in words that are the same in each build."""


class Route:
    """Connects to hosts, for one fetch."""

    def __init__(self, deadline: Deadline, allowed: Sequence[str]) -> None:
        """``allowed`` are internal networks into which redirects may lead."""
        self.redirected = False
        self._deadline = deadline
        self._allowed = allowed
        self._source_kind: str | None = None

    def connect(
        self,
        host: str,
        port: int,
        options: Sequence[tuple[int, int, int | bytes]],
        *,
        checked: bool,
    ) -> socket.socket:
        """Return a socket that is connected to a host, and cut off at the deadline.

        ``checked`` is false for a proxy, which the environment names. Raises ``FetchError``.
        """
        found = _resolved(host, port)
        if checked and self.redirected:
            self._refuse_internal(found)
        reason = _NO_ANSWER
        for family, address in found:
            try:
                connected = self._connected(family, address, options)
            except OSError as error:
                self._deadline.check()
                reason = f"{_NO_ANSWER} ({error.strerror})" if error.strerror else _NO_ANSWER
                continue
            if checked and not self.redirected:
                self._source_kind = _kind(address)
            return connected
        raise FetchError(reason)

    def enter_through_proxy(self, host: str) -> None:
        """Check a host that a proxy connects to, as far as this machine knows its addresses.

        Raises ``FetchError`` where these are internal.
        """
        try:
            found = _resolved(host, 0)
        except FetchError:
            return  # only the proxy knows it
        if self.redirected:
            self._refuse_internal(found)
        else:
            self._source_kind = _kind(found[0][1])

    def _refuse_internal(self, found: Sequence[tuple[int, SocketAddress]]) -> None:
        for _, address in found:
            kind = _kind(address)
            if kind in (None, self._source_kind):
                continue
            if not is_within(parsed_address(str(address[0])), self._allowed):
                raise FetchError(
                    f"it redirects to a host of this network ({kind} address), which only "
                    "fetch.internal_redirects can allow"
                )

    def _connected(self, family: int, address: SocketAddress, options: Options) -> socket.socket:
        made = socket.socket(family, socket.SOCK_STREAM)
        try:
            # What is cut off is a second handle: TLS takes the first one's place.
            handle = made.dup()
            self._deadline.at_end(lambda: _cut(handle))
            for option in options:
                made.setsockopt(*option)
            made.settimeout(min(_CONNECT_SECONDS, self._deadline.check()))
            made.connect(address)
        except BaseException:
            made.close()
            raise
        return made


def _resolved(host: str, port: int) -> list[tuple[int, SocketAddress]]:
    """Return family and address of each address of a host; raise ``FetchError`` if there is none.

    This may take as long as it likes: only who waits for the whole fetch can leave it.
    """
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        raise FetchError(_UNKNOWN_HOST) from error
    return [(family, address) for family, _, _, _, address in found]  # type: ignore[misc]  # internet families alone


def _kind(address: SocketAddress) -> str | None:
    return kind_of(parsed_address(str(address[0])))


def _cut(handle: socket.socket) -> None:
    """End a connection for whoever reads or writes it, in whatever thread."""
    try:
        handle.shutdown(socket.SHUT_RDWR)
    finally:
        handle.close()
