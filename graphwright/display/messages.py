"""What libraries say while they work: log lines, warnings and tracebacks of a whole process.

They may name files and hold words of documents, and go to standard error past every page of ours.
"""

from __future__ import annotations

import logging
import sys
import traceback
import warnings
from types import TracebackType

from graphwright.display.printable import printable


def guard_messages() -> None:
    """Show what this process says as ``printable`` does, whoever says it."""
    if logging.getLogRecordFactory() is _Record:
        return
    logging.setLogRecordFactory(_Record)
    plain = warnings.formatwarning
    warnings.formatwarning = lambda *told, **more: printable(plain(*told, **more))
    sys.excepthook = _print_traceback


class _Record(logging.LogRecord):
    def getMessage(self) -> str:  # noqa: N802  # the name in the base class
        return printable(super().getMessage())


def _print_traceback(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    told = "".join(traceback.format_exception(kind, error, trace))
    sys.stderr.write(printable(told))
