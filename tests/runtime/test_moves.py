"""Moves as values, explanations and refusals, on games written by hand."""

import random
from fractions import Fraction

import pytest

import handmade_dare
import handmade_nim
from hoyle.runtime.compiled import as_compiled
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move
from hoyle.runtime.problems import IllegalMove, NotationError, StateError
from hoyle.runtime.state import State


@pytest.fixture
def nim() -> Game:
    return Game(as_compiled(handmade_nim))


@pytest.fixture
def dare() -> Game:
    return Game(as_compiled(handmade_dare))


def say(state: State, *moves: str) -> State:
    for move in moves:
        state.apply(state.game.parse(state, move))
    return state


def test_a_move_is_its_verb_and_named_arguments(nim: Game) -> None:
    move = nim.parse(nim.new(), "take( b ,3)")
    assert isinstance(move, Move)
    assert (move.verb, move.args, move.notation) == ("take", {"h": "b", "n": 3}, "take(b, 3)")


def test_a_sentence_fills_the_holes_in_the_order_of_the_language(nim: Game) -> None:
    move = nim.parse(nim.new(), "take(a, 3)")
    assert move.sentence() == "Take 3 sticks from heap A"
    assert move.sentence("ja") == "甲から3本取る"
    assert nim.parse(nim.new(), "take(c_heap, 3)").sentence("ja_JP.UTF-8") == "C heapから3本取る"


def test_a_sentence_stays_that_of_its_moment(nim: Game) -> None:
    state = nim.new()
    move = state.legal_moves()[0]
    say(state, "take(a, 3)")
    assert move.sentence() == "Take 1 sticks from heap A"


@pytest.mark.parametrize(
    ("move", "reasons"),
    [
        ("take(a, 2)", {}),
        ("take(a, 5)", {"enough": "Heap A holds less."}),
        ("take(b, 6)", {"enough": "Heap B holds less.", "lucky": "This requirement does not hold: Lucky."}),
        ("take(a, 9)", {"n": "9 is not possible here (Number).", "enough": "Heap A holds less."}),
        ("take", {}),
        ("take(a)", {}),
        ("pass", {"not_now": "This is not asked now."}),
    ],
)
def test_each_reason_is_told_in_order(nim: Game, move: str, reasons: dict[str, str]) -> None:
    told = nim.new().explain(move)
    assert [(reason.name, reason.text) for reason in told] == list(reasons.items())


def test_a_reason_has_clauses_and_the_values_that_made_it(nim: Game) -> None:
    (reason,) = nim.new().explain("take(a, 5)")
    assert reason.cites == ("N-2",)
    assert reason.values == (("h.sticks", 3), ("n", 5))
    assert reason.say("ja") == "Heap 甲 holds less."


def test_of_a_move_said_in_part_the_nearest_completion_is_explained(nim: Game) -> None:
    state = say(nim.new(), "take(a, 3)")
    assert [reason.name for reason in state.explain("take(a)")] == ["enough"]
    assert state.explain("take(a)")[0].values == (("h.sticks", 0), ("n", 1))


