"""Semantics 12.7: all that makes a decision's list reads only what its player sees."""

from __future__ import annotations

import pytest

from hoyle.compiler.checking.program import check
from hoyle.compiler.declarations import collect
from hoyle.compiler.leaks import check_leaks
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.dsl.parser import parse

HEAD = """game Secrets "Secrets"

players 3

type Suit: cups, coins, swords

table Card:
    card | suit
    a    | cups
    b    | coins
    c    | swords

each Player has:
    hand: bag of Card = {a}, seen by owner
    pile: pile of Card, top seen by all, seen by nobody
    secret: Suit, seen by owner
    open: Suit

game has:
    hidden: Suit, seen by nobody

play:
    players take turns:
        must act
        stop

"""


def leaks(rules: str) -> list[str]:
    """What the check reports: the text of each guilty place."""
    diagnostics = Diagnostics()
    file = parse(HEAD + rules, "secrets.hoyle")
    program = check(collect(file, file.decls, diagnostics), diagnostics=diagnostics)
    check_leaks(program, diagnostics)
    assert {d.code for d in diagnostics.errors} <= {"E0409"}
    return [d.primary.span.text for d in diagnostics.errors]


@pytest.mark.parametrize(
    ("rules", "guilty"),
    [
        ("action act(c in you.hand):\n    you.open = c.suit\n", []),
        ("action act(p in others, c in p.hand):\n    you.open = c.suit\n", ["p.hand"]),
        ("action act(p in others):\n    require right: p.secret == cups\n    you.open = cups\n", ["p.secret"]),
        ("action act:\n    require right: you.secret == cups\n    you.open = cups\n", []),
        ("action act:\n    require right: hidden == cups\n    you.open = cups\n", ["hidden"]),
        ("action act(p in others):\n    require some_card: count(p.hand) > 0\n    you.open = cups\n", []),
        ("action act(p in others):\n    require top: top(p.pile) == a\n    you.open = cups\n", []),
        ("action act(p in others):\n    require deep: a in p.pile\n    you.open = cups\n", ["p.pile"]),
        ("action act:\n    require empty: player_2.hand == {}\n    you.open = cups\n", []),
    ],
)
def test_ranges_and_requirements_read_what_you_see(rules: str, guilty: list[str]) -> None:
    assert leaks(rules) == guilty


def test_defines_are_followed_with_their_arguments() -> None:
    of = "define suit_of(p: Player) = p.secret\n\n"
    mine = "action act:\n    require right: suit_of(you) == cups\n    you.open = cups\n"
    theirs = "action act(p in others):\n    require right: suit_of(p) == cups\n    you.open = cups\n"
    assert leaks(of + mine) == []
    assert leaks(of + theirs) == ["p.secret"]


def test_locals_carry_what_they_were_made_of() -> None:
    rules = """action act:
    let guess = hidden
    must choose s in Suit where s != guess:
        you.open = s
"""
    assert leaks(rules) == ["hidden"]


def test_effects_may_read_everything() -> None:
    rules = "action act(p in others):\n    if p.secret == cups: you.open = hidden\n    else: you.open = p.secret\n"
    assert leaks(rules) == []


def test_texts_may_not_tell_either() -> None:
    rules = 'action act(p in others): "Ask for {p.secret}"\n    you.open = cups\n'
    assert leaks(rules) == ["p.secret"]


def test_what_is_shown_may_be_read_until_it_changes() -> None:
    shown = """action act:
    show you.pile to you
    must choose c in you.pile if able:
        you.open = c.suit
"""
    changed = """action act:
    show you.pile to you
    shuffle you.pile
    must choose c in you.pile if able:
        you.open = c.suit
"""
    assert leaks(shown) == []
    assert leaks(changed) == ["you.pile"]


def test_what_another_can_do_tells_what_it_reads() -> None:
    rules = """action act(p in others):
    require stuck: not p can peek
    you.open = cups

action peek:
    require right: you.secret == cups
    you.open = cups
"""
    assert leaks(rules) == ["you.secret"]
