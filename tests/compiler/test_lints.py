"""What the hint of a lint says silences it; and lints wait until errors are mended."""

from __future__ import annotations

import pytest

from hoyle.compiler.checking.program import check
from hoyle.compiler.declarations import collect
from hoyle.dsl.diagnostics import DiagnosticError, Diagnostics
from hoyle.dsl.parser import parse

CARDS = """game G

players 2

table Card:
    card  | strength
    guard | 1
    king  | 6

each Player has:
    sent: Card or none = none
    won: 0..9

game has:
    most: 0..9

"""
PLAY = "\nplay:\n    end game\n"


def lints(rules: str) -> list[str]:
    found = Diagnostics()
    file = parse(CARDS + rules + PLAY, "g.hoyle")
    check(collect(file, file.decls, found), diagnostics=found)
    return [d.code for d in found.lints]


@pytest.mark.parametrize(
    ("doubtful", "sure"),
    [
        ("sum({} for p in players)", "sum({} for p in players where p.sent != none)"),
        ("max({} for p in players)", "max({} for p in players where p.sent != none and p.won > 1)"),
        ("count([{} for p in players])", "count([{} for p in players where p.sent != none])"),
        ("sum({} for p in players)", "sum({} if p.sent != none else 0 for p in players)"),
        ("sum({} for p in players)", "sum(0 if p.sent == none else {} for p in players)"),
    ],
)
def test_making_sure_where_the_value_is_read_is_enough(doubtful: str, sure: str) -> None:
    assert lints(f"to f():\n    most = {doubtful.format('p.sent.strength')}\n") == ["L1004"]
    assert lints(f"to f():\n    most = {sure.format('p.sent.strength')}\n") == []


def test_a_branch_that_is_also_taken_without_a_value_proves_nothing() -> None:
    value = "0 if p.sent.strength > 2 else p.sent.strength"
    assert lints(f"to f():\n    most = sum({value} for p in players)\n") == ["L1004"]


def test_what_a_ranking_compares_may_lack_a_value() -> None:
    # Whoever has none comes last (semantics 17.3).
    ranking = "rank p in players by most p.sent.strength, ties cancel"
    assert lints(f"to f():\n    award [5] to ({ranking}) as won\n") == []


@pytest.mark.parametrize(
    ("ranking", "told"),
    [
        ("rank p in players by most p.won", ["L1005"]),
        ("rank p in players by most p.won, then least p.won", ["L1005"]),
        ("rank p in players by most p.won, ties share", []),
        ("rank p in players by most p.won, ties never", []),
        ("rank p in players by most p.won, then least index(p)", []),
        ("rank p in players by most p", []),
    ],
)
def test_a_ranking_in_which_two_may_be_equal_says_what_ties_do(ranking: str, told: list[str]) -> None:
    assert lints(f"winner: {ranking}\n") == told


def test_lints_wait_until_errors_are_mended() -> None:
    with pytest.raises(DiagnosticError) as refused:
        lints("winner: rank p in players by most p.won\n\ndefine a = nothing\n")
    assert [d.code for d in refused.value.diagnostics] == ["E0203"]
