"""Memory goes back to the system when a step ends."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from graphwright.execution.memory import given_back

_SCRIPT = """
import re, sys
from pathlib import Path
from graphwright.execution.memory import given_back

def resident():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

with given_back():
    before = resident()
    parts = [bytearray(b"x" * 10_000) for _ in range(20_000)]  # 200 MB, none of them large
    last = [bytearray(100) for _ in range(1_000)]  # what stays lies behind them
    most = resident()
    del parts
print(before, most, resident())
"""


def _has_glibc() -> bool:
    try:
        ctypes.CDLL("libc.so.6").malloc_trim  # noqa: B018  # raises where it is absent
    except (OSError, AttributeError):
        return False
    return Path("/proc/self/status").exists()


@pytest.mark.skipif(not _has_glibc(), reason="The C library is not glibc: it can't be asked.")
def test_what_a_block_used_is_given_back():
    printed = subprocess.run(
        [sys.executable, "-c", _SCRIPT], check=True, capture_output=True, text=True
    )
    before, most, after = map(int, printed.stdout.split())
    assert most - before > 150
    assert after - before < 50


def test_an_error_inside_is_passed_on():
    with pytest.raises(ValueError, match="inside"), given_back():
        raise ValueError("inside")
