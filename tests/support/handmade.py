"""The hand-made games by functions that other processes can call."""

import handmade_dare
import handmade_nim
from hoyle.runtime.compiled import as_compiled
from hoyle.runtime.game import Game


def nim() -> Game:
    return Game(as_compiled(handmade_nim), nim)


def dare() -> Game:
    return Game(as_compiled(handmade_dare), dare)
