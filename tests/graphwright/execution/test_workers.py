"""Worker processes: order, isolation, limits, recycling, and that nothing stays behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphwright.errors import GraphwrightError, ModelError, ParseError, SettingsError
from graphwright.execution import processes
from graphwright.execution.workers import FailureKind, TaskFailure, run_tasks

ALL_THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def behave(task: tuple[str, int]) -> object:
    what, number = task
    if what == "sleep":
        time.sleep(number)
    if what == "compute":
        while True:
            square(number)
    if what == "burn":
        start = time.process_time()
        while time.process_time() - start < number:
            square(number)
    if what == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if what == "exit":
        os._exit(number)
    if what == "raise":
        raise ParseError("not text", status="failed")
    if what == "memory":
        return len(bytearray(number * 1024 * 1024))
    if what == "unpicklable":
        return lambda: number
    if what == "touch":
        Path(os.environ["TOUCH"]).touch()
    if what == "pid":
        return os.getpid()
    if what == "threads":
        return [os.environ.get(name) for name in ALL_THREAD_VARIABLES]
    return number


def square(number: int) -> int:
    return number * number


def remember(value: int) -> None:
    os.environ["REMEMBERED"] = str(value)


def will_touch(path: Path) -> None:
    os.environ["TOUCH"] = str(path)


def remembered(_: int) -> str:
    return os.environ["REMEMBERED"]


def refuse() -> None:
    raise ModelError("There is no model.", remedy="Install one.")


def refuse_with_status() -> None:
    raise ParseError("It cannot be pickled.", status="failed")


def die() -> None:
    os._exit(9)


def results(tasks: list[tuple[str, int]], **options: object) -> list[object]:
    settings: dict[str, object] = {"workers": 2, "timeout_seconds": 30, **options}
    answers = list(run_tasks(behave, tasks, **settings))  # type: ignore[arg-type]
    assert [task for task, _ in answers] == tasks
    return [result for _, result in answers]


def test_results_come_in_task_order() -> None:
    tasks = [("sleep", 1), *(("value", n) for n in range(12))]
    assert results(tasks) == [1, *range(12)]


def test_one_bad_task_never_stops_the_others() -> None:
    kinds = ["value", "raise", "crash", "exit", "memory", "unpicklable", "value"]
    numbers = {"exit": 3, "memory": 2000}
    outcome = results([(k, numbers.get(k, 7)) for k in kinds], memory_mb=1024)
    assert outcome[0] == outcome[-1] == 7
    failures = [r for r in outcome if isinstance(r, TaskFailure)]
    assert [f.kind for f in failures] == ["error", "crash", "crash", "memory", "error"]
    assert "ParseError: not text" in failures[0].message
    assert "SIGSEGV" in failures[1].message
    assert "exit code 3" in failures[2].message


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, only processor time ends a task."""
    monkeypatch.setattr(processes, "PATIENCE", 1000)


@pytest.mark.usefixtures("patient")
def test_a_slow_task_is_ended_with_its_process() -> None:
    started = time.monotonic()
    slow, quick = results([("compute", 2), ("value", 1)], workers=1, timeout_seconds=1)
    assert isinstance(slow, TaskFailure)
    assert slow.kind == FailureKind.TIMEOUT
    assert slow.message == "It took more than 1 seconds of processor time."
    assert quick == 1
    assert time.monotonic() - started < 300


def test_a_task_that_waits_for_ever_is_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PATIENCE", 4)
    waiting, quick = results([("sleep", 600), ("value", 1)], workers=1, timeout_seconds=1)
    assert isinstance(waiting, TaskFailure)
    assert waiting.kind == FailureKind.TIMEOUT
    assert waiting.message == "It took longer than 4 seconds."
    assert quick == 1


@pytest.mark.usefixtures("patient")
def test_waiting_takes_no_processor_time() -> None:
    assert results([("sleep", 2), ("value", 1)], workers=1, timeout_seconds=1) == [2, 1]


@pytest.mark.usefixtures("patient")
def test_each_task_has_the_processor_time_for_itself() -> None:
    assert results([("burn", 1), ("burn", 1), ("burn", 1)], workers=1, timeout_seconds=2) == [1] * 3


def test_no_workers_still_isolates_when_a_timeout_is_given() -> None:
    (pid,) = results([("pid", 0)], workers=0)
    assert pid != os.getpid()


def test_no_workers_and_no_limits_run_in_this_process() -> None:
    outcome = results([("pid", 0), ("raise", 0)], workers=0, timeout_seconds=None)
    assert outcome[0] == os.getpid()
    assert isinstance(outcome[1], TaskFailure)


