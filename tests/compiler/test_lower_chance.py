"""Chance is exact: rolls, draws, and piles that nobody has looked into (semantics, sections 7.7 and 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from interpreter import Interpreter
from interpreter_zones import RuleError
from small_games import begun, distribution, field

LOG = """
type Card: a, b, c, d
game has:
    log: 0..9999 = 0
to note(x: 0..9): log = log * 10 + x
"""


def log(game: Interpreter) -> int:
    value: int = field(game, "log")
    return value


def equally_likely(results: list[Any]) -> dict[Any, Fraction]:
    """The probabilities of results that are as likely as each other, repetitions counting."""
    return {r: Fraction(n, len(results)) for r, n in Counter(results).items()}


# ------------------------------------------------------------------------------------------------ rolls, draws


def test_equal_dice_are_one_outcome_with_its_multinomial_weight() -> None:
    game = begun("type Die: 1..6\nplay:\n    roll 3 Die into dice\n    end game\n")
    found = dict(game.outcomes())
    assert len(found) == 56 and sum(found.values()) == 1
    assert found[((1, 1, 1),)] == Fraction(1, 216) and found[((1, 2, 3),)] == Fraction(6, 216)


def test_a_conditioned_roll_is_one_node_with_rescaled_weights() -> None:
    rules = "type Die: 1..6\nplay:\n    roll 2 Die into pair until sum(pair) != 2\n    end game\n"
    found = dict(begun(rules).outcomes())
    assert ((1, 1),) not in found and found[((1, 2),)] == Fraction(2, 35)


def test_a_condition_may_read_the_field_that_is_rolled() -> None:
    rules = """
game has:
    die: 1..6
    limit: 1..6 = 4
define high = die > limit
play:
    roll die until high
    end game
"""
    assert dict(begun(rules).outcomes()) == {(5,): Fraction(1, 2), (6,): Fraction(1, 2)}


def test_one_sentence_is_one_node_and_one_outcome_is_none() -> None:
    game = begun(
        LOG + "game has:\n    x: 1..2\n    y: 1..3\n    z: 4..4\nplay:\n    roll x, y\n    roll z\n    note(z)\n"
    )
    assert [o for o, _ in game.outcomes()] == [(x, y) for x in (1, 2) for y in (1, 2, 3)]
    game.apply((2, 3))
    assert game.kind == "over" and log(game) == 4


def test_a_bag_is_drawn_from_by_copies_and_what_is_drawn_is_gone() -> None:
    rules = """
table Ball:
    ball  | copies
    red   | 2
    white | 1
game has:
    urn: bag of Ball = all
    first: Ball
    second: Ball
play:
    draw first from urn
    draw second from urn
"""
    game = begun(rules)
    assert dict(game.outcomes()) == {(0,): Fraction(2, 3), (1,): Fraction(1, 3)}
    game.apply((1,))
    assert game.kind == "over" and field(game, "second") == 0


def test_a_set_is_drawn_from_uniformly_and_loses_nothing() -> None:
    rules = LOG + "play:\n    for i in 1..2:\n        draw x from {a, c}\n        note(index(x))\n"
    assert distribution(begun(rules), log) == equally_likely([11, 13, 31, 33])


def test_drawing_from_nothing_is_a_rule_error() -> None:
    rules = LOG + "game has:\n    urn: bag of Card\nplay:\n    draw x from urn\n    note(index(x))\n"
    with pytest.raises(RuleError):
        begun(rules)


# ------------------------------------------------------------------------------------------------ piles nobody knows


def test_shuffling_costs_no_chance_and_each_draw_a_small_one() -> None:
    rules = (
        LOG
        + """
game has:
    deck: pile of Card = all, seen by nobody
play:
    shuffle deck
    for i in 1..2:
        draw x from deck
        note(index(x))
"""
    )
    game = begun(rules)
    assert [o for o, _ in game.outcomes()] == [(0,), (1,), (2,), (3,)]
    expected = [10 * (x + 1) + y + 1 for x, y, *_ in permutations(range(4))]
    assert distribution(game, log) == equally_likely(expected)


DEALT = (
    LOG
    + """
each Player has:
    stack: pile of Card, top seen by all, seen by nobody
    hand: bag of Card, seen by owner
game has:
    deck: pile of Card = all, seen by nobody
"""
)


def dealt(rules: str) -> Interpreter:
    return begun(DEALT + rules)


def test_the_top_of_a_dealt_stack_is_drawn_at_the_end_of_the_sentence_and_the_rest_is_not() -> None:
    game = dealt("""
play:
    shuffle deck
    for p in players: move 2 from deck to p.stack
    for p in players: note(index(top(p.stack)))
""")
    assert game.kind == "chance" and len(game.outcomes()) == 4
    game.apply((2,))
    assert [o for o, _ in game.outcomes()] == [(0,), (1,), (3,)]
    game.apply((0,))
    assert game.kind == "over" and log(game) == 31


def test_two_piles_of_one_pack_share_what_is_not_drawn() -> None:
    game = dealt("""