def test_nothing_is_legal_when_the_game_is_over(nim: Game) -> None:
    state = say(nim.new(), "take(a, 3)", "take(b, 5)", "take(c_heap, 7)")
    assert (state.kind, state.winners(), state.ending) == ("over", ("player_1",), "N-3")
    assert [(r.name, r.text) for r in state.explain("take(a, 1)")] == [("not_now", "The game is over.")]
    with pytest.raises(IllegalMove, match="The game is over"):
        nim.parse(state, "take(a, 1)")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tak(a, 1)", "There is no move called tak. Did you mean take?"),
        ("take(z, 1)", "z is not a Heap."),
        ("take(c_heep, 1)", "c_heep is not a Heap. Did you mean c_heap?"),
        ("take(a, b)", "b is not a number."),
        ("take(a, 1, 1)", "take takes 2 arguments at most, not 3."),
        ("pass(a)", "pass takes no arguments."),
        ("take(a)", "take(a) leaves open which of several moves is meant, for instance take(a, 1) or take(a, 2)."),
    ],
)
def test_what_names_nothing_is_no_move(nim: Game, text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        nim.parse(nim.new(), text)
    assert str(caught.value) == said


def test_leading_arguments_suffice_where_one_move_has_them(nim: Game) -> None:
    state = say(nim.new(), "take(a, 2)")
    assert str(nim.parse(state, "take(a)")) == "take(a, 1)"


def test_a_refused_move_leaves_the_state_alone_and_says_why(nim: Game) -> None:
    state = nim.new()
    move = state.legal_moves()[2]
    say(state, "take(a, 3)")
    before = state.to_dict()
    with pytest.raises(IllegalMove) as caught:
        state.apply(move)
    assert [reason.name for reason in caught.value.reasons] == ["enough"]
    assert str(caught.value) == "take(a, 3) is not allowed: Heap A holds less."
    assert state.to_dict() == before


def test_a_move_of_another_game_is_refused(nim: Game, dare: Game) -> None:
    with pytest.raises(StateError, match="a move of another game"):
        nim.new().apply(dare.new().legal_moves()[0])


def test_the_other_name_of_a_move_stands_for_the_first(dare: Game) -> None:
    assert [str(move) for move in dare.new().legal_moves()] == [
        "pair(red, blue)",
        "pair(red, green)",
        "pair(blue, green)",
    ]
    assert str(dare.parse(dare.new(), "pair(green, red)")) == "pair(red, green)"
    assert dare.new().explain("pair(green, red)") == ()
    assert [reason.name for reason in dare.new().explain("pair(green, green)")] == ["b"]


def test_outcomes_are_multisets_with_exact_probabilities(dare: Game) -> None:
    state = say(dare.new(), "pair(red, blue)", "draw(1)", "draw(3)", "throw")
    outcomes = {str(outcome): probability for outcome, probability in state.outcomes()}
    assert len(outcomes) == 21
    assert (outcomes["roll({1, 1})"], outcomes["roll({1, 2})"]) == (Fraction(1, 36), Fraction(1, 18))
    assert dare.parse(state, "roll({ 2,1 })").args == {"dice": (1, 2)}
    with pytest.raises(NotationError, match="is not a possible outcome"):
        dare.parse(state, "roll({1, 7})")
    with pytest.raises(NotationError, match=r"such as roll\(\{1, 1\}\), not draw\(1\)"):
        dare.parse(state, "draw(1)")


def test_outcomes_are_sampled_as_often_as_they_are_likely(dare: Game) -> None:
    state = say(dare.new(), "pair(red, blue)", "draw(1)", "draw(3)", "throw")
    rng, counts, number = random.Random(7), dict.fromkeys(range(2, 13), 0), 6000
    for _ in range(number):
        dice = state.sample_chance(rng).args["dice"]
        assert isinstance(dice, tuple)
        counts[sum(int(str(die)) for die in dice)] += 1
    for total, probability in handmade_dare.DICE_TOTALS.items():
        assert abs(counts[total] - number * probability) < 4 * (number * probability) ** 0.5


def test_a_move_is_refused_while_chance_decides(dare: Game) -> None:
    state = say(dare.new(), "pair(red, blue)")
    with pytest.raises(IllegalMove, match="Chance decides now"):
        state.apply(dare.new().legal_moves()[0])
    assert [reason.name for reason in state.explain("throw")] == ["not_now"]


def test_declining_has_the_words_of_its_decision(dare: Game) -> None:
    state = say(dare.new(), "pair(red, blue)", "draw(1)", "draw(3)")
    assert [move.sentence() for move in state.legal_moves()] == ["Throw", "Hold"]
    assert state.prompt() == "Dare?"
    assert state.legal_moves()[-1].is_pass


def test_a_score_is_its_components_and_what_paid_them(dare: Game) -> None:
    state = say(dare.new(), "pair(red, blue)", "draw(1)", "draw(3)", "throw", "roll({5, 6})")
    assert state.scores()["player_1"].components == {"thrown": 11, "secret": 1}
    assert state.scores()["player_1"].total == 12
    (paid,) = state.trace("player_1", "thrown")
    assert (paid.what, paid.things, paid.points) == ("points", ("player_1",), 11)
    with pytest.raises(StateError, match="has no score called throw. It has: thrown, secret"):
        state.trace("player_1", "throw")
    with pytest.raises(StateError, match="player_3 is no player of Dare"):
        state.observation("player_3")
