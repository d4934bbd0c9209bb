"""Lowering keeps what the flow of a game means (semantics, sections 11 and 12), as the interpreter sees it."""

from __future__ import annotations

import pytest

from hoyle.dsl.diagnostics import DiagnosticError
from interpreter import PASS
from interpreter_zones import RuleError
from small_games import begun, field, module_of

LOG = """
game has:
    log: 0..999999999 = 0
    n: 0..9 = 3
to note(x: 0..9): log = log * 10 + x
action mark(x: 1..9):
    note(x)
"""


def log(rules: str, moves: list[object] | None = None) -> int:
    """What the game noted down when it had come to its end, its decisions answered in order."""
    game = begun(LOG + rules)
    for move in moves or []:
        game.apply(move)
    assert game.kind == "over"
    value: int = field(game, "log")
    return value


def mark(x: int) -> tuple[str, tuple[int]]:
    return ("mark", (x,))


# ------------------------------------------------------------------------------------------------ loops


def test_a_loop_takes_its_set_once_and_tests_where_at_each_turn() -> None:
    rules = """
type T: 1..4
game has:
    open: set of T = {1, 2, 3, 4}
play:
    for t in open where t != n:
        note(t)
        open = {}
        player_1 may mark(t)
        n = 4
"""
    assert log(rules, [PASS, PASS, PASS]) == 123


def test_the_same_loop_without_a_pause_does_the_same() -> None:
    rules = """
type T: 1..4
game has:
    open: set of T = {1, 2, 3, 4}
play:
    for t in open where t != n:
        note(t)
        open = {}
        n = 4
"""
    assert log(rules) == 123


def test_a_list_is_walked_in_its_order_with_what_it_holds_twice() -> None:
    rules = """
play:
    for t in [3, 1, 3]:
        note(t)
        player_1 may mark(9)
"""
    assert log(rules, [PASS, mark(9), PASS]) == 3193


def test_inner_binders_depend_on_outer_ones() -> None:
    rules = """
play:
    for a in 1..3, b in a..3 where a + b != 4:
        note(a)
        note(b)
        player_1 may mark(9)
"""
    assert log(rules, [PASS] * 4) == 11_122_333


def test_next_goes_on_and_stop_leaves_across_pauses() -> None:
    rules = """
play:
    for t in 1..9:
        if t == 2: next
        if t == 5: stop
        player_1 may mark(t)
        note(0)
    note(8)
"""
    assert log(rules, [mark(1), mark(3), PASS]) == 103_008


def test_repeat_takes_its_number_once() -> None:
    rules = """
play:
    repeat n times:
        n = 1
        player_1 may mark(7)
"""
    assert log(rules, [mark(7), mark(7), mark(7)]) == 777


def test_a_negative_number_of_times_is_a_rule_error() -> None:
    with pytest.raises(RuleError):
        log("play:\n    repeat n - 5 times: player_1 may mark(1)\n")


def test_until_is_tested_before_each_round() -> None:
    rules = """
play:
    repeat until n == 5:
        n += 1
        player_1 may mark(1)
    repeat while n > 5: player_1 may mark(2)
"""
    assert log(rules, [mark(1), PASS]) == 1


def test_turns_go_round_from_the_start_in_the_order_taken_once() -> None:
    rules = """
play:
    players take turns from player_2 in reverse(clockwise(player_1)) until n == 7:
        note(index(you))
        n += 1
        you may mark(9)
"""
    assert log(rules, [PASS] * 4) == 2121


def test_turns_of_all_seats_begin_with_the_one_named() -> None:
    rules = """
play:
    players take turns from player_2 until n == 6:
        note(index(you))
        n += 1
        you may mark(9)
"""
    assert log(rules, [PASS] * 3) == 212


def test_turns_that_begin_with_a_stranger_are_a_rule_error() -> None:
    with pytest.raises(RuleError):
        log("play:\n    players take turns from player_2 in [player_1]: you must mark\n")


def test_a_loop_that_nothing_can_end_is_refused() -> None:
    with pytest.raises(DiagnosticError, match="E0501"):
        module_of("game has:\n    n: 0..9\nplay:\n    repeat while n < 5: n = 1\n")


