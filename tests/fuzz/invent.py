"""A long run, the second half of `make fuzz`: whole games are invented and played by generated code and by the
reference interpreter, from a number on until the time is up. What they disagree on is made small and shown.

    PYTHONPATH=tests/support python tests/fuzz/invent.py --seconds 600 --start 0

Exit status 1 if anything was found. A game that was found belongs into `tests/compiler/test_invented_games.py`.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import FrameType

from invented_play import verdict
from inventing import invented

_TELL = 15.0  # seconds between two lines of progress
_CASE_SECONDS = 60
_SHRINKING = 120.0  # seconds


class OutOfTimeError(BaseException):
    """A game took too long."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Look for games that generated code and the interpreter play apart.")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--start", type=int, default=None, help="number of the first game; by default the time")
    arguments = parser.parse_args()
    number = int(time.time()) * 1_000 if arguments.start is None else arguments.start
    print(f"from game {number}", flush=True)
    signal.signal(signal.SIGALRM, _out_of_time)
    outcomes, found = Counter[str](), Counter[str]()
    begun = told = time.monotonic()
    try:
        while time.monotonic() - begun < arguments.seconds:
            _one(number, outcomes, found)
            number += 1
            if time.monotonic() - told > _TELL:
                told = time.monotonic()
                print(f"{told - begun:5.0f} s  {_summed(outcomes)}", flush=True)
    except KeyboardInterrupt:
        print()
    print(_summed(outcomes))
    for signature, times in found.most_common():
        print(f"  {times} x {signature}")
    return 1 if found else 0


def _summed(outcomes: Counter[str]) -> str:
    return f"{outcomes.total()} games: {', '.join(f'{count} {outcome}' for outcome, count in outcomes.most_common())}"


def _one(number: int, outcomes: Counter[str], found: Counter[str]) -> None:
    """One game, in both builds."""
    text = invented(Random(number))
    for debug in (False, True):
        outcome, signature, told = _judged(text, number, debug)
        outcomes[outcome] += 1
        if signature:
            if signature not in found:
                print(f"\ngame {number}, debug {debug}: {signature}\n{told}", flush=True)
                print(_small(text, number, debug, signature), flush=True)
            found[signature] += 1


def _judged(text: str, seed: int, debug: bool) -> tuple[str, str, str]:
    """The outcome, and of a failure its signature and traceback."""
    signal.alarm(_CASE_SECONDS)
    try:
        return verdict(text, seed, debug), "", ""
    except KeyboardInterrupt:
        raise
    except OutOfTimeError:
        return "slow", "", ""
    except BaseException as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        signature = f"{type(error).__name__} at {Path(at.filename).name}:{at.name}: {at.line}"
        return "failed", signature, "".join(traceback.format_exception(error, limit=-4))
    finally:
        signal.alarm(0)


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise OutOfTimeError


# ------------------------------------------------------------------------------------------------ smaller


def _small(text: str, seed: int, debug: bool, signature: str) -> str:
    """The text with as few lines as still fail in the same way."""
    until = time.monotonic() + _SHRINKING
    before = ""
    while text != before and time.monotonic() < until:
        before = text
        at = len(text.splitlines()) - 1
        while at >= 0 and time.monotonic() < until:
            for other in _without(text.splitlines(), at):
                if _judged(other, seed, debug)[1] == signature:
                    text = other
                    break
            at = min(at, len(text.splitlines())) - 1
    return text


def _without(lines: list[str], at: int) -> Iterator[str]:
    """Without a line and what is below it; with what is below it in its place; without the line alone."""
    depth = _depth(lines[at])
    end = next((n for n in range(at + 1, len(lines)) if lines[n].strip() and _depth(lines[n]) <= depth), len(lines))
    yield "\n".join([*lines[:at], *lines[end:], ""])
    if end > at + 1:
        yield "\n".join([*lines[:at], *(line[4:] for line in lines[at + 1 : end]), *lines[end:], ""])


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


if __name__ == "__main__":
    sys.exit(main())
