"""Who sits at which seat: people, and bots by the name of their kind (`--seat NAME=KIND`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from hoyle.runtime import bots
from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.guard import Misuse
from hoyle.runtime.cli.sitting import Bot
from hoyle.runtime.game import Game
from hoyle.runtime.loader import folded
from hoyle.runtime.values import hint_for

HUMAN: Final = "human"
RANDOM: Final = "random"


def seated(game: Game, said: Mapping[str, str], language: str, *, is_interactive: bool) -> dict[str, str]:
    """The kind of who sits at each deciding seat: as said, else a person at the first seat and bots at the others;
    without a terminal bots everywhere. Misuse if a seat or a kind does not exist."""
    default = RANDOM if said or not is_interactive else HUMAN
    seats = {seat: RANDOM for seat in game.deciding}
    if game.deciding:
        seats[game.deciding[0]] = default
    return reseated(game, seats, said, language)


def reseated(game: Game, seats: Mapping[str, str], said: Mapping[str, str], language: str) -> dict[str, str]:
    """The seats with those changed that somebody named."""
    changed = {seat_of(game, name, language): kind_of(kind, language) for name, kind in said.items()}
    return {**seats, **changed}


def seat_of(game: Game, name: str, language: str) -> str:
    """The seat of a name. Misuse if nobody who decides is called so."""
    seat = seat_named(game, name, language)
    if seat in game.deciding:
        return seat
    hint = hint_for(folded(name), {folded(seat): seat for seat in game.deciding})
    told = hint if isinstance(hint, str) else hint.text(language)
    raise Misuse(
        message(language, "cli.bad.seat_name", name=name, game=game.name, seats=", ".join(game.deciding), hint=told)
    )


def seat_named(game: Game, name: str, language: str) -> str | None:
    """The seat of a name, as in notation or as people call it; None if there is none."""
    for seat in game.players:
        if folded(name) in {folded(seat), folded(game.seat_name(seat, language)), folded(game.seat_name(seat))}:
            return seat
    return None


def kind_of(kind: str, language: str) -> str:
    """A kind as it is kept in records. Misuse if there is none, or if it cannot be set so."""
    try:
        return bots.kind_of(kind, more=(HUMAN,)).text
    except bots.BotError as error:
        raise Misuse(error.text(language)) from error


def maker(kind: str, game: Game) -> Callable[[str], Bot]:
    """What makes the bots of a kind, from a seed."""
    return partial(bots.make, bots.kind_of(kind), game)


def said_kind(kind: str, language: str) -> str:
    """Who that is, for people."""
    found = bots.kind_of(kind, more=(HUMAN,))
    said = message(language, f"cli.play.{found.name}")
    _, sign, settings = found.text.partition(":")
    return message(language, "cli.play.set", bot=said, settings=settings) if sign else said
