"""Bots: they play by what their player sees and by nothing else, and the same seed makes the same moves."""

from typing import Any

import pytest

from hidden import SECRETS, decisions, elsewhere, game_of, imagined, some_decisions
from hoyle.runtime import load
from hoyle.runtime.bots import BOTS, BotError, kind_of, make, needs_past, thinker
from hoyle.runtime.bots.past import Past
from hoyle.runtime.bots.sight import sight, sight_of, veiled
from hoyle.runtime.chance import generator
from hoyle.runtime.compiled import Vector, copied
from hoyle.runtime.game import Game
from hoyle.runtime.problems import StateError
from hoyle.runtime.rules import Position
from hoyle.runtime.simulate import simulate
from hoyle.runtime.state import State
from hoyle.runtime.views import observation

WORDS = ["random", "greedy:samples=3", "mcts:iterations=8,depth=12"]


@pytest.mark.parametrize(("name", "players"), [case for case in SECRETS if case[0] != "goofspiel"])
def test_a_bot_decides_alike_whatever_is_hidden_from_it(name: str, players: int) -> None:
    game = game_of(name, players)
    compared = 0
    for number, state in enumerate(some_decisions(game, 3, 4)):
        seat, codes = state.position.you, tuple(move.code for move in state.legal_moves())
        assert seat is not None
        for s, past in (elsewhere(state, generator(number)), imagined(state, generator(number))):
            for words in WORDS:
                seen = sight_of(game.rules, s, codes, seat, Past(past))
                other = thinker(kind_of(words), generator(7)).decide(seen)
                assert other == thinker(kind_of(words), generator(7)).decide(sight(state)), (words, state)
            compared += s[: game.fast().DERIVED] != state.position.s[: game.fast().DERIVED]
    assert compared or name == "kumata"  # what is hidden there is undrawn: nobody knows it, no vector holds it


@pytest.mark.parametrize(("name", "players"), SECRETS)
def test_what_a_bot_imagines_looks_to_it_as_what_it_sees(name: str, players: int) -> None:
    game, rng = game_of(name, players), generator("imagine")
    for state in some_decisions(game, 4, 8):
        position, seat = state.position, state.position.you
        assert seat is not None
        seen = sight(state)
        for _ in range(3):
            s = seen.sample(rng)
            assert s is not None
            assert observation(Position(game.rules, s), seat) == observation(position, seat)
            assert game.fast().moves(copied(s)) == [move.code for move in state.legal_moves()]


@pytest.mark.parametrize(("name", "players"), [("love-letter", 3), ("kauri", 3), ("kuhn-poker", 3)])
def test_what_a_bot_imagines_can_be_played_to_the_end_and_holds_every_component(name: str, players: int) -> None:
    game, rng = game_of(name, players), generator("whole")
    module = game.fast()
    for state in some_decisions(game, 5, 6):
        s = sight(state).sample(rng)
        assert s is not None
        assert _all_components(game, s) == _all_components(game, state.position.s)
        result: Any = module.moves(s)
        while result is not None:
            result = module.step(s, rng.choice(result) if result else module.sample(s, rng.random))


def _all_components(game: Game, s: Vector) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    pools: dict[Any, tuple[str, tuple[int, ...]]] = {}
    for info in game.info.fields:
        for place in game.rules.places(info) if info.kind in ("bag", "pile") else ():
            prefix, rest, _, pool, *number = game.fast().read_field(s, info.number, place)
            found += [(str(info.type.of), code) for code in (*prefix, *rest)]
            pools.update({number[0]: (str(info.type.of), pool)} if number else {})
    return sorted([*found, *((kind, code) for kind, pool in pools.values() for code in pool)])


def test_cards_are_imagined_only_where_they_can_come() -> None:
    game, rng = game_of("kauri", 3), generator("kin")
    card = next(info for info in game.info.fields if info.key == "Player.hand")
    cards = game.info.domains["Card"]
    letters = {code: label[0] for code, label in zip(cards.codes, cards.labels, strict=True)}
    for state in some_decisions(game, 6, 6):
        s = sight(state).sample(rng)
        assert s is not None
        for seat, name in game.rules.seat_name.items():
            prefix, rest, *_ = game.fast().read_field(s, card.number, (seat,))
            assert {letters[code] for code in (*prefix, *rest)} <= {name[0]}


def test_others_choose_anything_while_all_choose_in_secret() -> None:
    game = game_of("goofspiel", 2)
    state = next(s for s in decisions(game, 1) if s.player == "player_2")
    seen, rng = sight(state), generator("together")
    offers = {str(state.game.fast().read_field(s, 1, (0,))) for _ in range(40) if (s := seen.sample(rng)) is not None}
    assert len(offers) > 4


def test_the_past_is_needed_only_where_the_moment_does_not_tell() -> None:
    assert not needs_past(game_of("kumata", 2).rules)
    state = load("goofspiel").new()
    state.apply(state.outcomes()[0][0])
    with pytest.raises(StateError, match="keeps no log"):
        make("mcts", state.game, 1).choose(state)


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("name", ["nim", "pig", "goofspiel", "love-letter"])
def test_the_same_seed_makes_the_same_legal_moves(name: str, words: str) -> None:
    game = game_of(name, 2)
    one, other = make(words, game, 5), make(words, game, 5)
    for state in some_decisions(game, 2, 4):
        move = one.choose(state)
        assert move in state.legal_moves()
        assert move == other.choose(state.clone())


