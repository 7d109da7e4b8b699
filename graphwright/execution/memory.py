"""Memory of a process that builds or serves: what a step has used goes back to the system.

The allocators keep freed memory for later, each for itself, so that a build would hold what each
of its steps needed at most, all at once. What a step needs at a time is for the step to bound.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pyarrow as pa

_MMAP_THRESHOLD = -3
"""``M_MMAP_THRESHOLD`` of glibc's ``mallopt``."""
_LARGE = 1 << 20
"""Bytes from which a piece of memory is asked of the system alone, and given back alone. glibc
raises this limit up to 32 MB by itself, and then large pieces lie scattered among small ones."""


@contextmanager
def given_back() -> Iterator[None]:
    """Give back what was used inside: of the C library (glibc alone) and of Arrow.

    Results do not depend on it. Where the C library is another one, its part is left out.
    """
    _glibc()
    try:
        yield
    finally:
        give_back()


def give_back() -> None:
    """Give back what is free now."""
    libc = _glibc()
    pa.default_memory_pool().release_unused()
    if libc is not None:
        libc.malloc_trim(0)


@functools.cache
def _glibc() -> Any:
    """Return glibc with its limit for large pieces set, or None on another system."""
    try:
        libc: Any = ctypes.CDLL("libc.so.6")
        libc.mallopt(_MMAP_THRESHOLD, _LARGE)
        libc.malloc_trim  # noqa: B018  # raises where it is absent
    except (OSError, AttributeError):
        return None
    return libc
