"""What every contestant has in common: it plays for as many seconds as it is told to, again and again.

It reads a number of seconds from each line of its input, plays whole games at random until they are over, and answers
with games, moves and seconds. Nothing of hoyle is imported here: contestants live in environments of their own.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from time import perf_counter

READY = "ready"


def serve(playout: Callable[[], int]) -> None:
    """Answer until the input ends. playout: plays one game and says how many decisions it had."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print(READY, flush=True)
    for line in sys.stdin:
        games, moves, seconds = _played(playout, float(line))
        print(games, moves, seconds, flush=True)


def _played(playout: Callable[[], int], seconds: float) -> tuple[int, int, float]:
    games = moves = 0
    begun = now = perf_counter()
    while now - begun < seconds:
        moves += playout()
        games += 1
        now = perf_counter()
    return games, moves, now - begun