def test_no_tasks_start_no_process() -> None:
    assert results([]) == []


def test_workers_are_recycled() -> None:
    pids = results([("pid", n) for n in range(4)], workers=1, max_tasks=1)
    assert len(set(pids)) == 4


def test_each_worker_has_one_thread_and_the_caller_keeps_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "5")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    assert results([("threads", 0)]) == [["1", "1", "1"]]
    assert os.environ["OMP_NUM_THREADS"] == "5"
    assert "MKL_NUM_THREADS" not in os.environ


def test_tasks_are_read_only_a_little_ahead() -> None:
    read = 0

    def tasks() -> Iterator[int]:
        nonlocal read
        for number in range(10_000):
            read = number + 1
            yield number

    answers = run_tasks(square, tasks(), workers=2, timeout_seconds=30)
    for expected in range(20):
        assert next(answers) == (expected, expected * expected)
        assert read <= expected + 10
    answers.close()


def test_a_worker_that_is_killed_between_tasks_is_replaced(tmp_path: Path) -> None:
    done = tmp_path / "done"

    def tasks() -> Iterator[tuple[str, int]]:
        yield "touch", 1
        assert _wait(done.exists)
        time.sleep(0.5)  # until the worker waits for its next task
        for child in multiprocessing.active_children():
            os.kill(child.pid or 0, signal.SIGKILL)
        time.sleep(0.5)
        for number in range(2, 9):
            yield "value", number

    answers = run_tasks(
        behave, tasks(), workers=1, timeout_seconds=30, initializer=will_touch, initargs=(done,)
    )
    assert [result for _, result in answers] == list(range(1, 9))


def test_the_initializer_runs_in_each_worker() -> None:
    answers = run_tasks(
        remembered, range(2), workers=2, timeout_seconds=30, initializer=remember, initargs=(4,)
    )
    assert [result for _, result in answers] == ["4", "4"]


@pytest.mark.parametrize(
    ("initializer", "error", "message"),
    [
        (refuse, ModelError, "There is no model. Install one."),
        (refuse_with_status, GraphwrightError, "ParseError: It cannot be pickled"),
        (die, GraphwrightError, "end before they can start a task"),
    ],
)
def test_an_initializer_that_fails_is_raised(
    initializer: Callable[[], None], error: type[Exception], message: str
) -> None:
    answers = run_tasks(square, [1], workers=1, timeout_seconds=30, initializer=initializer)
    with pytest.raises(error, match=message):
        next(answers)


def test_an_unknown_executor_is_an_error_that_lists_what_there_is() -> None:
    with pytest.raises(SettingsError, match="there is only 'in_process', 'processes'"):
        list(run_tasks(square, [1], workers=0, timeout_seconds=None, executor="cluster"))


def test_what_cannot_be_bounded_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be bounded"):
        list(run_tasks(square, [1], workers=0, timeout_seconds=1, executor="in_process"))


def test_a_negative_number_of_workers_is_refused() -> None:
    with pytest.raises(ValueError, match="workers is -1"):
        next(run_tasks(square, [1], workers=-1, timeout_seconds=1))


def _program(folder: Path) -> subprocess.Popen[str]:
    """Start a program whose two workers report their process ids and then sleep."""
    script = folder / "program.py"
    script.write_text(
        textwrap.dedent(
            """
            import os, sys, time
            from graphwright.execution.workers import run_tasks

            def report(folder):
                open(os.path.join(folder, f"{os.getpid()}.pid"), "w").close()
                time.sleep(600)

            if __name__ == "__main__":
                try:
                    list(run_tasks(report, [sys.argv[1]] * 2, workers=2, timeout_seconds=900))
                except KeyboardInterrupt:
                    sys.exit(130)
            """
        )
    )
    command = [sys.executable, str(script), str(folder)]
    return subprocess.Popen(command, start_new_session=True, text=True)


def _wait(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.1)
    return False


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to see the processes")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_the_program(tmp_path: Path, ending: signal.Signals) -> None:
    program = _program(tmp_path)
    try:
        assert _wait(lambda: len(list(tmp_path.glob("*.pid"))) == 2)
        workers = [int(path.stem) for path in tmp_path.glob("*.pid")]
        assert all(map(_alive, workers))
        if ending == signal.SIGINT:
            os.killpg(program.pid, signal.SIGINT)  # as a terminal sends Ctrl-C
        else:
            program.kill()
        assert program.wait(timeout=300) == (130 if ending == signal.SIGINT else -signal.SIGKILL)
        assert _wait(lambda: not any(map(_alive, workers)))
    finally:
        if program.poll() is None:
            program.kill()
