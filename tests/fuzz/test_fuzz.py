"""Whatever the files are, they are refused with diagnostics or make a game that plays: no traceback, no hang, no
memory beyond 500 MB. A long run is `make fuzz`; what it found once is the corpus.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import corpus
from mutation import Case, case
from shrink import shrunk
from worker import Verdict, Worker

CASES = 1_000
BATCHES = 8  # so that they are spread over processes


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as started:
        yield started


def told(verdict: Verdict) -> str:
    return f"{verdict.signature}\n{verdict.told}"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_damaged_files_are_refused_or_played(batch: int, worker: Worker) -> None:
    for number in range(batch, CASES, BATCHES):
        verdict = worker.judge(case(number))
        assert not verdict.failed, f"case {number}: {told(verdict)}"


@pytest.mark.parametrize("folder", corpus.folders(), ids=lambda folder: folder.name)
def test_what_failed_once_is_refused_or_played(folder: Path, worker: Worker) -> None:
    for kept in corpus.cases(folder):
        verdict = worker.judge(kept)
        assert not verdict.failed, told(verdict)


# ------------------------------------------------------------------------------------------------ the harness itself


def test_cases_reach_every_stage() -> None:
    """Damage that is always refused, or never, would test little."""
    with Worker() as started:
        outcomes = {started.judge(case(number)).outcome for number in range(120)}
    assert {"refused", "over", "stopped"} <= outcomes


def test_a_number_is_always_the_same_case() -> None:
    assert [case(n) for n in range(40)] == [case(n) for n in range(40)]
    assert len({case(n) for n in range(40)}) == 40


HANGING = b"""game G
players 2
game has:
    n: 0..9
setup:
    repeat 9000 times:
        repeat 9000 times:
            n = 1
play:
    end game won by {player_1}
"""


def test_a_hang_is_a_failure_and_the_next_case_is_judged() -> None:
    with Worker(seconds=0.5) as started:
        assert started.judge(Case((HANGING,))).signature.startswith("OutOfTimeError")
        assert started.judge(case(1)).outcome == "refused"


def test_a_crash_is_a_failure_and_the_next_case_is_judged() -> None:
    with Worker() as started:
        assert started.judge("no case").signature == "the process died"
        assert not started.judge(case(1)).failed


def test_shrinking_keeps_the_failure_and_little_else() -> None:
    found = Case((b"game G\n\nplayers 2\n\ntype A: x, y\n\nplay:\n    stop\n", b"words ja of G\n"), debug=True, seed=5)
    small = shrunk(found, lambda other: any(b"type" in data for data in other.files))
    assert small == Case((b"type ",))
