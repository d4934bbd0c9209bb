"""A long run, `make fuzz`: cases from a number on until the time is up; what fails is made small and kept.

    python tests/fuzz/fuzz.py --seconds 600 --start 0

Exit status 1 if anything failed.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter

from attrs import define, field

from corpus import keep
from mutation import Case, case
from shrink import shrunk
from worker import Verdict, Worker

_TELL = 15.0  # seconds between two lines of progress


@define
class Run:
    """What has happened so far."""

    outcomes: Counter[str] = field(factory=Counter)
    failures: Counter[str] = field(factory=Counter)
    slowest: tuple[float, int] = (0.0, 0)

    def told(self) -> str:
        counts = ", ".join(f"{number} {outcome}" for outcome, number in self.outcomes.most_common())
        return (
            f"{sum(self.outcomes.values())} cases: {counts}; the slowest {self.slowest[0]:.1f} s (#{self.slowest[1]})"
        )


def main() -> int:
    arguments = _arguments()
    run, begun = Run(), time.monotonic()
    told, number = begun, arguments.start
    with Worker() as worker:
        try:
            while time.monotonic() - begun < arguments.seconds:
                _one(run, worker, number, arguments.keep)
                number += 1
                if time.monotonic() - told > _TELL:
                    told = time.monotonic()
                    print(f"{told - begun:5.0f} s  {run.told()}", flush=True)
        except KeyboardInterrupt:
            print()
    print(run.told())
    for signature, times in run.failures.most_common():
        print(f"  {times} x {signature}")
    return 1 if run.failures else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Look for texts that hoyle neither refuses nor plays.")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--start", type=int, default=None, help="number of the first case; by default the time")
    parser.add_argument("--no-keep", dest="keep", action="store_false", help="leave the corpus as it is")
    arguments = parser.parse_args()
    if arguments.start is None:
        arguments.start = int(time.time()) * 1_000
    print(f"from case {arguments.start}", flush=True)
    return arguments


def _one(run: Run, worker: Worker, number: int, keeping: bool) -> None:
    begun = time.monotonic()
    found = case(number)
    verdict = worker.judge(found)
    run.slowest = max(run.slowest, (time.monotonic() - begun, number))
    run.outcomes[verdict.outcome] += 1
    if verdict.failed:
        if verdict.signature not in run.failures:
            _tell(found, number, verdict, worker, keeping)
        run.failures[verdict.signature] += 1


def _tell(found: Case, number: int, verdict: Verdict, worker: Worker, keeping: bool) -> None:
    print(f"\ncase {number}: {verdict.signature}\n{verdict.told}", flush=True)

    def fails(other: Case) -> bool:
        return worker.judge(other).signature == verdict.signature

    small = shrunk(found, fails)
    if keeping:
        name = re.sub(r"\W+", "-", verdict.signature).strip("-").lower()
        print(f"kept in {keep(small, name)}")
    print(f"debug {small.debug}, most players {small.most_players}, seed {small.seed}")
    for data in small.files:
        print(data.decode(errors="replace")[:3_000], "\n---", flush=True)


if __name__ == "__main__":
    sys.exit(main())
