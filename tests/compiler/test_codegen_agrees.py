"""Generated code means what the IR means: random games, move by move against the reference interpreter."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from agreement import generated, lowered, play
from hoyle.compiler.codegen import module as codegen
from hoyle.compiler.codegen.base import SUPPORT
from hoyle.runtime import support
from hoyle.runtime.loader import find

GAMES: list[tuple[str, int | None, int]] = [("nim", None, 20), ("tic-tac-toe", None, 20), ("connect-four", None, 3)]
GAMES += [("breakthrough", None, 2), ("reversi", None, 1), ("hex", None, 1), ("nine-mens-morris", None, 1)]
GAMES += [("kumata", 2, 1), ("kumata", 3, 1), ("kumata", 4, 1)]


@pytest.mark.parametrize(("name", "players", "games"), GAMES)
def test_every_pause_is_that_of_the_interpreter(name: str, players: int | None, games: int) -> None:
    # Each has an IR of its own: what is done to make code fast is not done to what it is held against.
    module = lowered(find(name), players)
    code = generated(lowered(find(name), players), name)
    keys: dict[Any, Any] = {}
    assert sum(play(module, code, seed, keys) for seed in range(games)) > 0


def test_generated_code_may_call_all_that_is_offered_to_it() -> None:
    assert frozenset(support.__all__) == SUPPORT


_EMIT = """
import sys
from agreement import lowered
from hoyle.compiler import optimize
from hoyle.compiler.codegen import module as codegen
from hoyle.runtime.loader import find
sys.stdout.write(codegen.emit(optimize.optimize(lowered(find("kumata"), 4, debug=True))))
"""


def test_the_text_does_not_depend_on_the_process(request: pytest.FixtureRequest) -> None:
    made = []
    for seed in ("0", "1"):
        path = str(request.config.rootpath / "tests" / "support")
        run = subprocess.run(
            [sys.executable, "-c", _EMIT],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        )
        made.append(run.stdout)
    assert made[0] == made[1]
    assert made[0].startswith('"""')


def test_generated_text_compiles_without_names_of_its_own_left_open() -> None:
    source = codegen.emit(lowered(find("kumata"), 3))
    names: dict[str, Any] = {}
    exec(compile(source, "kumata", "exec"), names)
    for line in source.splitlines():
        assert len(line) < 2000 or line.startswith(("T_", "NAMES", "    "))
