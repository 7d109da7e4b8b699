"""What libraries say while they work: log lines, warnings and tracebacks of a whole process.

They may name files and hold words of documents, and go to standard error past every page of ours.
"""

from __future__ import annotations

import logging
import sys
import threading
import traceback
import warnings
from types import TracebackType
from typing import Any

from graphwright.display.printable import printable


def guard_messages() -> None:
    """Show what this process says as ``printable`` does, whoever says it."""
    if logging.getLogRecordFactory() is _Record:
        return
    logging.setLogRecordFactory(_Record)
    plain = warnings.formatwarning
    warnings.formatwarning = lambda *told, **more: printable(plain(*told, **more))
    sys.excepthook = _print_traceback
    threading.excepthook = _print_end_of_thread


class _Record(logging.LogRecord):
    def __init__(self, *told: Any, **more: Any) -> None:
        super().__init__(*told, **more)
        if self.exc_info and self.exc_info[0] is not None:
            trace = "".join(traceback.format_exception(*self.exc_info)).rstrip("\n")
            self.exc_text = printable(trace)  # what a formatter takes as it is

    def getMessage(self) -> str:  # noqa: N802  # the name in the base class
        return printable(super().getMessage())


def _print_traceback(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    told = "".join(traceback.format_exception(kind, error, trace))
    sys.stderr.write(printable(told))


def _print_end_of_thread(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_type is not SystemExit and ended.exc_value is not None:
        _print_traceback(ended.exc_type, ended.exc_value, ended.exc_traceback)
