"""What a start costs: phases of compiling, the time to the first prompt, and a copy of a state."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from select import select
from statistics import median
from time import perf_counter

_PROGRAM = "from hoyle.runtime.cli import main; main()"
_DRAWN = b"\x1b[?25h"  # the cursor is shown again: once as the terminal is set up, and when the question stands there
_PATIENCE = 60.0  # seconds

# Seconds of every phase from the rule files to a module that can play, in a fresh process.
_PHASES = """
import json, sys
from time import perf_counter
found, since = {}, perf_counter()
def done(phase):
    global since
    found[phase], since = perf_counter() - since, perf_counter()
from hoyle.compiler.driver import compile_game
from hoyle.runtime.loader import find, from_source
from hoyle.runtime.rulefiles import gather
done("imports")
from hoyle.dsl.parser import grammar
grammar()
done("grammar")
files = gather(find(sys.argv[1]))
done("read")
made = compile_game(files, int(sys.argv[2]))
found |= made.timings
since = perf_counter()
from_source(made.source, "bench")
done("load")
print(json.dumps(found))
"""

# Microseconds of a copy, in the middle of a game.
_COPIES = """
import json, sys
from random import Random
from timeit import repeat
from hoyle.runtime import load
from hoyle.runtime.compiled import copied
rng, state = Random(1), load(sys.argv[1], int(sys.argv[2])).new()
for _ in range(25):
    state.apply(state.sample_chance(rng) if state.kind == "chance" else rng.choice(state.legal_moves()))
s, number = state.position.s, 20_000
print(json.dumps({
    "state": min(repeat(state.clone, number=number, repeat=7)) / number * 1e6,
    "vector": min(repeat(lambda: copied(s), number=number, repeat=7)) / number * 1e6,
}))
"""


class FailedError(Exception):
    """Something could not be measured; the text says why."""


def phases(game: str, players: int, times: int = 3) -> dict[str, float]:
    """Seconds of each phase, the median of some fresh processes."""
    found = [_told(_PHASES, game, str(players)) for _ in range(times)]
    return {phase: median(f[phase] for f in found) for phase in found[0]}


def copies(game: str, players: int) -> dict[str, float]:
    """Microseconds that copying a state, and only its vector, takes."""
    return _told(_COPIES, game, str(players))


def _told(program: str, *arguments: str) -> dict[str, float]:
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise FailedError((done.stderr.strip().splitlines() or ["?"])[-1])
    found: dict[str, float] = json.loads(done.stdout)
    return found


def first_prompts(game: str, players: int, times: int) -> Iterator[tuple[float, float]]:
    """Seconds from nothing to the first prompt at a terminal: with an empty cache, and with what that start left."""
    for _ in range(times):
        with tempfile.TemporaryDirectory() as cache:
            yield _first_prompt(game, players, Path(cache)), _first_prompt(game, players, Path(cache))


def _first_prompt(game: str, players: int, cache: Path) -> float:
    master, slave = pty.openpty()
    settings = {**os.environ, "HOYLE_CACHE": str(cache), "XDG_STATE_HOME": str(cache), "LC_ALL": "C.UTF-8"}
    settings["TERM"] = "xterm"
    settings.pop("NO_COLOR", None)
    begun = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, "play", game, "--players", str(players), "--seed", "1"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=settings,
        start_new_session=True,
    )
    try:
        os.close(slave)
        _wait_for_prompt(master)
        return perf_counter() - begun
    finally:
        process.kill()
        process.wait()
        os.close(master)


def _wait_for_prompt(master: int) -> None:
    shown = b""
    while shown.count(_DRAWN) < 2:
        if not select([master], [], [], _PATIENCE)[0]:
            raise FailedError("no prompt was shown")
        shown += os.read(master, 4096)
