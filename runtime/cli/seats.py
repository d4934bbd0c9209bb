"""The seat that somebody names on the command line."""

from __future__ import annotations

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.guard import Misuse
from hoyle.runtime.game import Game
from hoyle.runtime.loader import folded
from hoyle.runtime.values import hint_for


def seat_named(game: Game, name: str, language: str) -> str | None:
    """The seat of a name: as in notation, as people call it, or its number from 1. None if there is none."""
    for number, seat in enumerate(game.players, 1):
        names = {folded(seat), folded(game.seat_name(seat, language)), folded(game.seat_name(seat)), str(number)}
        if folded(name) in names:
            return seat
    return None


def seat_of(game: Game, name: str, language: str) -> str:
    """The deciding seat of a name. Misuse if there is none."""
    seat = seat_named(game, name, language)
    if seat in game.deciding:
        return str(seat)
    hint = hint_for(folded(name), {folded(seat): seat for seat in game.deciding})
    told = hint if isinstance(hint, str) else hint.text(language)
    seats = ", ".join(game.deciding)
    raise Misuse(message(language, "cli.bad.seat_name", name=name, game=game.name, seats=seats, hint=told))
