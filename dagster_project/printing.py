"""The one place through which all that a program of ours prints passes.

Documents, names of files and results of queries hold characters that steer a terminal, or that
hide and reorder what it shows. ``graphwright.display.printable`` says which, and what stands for
them.
"""

import sys

import typer
from rich.console import Console
from rich.segment import Segment, Segments

from graphwright.display.printable import printable


def say(what: object) -> None:
    """Print a text as it is (rich would make a picture of ":100:" in a quote), or a layout."""
    if isinstance(what, str):
        typer.echo(printable(what))
        return
    console = Console(soft_wrap=True, highlight=False, emoji=False)
    options = console.options.update(no_wrap=True, overflow="ignore")
    seen = [
        Segment(printable(text), style and style.update_link(None))
        for text, style, control in console.render(what, options)  # type: ignore[arg-type]
        if not control
    ]
    console.print(Segments(seen), end="", soft_wrap=True)


def complain(what: object) -> None:
    """Print an error or a note on standard error: each line but the first is set in.

    So what a name holds in a message cannot stand as a message of its own.
    """
    typer.echo(printable(str(what)).replace("\n", "\n    "), err=True)


def hand_over(data: str) -> None:
    """Print data for another program: byte for byte, but for a terminal as ``say`` does."""
    sys.stdout.write(printable(data) if sys.stdout.isatty() else data)  # echo would change it
