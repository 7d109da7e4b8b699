"""Templates of our HTML pages: Jinja2 with every value escaped, and no name without a value.

Text of documents is not to be trusted. A page that is written to a file therefore holds no script
and no address, a source's neither, and the policy in its base template forbids the browser to run,
to fetch or to send anything, whatever the text says. Every text passes ``display.printable``, as in
a terminal.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

import jinja2

from graphwright.display.markdown import data_uri
from graphwright.display.printable import printable

_NUMBER = re.compile(r"-?[\d,]+(\.\d+)?([eE][-+]?\d+)?( ?[%sB])?")


def render(template: str, **values: object) -> str:
    """Return a template of ``templates`` as text, with these values."""
    return environment().get_template(template).render(values)


@functools.cache
def environment() -> jinja2.Environment:
    """Return the environment of the pages that are written to files."""
    return make_environment("graphwright.pages")


def make_environment(package: str) -> jinja2.Environment:
    """Return an environment over the folder ``templates`` of a package."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader(package),
        autoescape=True,
        finalize=_seen,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {
        "data_uri": data_uri,
        "sparkline": sparkline,
        "thousands": lambda number: f"{number:,}",
    }
    made.tests["number_text"] = lambda text: _NUMBER.fullmatch(text) is not None
    return made


def _seen(value: object) -> object:
    """Return a value without characters that reorder or hide the text around them on a page."""
    return printable(value) if type(value) is str else value  # a macro's own text is no plain str


def sparkline(numbers: Sequence[int]) -> str:
    """Return the points of a line through all numbers, in a box of 140 by 24 pixels."""
    low, high = min(numbers), max(numbers)
    step, scale = 136 / (len(numbers) - 1), 20 / ((high - low) or 1)
    points = (f"{2 + step * i:.1f},{22 - scale * (n - low):.1f}" for i, n in enumerate(numbers))
    return " ".join(points)
