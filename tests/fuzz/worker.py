"""Cases in a process of their own, where a hang, a crash or too much memory hurts nobody.

The process reads cases from its input and writes a verdict for each (pickled, in order). It limits its own address
space and the processor time of each case; should that not help, who started it ends it.
"""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import subprocess
import sys
import traceback
from pathlib import Path
from types import FrameType, TracebackType
from typing import IO

from attrs import frozen

MEMORY = 500_000_000  # bytes of address space, all of Python included
CASE_SECONDS = 10.0  # of processor time
_PATIENCE = 12  # how many times longer a case may take by the clock, on a machine that is busy
_EXHAUSTING = ("OutOfTimeError", "MemoryError", "RecursionError")
_HERE = Path(__file__).resolve().parent


class OutOfTimeError(BaseException):
    """A case took too long. Nothing that is tested catches it."""


@frozen
class Verdict:
    """What became of a case. outcome: as `judge` tells, or `failed`; signature: equal for equal causes."""

    outcome: str
    signature: str = ""
    told: str = ""

    @property
    def failed(self) -> bool:
        return self.outcome == "failed"


# ------------------------------------------------------------------------------------------------ outside


class Worker:
    """A process that judges cases, started anew when it has died or has grown old."""

    def __init__(self, seconds: float = CASE_SECONDS, lifetime: int = 400) -> None:
        self._seconds = seconds
        self._lifetime = lifetime
        self._process: subprocess.Popen[bytes] | None = None
        self._age = 0

    def judge(self, case: object) -> Verdict:
        """The verdict of a case, whatever the case does to the process."""
        if self._process is None or self._age >= self._lifetime:
            self.close()
            self._start()
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        self._age += 1
        try:
            pickle.dump((case, self._seconds), process.stdin)
            process.stdin.flush()
            if not select.select([process.stdout], [], [], self._seconds * _PATIENCE)[0]:
                self.close()
                return Verdict("failed", "hang that no signal ends")
            verdict: Verdict = pickle.load(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            self.close()
            return Verdict("failed", "the process died", f"exit status {process.returncode}")
        if verdict.signature.startswith(_EXHAUSTING):
            self.close()  # whatever that left behind
        return verdict

    def _start(self) -> None:
        before = os.environ.get("PYTHONPATH")
        path = os.pathsep.join([str(_HERE), str(_HERE.parent / "support"), *([before] if before else [])])
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path, "HOYLE_CACHE": ""},
        )
        self._age = 0

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is None:
            return
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    pass
        self._process.kill()
        self._process.wait()
        self._process = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


# ------------------------------------------------------------------------------------------------ inside


def _serve(cases: IO[bytes], verdicts: IO[bytes]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, _out_of_time)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while True:
        try:
            case, seconds = pickle.load(cases)
        except EOFError:
            return
        pickle.dump(_verdict(case, seconds), verdicts)
        verdicts.flush()


def _verdict(case: object, seconds: float) -> Verdict:
    from judge import judge
    from mutation import Case

    assert isinstance(case, Case)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            return Verdict(judge(case))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except BaseException as error:
        return Verdict("failed", _signature(error), "".join(traceback.format_exception(error, limit=-12))[-6_000:])


def _signature(error: BaseException) -> str:
    """The kind of an error, and where in our own code it came up; for time and memory the stage alone."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "/hoyle/" in f.filename or f.filename.startswith("<hoyle") or _is_ours(f.filename)]
    if isinstance(error, OutOfTimeError | MemoryError | RecursionError):
        stage = next((f"{Path(f.filename).name}:{f.name}" for f in ours[1:4] if "judge" not in f.filename), "?")
        return f"{type(error).__name__} in {stage}"
    at = ours[-1] if ours else frames[-1]
    return f"{type(error).__name__} at {Path(at.filename).name}:{at.name}"


def _is_ours(filename: str) -> bool:
    return Path(filename).is_relative_to(_HERE.parents[1]) and ".venv" not in filename


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise OutOfTimeError


if __name__ == "__main__":
    # As the module that its classes are pickled by, not as __main__.
    import worker

    worker._serve(sys.stdin.buffer, sys.stdout.buffer)
