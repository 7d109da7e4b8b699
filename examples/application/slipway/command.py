"""The command line: serves Slipway until it is stopped, and prints each write as it comes."""

from __future__ import annotations

import argparse
import datetime
import signal
import sys
from collections.abc import Sequence
from types import FrameType

from slipway.options import Options
from slipway.server import address_of, server_of
from slipway.site import Site


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until SIGINT or SIGTERM; print the address first, and writes and the digest at last."""
    said = _parser().parse_args(arguments)
    options = Options(said.rows, said.changed_page, said.moved_menu, said.clock)
    site = Site(options)
    server = server_of(site, said.port)
    signal.signal(signal.SIGTERM, _stop)
    _say(f"Slipway serves at {address_of(server)}")
    before = site.data.digest()
    try:
        server.serve_forever(0.1)
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
    for write in site.writes:
        _say(f"write: {write}")
    after = site.data.digest()
    _say(f"{len(site.writes)} writes; data {'unchanged' if after == before else 'changed'}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Serve Slipway, the example's web application.")
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1; 0: a free one")
    parser.add_argument("--rows", type=int, default=0, help="rows more in each long list")
    parser.add_argument("--changed-page", action="store_true", help="certificates can do more")
    parser.add_argument("--moved-menu", action="store_true", help="price lists stand under Admin")
    parser.add_argument(
        "--clock", type=datetime.datetime.fromisoformat, help="the time now, as 2026-03-02T09:00"
    )
    return parser


def _stop(signal_number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