# ------------------------------------------------------------------------------------------------ calls, reactions


def test_return_leaves_the_procedure_and_what_reacts_to_it_still_runs() -> None:
    rules = """
to work(x: 0..9):
    note(x)
    if x == 1: return
    player_1 may mark(9)
    note(x)
after work(x) if x < 3: note(8)
play:
    work(1)
    work(2)
    work(3)
"""
    assert log(rules, [PASS, PASS]) == 1_822_833


def test_a_reaction_knows_the_old_value() -> None:
    rules = """
to work(x: 0..9): n = x
after work(x): note(old(n))
after work if n > old(n): note(7)
play:
    work(2)
    work(5)
"""
    assert log(rules) == 327


def test_an_old_value_under_a_binder_of_the_reaction_is_refused() -> None:
    rules = """
type T: a, b
each T has:
    c: 0..9
to work(): n = 1
after work:
    if every t in T has old(t.c) == t.c: note(1)
play: work()
"""
    with pytest.raises(DiagnosticError, match="E0503"):
        module_of(LOG + rules)


def test_instead_replaces_the_effect_and_base_runs_it() -> None:
    rules = """
to work(x: 0..9):
    note(x)
    player_1 may mark(9)
instead work(x) if x == n:
    note(7)
    base()
    note(8)
    if x == 3: base()
after work(x): note(0)
play:
    work(1)
    work(3)
"""
    assert log(rules, [PASS, PASS, mark(9)]) == 10_738_390


def test_the_last_instead_that_held_at_the_beginning_wins() -> None:
    rules = """
to work(): note(1)
instead work if n == 3: note(2)
instead work if n == 4: note(3)
play:
    work()
    n = 4
    work()
    n = 5
    work()
"""
    assert log(rules) == 231


def test_calls_in_a_circle_are_refused() -> None:
    rules = """
to one(): two()
to two(): one()
play: one()
"""
    with pytest.raises(DiagnosticError, match="E0502"):
        module_of(LOG + rules)


def test_a_nested_procedure_has_variables_for_each_depth() -> None:
    rules = """
to dig(x: 0..9) nested 3 deep:
    note(x)
    player_1 may mark(9)
    if x < 3: dig(x + 1)
    note(x)
play: dig(1)
"""
    assert log(rules, [PASS, PASS, PASS]) == 123_321


def test_nesting_deeper_than_declared_is_a_rule_error() -> None:
    rules = """
to dig(x: 0..9) nested 2 deep:
    note(x)
    if x < 3: dig(x + 1)
play: dig(1)
"""
    with pytest.raises(RuleError):
        log(rules)


def test_a_sentence_of_a_table_is_carried_out() -> None:
    rules = """
table Card:
    card | text
    a    | may mark up to 2 times
    b    | must mark(5)
    c    | -
play:
    for c in Card:
        for you in {player_2}: do c.text
"""
    assert log(rules, [mark(1), mark(2), mark(5)]) == 125


# ------------------------------------------------------------------------------------------------ must and may


def test_must_without_possibility_is_a_rule_error() -> None:
    with pytest.raises(RuleError):
        log("action never:\n    require no: n > 3\nplay: player_1 must never\n")


def test_if_able_makes_it_nothing() -> None:
    assert log("action never:\n    require no: n > 3\nplay:\n    player_1 must never if able\n    note(4)\n") == 4


def test_otherwise_is_tried_in_order_where_nothing_was_legal() -> None:
    rules = """
action never:
    require no: n > 3
play:
    for you in {player_1}:
        must never
        otherwise must never
        otherwise note(6)
    note(7)
"""
    assert log(rules) == 67


def test_otherwise_runs_after_declining_at_once_but_not_after_a_deed() -> None:
    rules = """
play:
    player_1 may mark up to 2 times
    otherwise note(6)
    note(0)
"""
    assert log(rules, [PASS]) == 60
    assert log(rules, [mark(1), PASS]) == 10
    assert log(rules, [mark(1), mark(2)]) == 120


TWO = """
action left(x: 1..2):
    note(x)
action right:
    note(5)
"""


