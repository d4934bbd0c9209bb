"""Lowered games: their invariants, their recorded text, and the numbers that known games must come to."""

from __future__ import annotations

from pathlib import Path

import pytest

from agreement import lowered
from golden import Golden
from hoyle.compiler import ir_print
from hoyle.compiler.invariants import InvariantError, check
from hoyle.compiler.ir import Forget, Goto
from hoyle.runtime.loader import find
from interpreter import Interpreter
from small_games import perft, positions

HERE = Path(__file__).parent
GOOD = sorted((HERE / "good").glob("*.hoyle"))
SHIPPED = [("nim", 2), ("tic-tac-toe", 2), ("connect-four", 2), ("kumata", 2), ("kumata", 3), ("kumata", 4)]


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize(("name", "players"), SHIPPED)
def test_the_invariants_hold_of_every_shipped_game(name: str, players: int, debug: bool) -> None:
    check(lowered(find(name), players, debug=debug))


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_the_lowered_text_is_as_recorded(path: Path, golden: Golden) -> None:
    for debug in (False, True):
        module = lowered(path, debug=debug)
        check(module)
        golden.check(HERE / "expected" / f"{path.stem}{'-debug' if debug else ''}.ir", ir_print.module(module))


def test_the_typed_text_is_as_recorded(golden: Golden) -> None:
    path = HERE / "good" / "sentences.hoyle"
    golden.check(HERE / "expected" / "sentences.typed", ir_print.program(lowered(path).program))


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_lowering_twice_gives_the_same_text(path: Path) -> None:
    assert ir_print.module(lowered(path)) == ir_print.module(lowered(path))


def begun(name: str) -> Interpreter:
    game = Interpreter(lowered(find(name)))
    game.start()
    return game


def test_tic_tac_toe_has_5478_positions() -> None:
    """One more or less would mean that something dead is left in a position, or something alive is not in it."""
    assert positions(begun("tic-tac-toe")) == 5478


@pytest.mark.parametrize(("name", "depth"), [("tic-tac-toe", 4), ("connect-four", 3), ("nim", 2)])
def test_sequences_are_as_many_as_known(name: str, depth: int) -> None:
    lines = (find(name).parent / f"{name}.perft").read_text().splitlines()
    counts = [line.split() for line in lines if line and line[0] != "#"]
    known = {int(d): int(n) for d, n in counts}
    game = begun(name)
    for d in range(1, depth + 1):
        assert perft(game, d) == known[d]


def test_counters_of_sentences_that_exclude_each_other_share_a_place() -> None:
    main = lowered(HERE / "good" / "sentences.hoyle").main
    groups = [{v.name for v in group} for group in main.shared]
    assert {"step_left"} in groups and {"rest_left"} in groups and len(main.slots) == len(main.shared) + 2


# ------------------------------------------------------------------------------------------------ they can fail


def test_a_jump_out_of_the_part_is_noticed() -> None:
    module = lowered(find("nim"))
    module.blocks[0].end = Goto(99)
    with pytest.raises(InvariantError, match="leads out of the part"):
        check(module)


def test_a_variable_that_is_forgotten_too_early_is_noticed() -> None:
    module = lowered(find("nim"))
    block = next(b for b in module.blocks.values() if b.end is module.blocks[1].end)
    block.stmts.append(Forget(tuple(module.main.slots)))
    with pytest.raises(InvariantError, match="before it is set"):
        check(module)


def test_a_dead_slot_is_noticed() -> None:
    module = lowered(find("kumata"), 2)
    for block in module.blocks.values():
        block.stmts = [s for s in block.stmts if not isinstance(s, Forget)]
    with pytest.raises(InvariantError, match="dead but not forgotten"):
        check(module)
