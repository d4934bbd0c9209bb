"""What a bot would do in a person's place. It knows what that person knows, and nothing else."""

from __future__ import annotations

from typing import Final

from hoyle.runtime import bots
from hoyle.runtime.cli.sitting import Sitting
from hoyle.runtime.moves import Move

ADVISER: Final = "mcts:time=1s"


def advice(sitting: Sitting) -> Move:
    """A move for the player who decides."""
    return bots.make(ADVISER, sitting.game, f"{sitting.seed}/hint/{len(sitting.events)}").choose(sitting.state)
