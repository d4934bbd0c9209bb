"""Verification: does a game keep its promises, and what holds of every game?

Hypothesis is needed (`pip install 'hoyle[verify]'`), but not for importing this. `docs/how-to/verify-a-game.md` shows
the use: strategies for games, states, moves and records, a state machine to build on, and `search`, which is the driver
behind `hoyle verify`.
"""

from __future__ import annotations

from hoyle.runtime.verification.laws import LAWS, LawBroken, NamedLaw
from hoyle.runtime.verification.modes import Mode, modes
from hoyle.runtime.verification.search import Searched, search
from hoyle.runtime.verification.strategies import games, moves, records, state_machine, states
from hoyle.runtime.verification.watching import Failure, Watch

__all__ = [
    "LAWS",
    "Failure",
    "LawBroken",
    "Mode",
    "NamedLaw",
    "Searched",
    "Watch",
    "games",
    "modes",
    "moves",
    "records",
    "search",
    "state_machine",
    "states",
]
