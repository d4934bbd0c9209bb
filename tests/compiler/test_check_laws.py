"""Laws of the checker: what is folded, how numbers are bounded, who is `you`, what a move implies."""

import pytest

from hoyle.compiler import typed as t
from hoyle.compiler.checking.program import check
from hoyle.compiler.declarations import collect
from hoyle.compiler.types import IntType
from hoyle.dsl.diagnostics import DiagnosticError, Diagnostics
from hoyle.dsl.parser import parse

PLAY = "\nplay:\n    end game\n"


def checked(rules: str) -> t.Program:
    found = Diagnostics()
    file = parse(f"game G\n\nplayers 2 to 3\n\n{rules}{PLAY}", "g.hoyle")
    return check(collect(file, file.decls, found), diagnostics=found)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3", 7),
        ("-7 // 2", -4),
        ("-7 % 3", 2),
        ("max([])", 0),
        ("count(players)", 3),
        ("{x * 2 for x in 1..3}", frozenset({2, 4, 6})),
        ("[x for x in 1..3] != []", True),
        ("count(x in 1..3 where x > 5) == 0", True),
        ("every x in 1..0 has false", True),
    ],
)
def test_what_reads_no_state_is_computed_before_the_game(expression: str, value: object) -> None:
    body = checked(f"define a = {expression}\n").functions["a"].body
    assert isinstance(body, t.Const) and body.value == value


def test_numbers_are_bounded_by_what_they_are_made_of() -> None:
    program = checked("game has:\n    n: 2..5\n\ndefine a = n * 3 - 1\n")
    assert program.functions["a"].type == IntType(5, 14)


def test_bounds_do_not_grow_beyond_what_a_game_needs() -> None:
    chain = "".join(f"define a{i} = a{i - 1} * 1000000000\n" for i in range(1, 5))
    program = checked(f"game has:\n    n: 1..9\n\ndefine a0 = n\n{chain}")
    assert program.functions["a4"].type == IntType(None, None)


def test_who_mentions_you_through_others_receives_it() -> None:
    rules = "each Player has:\n    c: 0..9\n\ndefine b = a + 1\ndefine a = you.c\ndefine d(p: Player) = p.c\n"
    program = checked(rules)
    assert [name for name, f in program.functions.items() if f.you is not None] == ["a", "b"]


def test_a_plain_move_implies_a_requirement_also_of_what_a_let_says() -> None:
    fields = "game has:\n    a: 0..9\n    b: 0..9\n\n"
    program = checked(f"{fields}action act:\n    let n = 2\n    move n from a to b\n    move 1 from b to a\n")
    assert [r.name for r in program.actions["act"].requirements] == ["a"]


def test_outside_of_a_board_there_is_none() -> None:
    body = checked("type C: grid(3, 3)\n\ndefine a = C(5, 0) == none\n").functions["a"].body
    assert isinstance(body, t.Const) and body.value is True


def test_a_chain_of_defines_of_any_length_gets_its_answer() -> None:
    chain = "".join(f"define a{i}(x: 1..3) = a{i - 1}(x)\n" for i in range(1, 900))
    with pytest.raises(DiagnosticError) as refused:
        checked(f"define a0(x: 1..3) = x\n{chain}")
    assert [d.code for d in refused.value.diagnostics] == ["E0910"]
