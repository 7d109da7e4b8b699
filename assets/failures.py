"""What stands around every asset: which failures are tried again, and memory that goes back.

Tried again is what may pass by itself, and nothing else.
A wrong setting, a damaged table or a failed check fails the same way again, so it ends the run at
once; an endpoint that does not answer or a lock that another process holds is waited for.
"""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import dagster as dg

from graphwright.display.printable import printable
from graphwright.errors import GraphwrightError
from graphwright.execution.memory import given_back
from resources.sources import SourcesResource

RETRIES_OFF = "graphwright/retries_off"
"""Tag of a run whose user waits for it, so that it says at once what is wrong: the run's own id.

A run of the page that executes it again has the tag too, but another id, and tries again.
"""


def retried(function: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Make an asset's generator fail for good or ask for another attempt, by its error.

    What memory it used goes back to the system when it ends.

    The generator must take ``context`` and the resource ``sources``, which says how often.
    """

    @functools.wraps(function)
    def attempt(
        context: dg.AssetExecutionContext, sources: SourcesResource, **resources: Any
    ) -> Iterator[Any]:
        with clear_failures(context, sources), given_back():
            yield from function(context=context, sources=sources, **resources)

    return attempt


@contextmanager
def clear_failures(
    context: dg.AssetExecutionContext | dg.OpExecutionContext, sources: SourcesResource
) -> Iterator[None]:
    """Turn an error into a failure for good, or into another attempt where it may pass."""
    try:
        yield
    except GraphwrightError as error:
        if not error.transient or _is_waited_for(context):
            raise dg.Failure(description=printable(str(error)), allow_retries=False) from error
        runs = sources.settings.runs
        wait = runs.retry_seconds * 2**context.retry_number
        told = printable(str(error))
        context.log.warning(f"{told} It may pass: tried again after {wait:g} s, if at all.")
        raise dg.RetryRequested(runs.retries, wait) from error


def _is_waited_for(context: dg.AssetExecutionContext | dg.OpExecutionContext) -> bool:
    return context.run.tags.get(RETRIES_OFF) == context.run.run_id
