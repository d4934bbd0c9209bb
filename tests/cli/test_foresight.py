"""What a move would change is told before it is made: truly, and by nothing that its player does not know."""

import unicodedata

import pytest

from hidden import SECRETS, elsewhere, game_of, imagined, some_decisions
from hoyle.runtime.bots.past import Past
from hoyle.runtime.bots.sight import unlearned_sight, unlearned_sight_of
from hoyle.runtime.chance import generator
from hoyle.runtime.cli.foresight import Foreseen, Foresight, Tables, foreseen
from hoyle.runtime.cli.menu import Menu
from hoyle.runtime.game import Game
from hoyle.runtime.state import State
from hoyle.runtime.views import Plain, observation

OPEN = [("nim", 2), ("meerkat-kingdom", 3), ("pig", 2)]


def some_moves(state: State, number: int = 4) -> list[int]:
    codes = [move.code for move in state.legal_moves()]
    return generator("moves").sample(codes, min(number, len(codes)))


@pytest.mark.parametrize(("name", "players"), SECRETS)
def test_what_is_foretold_depends_on_nothing_that_is_not_seen(name: str, players: int) -> None:
    game = game_of(name, players)
    compared = 0
    for number, state in enumerate(some_decisions(game, 11, 4)):
        seat, codes = state.position.you, tuple(move.code for move in state.legal_moves())
        seen = unlearned_sight(state)
        assert seat is not None and seen is not None
        tables = Tables.of(seen)
        for s, past in (elsewhere(state, generator(number)), imagined(state, generator(number))):
            other = unlearned_sight_of(game.rules, s, codes, seat, Past(past))
            assert other is not None
            for code in some_moves(state):
                assert foreseen(Tables.of(other), code, "en") == foreseen(tables, code, "en"), (code, state)
            compared += s[: game.fast().DERIVED] != state.position.s[: game.fast().DERIVED]
    assert compared


@pytest.mark.parametrize(("name", "players"), [*SECRETS, *OPEN])
def test_what_is_foretold_happens(name: str, players: int) -> None:
    """Whatever is told to differ afterwards differs in just that way, whichever position is really played."""
    game = game_of(name, players)
    told = 0
    for state in some_decisions(game, 12, 12):
        seat, seen = state.position.you, unlearned_sight(state)
        assert seat is not None and seen is not None
        tables = Tables.of(seen)
        for code in some_moves(state):
            after = tables.after(code)
            if after:
                old, new, _ = tables.seen(after)
                assert old == observation(state.position, seat)
                told += agreed(old, new, really_after(state, code, seat))
    assert told > 5


def really_after(state: State, code: int, seat: int) -> dict[str, Plain]:
    played = state.clone()
    played.apply(next(move for move in played.legal_moves() if move.code == code))
    return observation(played.position, seat)


def agreed(old: Plain, new: Plain, really: Plain) -> int:
    """How many parts of what is seen are told to change; each of them does so."""
    if new == old:
        return 0
    if isinstance(new, dict) and isinstance(old, dict) and isinstance(really, dict):
        return sum(agreed(old.get(key), value, really.get(key)) for key, value in new.items() if key in old)
    assert new == really
    return 1


# ------------------------------------------------------------------------------------------------ as it is told


def told(game: Game, *choices: str) -> Foreseen:
    """What the last of some choices would change, after the others."""
    state = game.new(log=True)
    for choice in choices[:-1]:
        state.apply(game.parse(state, choice))
    found = Foresight(state, "en").of(next(m for m in state.legal_moves() if m.notation == choices[-1]))
    assert found is not None
    return found


def test_chance_is_not_foretold() -> None:
    pig = game_of("pig", 2)
    assert told(pig, "throw").lines(80, 3) == ["then: a roll"]


def test_the_end_is_foretold() -> None:
    letters = ("0, 0", "1, 1", "1, 0", "0, 1", "2, 0")
    found = told(game_of("tic-tac-toe", 2), *(f"place(Cell({at}))" for at in letters))
    assert found.lines(80, 3)[0].startswith("the game ends: Cross wins; ")


def test_points_come_first_and_are_said_with_what_they_are_for() -> None:
    state = next(s for s in some_decisions(game_of("kumata", 2), 12, 40) if len(s.legal_moves()) > 24)
    foresight = Foresight(state, "en")
    paid = [found for move in state.legal_moves() if (found := foresight.of(move)) is not None and found.points]
    assert paid
    for found in paid:
        assert found.brief(30).startswith(found.points) and " points" in f"{found.points}s"
        assert found.lines(76, 3)[0].startswith(f"{found.points} (")
        assert len(found.lines(76, 3)) <= 3


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_fits_wherever_it_is_told(language: str) -> None:
    for name, players in (("kumata", 2), ("kauri", 3), ("meerkat-kingdom", 3)):
        for state in some_decisions(game_of(name, players), 13, 5):
            foresight = Foresight(state, language)
            for move in state.legal_moves()[:3]:
                found = foresight.of(move)
                if found is not None:
                    assert all(width(found.brief(columns)) <= columns for columns in (0, 7, 20, 60))
                    assert all(width(line) <= 60 for line in found.lines(60, 2))
            menu = Menu(state, language, foresight)
            menu.filter(state.legal_moves()[0].sentence(language))
            assert all(width(line) <= 80 for line in menu.lines())


def width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


def test_few_moves_are_listed_with_what_distinguishes_them() -> None:
    nim = game_of("nim", 2).new(log=True)
    for choice in ("take(d, 7)", "take(c, 5)"):
        nim.apply(nim.game.parse(nim, choice))
    lines = Menu(nim, "en", Foresight(nim, "en")).lines()
    assert lines[1] == "   2  Take 1 from heap B  -> B: Sticks 3 -> 2"
    marks = game_of("tic-tac-toe", 2).new(log=True)
    assert not any("->" in line for line in Menu(marks, "en", Foresight(marks, "en")).lines())
