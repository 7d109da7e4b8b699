"""Resident memory of a process with all that it started, summed, as Linux tells it."""

import resource
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

_PROC = Path("/proc")
_PAGE = 4096
_SECONDS = 0.5
_SHARED_ONCE_EACH = 20
"""Samples from one look at shared pages to the next: Linux walks all pages for it."""

Told = Callable[[Path], tuple[int, int] | None]
"""What says of an entry of ``/proc`` its parent and its bytes; None: it has just ended."""


def own_peak_mb() -> int:
    """Return the most memory that this process has had resident, in MB."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def resident(entry: Path) -> tuple[int, int] | None:
    """Return parent and resident bytes of a process.

    Pages that processes share count for each of them, so a sum is an upper bound.
    """
    try:
        pages = int((entry / "statm").read_text().split()[1])
        return _parent(entry), pages * _PAGE
    except (OSError, IndexError):
        return None


def shared_once(entry: Path) -> tuple[int, int] | None:
    """Return parent and bytes of a process, pages that n processes share counted as an nth."""
    try:
        lines = (entry / "smaps_rollup").read_text().splitlines()
        kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return _parent(entry), kilobytes * 1024
    except (OSError, StopIteration):
        return None


def _parent(entry: Path) -> int:
    # The name stands in brackets and may hold blanks and brackets itself.
    return int((entry / "stat").read_text().rpartition(")")[2].split()[1])


def tree_bytes(root: int, told: Told = resident) -> int:
    """Return the summed bytes of a process and its descendants; 0 where it has ended."""
    children: dict[int, list[int]] = defaultdict(list)
    sizes: dict[int, int] = {}
    for entry in _PROC.iterdir():
        if entry.name.isdigit() and (found := told(entry)) is not None:
            parent, size = found
            children[parent].append(int(entry.name))
            sizes[int(entry.name)] = size
    total, waiting = 0, [root]
    while waiting:
        process = waiting.pop()
        total += sizes.get(process, 0)
        waiting += children[process]
    return total


class Watch:
    """Samples of a tree's memory, each with what ``progress`` said at that moment.

    ``shared_once`` is the most seen with shared pages counted once, which is looked at less often.
    """

    def __init__(self, root: int, progress: Callable[[], int]) -> None:
        self.samples: list[tuple[int, int]] = []
        self.shared_once = 0
        self._root, self._progress = root, progress
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def peak(self) -> int:
        """Return the highest sum seen, in bytes."""
        return max((size for _, size in self.samples), default=0)

    def _sample(self) -> None:
        while not self._ended.is_set():
            self.samples.append((self._progress(), tree_bytes(self._root)))
            if len(self.samples) % _SHARED_ONCE_EACH == 0:
                seen = tree_bytes(self._root, shared_once)
                self.shared_once = max(self.shared_once, seen)
            time.sleep(_SECONDS)


def growth(samples: list[tuple[int, int]]) -> float:
    """Return the peak of the last quarter of progress, as a share of that of the second one.

    The first quarter is the start of the browser. 1 is flat.
    """
    last = max((done for done, _ in samples), default=0)
    second = [size for done, size in samples if last / 4 <= done < last / 2]
    fourth = [size for done, size in samples if done >= last * 3 / 4]
    return max(fourth, default=0) / max(1, max(second, default=0))
