"""What a folder can hold besides plain files: links, pipes, sockets, odd names, other kinds."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from benchmarks.hostile_files.case import Bait, Cases

CASES = Cases()
_SENTENCE = "The plant ships the goods."


@CASES.place("link_out.txt", "unreadable")
def _link_out(folder: Path, bait: Bait) -> None:
    (folder / "link_out.txt").symlink_to(bait.secret_file)


@CASES.place("link_to_folder_out.txt", "unreadable")
def _link_folder(folder: Path, bait: Bait) -> None:
    (folder / "link_to_folder_out.txt").symlink_to(bait.secret_file.parent)


@CASES.place("link_relative_out.md", "unreadable")
def _link_relative(folder: Path, bait: Bait) -> None:
    target = os.path.relpath(bait.secret_file, folder)
    (folder / "link_relative_out.md").symlink_to(target)


@CASES.place("link_over_a_link.txt", "unreadable")
def _link_chain(folder: Path, bait: Bait) -> None:
    (folder / ".middle").symlink_to(bait.secret_file)
    (folder / "link_over_a_link.txt").symlink_to(".middle")


@CASES.place("link_in_a_circle.txt", "unreadable")
def _link_circle(folder: Path, bait: Bait) -> None:
    (folder / "link_in_a_circle.txt").symlink_to("link_in_a_circle.txt")


@CASES.place("link_to_nothing.txt", "unreadable")
def _link_nothing(folder: Path, bait: Bait) -> None:
    (folder / "link_to_nothing.txt").symlink_to("is_not_there.txt")


@CASES.place("link_to_zeros.txt", "unreadable")
def _link_zero(folder: Path, bait: Bait) -> None:
    (folder / "link_to_zeros.txt").symlink_to("/dev/zero")


@CASES.place("pipe.txt", "unreadable")
def _pipe(folder: Path, bait: Bait) -> None:
    os.mkfifo(folder / "pipe.txt")


@CASES.place("socket.txt", "unreadable")
def _socket(folder: Path, bait: Bait) -> None:
    home = Path.cwd()
    os.chdir(folder)  # a socket's path may have 107 bytes at most
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("socket.txt")
    finally:
        os.chdir(home)


@CASES.place("folder_in_a_circle/inside.txt", "ok", holds=_SENTENCE)
def _folder_circle(folder: Path, bait: Bait) -> None:
    inner = folder / "folder_in_a_circle"
    inner.mkdir()
    (inner / "again").symlink_to(inner)
    (inner / "inside.txt").write_text(_SENTENCE)


@CASES.place("name\nof two lines <b>.txt", "ok", holds=_SENTENCE)
def _name_lines(folder: Path, bait: Bait) -> None:
    (folder / "name\nof two lines <b>.txt").write_text(_SENTENCE)


@CASES.place("name_\u202etxt.exe.txt", "ok", holds=_SENTENCE)
def _name_reversed(folder: Path, bait: Bait) -> None:
    (folder / "name_\u202etxt.exe.txt").write_text(_SENTENCE)


@CASES.place("name_not_\\udcff_utf8.txt", "unreadable")
def _name_bytes(folder: Path, bait: Bait) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/name_not_\xff_utf8.txt")).write_text(_SENTENCE)


@CASES.place("x" * 250 + ".txt", "ok", holds=_SENTENCE)
def _name_long(folder: Path, bait: Bait) -> None:
    (folder / ("x" * 250 + ".txt")).write_text(_SENTENCE)


@CASES.place("without_suffix", "unsupported")
def _no_suffix(folder: Path, bait: Bait) -> None:
    (folder / "without_suffix").write_text(_SENTENCE)


@CASES.add("old.doc", "unsupported")
def _old(bait: Bait) -> bytes:
    return bytes.fromhex("d0cf11e0a1b11ae1") + bytes(1_000)


@CASES.add("archive.zip", "unsupported")
def _archive(bait: Bait) -> bytes:
    return b"PK\x03\x04" + bytes(1_000)


def _time(name: str, seconds: int) -> None:
    @CASES.place(f"time_{name}.txt", "ok", holds=_SENTENCE)
    def _place(folder: Path, bait: Bait) -> None:
        file = folder / f"time_{name}.txt"
        file.write_text(_SENTENCE)
        os.utime(file, (seconds, seconds))  # a disk without such times takes its own first or last


_time("after_the_year_9999", 400_000_000_000)
_time("before_the_year_1", -100_000_000_000)
