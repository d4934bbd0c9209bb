"""Simultaneous decisions as a sequence (semantics, section 13)."""

from __future__ import annotations

import pytest

from hoyle.compiler import ir
from hoyle.dsl.diagnostics import DiagnosticError
from small_games import begun, field, module_of

SECRET = """
type Card: a, b, c
each Player has:
    hand: bag of Card = all, seen by owner
    plan: bag of Card, seen by owner
    bid: 0..9 = 0
game has:
    pot: 0..9 = 0
"""
ALL = "play:\n    simultaneously for you in players:\n"


def test_each_seat_finishes_its_block_before_the_next_begins() -> None:
    game = begun(
        SECRET + ALL + '        must choose c in you.hand:    "Which?"\n            move c from you.hand to you.plan\n'
    )
    assert game.player == 0
    game.apply(("choose", (1,)))
    assert game.player == 1 and len(game.moves()) == 3
    game.apply(("choose", (2,)))
    assert game.kind == "over" and [field(game, "plan", p).known() for p in (0, 1)] == [(1,), (2,)]


def test_what_is_written_is_frozen_for_the_others_until_all_are_done() -> None:
    module = module_of(SECRET + ALL + '        must choose n in 1..3:    "How much?"\n            you.bid = n\n')
    stmts = [s for b in module.blocks.values() for s in b.stmts]
    frozen = [s.fields for s in stmts if isinstance(s, ir.Freeze)]
    thawed = [s.fields for s in stmts if isinstance(s, ir.Thaw)]
    assert frozen == thawed and [f.name for f in frozen[0]] == ["bid"]


@pytest.mark.parametrize(
    "line",
    [
        "pot += 1",
        "player_1.bid = 1",
        "shuffle deck",
        "roll you.bid",
        "show you.hand to others",
        "end game",
        "spend()",
        "you.bid = max(p.bid for p in players)",
        "you.bid = highest",
        "must outbid",
    ],
)
def test_a_block_does_what_concerns_its_own_seat_only(line: str) -> None:
    rules = (
        SECRET
        + """
game has:
    deck: pile of Card
define highest = max(p.bid for p in others)
to spend():
    you.bid += 1
    pot += 1
action outbid:
    require more: highest < 9
    you.bid = 9
"""
        + ALL
    )
    with pytest.raises(DiagnosticError, match="E050[89]"):
        module_of(rules + f"        you.bid = 1\n        {line}\n")


def test_a_block_may_do_all_that_concerns_its_own_seat() -> None:
    rules = (
        SECRET
        + """
define own(p: Player) = p.bid
action raise_bid(n: 1..3):
    require more: n > own(you)
    you.bid = n
    keep(you)
to keep(p: Player): move all from p.hand to p.plan
"""
        + ALL
    )
    module_of(rules + "        must raise_bid\n        if own(you) > 1: may raise_bid\n")
