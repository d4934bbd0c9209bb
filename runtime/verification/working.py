"""Work that is shared among processes: each task is done by itself, and answers come as they are ready."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from threading import Thread
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def answers(
    work: Callable[[Task], Answer], tasks: Sequence[Task], jobs: int
) -> Generator[tuple[int, Answer], None, None]:
    """The number of each task, from 0, with its answer. Closed early, it lets go of what has not begun.

    work: a function that another process can import. With one job everything is done here.
    """
    if jobs <= 1 or len(tasks) <= 1:
        for number, task in enumerate(tasks):
            yield number, work(task)
        return
    pool = ProcessPoolExecutor(min(jobs, len(tasks)), get_context("spawn"), _begin)
    try:
        yield from _asked(pool, work, tasks, 2 * jobs)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _asked(
    pool: ProcessPoolExecutor, work: Callable[[Task], Answer], tasks: Sequence[Task], ahead: int
) -> Generator[tuple[int, Answer], None, None]:
    """Few tasks are handed out at a time, so that little is in the way when somebody stops."""
    todo = iter(enumerate(tasks))
    waiting: dict[Future[Answer], int] = {}
    while True:
        for number, task in todo:
            waiting[pool.submit(work, task)] = number
            if len(waiting) >= ahead:
                break
        if not waiting:
            return
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=waiting.__getitem__):
            yield waiting.pop(future), future.result()


def _begin() -> None:
    """An interruption from the keyboard is the main process's to handle; if that is killed, nobody wants an answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_live_with, args=(os.getppid(),), daemon=True).start()


def _live_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
