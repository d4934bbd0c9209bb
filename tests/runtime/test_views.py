"""What players know, on a game with a secret written by hand."""

from pathlib import Path

import pytest

import handmade_dare
from hoyle.runtime import load
from hoyle.runtime.compiled import as_compiled
from hoyle.runtime.game import Game
from hoyle.runtime.problems import SavedStateError, StateError
from hoyle.runtime.state import State

DARE = Game(as_compiled(handmade_dare))


def played(*moves: str, log: bool = True) -> State:
    state = DARE.new(log=log)
    for move in ("pair(red, blue)", *moves):
        state.apply(DARE.parse(state, move))
    return state


def test_a_player_sees_the_own_secret_and_no_other() -> None:
    state = played("draw(1)", "draw(3)")
    assert state.observation("player_1")["fields"]["Player.secret"] == {"player_1": 1, "player_2": "unknown"}
    assert state.observation("player_2")["fields"]["Player.secret"] == {"player_1": "unknown", "player_2": 3}
    assert state.observation(None)["fields"]["Player.secret"] == {"player_1": "unknown", "player_2": "unknown"}


def test_a_score_that_reads_a_secret_is_shown_to_its_owner_only() -> None:
    scores = played("draw(1)", "draw(3)").observation("player_1")["scores"]
    assert scores == {"player_1": {"thrown": 0, "secret": 1}, "player_2": {"thrown": 0, "secret": "unknown"}}


def test_only_the_player_who_decides_sees_the_decision() -> None:
    state = played("draw(1)", "draw(3)")
    assert state.observation("player_1")["decision"] == {"label": "play.may_1", "moves": ["throw", "pass"]}
    assert "decision" not in state.observation("player_2")


def test_what_a_player_saw_does_not_depend_on_the_secret_of_another() -> None:
    one, other = played("draw(1)", "draw(3)", "throw"), played("draw(1)", "draw(2)", "throw")
    assert one.information_state("player_1") == other.information_state("player_1")
    assert one.information_state("player_2") != other.information_state("player_2")


def test_declining_cannot_be_told_from_not_being_asked() -> None:
    events = [event for event, _ in played("draw(1)", "draw(3)", "pass", "throw").information_state("player_2")]
    assert events == ["", "player_1 pair(red, blue)", "* draw(3)", "", "player_2 throw"]


def test_the_past_is_known_only_if_it_was_kept() -> None:
    with pytest.raises(StateError, match="keeps no log"):
        played(log=False).information_state("player_1")


def test_a_log_does_not_make_states_different() -> None:
    assert played("draw(1)") == played("draw(1)", log=False)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "format cannot be 2"),
        ({"identity": "other"}, "saved by Dare other, and the rules loaded are Dare dare-by-hand"),
        ({"fields": {}}, "Player.secret is missing"),
        ({"fields": 7}, "fields cannot be 7"),
        ({"fields": {"Player.secret": {"player_1": "red", "player_2": 1}}}, "[player_1] cannot be 'red'"),
        ({"pause": {"at": "play.may_1", "number": 2}}, "pause cannot be"),
        ({"pause": None}, "pause cannot be None"),
        ({"ending": "nowhere"}, "ending cannot be 'nowhere'"),
        ({"won_by": ["player_9"]}, "won_by cannot be ['player_9']"),
        ({"continuation": {"play.you": 0}}, "play.left is missing"),
        ({"log": ["player_1 pair(red, green)"]}, "what it says of log does not agree"),
        ({"log": ["nonsense"]}, "what it says of log does not agree"),
        ({"log": 3}, "what it says of log does not agree"),
    ],
)
def test_a_damaged_saved_state_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(SavedStateError) as caught:
        DARE.from_dict(played("draw(1)", "draw(3)").to_dict() | change)
    assert said in str(caught.value)


@pytest.mark.parametrize("data", [None, [], "state", 3, {}])
def test_what_is_no_saved_state_is_refused(data: object) -> None:
    with pytest.raises(SavedStateError, match="not a saved state"):
        DARE.from_dict(data)


PEEK = """\
game Peek

players 3

type Card: ace, king

each Player has:
    hand: Card, seen by owner

setup:
    for you in players: roll you.hand

play:
    player_1 must peek

action peek(p in others):
    show p.hand to you
"""


@pytest.mark.parametrize("debug", [False, True])
def test_what_is_shown_is_known_to_those_who_saw_it_and_as_shown_to_all(tmp_path: Path, debug: bool) -> None:
    (tmp_path / "peek.hoyle").write_text(PEEK)
    game = load(tmp_path / "peek.hoyle", debug=debug)
    state = game.new(log=True)
    for said in ("roll(ace)", "roll(king)", "roll(ace)", "peek(player_2)"):
        state.apply(game.parse(state, said))
    last = {player: state.information_state(player)[-1][0] for player in game.players}
    assert last["player_1"] == "player_1 peek(player_2); show p.hand to you: king"
    assert last["player_2"] == last["player_3"] == "player_1 peek(player_2); show p.hand to you: ?"
    assert state.shown_to("player_1") == (("show p.hand to you", "king"),)
    assert state.shown_to("player_2") == ()
    assert game.from_dict(state.to_dict()).shown_to("player_1") == state.shown_to("player_1")
    assert state.clone().shown_to("player_1") == state.shown_to("player_1")


TWICE = """
game Twice

players 2

type Card: ace, king, queen

each Player has:
    hand: bag of Card = {ace, king, queen}, seen by owner
    bid: 0..3 = 0
    plan: bag of Card

action raise_bid:
    you.bid += 1

play:
    simultaneously for you in players: may raise_bid
    simultaneously for you in players:
        must choose c in you.hand:
            move c from you.hand to you.plan
"""


def test_what_another_secret_round_will_write_is_seen_as_it_is(tmp_path: Path) -> None:
    """Semantics 13.2: while one round of secret choices goes on, all other fields are what they are."""
    (tmp_path / "twice.hoyle").write_text(TWICE, "utf-8")
    state = load(tmp_path / "twice.hoyle").new()
    for moves in (("raise_bid", "pass"), ("choose(ace)", "choose(king)")):
        for player, move in zip(("player_1", "player_2"), moves, strict=True):
            other = {"player_1": "player_2", "player_2": "player_1"}[player]
            assert state.player == player
            assert state.observation(player)["fields"]["Player.hand"][other] == {"count": 3}
            state.apply(state.game.parse(state, move))
    assert state.kind == "over" and state.observation("player_1")["fields"]["Player.hand"]["player_2"] == {"count": 2}
