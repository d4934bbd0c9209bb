"""A test that an alternative makes needless is moved into the alternatives; what is legal stays the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from agreement import Pair, generated, lowered
from hoyle.compiler import optimize
from hoyle.compiler.codegen import module as codegen

GAME = """\
game Steps "Pieces step and take"

players 2

type Cell: grid(4, 3)

game has:
    turns: 0..30 = 0

each Cell has:
    piece: Player or none = first_piece(owner)
    height: 0..3 = 1

define first_piece(c: Cell):
    player_1 if c.y == 0
    player_2 if c.y == 2
    none otherwise

play:
    players take turns:
        must step
        otherwise end game
        turns += 1
        if turns == 30: end game

action step(a: Cell, b in around(a)): "Step from {a} to {b}"
    require yours: a.piece == you "It is not yours."
    require free: FREE "It is not free."
    a.piece = none
    a.height = 0 if a.height == 3 else a.height + 1
    b.piece = you
"""
MOVED = [
    "b.piece != you and (b.piece == none or a.x != b.x)",
    "(a.x == b.x or b.height > 1 or b.piece == none) and b.piece != you",
    "b.height != 2 and (b.height == 1 or a.y != b.y)",
]
KEPT = [
    "b.piece != you and (a.piece == none or a.x != b.x)",
    "b.piece != a.north.piece and (b.piece == none or a.x != b.x)",
    "b.height != 1 and (b.height == 1 or a.y != b.y)",
]


@pytest.mark.parametrize("free", MOVED + KEPT)
def test_what_is_free_is_the_same(free: str, tmp_path: Path) -> None:
    path = tmp_path / "steps.hoyle"
    path.write_text(GAME.replace("FREE", free), "utf-8")
    module = lowered(path, 2)
    for seed in range(2):
        rng, pair = random.Random(seed), Pair(module, generated(module))
        while pair.result is not None:
            pair.compare()
            pair.choose(rng)


@pytest.mark.parametrize(("free", "moved"), [(MOVED[0], True), (KEPT[0], False)])
def test_what_is_true_most_often_is_asked_first(free: str, moved: bool, tmp_path: Path) -> None:
    path = tmp_path / "steps.hoyle"
    path.write_text(GAME.replace("FREE", free), "utf-8")
    text = codegen.emit(optimize.optimize(lowered(path, 2)))
    assert ("== -1 or known and s[" in text) is moved