play:
    shuffle deck
    for p in players: move 2 from deck to p.stack
    for p in players:
        move 1 from p.stack to p.hand
        note(index(top(p.stack)))
""")

    def results() -> Iterator[int]:
        # The deck top first: two to the first player, two to the second, each turning them over.
        for first, second, third, fourth in permutations(range(1, 5)):
            yield 10 * first + third
            assert second and fourth

    assert distribution(game, log) == equally_likely(list(results()))


def test_what_goes_to_a_hand_is_drawn_and_known_afterwards() -> None:
    game = dealt("""
play:
    shuffle deck
    for p in players: move 1 from deck to p.hand
    for p in players: note(index(only(p.hand)))
""")
    expected = [10 * (x + 1) + y + 1 for x, y, *_ in permutations(range(4))]
    assert distribution(game, log) == equally_likely(expected)


def test_known_cards_shuffled_back_among_unknown_ones_keep_the_probabilities_exact() -> None:
    rules = """
table Ball:
    ball  | copies
    red   | 2
    white | 2
game has:
    log: 0..9999 = 0
    deck: pile of Ball = all, seen by nobody
    aside: pile of Ball, seen by nobody
each Player has:
    hand: bag of Ball, seen by owner
play:
    shuffle deck
    move 1 from deck to aside
    move 1 from deck to player_1.hand
    move all from player_1.hand to deck
    shuffle deck
    for i in 1..3:
        draw x from deck
        log = log * 10 + index(x)
    move all from aside to player_2.hand
    log = log * 10 + index(only(player_2.hand))
"""

    def results() -> Iterator[int]:
        for balls in permutations((1, 1, 2, 2)):
            for order in permutations(balls[1:]):
                yield int("".join(map(str, (*order, balls[0]))))

    assert distribution(begun(rules), log) == equally_likely(list(results()))


def test_a_card_put_on_top_of_a_shuffled_pile_is_known() -> None:
    game = dealt("""
play:
    shuffle deck
    move 1 from deck to player_1.hand
    note(index(only(player_1.hand)))
    move all from player_1.hand to deck
    draw x from deck
    note(index(x))
""")
    assert distribution(game, log) == equally_likely([11, 22, 33, 44])


def test_reading_an_unknown_top_draws_it_first() -> None:
    game = dealt("""
play:
    shuffle deck
    if top(deck) == b: note(1)
    draw x from deck
    note(index(x))
""")
    assert distribution(game, log) == {12: Fraction(1, 4), **dict.fromkeys((1, 3, 4), Fraction(1, 4))}


def test_counting_and_asking_for_emptiness_draw_nothing() -> None:
    game = dealt("play:\n    shuffle deck\n    if deck != [] and count(deck) == 4: note(4)\n")
    assert game.kind == "over" and log(game) == 4


def test_what_lies_in_a_whole_shuffled_pile_is_known_though_not_its_order() -> None:
    game = dealt("play:\n    shuffle deck\n    if b in deck and count(c for c in deck where c != a) == 3: note(5)\n")
    assert game.kind == "over" and log(game) == 5


def test_a_pile_that_everybody_sees_is_drawn_when_it_is_shuffled() -> None:
    game = begun(LOG + "game has:\n    row: pile of Card = {a, b}\nplay:\n    shuffle row\n    note(index(top(row)))\n")
    assert distribution(game, log) == equally_likely([1, 2])


def test_gathering_makes_everything_known() -> None:
    game = dealt("""
play:
    shuffle deck
    for p in players: move 1 from deck to p.stack
    gather(deck)
    note(index(top(deck)))
    note(count(deck))
""")
    assert set(distribution(game, log)) == {14}


def test_moving_a_whole_hidden_pile_moves_what_is_unknown_as_it_is() -> None:
    game = begun(
        LOG
        + """
game has:
    deck: pile of Card = all, seen by nobody
    aside: pile of Card, seen by nobody
play:
    shuffle deck
    move all from deck to aside
    for i in 1..2:
        draw x from aside
        note(index(x))
"""
    )
    assert game.kind == "chance" and len(game.outcomes()) == 4
    expected = [10 * (x + 1) + y + 1 for x, y, *_ in permutations(range(4))]
    assert distribution(game, log) == equally_likely(expected)


def test_a_local_zone_must_be_empty_in_the_end() -> None:
    rules = LOG + "play:\n    let urn: bag of Card = all\n    draw x from urn\n    note(index(x))\n"
    game = begun(rules)
    with pytest.raises(RuleError):
        game.apply((0,))


def test_a_local_zone_is_checked_where_a_round_is_left_early_too() -> None:
    rules = (
        LOG
        + """
to deal(many: 1..2):
    for i in 1..2:
        let urn: bag of Card = {a}
        if i == many: next
        move all from urn to left
game has:
    left: bag of Card
play: deal(%d)
"""
    )
    with pytest.raises(RuleError):
        begun(rules % 2)
