"""What a compiled game stands on, and what people do with it: play, simulate, verify and report.

`load("kumata", players=3)` gives a `Game`; `game.new()` a `State`. `load` ties the runtime to the compiler and is
imported when it is first used, so that a compiled game runs without the language installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from hoyle.runtime.game import Game
    from hoyle.runtime.moves import Move, Outcome
    from hoyle.runtime.state import State

    load: Callable[..., Game]  # hoyle.runtime.loader.load, which this module may not import

__all__ = ["Game", "Move", "Outcome", "State", "load"]

_WHERE = {"Game": "game", "Move": "moves", "Outcome": "moves", "State": "state", "load": "loader"}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"hoyle.runtime.{_WHERE[name]}"), name)
