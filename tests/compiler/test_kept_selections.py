"""Lists that are kept in the vector are what a scan finds, at every pause of random games, in copies too."""

from __future__ import annotations

import random
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from agreement import generated, lowered
from hoyle.runtime.support import Patterns

ROOT = Path(__file__).parents[2]
SHIPPED = ["tic-tac-toe", "connect-four", "breakthrough", "reversi", "hex", "nine-mens-morris", "dots-and-boxes"]
PAINTING = """\
game Painting "Squares are painted, raised and swept"

players 2

type Cell: grid(4, 3)

game has:
    turns: 0..60 = 0

each Cell has:
    colour: Player or none = none
    height: 0..3 = 0

setup:
    Cell(1, 1).height = 1
    for c in around(Cell(1, 1)): c.colour = player_1

play:
    players take turns:
        must paint or raise or sweep or climb
        otherwise end game
        turns += 1
        if turns == 60: end game

action paint(c: Cell): "Paint {c}"
    require bare: c.colour == none "It is painted."
    require based: c.south == none or c.south.height > 0 "It has no base."
    c.colour = you
    c.height = 1

action raise(c: Cell): "Raise {c}"
    require low: c.height < 3 "It is as high as can be."
    require under: c.north == none or c.north.height <= c.height "It would be above its north."
    c.height += 1

action climb(c: Cell): "Climb {c}"
    require high: c.height == 3 "It is low."
    c.height = 0
    Cell(2, 2).height = 2

action sweep(a: Cell): "Sweep around {a}"
    require yours: a.colour == you "It is not yours."
    let one = a.north
    a.colour = one.colour if one != none else none
    for d in around(a) where d.height > 1: d.colour = none
    Cell(0, 0).colour = you
"""


def _files(tmp_path: Path) -> dict[str, Path]:
    own = tmp_path / "painting.hoyle"
    own.write_text(PAINTING, "utf-8")
    return {"painting": own, **{name: ROOT / "games" / name / f"{name}.hoyle" for name in SHIPPED}}


def _scanned(module: Any, s: list[Any]) -> list[Any]:
    """The vector with every list made anew."""
    t = [*s[: module.DERIVED], *[None] * (len(s) - module.DERIVED)]
    for name in (n for n in vars(module) if n.startswith("select_")):
        select = getattr(module, name)
        for value in range(2) if len(signature(select).parameters) > 1 else [None]:
            select(t) if value is None else select(t, value)
    for patterns in (x for x in vars(module).values() if isinstance(x, Patterns)):
        patterns.read(t)
    return t


def _check(module: Any, s: list[Any]) -> int:
    """How many lists were known, each as a scan finds it."""
    scanned = _scanned(module, s)
    known = [at for at in range(module.DERIVED, len(s)) if s[at] is not None]
    assert [s[at] for at in known] == [scanned[at] for at in known]
    return len(known)


@pytest.mark.parametrize("name", ["painting", *SHIPPED])
def test_what_is_kept_is_what_a_scan_finds(name: str, tmp_path: Path) -> None:
    module = generated(lowered(_files(tmp_path)[name], 2), name)
    assert len(module.new()) > module.DERIVED, "nothing is kept"
    known = 0
    for seed in range(8):
        rng, s = random.Random(seed), module.new()
        result = module.start(s)
        while result is not None:
            known += _check(module, s)
            if result:
                forgotten = s[: module.DERIVED] + [None] * (len(s) - module.DERIVED)
                assert list(result) == module.moves(_scanned(module, s)) == module.moves(forgotten)
                result = module.step(s, rng.choice(result))
            else:
                result = module.step(s, module.sample(s, rng.random))
    assert known > 50


@pytest.mark.parametrize("name", ["painting", "breakthrough", "connect-four"])
def test_copies_share_what_is_kept_and_part_from_it(name: str, tmp_path: Path) -> None:
    module, rng = generated(lowered(_files(tmp_path)[name], 2), name), random.Random(5)
    s = module.new()
    result = module.start(s)
    for _ in range(12):
        copy, moves = s[:], list(result)
        module.step(copy, rng.choice(moves))
        assert list(result) == moves == module.moves(s)
        _check(module, copy)
        _check(module, s)
        result = module.step(s, rng.choice(moves))
        if result is None:
            return


def test_every_way_to_write_is_met(tmp_path: Path) -> None:
    """The painting game has a list by value, one by conditions, and both kinds of change."""
    from hoyle.compiler import optimize
    from hoyle.compiler.codegen import module as codegen

    text = codegen.emit(optimize.optimize(lowered(_files(tmp_path)["painting"], 2)))
    assert text.count("# kept: ") >= 4
    for form in ("insort(", ".remove(", "] = None", " or select_"):
        assert form in text, form
