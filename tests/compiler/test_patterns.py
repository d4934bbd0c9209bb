"""Moves looked up by what lies on the lines of a board are those that the rules say, whatever happened before."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from agreement import Pair, generated, lowered
from hoyle.runtime.support import Patterns

ROOT = Path(__file__).parents[2]
REVERSI = ROOT / "games" / "reversi" / "reversi.hoyle"

BOARD = """\
game Slings "Stones are thrown along straight lines"

players 3

type Cell: grid(5, 4)

game has:
    turns: 0..40 = 0

each Cell has:
    stone: Player or none = none
    wall: bool = false

setup:
    Cell(1, 1).stone = player_1
    Cell(3, 1).stone = player_2
    Cell(2, 3).stone = player_3

play:
    players take turns:
        must throw or sweep
        otherwise end game
        turns += 1
        if turns == 40: end game

action sweep(a: Cell): "Sweep {a}"
    require old: turns % 5 == 4 "Later."
    require stone: a.stone != none "Nothing lies there."
    for c in Cell where c.y == a.y: c.stone = none
    a.wall = true
    Cell(0, 0).stone = player_2 if a.x > 2 else none

"""
THROWS = {
    "the first stone on a ray": """\
action throw(c: Cell): "Throw to {c}"
    require empty: c.stone == none and c != Cell(2, 2) "A stone lies there."
    require seen: some ray in rays(c) has first_stone(ray) == you "None of yours sees it."
    c.stone = you

define first_stone(ray: list of Cell) = first(d.stone for d in ray where d.stone != none)
""",
    "the far end, and who is next": """\
action throw(c: Cell): "Throw to {c}"
    require far: some ray in rays(c) where count(ray) > 1 has ends(ray, right(you)) "Not to the end."
    require empty: c.stone != you "Yours lies there."
    c.stone = you

define ends(ray: list of Cell, p: Player) = last(ray).stone in {p, none} and sum(1 for d in inner(ray) where
    d.stone == none) >= count(ray) - 1
define inner(ray: list of Cell) = reverse([d for d in ray where d.y < 3 or d.stone == none])
""",
    "places of a ray": """\
action throw(c: Cell): "Throw to {c}"
    require jump: some ray in rays(c) where ray[1].stone != none has (no i in 2..count(ray) has ray[i].stone == you)
        "One of yours is in the way."
    c.stone = you if c.stone == none else none
""",
}
OTHERS = {
    "another field": """\
action throw(c: Cell): "Throw to {c}"
    require seen: some ray in rays(c) has (some d in ray has d.stone == you and not d.wall) "Nobody sees it."
    c.stone = you
""",
    "what lies beside the ray": """\
action throw(c: Cell): "Throw to {c}"
    require seen: some ray in rays(c) has (some d in ray has d.north != none and d.north.stone == you) "Nobody."
    c.stone = you
""",
    "the state of the game": """\
action throw(c: Cell): "Throw to {c}"
    require seen: some ray in rays(c) has (some d in ray has d.stone == you and d.x != turns) "Nobody sees it."
    c.stone = you
""",
    "two ways to say a move": """\
action throw(c: Cell): "Throw to {c}"
    same throw(Cell(4 - c.x, c.y)) if c.stone == none
    require seen: is_open(c) and c != Cell(1, 0) "It is taken."
    require ray: some ray in rays(c) has (some d in ray has d.stone == you) "Nobody sees it."
    c.stone = you

define is_open(c: Cell) = c.stone == none and c != Cell(3, 0)
""",
    "every ray": """\
action throw(c: Cell): "Throw to {c}"
    require seen: every ray in rays(c) has (some d in ray has d.stone != you) "All are yours."
    c.stone = you
""",
}


def _patterns(module: Any) -> list[Patterns]:
    return [x for x in vars(module).values() if isinstance(x, Patterns)]


def _agree(path: Path, players: int, seeds: int, patterns: int, options: dict[str, str] | None = None) -> None:
    lowered_game = lowered(path, players, options)
    module = generated(lowered_game)
    assert len(_patterns(module)) == patterns
    for seed in range(seeds):
        rng, pair = random.Random(seed), Pair(lowered_game, module)
        while pair.result is not None:
            pair.compare()
            forgotten = pair.s[: module.DERIVED] + [None] * (len(pair.s) - module.DERIVED)
            if pair.result:
                assert module.moves(forgotten) == pair.result
            for p in _patterns(module):
                known = pair.s[:]
                p.read(known)
                assert known == pair.s or pair.s[module.DERIVED] is None
            pair.choose(rng)
        pair.compare()


@pytest.mark.parametrize("size", [4, 6, 8])
def test_reversi_looks_up_its_moves_on_boards_of_every_size(size: int) -> None:
    _agree(REVERSI, 2, 1, 1, {"size": str(size)})


@pytest.mark.parametrize("throw", THROWS.values(), ids=list(THROWS))
def test_what_a_line_allows_is_looked_up_and_is_what_the_rules_say(throw: str, tmp_path: Path) -> None:
    path = tmp_path / "slings.hoyle"
    path.write_text(BOARD + throw, "utf-8")
    _agree(path, 3, 3, 1)


@pytest.mark.parametrize("throw", OTHERS.values(), ids=list(OTHERS))
def test_what_depends_on_more_than_one_line_is_not_looked_up(throw: str, tmp_path: Path) -> None:
    path = tmp_path / "slings.hoyle"
    path.write_text(BOARD + throw, "utf-8")
    _agree(path, 3, 1, 0)


def test_copies_of_a_vector_part_from_each_other() -> None:
    module, rng = generated(lowered(REVERSI, 2)), random.Random(3)
    s = module.new()
    result = module.start(s)
    for _ in range(20):
        copy, before = s[:], list(result)
        module.step(copy, rng.choice(result))
        assert module.moves(s) == before
        result = module.step(s, rng.choice(result))


def test_boards_with_too_many_contents_are_scanned(tmp_path: Path) -> None:
    path = tmp_path / "slings.hoyle"
    text = BOARD.replace("grid(5, 4)", "grid(9, 12)") + THROWS["the first stone on a ray"]
    path.write_text(text, "utf-8")
    assert not _patterns(generated(lowered(path, 3)))
