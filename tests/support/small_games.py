"""Small games written in a test, lowered and played by the reference interpreter."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from textwrap import dedent
from typing import Any

from hoyle.compiler import ir
from hoyle.compiler.checking.program import check
from hoyle.compiler.invariants import check as check_invariants
from hoyle.compiler.lowering.module import lower
from hoyle.compiler.merge import merge
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.dsl.parser import parse
from interpreter import Interpreter

HEAD = "game Small\nplayers 2\n"


def module_of(rules: str, players: int | None = None, debug: bool = False) -> ir.Module:
    """The module of `rules`, which begin behind the header of a game for two; its invariants hold."""
    diagnostics = Diagnostics()
    text = HEAD + dedent(rules)
    decls = merge(parse(text, "small.hoyle"), (), (), diagnostics)
    diagnostics.stop_on_errors()
    module = lower(check(decls, players, {}, diagnostics), debug)
    check_invariants(module)
    return module


def begun(rules: str, **how: Any) -> Interpreter:
    """The game at its first pause."""
    game = Interpreter(module_of(rules, **how))
    game.start()
    return game


def field(game: Interpreter, name: str, *indices: Any) -> Any:
    """What a field holds; the owner is the first index."""
    found = next(f for f in game.world.program.fields if f.name == name)
    return game.world.fields[found][indices]


def distribution(game: Interpreter, result: Callable[[Interpreter], Any]) -> dict[Any, Fraction]:
    """The exact probability of every result over all chances, each decision taking its first move."""
    found: dict[Any, Fraction] = {}
    todo = [(game, Fraction(1))]
    while todo:
        now, p = todo.pop()
        if now.kind == "over":
            key = result(now)
            found[key] = found.get(key, Fraction(0)) + p
        elif now.kind == "chance":
            for outcome, q in now.outcomes():
                after = now.clone()
                after.apply(outcome)
                todo.append((after, p * q))
        else:
            now.apply(now.moves()[0])
            todo.append((now, p))
    return found


def positions(game: Interpreter) -> int:
    """The number of different positions that can be reached, the first included."""
    seen = {game.core()}
    todo = [game]
    while todo:
        now = todo.pop()
        if now.kind == "over":
            continue
        for x in now.moves() if now.kind == "decision" else [o for o, _ in now.outcomes()]:
            after = now.clone()
            after.apply(x)
            if after.core() not in seen:
                seen.add(after.core())
                todo.append(after)
    return len(seen)


def perft(game: Interpreter, depth: int) -> int:
    """The number of move sequences of this length."""
    if depth == 0 or game.kind == "over":
        return int(depth == 0)
    total = 0
    for move in game.moves():
        after = game.clone()
        after.apply(move)
        total += perft(after, depth - 1)
    return total