def test_or_with_counts_commits_to_the_first_deed() -> None:
    game = begun(LOG + TWO + "play: player_1 may left up to 2 times or right up to 3 times\n")
    game.apply(("right", ()))
    assert game.moves() == [("right", ()), PASS]
    game.apply(("right", ()))
    game.apply(("right", ()))
    assert game.kind == "over" and field(game, "log") == 555


def test_and_interleaves_each_up_to_its_count() -> None:
    game = begun(LOG + TWO + "play: player_1 may left up to 2 times and right\n")
    game.apply(("left", (1,)))
    assert game.moves() == [("left", (1,)), ("left", (2,)), ("right", ()), PASS]
    game.apply(("right", ()))
    assert game.moves() == [("left", (1,)), ("left", (2,)), PASS]
    game.apply(("left", (2,)))
    assert game.kind == "over" and field(game, "log") == 152


def test_must_and_does_each_once_in_any_order() -> None:
    game = begun(LOG + TWO + "play: player_1 must left and right\n")
    assert PASS not in game.moves()
    game.apply(("right", ()))
    assert game.moves() == [("left", (1,)), ("left", (2,))]
    game.apply(("left", (2,)))
    assert game.kind == "over" and field(game, "log") == 52


def test_a_count_of_nought_removes_the_deed() -> None:
    game = begun(LOG + TWO + "play: player_1 may left up to n - 3 times and right\n")
    assert game.moves() == [("right", ()), PASS]


def test_arguments_in_the_sentence_are_taken_once_and_fix_the_first_parameters() -> None:
    rules = """
action pair(a: 1..3, b: 1..3):
    n = 9
    note(a)
    note(b)
play: player_1 may pair(n) up to 2 times
"""
    game = begun(LOG + rules)
    assert game.moves() == [("pair", (3, b)) for b in (1, 2, 3)] + [PASS]
    game.apply(("pair", (3, 1)))
    assert game.moves() == [("pair", (3, b)) for b in (1, 2, 3)] + [PASS]


def test_who_does_not_decide_is_as_if_nothing_were_legal() -> None:
    rules = """
game has:
    who: Player or none
play:
    who may mark
    who must mark if able
    note(2)
"""
    assert log(rules) == 2


def test_a_header_let_is_what_it_was_before_the_effect() -> None:
    rules = """
action shift(x: 1..3):
    let before = n
    require change: x != before
    n = x
    note(before)
play: player_1 must shift
"""
    assert log(rules, [("shift", (1,))]) == 3


def test_a_choice_offers_the_tuples_and_its_block_knows_them() -> None:
    rules = """
play:
    player_1 must choose a in 1..2, b in a..2 where a + b != 3:    "Which?"
        note(a)
        note(b)
"""
    game = begun(LOG + rules)
    assert game.moves() == [("choose", (1, 1)), ("choose", (2, 2))]
    game.apply(("choose", (2, 2)))
    assert field(game, "log") == 22


def test_a_move_with_two_names_is_listed_once() -> None:
    rules = """
action pair(a: 1..3, b: 1..3):
    same pair(b, a)
    require uneven: a != b
    note(a)
play: player_1 must pair
"""
    assert begun(LOG + rules).moves() == [("pair", (1, 2)), ("pair", (1, 3)), ("pair", (2, 3))]


def test_what_is_undefined_in_a_requirement_is_false_and_in_a_statement_an_error() -> None:
    rules = """
action divide(x: 0..2):
    require even: 4 // x == 4 or x == 2
    note(4 // (x - 1))
play: player_1 must divide
"""
    game = begun(LOG + rules)
    assert game.moves() == [("divide", (1,)), ("divide", (2,))]
    with pytest.raises(RuleError):
        game.apply(("divide", (1,)))


def test_the_end_of_the_game_ends_everything() -> None:
    rules = """
action finish:
    note(1)
    if n == 3: end game won by player_2
    note(2)
after finish: note(3)
play:
    player_1 must finish
    note(4)
"""
    game = begun(LOG + rules)
    game.apply(("finish", ()))
    assert (game.kind, field(game, "log"), game.winners()) == ("over", 1, frozenset({1}))
