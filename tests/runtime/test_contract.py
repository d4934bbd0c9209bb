"""The runtime against modules written by hand, so that it is tested without the compiler."""

from types import ModuleType

import pytest

import handmade_dare
import handmade_nim
from conformance import GAME_LAWS, STATE_LAWS, GameLaw, StateLaw, check_state_law
from hoyle.runtime.compiled import as_compiled
from hoyle.runtime.game import Game

MODULES = (handmade_nim, handmade_dare)


@pytest.mark.parametrize("law", STATE_LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_state_obeys(module: ModuleType, law: StateLaw) -> None:
    for seed in range(10):
        check_state_law(law, Game(as_compiled(module)), seed)


@pytest.mark.parametrize("law", GAME_LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_game_obeys(module: ModuleType, law: GameLaw) -> None:
    for seed in range(10):
        law(Game(as_compiled(module)), seed)
