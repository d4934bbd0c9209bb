"""Every shipped game, unasked, at its least and greatest number of players and with each of its variants, obeys the
contract; a new game is tested as soon as its file is there."""

from functools import cache

import pytest
from attrs import frozen

from conformance import GAME_LAWS, STATE_LAWS, GameLaw, StateLaw, check_state_law, promises_hold
from hoyle.runtime import Game, load
from hoyle.runtime.examples import ExampleResult, run_examples
from hoyle.runtime.loader import player_counts, shipped_files, shipped_games


@frozen
class Case:
    game: str
    players: int
    variants: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join((self.game, f"{self.players}p", *self.variants))

    def load(self, debug: bool = False) -> Game:
        return loaded(self, debug)


@cache
def loaded(case: Case, debug: bool) -> Game:
    return load(case.game, case.players, case.variants, debug=debug)


def cases() -> list[Case]:
    found = []
    for header in shipped_games():
        counts = player_counts(header.path)
        found += [Case(header.name, players) for players in sorted({counts[0], counts[-1]})]
        for variant in shipped_files():
            if variant.kind == "variant" and variant.of == header.name:
                found.append(Case(header.name, player_counts(header.path, [variant.name])[-1], (variant.name,)))
    return found


CASES = cases()


def test_the_shipped_games_are_found() -> None:
    assert {"ConnectFour", "Kumata", "Nim", "TicTacToe"} <= {case.game for case in CASES}


@pytest.mark.parametrize("law", STATE_LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_state_obeys(case: Case, law: StateLaw) -> None:
    for seed in range(2):
        check_state_law(law, case.load(), seed)


@pytest.mark.parametrize("law", GAME_LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_game_obeys(case: Case, law: GameLaw) -> None:
    law(case.load(), 0)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_promise_is_kept(case: Case) -> None:
    promises_hold(case.load(debug=True), 0)


def failures(case: Case) -> list[ExampleResult]:
    return [result for result in run_examples(case.load(debug=True)) if not result.passed]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_example_passes(case: Case) -> None:
    assert failures(case) == []
