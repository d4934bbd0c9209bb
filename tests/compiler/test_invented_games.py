"""Whole games invented at random: generated code and the reference interpreter agree on them move by move, and what is
ill typed is refused. `make fuzz` plays many more; below stand the games by which it found something, made small."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.dsl.diagnostics import DiagnosticError
from invented_play import lowered, verdict
from inventing import invented, invented_games
from inventing_spoils import spoilt

NUMBERS = 16  # of games that are played always


@pytest.mark.parametrize("batch", range(4))
def test_generated_code_plays_as_the_interpreter_does(batch: int) -> None:
    for number in range(batch, NUMBERS, 4):
        verdict(invented(random.Random(number)), number, debug=number % 3 == 0)


@settings(max_examples=6, suppress_health_check=list(HealthCheck), deadline=None)
@given(invented_games(), st.integers(0, 1000))
def test_what_hypothesis_invents_is_played_alike(text: str, seed: int) -> None:
    verdict(text, seed)


def test_most_invented_games_are_accepted_and_many_come_to_their_end() -> None:
    found = Counter(verdict(invented(random.Random(number)), number) for number in range(100, 108))
    assert found["refused"] <= 3
    assert found["over"] + found["long"] >= 3


def test_a_number_is_always_the_same_game() -> None:
    assert invented(random.Random(5)) == invented(random.Random(5))
    assert len({invented(random.Random(number)) for number in range(20)}) == 20


@pytest.mark.parametrize("number", range(6))
def test_ill_typed_variations_are_refused_with_a_diagnostic(number: int) -> None:
    rng = random.Random(number)
    for what, text in spoilt(invented(rng), rng):
        with pytest.raises(DiagnosticError):
            lowered(text, debug=True)
            pytest.fail(f"{what} was accepted:\n{text}")


# ------------------------------------------------------------------------------------------------ what was found

HEAD = "game Found\nplayers 2\ntype Colour: red, green\n"
CARDS = """table Card:
    card | value | copies
    ace | 1 | 2
    ten | 5 | 2
each Player has:
    hand: bag of Card, seen by nobody
    points: 0..9
game has:
    deck: pile of Card = all, seen by nobody
    heap: pile of Card
setup:
    shuffle deck
    for p in players: move 2 from deck to p.hand
"""

FOUND = {
    "a move that is said otherwise is listed if only one way to say it is offered": HEAD
    + """game has:
    round: 0..9 = 0
action pair(a: bool, b: bool):
    same pair(b, a)
    round += 1
play:
    players take turns until round > 6: must pair(Colour != {green} and round != 3)
""",
    "equal tests keep their precedence": HEAD
    + """game has:
    round: 0..9 = 2
action go:
    require r: not (some c in {red, green} where round > 2 has round < 1)
    round += 1
play:
    players take turns until round > 6: must go if able
""",
    "a ranking draws what its keys read": HEAD
    + CARDS
    + """play:
    award [2, 1] to (rank q in players by most sum(c.value for c in q.hand), ties share) as points
    for p in players where (the q in players where some c in q.hand has c.value == 5) == p: p.points = 9
""",
    "what is moved to where everybody looks is seen": HEAD
    + CARDS
    + """play:
    move all from deck to heap
    shuffle heap
    move all from heap to deck
    move all from deck to heap
""",
    "as much as lies in one of two zones is moved": HEAD
    + CARDS
    + """play:
    move up to 2 from (deck if player_1.points == 0 else heap) to player_1.hand
    move all from (heap if player_1.points == 0 else deck) to player_2.hand
    move all from (player_1.hand if player_1.points == 0 else player_2.hand) to heap
""",
    "what a set holds twice pays once": HEAD
    + """each Player has:
    points: 0..9
play:
    player_1.points = 3
scoring:
    some: count({n for n in [you.points, you.points, 0]}) + sum({n for n in [you.points, 3]})
""",
    "what depends on something that can never be chosen is not asked": HEAD
    + """game has:
    left: 0..3 = 3
action go:
    left -= 1
play:
    players take turns until left == 0:
        must choose a in ({player_1} - players), b in ({player_1, a} & players) where left > 1 if able:
            left = 0
        must go
""",
    "an undefined score is worse than any": HEAD
    + """each Player has:
    points: 0..9
play:
    player_1.points = 3
    end game
scoring:
    some: 10 // you.points
winner: rank p in players by most total(p), ties share
""",
}


@pytest.mark.parametrize("what", FOUND)
def test_what_was_found_once_is_played_alike(what: str) -> None:
    for seed in range(6):
        assert verdict(FOUND[what], seed, debug=seed % 2 == 0) in ("over", "long")