def test_only_who_decides_is_asked() -> None:
    state = load("nim").new()
    with pytest.raises(StateError, match="not for player_2 to decide"):
        make("random", state.game, 1).choose(state, "player_2")


def test_greedy_wins_at_once_and_takes_the_most_points() -> None:
    game = load("nim")
    state = game.new()
    for said in ("take(d, 7)", "take(c, 5)", "take(b, 3)"):
        state.apply(game.parse(state, said))
    assert str(make("greedy", game, 1).choose(state)) == "take(a, 1)"


def test_a_search_sees_what_wins_in_two_moves() -> None:
    game = load("tic-tac-toe")
    state = game.new()
    for said in ("place(Cell(0, 0))", "place(Cell(1, 1))", "place(Cell(1, 0))"):
        state.apply(game.parse(state, said))
    for seed in range(5):
        assert str(make("mcts:iterations=200", game, seed).choose(state)) == "place(Cell(2, 0))"


def test_a_search_with_a_time_stops_when_it_is_over() -> None:
    game, ticks = load("nim"), iter(range(100))
    bot = thinker(kind_of("mcts:time=5s"), generator(1))
    bot.clock = lambda: float(next(ticks))  # type: ignore[attr-defined]
    assert bot.decide(sight(game.new())) in [move.code for move in game.new().legal_moves()]
    assert 5 <= next(ticks) <= 8


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Mcts", "mcts"),
        ("mcts:time=1500ms", "mcts:time=1.5s"),
        ("mcts: depth=20, iterations=9", "mcts:depth=20,iterations=9"),
        ("greedy:samples=2", "greedy:samples=2"),
    ],
)
def test_words_for_bots_are_read(words: str, said: str) -> None:
    assert kind_of(words).text == said
    assert kind_of(kind_of(words).text) == kind_of(words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("mtcs", "'mtcs' cannot sit at a seat. Did you mean mcts? What can: random, greedy, mcts."),
        ("", "'' cannot sit at a seat. What can: random, greedy, mcts."),
        ("random:x", "random has no settings, so 'x' cannot be set."),
        ("mcts:", "mcts has no setting ''. It has iterations, time, depth, explore, as in mcts:NAME=VALUE,NAME=VALUE."),
        ("mcts:iterations=0", "iterations cannot be '0': a whole number from 1 is expected."),
        ("mcts:time=1", "time cannot be '1': a time such as 500ms, 1.5s or 2min, of at most an hour, is expected."),
        ("mcts:depth=3,depth=4", "depth is set twice."),
        ("mcts:explore=nan", "explore cannot be 'nan': a number from 0 to 100 is expected."),
    ],
)
def test_words_for_no_bot_are_refused(words: str, said: str) -> None:
    with pytest.raises(BotError) as caught:
        kind_of(words)
    assert str(caught.value) == said
    assert caught.value.text("ja")


def test_every_bot_plays_every_deciding_seat_of_a_game_with_its_defaults() -> None:
    game = load("kuhn-poker", players=3)
    for words in BOTS:
        state, rng = game.new(log=True), generator(words)
        bot = make(words, game, 1)
        while state.kind != "over":
            state.apply(bot.choose(state) if state.kind == "decision" else state.sample_chance(rng))


def test_a_veil_lies_over_what_is_hidden_only() -> None:
    game = game_of("love-letter", 2)
    state = some_decisions(game, 9, 1)[0]
    seat = state.position.you
    assert seat is not None
    seen = sight(state)
    veil = veiled(game.rules, seen._habits, state.position.s, seat)
    assert observation(Position(game.rules, veil.vector), seat) == observation(state.position, seat)
    assert veil.vector != state.position.s


def played(*said: str) -> State:
    """Love Letter for two, from the beginning of a round whose cards are told."""
    game = game_of("love-letter", 2)
    state = game.new(log=True)
    for text in said:
        state.apply(game.parse(state, text))
    return state


def hands(state: State, seat: int, number: int = 30) -> set[tuple[int, ...]]:
    """What the player who decides imagines another one to hold."""
    hand = next(info for info in state.game.info.fields if info.key == "Player.hand")
    rng, found, seen = generator("hands"), set[tuple[int, ...]](), sight(state)
    for _ in range(number):
        s = seen.sample(rng)
        assert s is not None
        prefix, rest, *_ = state.game.fast().read_field(s, hand.number, (seat,))
        found.add((*prefix, *rest))
    return found


CARDS = ("guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")
DEAL = ("draw(guard)", "draw(guard)", "draw(guard)")  # face up


def test_a_bot_remembers_what_it_was_shown_until_it_may_be_gone() -> None:
    dealt = (*DEAL, "draw(priest)", "draw(baron)", "draw(handmaid)", "play_card(priest)", "look_at(player_2)")
    state = played(*dealt, "draw(king)", "play_card(king)", "trade_with(player_1)", "draw(guard)")
    assert state.player == "player_1"
    # player_2 looked at nothing, but gave the baron away; player_1 gave the handmaid.
    assert hands(state, 1) == {(CARDS.index("handmaid"),)}
    looked = played(*dealt, "draw(prince)", "play_card(prince)", "send_away(player_2)", "draw(guard)", "draw(countess)")
    assert len(hands(looked, 1)) > 1


def test_bots_play_builds_that_watch_promises_alike() -> None:
    plain, watched = load("love-letter", players=2), load("love-letter", players=2, debug=True)
    seats = (kind_of("mcts:iterations=4"), kind_of("greedy:samples=2"))
    one, other = (simulate(game, 1, 3, seats=seats).to_dict() for game in (plain, watched))
    assert one["seats"] == other["seats"]
