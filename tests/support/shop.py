"""A small game, Shop, and overlays on it as texts: merged, told what is wrong, or played."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.compiler.checking.program import check
from hoyle.compiler.context import Declarations
from hoyle.compiler.lowering.module import lower
from hoyle.compiler.merge import merge
from hoyle.dsl.diagnostics import Diagnostic, Diagnostics
from hoyle.dsl.parser import parse
from interpreter import Interpreter

SHOP = """game Shop "Shop"

players 2 to 3

option prices: low, high

type Ware: bread, wine

each Player has:
    coins: 0..20 = 5                       "You have no coins."
    goods: 0..20
    points: 0..100

game has:
    bank: 0..60                            "The bank is empty."

define price = 1 if prices == low else 2
define worth(n: 0..9) = n + 1
define affordable(n: 0..9) = n * price <= you.coins    "You cannot pay that."

setup:
    bank = 20

play:
    players take turns until bank == 0:
        must buy or earn or rest

action buy(n: 1..5):                       "Buy {n}"
    require few: n <= 3                    "At most three."
    require affordable(n)
    you.coins -= n * price
    you.goods += n
    praise(n)

action earn:                               "Earn a coin"
    move 1 from bank to you.coins

action rest:
    you.points += 1

action sleep like rest

to praise(n: 0..9):
    you.points += worth(n)

after rest: bank = max([bank - 1, 0])

scoring:
    points: you.points
    goods: you.goods

winner: rank p in players by most total(p), ties share

always no_debt: every p in players has p.coins >= 0

example three_at_most:
    expect player_1 may not buy(4) because few

example two_players:
    given players 2
    expect count(players) == 2

example dear:
    given prices = high
    expect price == 2
"""


def overlay(sentences: str, name: str = "V", of: str = "Shop") -> str:
    return f'variant {name} of {of} "{name}"\n\n{sentences}\n'


def merged(*texts: str, complete: bool = True) -> tuple[Declarations, list[Diagnostic]]:
    """Files in any order, the game first; what was reported."""
    files = [parse(text, f"file{i}.hoyle") for i, text in enumerate(texts)]
    diagnostics = Diagnostics()
    variants = [f for f in files if f.kind == "variant"]
    found = merge(files[0], variants, [f for f in files if f.kind == "examples"], diagnostics, complete)
    return found, list(diagnostics)


def fine(*texts: str) -> Declarations:
    """The merged game, which the checker must accept as well."""
    found, problems = merged(*texts)
    assert problems == []
    check(found)
    return found


def codes(*texts: str) -> list[str]:
    return [d.code for d in merged(*texts)[1]]


def played(texts: Sequence[str], moves: Sequence[tuple[str, tuple[int, ...]]]) -> dict[str, int]:
    """The fields of the first player and of the game after these moves of all players in turn."""
    game = Interpreter(lower(check(fine(*texts), 2)))
    game.start()
    for move in moves:
        assert move in game.moves()
        game.apply(move)
    world = game.world
    return {f.name: int(world.load(f, (0,) if f.owner is not None else ())) for f in world.fields}


REST = ("rest", ())


def requirement_names(decls: Declarations, action: str) -> list[str]:
    return [r.name for r in check(decls).actions[action].requirements]
